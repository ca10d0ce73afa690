package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// MC1x1Inc is MC1x1+Inc: the placement of MC1x1, improved by exchanges. While
// giving up one slot for a free one lowers the sum of pairwise distances (L1,
// around the edges of a torus), the exchange that lowers it most is done; of
// equally good ones that with the first node taken, then the first given up.
// The sum falls with each, so that it ends. Cost: MC1x1's, and for each
// exchange O(dims·free nodes) and the pairs of nodes that may gain.
//
// Source: SOURCES.md NEAR.2, after Bender et al.; S4 lists it as
// MC1x1+Inc. INFERRED: that the best exchange is taken, not the first, and its
// ties. LIMITATIONS: a local minimum; blind to speed after MC1x1; grids only.
type MC1x1Inc struct{ Centres Centres }

// Accepts reports why the allocator cannot place jobs like r on a machine, or
// nil.
func (MC1x1Inc) Accepts(m topology.Topology, _ *workload.Request) error {
	return acceptGrid("mc1x1-inc", m)
}

// Allocate implements Allocator.
func (a MC1x1Inc) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	s, ok := MC1x1(a).shells(r, free)
	if !ok {
		refusal.Code = why.NotPlaceable
		return nil, refusal
	}
	spots := s.whole()
	if spots == nil {
		spots = s.improve(s.choose().spots)
	}
	return appendSpots(dst, spots), fits(r, refusal.Have)
}

// Candidates implements Ranker: those of MC1x1, with the costs and speeds that
// decided among them. Only the chosen one has gone through its exchanges.
func (a MC1x1Inc) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		s, ok := MC1x1(a).shells(r, free)
		if _, short := tooFew(r, free); short || !ok {
			return
		}
		chosen := s.choose()
		for c := range candidates(s.all(), r, free) {
			if c.Device == chosen.device {
				c.Placement = appendSpots(nil, s.improve(chosen.spots))
			}
			if !yield(c) {
				return
			}
		}
	}
}
