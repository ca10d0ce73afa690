package experiment

import (
	"slices"

	"hopyard/core/metrics"
	"hopyard/core/workload/resampling"
)

// ResampledDifference is the difference in a figure between an algorithm and the
// first algorithm, on a trace and its resamples.
type ResampledDifference struct {
	Figure        int // index in metrics.Figures.List
	Algorithm     int // 1 or more; 0 is the first algorithm
	Estimate          // value less that of the first algorithm
	Ratio         Interval
	HasRatio      bool    // false if a value is 0 or negative
	Less, Greater int     // numbers of resamples in which the value is less, and greater, than that of the first algorithm
	P             float64 // p-value after Holm's correction for all differences of the comparison
}

// Significant is the p-value below which a difference counts as significant.
const Significant = 0.05

// Significant reports whether the difference is significant at 5 % after Holm's
// correction.
func (d *ResampledDifference) Significant() bool { return d.P < Significant }

// Better returns 1 if a significant difference is for the better, -1 if it is for
// the worse, and 0 if the difference is not significant.
func (d *ResampledDifference) Better(direction metrics.Direction) int {
	switch {
	case !d.Significant():
		return 0
	case d.Mean > 0 == (direction == metrics.HigherBetter):
		return 1
	}
	return -1
}

// JudgedFigures lists the keys of the figures by which algorithms are compared by
// default. The list is short, because the more figures are compared, the larger a
// difference must be to be significant. Other figures would add little: mean responses
// differ as much as mean waits do.
var JudgedFigures = []string{"mean_wait", "p95_wait", "mean_bounded_slowdown", "utilization", "makespan"}

// CompareResamples compares algorithms by the figures with the given keys, on a trace
// and its resamples. The runs are indexed by algorithm, run and figure of
// metrics.Figures.List; the first run of each algorithm is that of the trace, and the
// others are of the same resamples for all algorithms. Figures that are neither
// better nor worse when they are higher, or are equal in all runs, are left out. The
// differences are ordered by figure, then by algorithm. Cost: O(values).
func CompareResamples(runs [][][]float64, keys []string, pool resampling.Pool) []ResampledDifference {
	list := (&metrics.Figures{}).List()
	by := Estimator{pool}
	var out []ResampledDifference
	var p []float64
	for _, key := range keys {
		figure := slices.IndexFunc(list, func(f metrics.Figure) bool { return f.Key == key })
		if figure < 0 || list[figure].Better == metrics.Neither {
			continue
		}
		first := sampleOf(runs[0], figure)
		for a := 1; a < len(runs); a++ {
			sample := sampleOf(runs[a], figure)
			d := ResampledDifference{Figure: figure, Algorithm: a, Estimate: by.Difference(sample, first)}
			if d.Mean == 0 && d.SD == 0 {
				continue
			}
			d.Ratio, d.HasRatio = by.Ratio(sample, first)
			d.Less, d.Greater = CountSigns(sample, first)
			out, p = append(out, d), append(p, d.Estimate.P())
		}
	}
	for i, corrected := range Holm(p) {
		out[i].P = corrected
	}
	return out
}

func sampleOf(runs [][]float64, figure int) []float64 {
	sample := make([]float64, len(runs))
	for n := range runs {
		sample[n] = runs[n][figure]
	}
	return sample
}
