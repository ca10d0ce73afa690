package alloc

import (
	"cmp"
	"iter"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/workload"
)

// Explain lists the best n placements that a chooses from, distinct and best
// first; the first is what Allocate returns. An allocator that does not weigh
// candidates has the chosen one only. It is for people: O(all candidates).
func Explain(a Allocator, r *workload.Request, free *cluster.Free, n int) []Candidate {
	ranker, ok := a.(Ranker)
	if !ok {
		where, reason := a.Allocate(r, free, nil)
		if !reason.OK() {
			return nil
		}
		return []Candidate{{Placement: where, Device: NoDevice}}
	}
	all := slices.Collect(ranker.Candidates(r, free))
	slices.SortStableFunc(all, func(x, y Candidate) int {
		return cmp.Or(cmp.Compare(x.Cost, y.Cost), cmp.Compare(y.Speed, x.Speed))
	})
	var best []Candidate
	for _, c := range all {
		if len(best) == n {
			break
		}
		if !slices.ContainsFunc(best, func(b Candidate) bool { return slices.Equal(b.Placement, c.Placement) }) {
			best = append(best, c)
		}
	}
	return best
}

// Candidates implements Ranker: the placement that is chosen, and no other.
func (a FirstFit) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return only(a, r, free)
}

// only yields what a allocates.
func only(a Allocator, r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		if p, reason := a.Allocate(r, free, nil); reason.OK() {
			yield(Candidate{Placement: p, Device: NoDevice})
		}
	}
}
