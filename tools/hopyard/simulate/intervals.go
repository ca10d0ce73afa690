package simulate

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"hopyard/core/experiment"
	"hopyard/core/jsondoc"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/workload"
	"hopyard/core/workload/resampling"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// defaultReplicates is the number of resamples if --replicates is not given.
const defaultReplicates = 20

// resampleOptions holds the options of compare for resamples of a trace.
type resampleOptions struct {
	name       string
	replicates int
	seed       int64
	figures    string
	by         resampling.Blocks
	keys       []string // keys of the figures to judge
}

func newResampleOptions(f *cli.Flags) *resampleOptions {
	o := &resampleOptions{}
	f.NameVar(&o.name, "resample", "for traces: also simulate resamples of the trace, drawn by weeks, days or users (`KIND`), and say which differences may be due to chance", resampling.Names)
	f.IntVar(&o.replicates, "replicates", 0, fmt.Sprintf("for --resample: number `N` of resamples (default %d)", defaultReplicates))
	f.Int64Var(&o.seed, "seed", -1, "for --resample: resample n is drawn with the seed `S` + n (default: the scenario's seed)")
	f.StringVar(&o.figures, "figure", "", "for --resample: comma-separated `KEYS` of the metrics to judge (default "+strings.Join(experiment.JudgedFigures, ",")+")")
	return o
}

// check returns an error if options are out of range or exclude each other.
func (o *resampleOptions) check() error {
	if o.by = resampling.Named(o.name); o.name == "" {
		if o.replicates != 0 || o.seed != -1 || o.figures != "" {
			return cli.BadUsage("--replicates, --seed and --figure need --resample; add it, or leave them out")
		}
		return nil
	}
	if o.replicates == 0 {
		o.replicates = defaultReplicates
	}
	switch {
	case o.by == resampling.None:
		return cli.BadUsage("--resample %q; use one of: %s", o.name, strings.Join(resampling.Names, ", "))
	case o.replicates < scenario.MinResampled-1 || o.replicates >= scenario.MaxRepetitions:
		return cli.BadUsage("--replicates %d; use %d to %d", o.replicates, scenario.MinResampled-1, scenario.MaxRepetitions-1)
	case o.seed < -1 || o.seed > scenario.MaxNumber:
		return cli.BadUsage("--seed %d; use 0 to %d", o.seed, int64(scenario.MaxNumber))
	}
	return o.checkFigures()
}

// checkFigures sets the keys of the figures to judge.
func (o *resampleOptions) checkFigures() error {
	if o.keys = experiment.JudgedFigures; o.figures == "" {
		return nil
	}
	var known []string
	for _, f := range (&metrics.Figures{}).List() {
		if f.Better != metrics.Neither {
			known = append(known, f.Key)
		}
	}
	o.keys = strings.Split(o.figures, ",")
	for _, key := range o.keys {
		if !slices.Contains(known, key) {
			return cli.BadUsage("--figure %q is not the key of a metric that can be better or worse; %s", key, jsondoc.DidYouMean(key, known))
		}
	}
	return nil
}

// resampledColumn is a column of the comparison that can be run on resamples.
type resampledColumn struct {
	subject *input.Subject
	trace   *workload.SWF
}

// newResampledColumn returns the column of a subject, which must have a trace.
func newResampledColumn(s *input.Subject) (resampledColumn, error) {
	trace, err := s.Trace, error(nil)
	if trace == nil {
		trace, _, err = s.Scenario.Trace()
	}
	if err == nil && trace == nil {
		err = cli.BadUsage("%s: --resample is for traces; this scenario has a list of jobs or draws them from a model (hopyard sweep repeats drawn jobs with other seeds)", s.Name)
	}
	return resampledColumn{s, trace}, err
}

// intervals runs all columns on resamples and prints how their figures differ from
// those of the first column.
func (c *comparison) intervals(o *resampleOptions) error {
	first := &c.resampled[0]
	pool, err := first.subject.Scenario.ResamplingPool(first.trace, o.by)
	if err != nil {
		return input.Prefixed(c.path, err)
	}
	if len(c.columns) < 2 {
		return cli.BadUsage("--resample compares columns, and there is only one; add --queues, --allocators, --orders, --policy or --variant")
	}
	runs := make([][][]float64, len(c.columns))
	for i := range runs {
		runs[i] = make([][]float64, 1+o.replicates)
		runs[i][0] = values(c.figures[i])
	}
	if err := c.runResamples(o, runs); err != nil {
		return err
	}
	fmt.Fprint(c.t.Out, intervalTable(c.columns, experiment.CompareResamples(runs, o.keys, pool), pool, o.replicates))
	return nil
}

func values(list []metrics.Figure) []float64 {
	out := make([]float64, len(list))
	for i := range list {
		out[i] = list[i].Value
	}
	return out
}

// runResamples fills in the runs of all resamples, resample by resample, on all
// cores. After an error it starts no further runs.
func (c *comparison) runResamples(o *resampleOptions, runs [][][]float64) error {
	all := len(runs) * o.replicates
	bar := cli.NewBar(c.t, "runs", all)
	defer bar.Clear()
	todo, done := make(chan int), make(chan error)
	quit := make(chan struct{})
	go func() {
		defer close(todo)
		for i := range all {
			select {
			case todo <- i:
			case <-quit:
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range todo {
				column, n := i%len(runs), 1+i/len(runs)
				figures, err := c.resampled[column].run(o, n)
				runs[column][n] = values(figures.List())
				done <- err
			}
		})
	}
	go func() { workers.Wait(); close(done) }()
	made := 0
	var failed error
	for err := range done {
		if err != nil && failed == nil {
			failed = err
			close(quit)
		}
		made++
		bar.Draw(made)
	}
	return failed
}

// run simulates resample n, counted from 1.
func (r *resampledColumn) run(o *resampleOptions, n int) (metrics.Figures, error) {
	seed := r.subject.Scenario.Seed
	if o.seed >= 0 {
		seed = o.seed
	}
	config, err := r.subject.Scenario.WithSeed((seed+int64(n))%(scenario.MaxNumber+1)).ResampledConfig(r.trace, o.by)
	if err != nil {
		return metrics.Figures{}, r.subject.Failed(err)
	}
	result, err := experiment.Play(config, metrics.Trim{}, nil)
	if err != nil {
		return metrics.Figures{}, fmt.Errorf("resample %d: %w", n, r.subject.Failed(err))
	}
	return result.Figures, nil
}

// intervalTable formats the differences of all columns from the first one.
func intervalTable(columns []string, all []experiment.ResampledDifference, pool resampling.Pool, replicates int) string {
	var out strings.Builder
	fmt.Fprintf(&out, "\n%d resamples of the trace, drawn from its %d %s; differences from %s with 95 %% intervals\n", replicates, pool.Number, pool.Blocks, columns[0])
	list := (&metrics.Figures{}).List()
	for a := 1; a < len(columns); a++ {
		rows := [][]string{{columns[a], "difference", "95 % interval", "ratio", "95 % interval", "less/more", "p"}}
		for i := range all {
			if all[i].Algorithm == a {
				rows = append(rows, intervalRow(&all[i], list))
			}
		}
		if len(rows) == 1 {
			fmt.Fprintf(&out, "\n%s: the same figures in all runs\n", columns[a])
			continue
		}
		out.WriteByte('\n')
		writeColumns(&out, rows)
		out.WriteString(summaryOf(columns, all, list, a, replicates))
	}
	out.WriteString("\nless/more: resamples in which the figure is less and greater than in the first column. p: probability of such a difference by\n" +
		"chance, after Holm's correction for all rows. *: significant at 5 %. Intervals are often somewhat too narrow, above all by days\n" +
		"(scenarios/experiments.md), so be careful with a p just below 0.05\n")
	return out.String()
}

// intervalRow returns the cells of a difference.
func intervalRow(d *experiment.ResampledDifference, list []metrics.Figure) []string {
	f := list[d.Figure]
	title := f.Title
	if u := unit(f); u != "" {
		title += " (" + u + ")"
	}
	signed := func(x float64) string {
		f.Value = math.Abs(x)
		if f.Unit == "jobs" { // a difference of means is not a whole number
			f.Unit = ""
		}
		sign := "+"
		if x < 0 {
			sign = "-"
		}
		return sign + value(f)
	}
	row := []string{title, signed(d.Mean), signed(d.Mean-d.Half) + " to " + signed(d.Mean+d.Half), "", "", fmt.Sprintf("%d/%d", d.Less, d.Greater), fmt.Sprintf("%.3f ", d.P)}
	if d.HasRatio {
		row[3], row[4] = fmt.Sprintf("%.3f", d.Ratio.Mean), fmt.Sprintf("%.3f to %.3f", d.Ratio.Low, d.Ratio.High)
	}
	if d.Significant() {
		row[6] = fmt.Sprintf("%.3f*", d.P)
	}
	return row
}

// writeColumns writes rows in columns as wide as needed. The first column is
// aligned to the left, the others to the right.
func writeColumns(out *strings.Builder, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		fmt.Fprintf(&line, "%-*s", width[0], row[0])
		for i, cell := range row[1:] {
			fmt.Fprintf(&line, "  %*s", width[i+1], cell)
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// summaryOf returns a sentence about the mean wait of a column, or "" if it does not
// differ.
func summaryOf(columns []string, all []experiment.ResampledDifference, list []metrics.Figure, a, replicates int) string {
	for i := range all {
		d := &all[i]
		if d.Algorithm != a || list[d.Figure].Key != "mean_wait" {
			continue
		}
		more, than, told := d.Less, "shorter", "may be due to chance"
		if d.Greater > d.Less {
			more, than = d.Greater, "longer"
		}
		if d.Significant() {
			told = "is significant"
		}
		return fmt.Sprintf("In %d of %d resamples the mean wait is %s under %s than under %s; on the trace, the difference %s.\n", more, replicates, than, columns[a], columns[0], told)
	}
	return ""
}
