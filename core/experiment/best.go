package experiment

import "hopyard/core/metrics"

// Ranking is which of several samples of a figure are best.
type Ranking struct {
	Best  int        // the one of the best mean; the first of equals; -1 where no sample is
	Equal []int      // those not significantly worse than Best, ascending, Best among them
	Gap   []Estimate // of each to Best, by pairs; positive is worse
}

// Rank compares samples, by repetition, of a figure whose direction is known:
// which has the best mean, and which are not significantly worse than it, by
// the paired difference and its 95 % interval. Each comparison stands for
// itself: nothing is corrected for there being many, so that among twenty
// equals one may well be called worse. Empty samples take no part. Cost:
// O(values).
func Rank(samples [][]float64, better metrics.Direction) Ranking {
	r := Ranking{Best: -1, Gap: make([]Estimate, len(samples))}
	sign := 1.0 // of a value that is worse
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
