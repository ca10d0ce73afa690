package simulate

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Compare is the command compare.
var Compare = cli.Command{Name: "compare", Args: "FILE --queues a,b --policy F …", Does: "compare queues, allocators, orders and programs in one table of metrics; marks the best values", Run: compareCommand}

// compareCommand runs FILE under every combination of the queues, allocators,
// orders, programs and variants named in the options. It prints a table and marks the
// best value of each metric.
func compareCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	in.Several = true
	var queues, allocators, orders string
	f.NameVar(&queues, "queues", "comma-separated `NAMES`; default: the scenario's", input.QueueNames())
	f.NameVar(&allocators, "allocators", "comma-separated `NAMES`; default: the scenario's", input.AllocatorNames())
	f.NameVar(&orders, "orders", "comma-separated `NAMES`; default: the scenario's", input.OrderNames())
	f.Lookup("policy").Usage = "use the Starlark program in `FILE` for the functions that it defines: schedule, place, key or score;\nmay be repeated, and each program forms columns of its own"
	var options cli.List
	resample := newResampleOptions(f)
	f.Var(&options, "variant", "add a column with an override, `NAME:PATH=VALUE`; may be repeated, and overrides with the same name form one column")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	if err := resample.check(); err != nil {
		return err
	}
	all, err := variants(options)
	if err != nil {
		return err
	}
	programs := in.Policies
	if len(programs) == 0 {
		programs = cli.List{""}
	}
	c := comparison{t: t, path: f.Words[0], resamples: resample.name != ""}
	for _, q := range cli.Choices(queues) {
		for _, a := range cli.Choices(allocators) {
			for _, o := range cli.Choices(orders) {
				for _, file := range programs {
					for _, v := range all {
						with := *in
						with.Queue, with.Allocator, with.Order = cmp.Or(q, in.Queue), cmp.Or(a, in.Allocator), cmp.Or(o, in.Order)
						with.Policies = nil
						if file != "" {
							with.Policies = cli.List{file}
						}
						with.Sets = append(slices.Clone(in.Sets), v.sets...)
						if err := c.add(&with, programName(file, programs), o, v); err != nil {
							return err
						}
					}
				}
			}
		}
	}
	fmt.Fprint(t.Out, table(c.columns, c.figures))
	if c.resamples {
		return c.intervals(resample)
	}
	return nil
}

// comparison holds the columns of a table of metrics.
type comparison struct {
	t       *cli.Terminal
	path    string // FILE
	columns []string
	figures [][]metrics.Figure

	resamples bool              // whether the columns are also run on resamples
	resampled []resampledColumn // the columns, if resamples is set
}

// add runs FILE with the given options and adds a column. It adds nothing if there is
// a column with the same heading: a program is not used where other options name all
// policies that it defines.
func (c *comparison) add(with *input.FileOptions, program, order string, v variant) error {
	s, err := with.Load(c.t, c.path)
	if err != nil {
		return err
	}
	heading := column(s, program, order, v)
	if slices.Contains(c.columns, heading) {
		return nil
	}
	if c.resamples {
		column, err := newResampledColumn(s)
		if err != nil {
			return err
		}
		c.resampled = append(c.resampled, column)
	}
	run, err := play(c.t, s.Config)
	if err != nil {
		return s.Failed(err)
	}
	c.columns = append(c.columns, heading)
	c.figures = append(c.figures, run.Figures.List())
	return nil
}

// programName returns the name by which a column shows the program of a file. This is
// the file's name without its folder, unless another file has the same name. It is ""
// without a program.
func programName(path string, all []string) string {
	if path == "" {
		return ""
	}
	name := filepath.Base(path)
	for _, other := range all {
		if other != path && filepath.Base(other) == name {
			return path
		}
	}
	return name
}

// column returns the heading of a column: the names of the queue and the allocator,
// followed by the order and the variant if they are not empty. The name of the program
// stands in place of the policies that it defines.
func column(s *input.Subject, program, order string, v variant) string {
	p := s.Scenario.Policy()
	names := []string{p.Queue, p.Allocator}
	if order != "" || p.Order == policies.Own {
		names = append(names, p.Order)
	}
	var parts []string
	for _, name := range names {
		if name == policies.Own && program != "" {
			name = program
			if slices.Contains(parts, name) {
				continue
			}
		}
		parts = append(parts, name)
	}
	if v.name != "" {
		parts = append(parts, v.name)
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
