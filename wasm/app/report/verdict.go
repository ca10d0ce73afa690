package report

import (
	"slices"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
)

// verdict is the outcome of comparing a source's claim with the results.
type verdict string

const (
	noClaim  verdict = "none"
	agrees   verdict = "agrees"   // an algorithm that the claim calls best has the best mean
	open     verdict = "open"     // an algorithm that the claim calls best is not significantly worse than the best
	opposite verdict = "opposite" // all algorithms that the claim calls best are significantly worse than the best
)

// finding is the result for a figure at a place and a step.
type finding struct {
	experiment.Ranking
	mean    experiment.Estimate // mean of the best algorithm
	means   []float64           // mean of each algorithm
	claimed []int               // algorithms that the claim calls best and that have runs at this place and step
	verdict verdict
	short   float64 // if the verdict is opposite: the difference between the best mean and the closest mean of an algorithm that the claim calls best, as a fraction of the best mean
}

// find compares all algorithms by a figure at a place and a step. Cost:
// O(algorithms · repetitions).
func (l *layout) find(figure, place, step int) finding {
	samples := make([][]float64, len(l.Algorithms))
	for a := range l.Algorithms {
		samples[a] = l.SampleAt(figure, place, a, step)
	}
	by := l.EstimatorAt(place, step)
	f := finding{Ranking: by.Rank(samples, l.Keys[figure].Better), verdict: noClaim, means: make([]float64, len(samples))}
	if f.Best < 0 {
		return f
	}
	for a, s := range samples {
		f.means[a] = by.Of(s).Mean
	}
	f.mean = by.Of(samples[f.Best])
	f.claimed = l.claimedAt(place, step)
	if len(f.claimed) > 0 {
		f.judge()
	}
	return f
}

// claimedAt returns the algorithms that the source claims to be best at a place and
// a step.
func (l *layout) claimedAt(place, step int) []int {
	claim := l.Places[place].Claim
	if claim == nil {
		return nil
	}
	at := l.Steps[step]
	if key := l.Design.ClaimsBy; key != "" {
		first := l.SampleAt(l.figure(key), place, 0, step)
		if first == nil {
			return nil
		}
		at = l.EstimatorAt(place, step).Of(first).Mean
	}
	var out []int
	for _, b := range claim.Best {
		if at < b.From || at >= b.Until {
			continue
		}
		for a := range l.Algorithms {
			if slices.Contains(b.Algorithms, l.Algorithms[a].Name) && l.Grid[place][a][step] >= 0 {
				out = append(out, a)
			}
		}
	}
	return out
}

func (f *finding) judge() {
	f.verdict = opposite
	nearest := 0.0
	for i, a := range f.claimed {
		// Algorithms with equal means are equally good.
		if a == f.Best || f.means[a] == f.means[f.Best] {
			f.verdict = agrees
			return
		}
		if slices.Contains(f.Equal, a) {
			f.verdict = open
		}
		if gap := f.Gap[a].Mean; i == 0 || gap < nearest {
			nearest = gap
		}
	}
	if f.mean.Mean != 0 {
		f.short = nearest / f.mean.Mean
	}
}

// duel compares two algorithms at each step. An element of the result is 1 if the
// first is significantly better, -1 if the second is, and 0 if there is no
// significant difference.
func (l *layout) duel(figure, place, a, b int) []int {
	out := make([]int, len(l.Steps))
	for step := range l.Steps {
		x, y := l.SampleAt(figure, place, a, step), l.SampleAt(figure, place, b, step)
		if x == nil || y == nil {
			continue
		}
		out[step] = l.EstimatorAt(place, step).Difference(x, y).Sign()
		if l.Keys[figure].Better == metrics.LowerBetter {
			out[step] = -out[step]
		}
	}
	return out
}
