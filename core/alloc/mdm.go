package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// MDM is Maximum Distance Minimization: the same placements as SDM's, and of
// these the one whose farthest slot is nearest to the device; of equal
// distances that with the larger total speed, then the one whose device comes
// first. Cost: O(nodes) on trees and flat machines of nodes that are alike,
// and as SDM otherwise.
//
// Source: S4, appendix. INFERRED: algorithms.md 2.4, both ties after equal
// distance. LIMITATIONS: as SDM.
type MDM struct{}

// Allocate implements Allocator.
func (MDM) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	return appendSpots(dst, centresOf(r, free).leastReach()), fits(r, refusal.Have)
}

// Candidates implements Ranker: as SDM's.
func (MDM) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return centred(r, free, false)
}
