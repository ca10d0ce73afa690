package queue

import (
	"hopyard/core/why"
	"hopyard/core/workload"
)

// MPFSScan (most processors first served) scans the waiting jobs once, the largest
// first, and starts every job that fits now. It makes no reservations. A large job
// starts only when enough happens to be free at once, and may starve while smaller
// jobs keep coming.
//
// Nodes and tasks are compared as numbers. Jobs of equal size keep queue order,
// which is first come, first served by default. With the order "longest", MPFSScan
// sorts like SST's comparator betterfit (most processors, longest estimate,
// earliest arrival). Lists of the waiting jobs show them in the order of the scan.
//
// Cost: O(started jobs) a pass besides the allocator; jobs that are too large are
// skipped a block at a time. Outside counting mode, O(waiting jobs), and O(nodes)
// for each job whose total need is free.
//
// Source: S4 names it; the definition is INFERRED (SOURCES.md S4.6) from FPMPFS of
// Aida, Kasahara and Narita, JSSPP 1998, and from the disciplines called Scan of
// Krueger, Lai and Dixit-Radiya, IEEE TPDS 1994. LIMITATIONS: starvation, as S4's
// criterion of guaranteed service shows. Krueger's variant, which serves the jobs
// of one size until none is left, is not built, because the policy keeps no state
// between passes.
type MPFSScan struct{}

// Rank implements Ranked. It puts the largest jobs first.
func (MPFSScan) Rank(r *workload.Request) int64 { return -int64(r.Size()) }

// Schedule implements Policy.
func (MPFSScan) Schedule(p *Pass) {
	for job := range p.Scan() {
		p.StartLargest(job)
	}
}

// StartLargest starts w, the largest job that the scan has not yet tried, if the
// allocator can place it. It reports whether w started.
func (p *Pass) StartLargest(w *Waiting) bool {
	if !p.asking && p.state.Lacks(w.Request) {
		return false
	}
	where, reason, ok := p.FindPlace(w)
	if !ok {
		return false
	}
	if head := p.Head(); head != w && reason.Code == why.FitsNow {
		reason.Code, reason.Blocker = why.LargestFit, head.ID
	}
	p.StartAt(w, where, reason)
	return true
}
