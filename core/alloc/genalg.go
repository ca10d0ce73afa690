package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// GenAlg places a job on the slots nearest to one of the free nodes of a grid:
// of all these placements on the one with the least sum of pairwise distances
// (L1, around the edges of a torus), then with the first centre. Slots equally
// near are taken by node number. Cost: as SDM on grids.
//
// Source: SOURCES.md NEAR.1 (Gen-Alg of Krumke et al., as sst-elements does
// it: the first best centre wins). INFERRED: several slots a node; a centre is
// a node with at least one free suitable slot.
// LIMITATIONS: at most 2 - 2/n times the least sum there is (recalled); blind
// to speed; grids only, because elsewhere sdm considers all of its centres.
type GenAlg struct{}

// Accepts reports why the allocator cannot place jobs like r on a machine, or
// nil.
func (GenAlg) Accepts(m topology.Topology, _ *workload.Request) error {
	return acceptGrid("gen-alg", m)
}

// Allocate implements Allocator.
func (GenAlg) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return pairwise(r, free, dst, (*sites).centreFree)
}

// Candidates implements Ranker: the slots nearest to each free node, at their
// sum of distances. Speed is 0: it is not weighed.
func (GenAlg) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return pairwiseCandidates(r, free, (*sites).centreFree)
}

// pairwise places r on the slots nearest to one of the centres that are set,
// with the least sum of pairwise distances.
func pairwise(r *workload.Request, free *cluster.Free, dst cluster.Placement, set func(*sites)) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	t, ok := free.Machine().Topology.(topology.Grid)
	if !ok {
		refusal.Code = why.NotPlaceable
		return nil, refusal
	}
	s := newSites(t, r, free, false)
	spots := s.whole()
	if spots == nil {
		set(s)
		spots = onGrid(s).leastSum()
	}
	return appendSpots(dst, spots), fits(r, refusal.Have)
}

// pairwiseCandidates yields what pairwise chooses from.
func pairwiseCandidates(r *workload.Request, free *cluster.Free, set func(*sites)) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		t, ok := free.Machine().Topology.(topology.Grid)
		if _, short := tooFew(r, free); short || !ok {
			return
		}
		s := newSites(t, r, free, false)
		set(s)
		for a := range onGrid(s).all(true) {
			if !yield(Candidate{Placement: appendSpots(nil, a.spots), Cost: a.cost, Device: a.device}) {
				return
			}
		}
	}
}
