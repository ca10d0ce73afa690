package alloc

import (
	"iter"

	"hopyard/core/alloc/nearest/grid"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// MM is an Allocator for grids that places a job on the slots nearest to a centre.
// By default, its centres are the nodes that combine coordinates of free nodes: the
// x coordinate of one free node, the y coordinate of another and so on. MM chooses
// the centre whose slots have the least sum of pairwise distances (L1, around the
// edges of a torus). If several have the same sum, the first centre wins. A centre
// may be a busy node; it then contributes no slots. Equally near slots are taken in
// the order of node numbers. Cost: the cost of SDM on grids.
//
// Source: SOURCES.md NEAR.1 (sst-elements; Bender et al., Algorithmica 50(2) 2008:
// at most 2 - 1/(2d) times the least average distance on a mesh of d dimensions).
// INFERRED: several slots per node; that a busy centre contributes no slots.
// LIMITATIONS: ignores speed; grids only.
type MM struct{ Centres Centres }

// Accepts implements Restricted.
func (MM) Accepts(m topology.Topology, _ *workload.Request) error { return acceptGrid("mm", m) }

// Allocate implements Allocator.
func (a MM) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return pairwise(r, free, dst, a.centres)
}

// Candidates implements Ranker: it yields the slots nearest to each centre. The
// cost is the sum of their pairwise distances. Speed is 0, because it is not
// considered.
func (a MM) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return pairwiseCandidates(r, free, a.centres)
}

// centres sets the centres that the search tries.
func (a MM) centres(s *grid.FreeGrid) {
	if a.Centres == FreeCentres {
		s.CentreMeeting()
	}
}
