package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// FirstFit is an Allocator that takes the lowest-numbered nodes on which the job
// fits. Cost: O(runs + nodes/64) for whole nodes, O(nodes) for tasks.
//
// Source: standard; S4 lists it as FF (SOURCES.md S4.4). LIMITATIONS: ignores the
// network.
type FirstFit struct{}

// Allocate implements Allocator.
func (FirstFit) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if r.Whole() {
		return OnLowest(r, free.IdleFor(r), dst)
	}
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	left := r.Tasks
	for n := topology.NodeID(0); left > 0; n++ {
		if k := min(free.Slots(r, n), left); k > 0 {
			dst = dst.Append(n, n, k)
			left -= k
		}
	}
	return dst, fits(r, refusal.Have)
}

// Candidates implements Ranker: it yields only the chosen placement.
func (a FirstFit) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return onlyCandidate(a, r, free)
}

// Monotone implements Monotone: the order of the nodes never changes.
func (FirstFit) Monotone() {}

// LowestFirst implements LowestFirst: jobs of whole nodes get the first idle ones.
func (FirstFit) LowestFirst(r *workload.Request) bool { return r.Whole() }
