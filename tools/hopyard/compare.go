package main

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"hopyard/core/metrics"
)

// compareCommand runs FILE under every combination of the named queues and
// allocators and prints one table, the best of each figure marked.
func compareCommand(t *terminal, args []string) error {
	f := newFlags("compare")
	in := f.input()
	queues := f.String("queues", "", "comma-separated `NAMES`; default: the scenario's")
	allocators := f.String("allocators", "", "comma-separated `NAMES`; default: the scenario's")
	if err := f.parse(t, args, 1, 1); err != nil {
		return err
	}
	var rows []string
	var figures [][]metrics.Figure
	for _, q := range choices(*queues) {
		for _, a := range choices(*allocators) {
			with := *in
			if q != "" {
				with.queue = q
			}
			if a != "" {
				with.allocator = a
			}
			s, err := with.load(t, f.words[0])
			if err != nil {
				return err
			}
			log, err := simulate(t, s.config)
			if err != nil {
				return prefixed(s.name, err)
			}
			sum := metrics.Summarize(s.config.Machine, s.config.Jobs, s.config.Network, log)
			p := s.scenario.Policy()
			rows = append(rows, p.Queue+" + "+p.Allocator)
			figures = append(figures, sum.List())
		}
	}
	fmt.Fprint(t.out, table(rows, figures))
	return nil
}

// choices splits a list of names; the empty list is one empty name, which
// stands for the scenario's own.
func choices(list string) []string {
	if list == "" {
		return []string{""}
	}
	return strings.Split(list, ",")
}

// table has a row for each figure and a column for each policy; * marks the
// best, where the figures differ.
func table(columns []string, figures [][]metrics.Figure) string {
	var out strings.Builder
	width := make([]int, len(columns))
	for i, c := range columns {
		width[i] = max(utf8.RuneCountInString(c), 14)
	}
	fmt.Fprintf(&out, "%-32s", "")
	for i, c := range columns {
		fmt.Fprintf(&out, "  %*s ", width[i], c)
	}
	out.WriteByte('\n')
	for k, x := range figures[0] {
		title := x.Title
		if u := unit(x); u != "" {
			title += " (" + u + ")"
		}
		fmt.Fprintf(&out, "%-32s", title)
		best, differ := bestOf(figures, k)
		for i := range columns {
			mark := " "
			if differ && figures[i][k].Value == best {
				mark = "*"
			}
			fmt.Fprintf(&out, "  %*s%s", width[i], value(figures[i][k]), mark)
		}
		out.WriteByte('\n')
	}
	out.WriteString("* best of its row\n")
	return out.String()
}

// bestOf is the best value of figure k, and whether there is more than one.
func bestOf(figures [][]metrics.Figure, k int) (best float64, differ bool) {
	better := figures[0][k].Better
	if better == metrics.Neither {
		return 0, false
	}
	best = math.Inf(-int(better))
	for _, row := range figures {
		v := row[k].Value
		differ = differ || v != figures[0][k].Value
		if better == metrics.HigherBetter && v > best || better == metrics.LowerBetter && v < best {
			best = v
		}
	}
	return best, differ
}
