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
// candidates has the chosen one only. It is for people: it makes all
// candidates, and keeps n of them. Cost: that of making them, and O(n) for
// each.
func Explain(a Allocator, r *workload.Request, free *cluster.Free, n int) []Candidate {
	ranker, ok := a.(Ranker)
	if !ok {
		where, reason := a.Allocate(r, free, nil)
		if !reason.OK() {
			return nil
		}
		return []Candidate{{Placement: where, Device: NoDevice}}
	}
	var best []Candidate
	for c := range ranker.Candidates(r, free) {
		best = keep(best, c, n)
	}
	return best
}

// Against compares two candidates: below 0 if c is better than d, 0 if only
// their order decides.
func (c *Candidate) Against(d *Candidate) int {
	return cmp.Or(cmp.Compare(c.Cost, d.Cost), cmp.Compare(c.Tie, d.Tie), cmp.Compare(d.Speed, c.Speed))
}

// keep puts a candidate behind those that are as good or better, unless its
// placement is among them, and drops what then is worse than n others.
func keep(best []Candidate, c Candidate, n int) []Candidate {
	at := len(best)
	for at > 0 && c.Against(&best[at-1]) < 0 {
		at--
	}
	if at == n {
		return best
	}
	same := slices.IndexFunc(best, func(b Candidate) bool { return slices.Equal(b.Placement, c.Placement) })
	switch {
	case 0 <= same && same < at:
		return best
	case same >= 0:
		best = slices.Delete(best, same, same+1)
	case len(best) == n:
		best = best[:n-1]
	}
	return slices.Insert(best, at, c)
}

// only yields what a allocates.
func only(a Allocator, r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		if p, reason := a.Allocate(r, free, nil); reason.OK() {
			yield(Candidate{Placement: p, Device: NoDevice})
		}
	}
}
