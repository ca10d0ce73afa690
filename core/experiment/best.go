package experiment

import "hopyard/core/metrics"

// Ranking is the result of comparing several samples of a figure.
type Ranking struct {
	Best  int        // index of the sample with the best mean, the first if several are equal; -1 if all samples are empty
	Equal []int      // samples that are not significantly worse than Best, ascending, with Best itself
	Gap   []Estimate // difference of each sample to Best, by pairs; positive is worse
}

// Rank compares samples of a figure, each indexed by repetition. It finds the best
// mean and the samples that are not significantly worse, by the paired difference
// and its 95 % interval. It does not correct for the number of comparisons, so that
// among twenty equal samples one may well appear worse. Empty samples do not take
// part. Cost: O(values).
func Rank(samples [][]float64, better metrics.Direction) Ranking {
	r := Ranking{Best: -1, Gap: make([]Estimate, len(samples))}
	sign := 1.0 // factor that makes larger values worse
	if better == metrics.HigherBetter {
		sign = -1
	}
	least := 0.0
	for i, s := range samples {
		if len(s) == 0 {
			continue
		}
		if mean := float64(sign * Of(s).Mean); r.Best < 0 || mean < least {
			r.Best, least = i, mean
		}
	}
	for i, s := range samples {
		if len(s) == 0 {
			continue
		}
		gap := Difference(s, samples[r.Best])
		gap.Mean *= sign
		r.Gap[i] = gap
		if gap.Sign() <= 0 {
			r.Equal = append(r.Equal, i)
		}
	}
	return r
}
