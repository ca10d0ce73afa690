package experiment

import (
	"math"
	"strings"

	"hopyard/core/detmath"
	"hopyard/core/jsondoc"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/workload"
	"hopyard/core/workload/resampling"
)

// FromResamples estimates a figure, or the difference of two figures. The first value
// is that of the trace, and becomes the mean of the estimate. The others are the values
// on resamples of the trace. Their spread shows how much the figure would differ in
// another recording of the workload: their standard deviation, corrected for the number
// of blocks, is the standard error of the first value. It does not shrink with more
// resamples. The half width is the standard error times Student's t, whose degrees of
// freedom depend on the numbers of blocks and of resamples.
//
// With fewer than two resamples, the spread is unknown: N is 1, or 0 without any value.
// Cost: O(len).
//
// Source: Efron and Tibshirani 1993; SOURCES.md STAT.5.
func FromResamples(values []float64, p resampling.Pool) Estimate {
	e := Estimate{N: min(1, len(values))}
	if e.N == 0 {
		return e
	}
	e.Mean = values[0]
	if len(values) < 3 {
		return e
	}
	again := Of(values[1:])
	e.N = again.N
	// Drawn blocks vary around the mean of the trace's own blocks. This mean is closer
	// to them than the true mean, so their spread is too small.
	e.SD = again.SD * math.Sqrt(float64(p.Number)/float64(p.Number-p.Groups))
	e.freedom = max(1, int(1/(1/float64(p.Freedom)+1/float64(again.N-1))))
	e.Half = T975(e.freedom) * e.SD
	return e
}

// Estimator estimates means and differences of samples. The zero value uses
// Student's t for samples of independent repetitions. With a pool, it uses
// FromResamples; the first value of each sample is then that of the trace.
type Estimator struct{ Pool resampling.Pool }

// Of estimates the mean of a sample.
func (x Estimator) Of(sample []float64) Estimate {
	if x.Pool.Blocks == resampling.None {
		return Of(sample)
	}
	return FromResamples(sample, x.Pool)
}

// Difference estimates the mean of a - b over pairs of values of equal repetition.
//
// Waits of one resample may be many times those of another, and so may their
// differences. Ratios vary much less. With a pool and positive values, the
// difference of the two values of the trace therefore gets its interval from the
// logarithm of their ratio: difference and logarithm lie the same number of standard
// errors from 0.
func (x Estimator) Difference(a, b []float64) Estimate {
	logs, positive := logRatios(a, b)
	if x.Pool.Blocks == resampling.None || !positive || len(a) == 0 {
		return x.Of(differences(a, b))
	}
	e := FromResamples(logs, x.Pool)
	scale := b[0] // units of the figure per unit of the logarithm
	if e.Mean != 0 {
		scale = (a[0] - b[0]) / e.Mean
	}
	e.Mean, e.SD, e.Half = a[0]-b[0], scale*e.SD, scale*e.Half
	return e
}

// Interval is an estimate together with the ends of its 95 % confidence interval.
type Interval struct{ Mean, Low, High float64 }

// Ratio estimates the ratio of a to b over pairs of values of equal repetition. It
// estimates the logarithm, so the ratio of b to a has the inverse interval. The
// second result is false if some value is not positive.
func (x Estimator) Ratio(a, b []float64) (Interval, bool) {
	logs, positive := logRatios(a, b)
	if !positive {
		return Interval{}, false
	}
	e := x.Of(logs)
	return Interval{detmath.Exp(e.Mean), detmath.Exp(e.Mean - e.Half), detmath.Exp(e.Mean + e.Half)}, true
}

// logRatios returns the logarithms of a/b. The second result is false if some value
// is not positive.
func logRatios(a, b []float64) ([]float64, bool) {
	logs := make([]float64, len(a))
	for i := range a {
		if !(a[i] > 0 && b[i] > 0) {
			return nil, false
		}
		if a[i] != b[i] {
			logs[i] = detmath.Log(a[i]) - detmath.Log(b[i])
		}
	}
	return logs, true
}

// CountSigns returns in how many resamples a is less than b, and in how many it is
// greater. The first value of each sample, that of the trace, does not count.
func CountSigns(a, b []float64) (less, greater int) {
	for i := 1; i < len(a); i++ {
		switch {
		case a[i] < b[i]:
			less++
		case a[i] > b[i]:
			greater++
		}
	}
	return less, greater
}

// EstimatorOf returns the estimator for the samples of a cell.
func (x *Experiment) EstimatorOf(cell int) Estimator {
	if x.resampled == nil {
		return Estimator{}
	}
	return Estimator{x.resampled[cell].pool}
}

// resampled holds what the runs of a cell need to resample its trace.
type resampled struct {
	trace *workload.SWF
	pool  resampling.Pool
}

// readTraces reads the traces of all cells if the design resamples them. Cells with
// equal traces share one. If some cells cannot be resampled, it returns an error of
// type Impossible that names them.
func (x *Experiment) readTraces() error {
	by := x.Design.Resample
	if by == resampling.None {
		return nil
	}
	type subject struct {
		trace   *workload.SWF
		without string
	}
	traces := map[string]*workload.SWF{}
	pools := map[subject]resampling.Pool{}
	short := map[subject]error{}
	var bad Impossible
	for i := range x.Cells {
		s := x.Cells[i].Scenario
		trace, err := traces[s.SWF], error(nil)
		if trace == nil {
			trace, err = readTrace(s)
		}
		if err == nil {
			traces[s.SWF] = trace
			of := subject{trace, strings.Join(s.Altered.Without, "\n")}
			pool, known := pools[of]
			if !known {
				pool, short[of] = s.ResamplingPool(trace, by)
				pools[of] = pool
			}
			err = short[of]
			x.resampled = append(x.resampled, resampled{trace, pool})
		}
		if err != nil {
			bad.add(x.Design.Describe(x.Cells[i].Levels), err)
		}
	}
	if bad != nil {
		return bad
	}
	return nil
}

// readTrace returns the trace of a scenario, which must have one.
func readTrace(s *scenario.Scenario) (*workload.SWF, error) {
	trace, _, err := s.Trace()
	if trace == nil && err == nil {
		err = jsondoc.Errors{{Place: "workload.swf", Problem: `the design has "resample", but this scenario has no trace`, Fix: `write "workload": {"swf": "…"}, or leave resample out`}}
	}
	return trace, err
}

// runResample simulates a repetition of a cell of a design that resamples a trace.
func (x *Experiment) runResample(cell, repetition int) (metrics.Figures, error) {
	by := x.Design.Resample
	if repetition == 0 {
		by = resampling.None
	}
	c, err := x.Cells[cell].Scenario.WithSeed(x.Seed(cell, repetition)).ResampledConfig(x.resampled[cell].trace, by)
	if err != nil {
		return metrics.Figures{}, err
	}
	r, err := Play(c, x.Design.Cut, nil)
	return r.Figures, err
}
