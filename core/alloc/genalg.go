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

// GenAlg is an Allocator for grids that tries each free node as a centre and
// considers the slots nearest to the centre. It chooses the placement with the
// least sum of pairwise distances (L1, around the edges of a torus). If several
// have the same sum, the first centre wins. Equally near slots are taken in the
// order of node numbers. Cost: the cost of SDM on grids.
//
// Source: SOURCES.md NEAR.1 (Gen-Alg of Krumke et al., as implemented in
// sst-elements, where the first of equally good centres wins). INFERRED: several
// slots per node; a centre is a node with at least one free suitable slot.
// LIMITATIONS: the sum may be up to 2 - 2/n times the minimum (recalled); ignores
// speed; grids only, because on other machines SDM already considers all these
// centres.
type GenAlg struct{}

// Accepts implements Restricted.
func (GenAlg) Accepts(m topology.Topology, _ *workload.Request) error {
	return acceptGrid("gen-alg", m)
}

// Allocate implements Allocator.
func (GenAlg) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return pairwise(r, free, dst, (*grid.FreeGrid).CentreFree)
}

// Candidates implements Ranker: it yields the slots nearest to each free node. The
// cost is the sum of their pairwise distances. Speed is 0, because it is not
// considered.
func (GenAlg) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return pairwiseCandidates(r, free, (*grid.FreeGrid).CentreFree)
}

// pairwise considers the slots nearest to each centre, and places r on those with
// the least sum of pairwise distances. The last parameter is a function that
// defines the centres.
func pairwise(r *workload.Request, free *cluster.Free, dst cluster.Placement, set func(*grid.FreeGrid)) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		t, ok := free.Machine().Topology.(topology.Grid)
		if !ok {
			return nil
		}
		s := grid.NewFree(t, r, free, false)
		set(s)
		return nearest.Append(dst, grid.NewManhattan(s).LeastSum())
	})
}

// pairwiseCandidates yields the placements among which pairwise chooses.
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

// acceptGrid returns nil for grids, and an error for other machines.
func acceptGrid(name string, m topology.Topology) error {
	if _, ok := m.(topology.Grid); !ok {
		return fmt.Errorf("%w: %s works on grids (torus, mesh, hypercube); use sdm on this one", ErrMachine, name)
	}
	return nil
}
