package alloc

import (
	"fmt"
	"iter"

	"hopyard/core/alloc/nearest"
	"hopyard/core/alloc/nearest/grid"
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

// Accepts implements Restricted.
func (GenAlg) Accepts(m topology.Topology, _ *workload.Request) error {
	return acceptGrid("gen-alg", m)
}

// Allocate implements Allocator.
func (GenAlg) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return pairwise(r, free, dst, (*grid.FreeGrid).CentreFree)
}

// Candidates implements Ranker: the slots nearest to each free node, at their
// sum of distances. Speed is 0: it is not weighed.
func (GenAlg) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return pairwiseCandidates(r, free, (*grid.FreeGrid).CentreFree)
}

// pairwise places r on the slots nearest to one of the centres that are set,
// with the least sum of pairwise distances.
func pairwise(r *workload.Request, free *cluster.Free, dst cluster.Placement, set func(*grid.FreeGrid)) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		t, ok := free.Machine().Topology.(topology.Grid)
		if !ok {
			return nil
		}
		s := grid.NewFree(t, r, free, false)
		nodes := s.Whole()
		if nodes == nil {
			set(s)
			nodes = grid.NewManhattan(s).LeastSum()
		}
		return nearest.Append(dst, nodes)
	})
}

// pairwiseCandidates yields what pairwise chooses from.
func pairwiseCandidates(r *workload.Request, free *cluster.Free, set func(*grid.FreeGrid)) iter.Seq[Candidate] {
	return whereEnough(r, free, func() iter.Seq[Candidate] {
		t, ok := free.Machine().Topology.(topology.Grid)
		if !ok {
			return nil
		}
		s := grid.NewFree(t, r, free, false)
		set(s)
		return unweighed(grid.NewManhattan(s).All(true))
	})
}

// acceptGrid is nil for grids, and for other machines what is wrong.
func acceptGrid(name string, m topology.Topology) error {
	if _, ok := m.(topology.Grid); !ok {
		return fmt.Errorf("%w: %s works on grids (torus, mesh, hypercube); use sdm on this one", ErrMachine, name)
	}
	return nil
}
