package simulate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"hopyard/core/metrics"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Compare is the command compare.
var Compare = cli.Command{Name: "compare", Args: "FILE --queues a,b --allocators c,d …", Does: "compare queues, allocators and orders in one table of metrics; marks the best values", Run: compareCommand}

// compareCommand runs FILE under every combination of the queues, allocators,
// orders and variants named in the options. It prints a table and marks the best
// value of each metric.
func compareCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	queues := f.String("queues", "", "comma-separated `NAMES`; default: the scenario's")
	allocators := f.String("allocators", "", "comma-separated `NAMES`; default: the scenario's")
	orders := f.String("orders", "", "comma-separated `NAMES`; default: the scenario's")
	var options cli.List
	f.Var(&options, "variant", "add a column with an override, `NAME:PATH=VALUE`; may be repeated, and overrides with the same name form one column")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	all, err := variants(options)
	if err != nil {
		return err
	}
	var rows []string
	var figures [][]metrics.Figure
	for _, q := range cli.Choices(*queues) {
		for _, a := range cli.Choices(*allocators) {
			for _, o := range cli.Choices(*orders) {
				for _, v := range all {
					with := *in
					with.Several = true
					with.Queue, with.Allocator, with.Order = cmp.Or(q, in.Queue), cmp.Or(a, in.Allocator), cmp.Or(o, in.Order)
					with.Sets = append(slices.Clone(in.Sets), v.sets...)
					s, err := with.Load(t, f.Words[0])
					if err != nil {
						return err
					}
					run, err := play(t, s.Config)
					if err != nil {
						return s.Failed(err)
					}
					rows = append(rows, column(s, o, v))
					figures = append(figures, run.Figures.List())
				}
			}
		}
	}
	fmt.Fprint(t.Out, table(rows, figures))
	return nil
}

// column returns the heading of a column: the names of the queue and the allocator,
// followed by the order and the variant if they are not empty.
func column(s *input.Subject, order string, v variant) string {
	p := s.Scenario.Policy()
	parts := []string{p.Queue, p.Allocator}
	for _, x := range []string{order, v.name} {
		if x != "" {
			parts = append(parts, x)
		}
	}
	return strings.Join(parts, " + ")
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

// variant is a named set of changes to a scenario's settings. The command compare
// shows each variant in a separate column.
type variant struct {
	name string
	sets cli.List
}

// variants parses options of the form NAME:PATH=VALUE. Options with the same name
// form a variant. Without options, it returns a single variant without changes.
func variants(options cli.List) ([]variant, error) {
	var out []variant
	for _, o := range options {
		name, set, ok := strings.Cut(o, ":")
		if !ok || name == "" || set != "" && !strings.Contains(set, "=") {
			return nil, cli.BadUsage("--variant %q; write name:path=value, such as off:scheduler.elastic.growth=off (name: alone overrides nothing)", o)
		}
		i := slices.IndexFunc(out, func(v variant) bool { return v.name == name })
		if i < 0 {
			i = len(out)
			out = append(out, variant{name: name})
		}
		if set != "" {
			out[i].sets = append(out[i].sets, set)
		}
	}
	if out == nil {
		out = []variant{{}}
	}
	return out, nil
}
