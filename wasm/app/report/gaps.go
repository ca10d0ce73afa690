package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/workload/resampling"
)

// Gap is the difference between an algorithm and the first algorithm of the design
// at a place and a step. In each repetition, both algorithms have the same random
// jobs, so the runs are compared in pairs.
type Gap struct {
	Place, Step, Algorithm string
	N                      int     // number of repetitions
	Mean                   float64 // mean of the main figure over the repetitions
	First                  float64 // main figure of the first repetition
	Utilization            float64 // mean utilization over the repetitions, from 0 to 1
	// Percent is the mean paired difference from the first algorithm, in percent of
	// the first algorithm's mean. Positive values are worse. Half is half the width
	// of its 95 % interval.
	Percent, Half float64
	P             float64 // p-value of the gap by Student's t test
	// Needed is the estimated number of repetitions needed to detect a difference
	// of TellApart percent. It is 0 if the repetitions are resamples of a trace.
	Needed int
}

// TellApart is a difference in percent. Gap.Needed is the number of repetitions
// needed to detect it. Algorithms whose difference is within this limit count as
// equally good.
const TellApart = 2

// Gaps compares every algorithm with the first at every place and step, by the main
// figure. The main figure is the first of the given figures or, if none are given,
// the first figure of the design. Errors are those of Write.
func Gaps(r *experiment.Results, figures []string) ([]Gap, error) {
	l, err := arrange(r)
	if err != nil {
		return nil, err
	}
	judged, err := l.judged(figures)
	if err != nil {
		return nil, err
	}
	main, used := judged[0], l.figure("utilization")
	var out []Gap
	for p := range l.Places {
		for step := range l.Steps {
			for a := range l.Algorithms {
				sample := l.SampleAt(main, p, a, step)
				if sample == nil {
					continue
				}
				by := l.EstimatorAt(p, step)
				g := Gap{
					Place: l.Places[p].Name, Step: l.Axis.Levels[step].Name, Algorithm: l.Algorithms[a].Name, N: len(sample),
					P: 1, Mean: by.Of(sample).Mean, First: sample[0], Utilization: by.Of(l.SampleAt(used, p, a, step)).Mean,
				}
				if base := l.SampleAt(main, p, 0, step); base != nil {
					g.beside(by, sample, base, l.Keys[main].Better)
				}
				out = append(out, g)
			}
		}
	}
	return out, nil
}

// beside computes the difference between a sample and the sample of the first
// algorithm.
func (g *Gap) beside(by experiment.Estimator, sample, base []float64, better metrics.Direction) {
	d, mean := by.Difference(sample, base), by.Of(base).Mean
	if mean == 0 {
		return
	}
	percent := 100 / mean
	g.Percent, g.Half, g.P = d.Mean*percent, math.Abs(d.Half*percent), d.P()
	if better == metrics.HigherBetter {
		g.Percent = -g.Percent
	}
	if by.Pool.Blocks != resampling.None {
		return // more resamples do not make the trace longer
	}
	wanted := 1.96 * math.Abs(d.SD*percent) / TellApart
	g.Needed = int(math.Ceil(wanted * wanted))
}

// figure returns the index of the figure with the given key.
func (l *layout) figure(key string) int {
	for i := range l.Keys {
		if l.Keys[i].Key == key {
			return i
		}
	}
	return 0
}

var gapColumns = []string{"where", "step", "algorithm", "n", "mean", "first", "utilization", "percent", "half", "needed", "p"}

// WriteGaps writes gaps as CSV, which ReadGaps can read.
func WriteGaps(w io.Writer, gaps []Gap) error {
	out := csv.NewWriter(w)
	out.Write(gapColumns)
	short := func(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	for _, g := range gaps {
		out.Write([]string{g.Place, g.Step, g.Algorithm, strconv.Itoa(g.N), short(g.Mean, 0), strconv.FormatFloat(g.First, 'g', -1, 64),
			short(g.Utilization, 3), short(g.Percent, 2), short(g.Half, 2), strconv.Itoa(g.Needed), strconv.FormatFloat(g.P, 'g', 3, 64)})
	}
	out.Flush()
	return out.Error()
}

// ReadGaps reads gaps from the output of WriteGaps.
func ReadGaps(r io.Reader) ([]Gap, error) {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || strings.Join(rows[0], ",") != strings.Join(gapColumns, ",") {
		return nil, fmt.Errorf("the columns are not %s", strings.Join(gapColumns, ","))
	}
	var out []Gap
	for n, f := range rows[1:] {
		g := Gap{Place: f[0], Step: f[1], Algorithm: f[2]}
		var errs [8]error
		g.N, errs[0] = strconv.Atoi(f[3])
		for i, to := range []*float64{&g.Mean, &g.First, &g.Utilization, &g.Percent, &g.Half} {
			*to, errs[i+1] = strconv.ParseFloat(f[4+i], 64)
		}
		g.Needed, errs[6] = strconv.Atoi(f[9])
		g.P, errs[7] = strconv.ParseFloat(f[10], 64)
		for _, err := range errs {
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n+2, err)
			}
		}
		out = append(out, g)
	}
	return out, nil
}
