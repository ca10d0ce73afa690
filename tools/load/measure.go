package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// measure prints a line for each case and server.
func (b *bench) measure(ctx context.Context) error {
	var err error
	if b.parts, err = findParts(); err != nil {
		return err
	}
	b.head()
	fmt.Printf("%-13s %-8s %9s %19s %9s %9s %9s %7s\n", "case", "server", "req/s", "(lowest-highest)", "p50 ms", "p99 ms", "MB/s", "cpu µs")
	var wrong []error
	for _, u := range usages {
		if !b.only.MatchString(u.name) {
			continue
		}
		all, err := b.take(ctx, u)
		if err != nil {
			return fmt.Errorf("%s: %w", u.name, err)
		}
		for i, s := range b.servers {
			if len(all[i]) == 0 {
				continue
			}
			wrong = append(wrong, line(u, s, all[i]))
		}
	}
	return errors.Join(wrong...)
}

// take measures one case: a round of each server in turn.
func (b *bench) take(ctx context.Context, u usage) ([][]figures, error) {
	all := make([][]figures, len(b.servers))
	for round := range b.rounds {
		for i, s := range b.servers {
			if u.own && i > 0 {
				continue
			}
			list, err := u.whats(b, s)
			if err != nil {
				return nil, err
			}
			if round == 0 {
				if err := s.probe(list, b.servers[0], b); err != nil {
					return nil, err
				}
			}
			f, err := b.wrk(ctx, s, wires(list, s.address), b.number(numbers), b.time, 0)
			if err != nil {
				return nil, err
			}
			all[i] = append(all[i], f)
		}
	}
	return all, nil
}

func wires(list []what, host string) []string {
	texts := make([]string, len(list))
	for i, w := range list {
		texts[i] = w.wire(host)
	}
	return texts
}

// line prints the medians of the rounds. Error: answers that were not good ones.
func line(u usage, s *server, rounds []figures) error {
	rates := each(rounds, figures.rate)
	p99 := median(each(rounds, func(f figures) float64 { return f.p99.Seconds() * 1e3 }))
	verdict := ""
	if u.goal > 0 && s.name == "hopyard" {
		verdict = fmt.Sprintf("  goal %.0f", u.goal)
		if u.goal > 1000 {
			verdict += " with p99 20"
		}
		if median(rates) < u.goal || u.goal > 1000 && p99 > 20 {
			verdict += ": MISSED"
		}
	}
	fmt.Printf("%-13s %-8s %9.0f %19s %9.2f %9.2f %9.1f %7.1f%s\n", u.name, s.name, median(rates),
		fmt.Sprintf("%.0f-%.0f", slices.Min(rates), slices.Max(rates)),
		median(each(rounds, func(f figures) float64 { return f.p50.Seconds() * 1e3 })), p99,
		median(each(rounds, func(f figures) float64 { return float64(f.bytes) / f.took.Seconds() / 1e6 })),
		median(each(rounds, func(f figures) float64 { return float64(f.work.Microseconds()) / float64(max(1, f.requests)) })), verdict)
	refused, failed := 0, 0
	for _, f := range rounds {
		refused, failed = refused+f.refused, failed+f.failed
	}
	if refused+failed > 0 {
		return fmt.Errorf("%s, %s: %d requests were refused, %d got no answer", u.name, s.name, refused, failed)
	}
	return nil
}

func each(rounds []figures, f func(figures) float64) []float64 {
	values := make([]float64, len(rounds))
	for i, r := range rounds {
		values[i] = f(r)
	}
	return values
}

// median is that of a list that is not empty.
func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	if n := len(sorted); n%2 == 0 {
		return (sorted[n/2-1] + sorted[n/2]) / 2
	}
	return sorted[len(sorted)/2]
}
