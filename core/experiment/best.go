package experiment

import "hopyard/core/metrics"

// Ranking is the result of comparing several samples of the same figure.
type Ranking struct {
	Best  int        // index of the sample with the best mean, the first in case of a tie; -1 if all samples are empty
	Equal []int      // indices of the samples that are not significantly worse than Best, ascending, including Best
	Gap   []Estimate // for each sample, its mean paired difference to Best; positive values are worse than Best
}

// Rank compares samples of a figure, each indexed by repetition. It finds the
// sample with the best mean, and the samples that are not significantly worse. A
// sample is significantly worse if the 95 % interval of its paired difference to
// the best sample does not contain 0. There is no correction for the number of
// comparisons. Among twenty equally good samples, one is therefore likely to appear
// worse. Empty samples are left out. Cost: O(values).
func Rank(samples [][]float64, better metrics.Direction) Ranking {
	return Estimator{}.Rank(samples, better)
}

// Rank compares samples like the function Rank, with the intervals of the estimator.
func (x Estimator) Rank(samples [][]float64, better metrics.Direction) Ranking {
	r := Ranking{Best: -1, Gap: make([]Estimate, len(samples))}
	sign := 1.0 // sign that turns a larger value into a worse value
	if better == metrics.HigherBetter {
		sign = -1
	}
	least := 0.0
	for i, s := range samples {
		if len(s) == 0 {
			continue
		}
		if mean := float64(sign * x.Of(s).Mean); r.Best < 0 || mean < least {
			r.Best, least = i, mean
		}
	}
	for i, s := range samples {
		if len(s) == 0 {
			continue
		}
		gap := x.Difference(s, samples[r.Best])
		gap.Mean *= sign
		r.Gap[i] = gap
		if gap.Sign() <= 0 {
			r.Equal = append(r.Equal, i)
		}
	}
	return r
}
