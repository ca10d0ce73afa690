package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"hopyard/core/metrics"
)

// compareCommand runs FILE under every combination of the queues, allocators,
// orders and variants named in the options. It prints a table and marks the best
// value of each metric.
func compareCommand(t *terminal, args []string) error {
	f := newFlags("compare")
	in := f.input()
	queues := f.String("queues", "", "comma-separated `NAMES`; default: the scenario's")
	allocators := f.String("allocators", "", "comma-separated `NAMES`; default: the scenario's")
	orders := f.String("orders", "", "comma-separated `NAMES`; default: the scenario's")
	var options list
	f.Var(&options, "variant", "add a column with an override, `NAME:PATH=VALUE`; may be repeated, and overrides with the same name form one column")
	if err := f.parse(t, args, 1, 1); err != nil {
		return err
	}
	all, err := variants(options)
	if err != nil {
		return err
	}
	var rows []string
	var figures [][]metrics.Figure
	for _, q := range choices(*queues) {
		for _, a := range choices(*allocators) {
			for _, o := range choices(*orders) {
				for _, v := range all {
					with := *in
					with.several = true
					with.queue, with.allocator, with.order = cmp.Or(q, in.queue), cmp.Or(a, in.allocator), cmp.Or(o, in.order)
					with.sets = append(slices.Clone(in.sets), v.sets...)
					s, err := with.load(t, f.words[0])
					if err != nil {
						return err
					}
					log, err := simulate(t, s.config)
					if err != nil {
						return s.failed(err)
					}
					sum := s.figures(log)
					rows = append(rows, column(s, o, v))
					figures = append(figures, sum.List())
				}
			}
		}
	}
	fmt.Fprint(t.out, table(rows, figures))
	return nil
}

// column returns the heading of a column: the names of the queue and the allocator,
// followed by the order and the variant if they are not empty.
func column(s *subject, order string, v variant) string {
	p := s.scenario.Policy()
	parts := []string{p.Queue, p.Allocator}
	for _, x := range []string{order, v.name} {
		if x != "" {
			parts = append(parts, x)
		}
	}
	return strings.Join(parts, " + ")
}

// choices splits a comma-separated list of names. For an empty list, it returns a
// single empty name, which stands for the scenario's own setting.
func choices(list string) []string {
	if list == "" {
		return []string{""}
	}
	return strings.Split(list, ",")
}

// table formats a table with a row for each metric and a column for each policy. An
// asterisk marks the best value of a row. A row in which all values are equal has
// no asterisk.
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
		if !slices.ContainsFunc(figures, func(list []metrics.Figure) bool { return metrics.IsMeaningful(list, k) }) {
			continue
		}
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

// bestOf returns the best value of the metric with index k, and whether the values
// differ. If neither higher nor lower values of the metric are better, it returns
// zero and false.
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
