package alloc

import (
	"iter"

	"hopyard/core/alloc/nearest"
	"hopyard/core/alloc/nearest/grid"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Centres is the rule that decides which nodes an allocator tries as centres.
type Centres uint8

// The rules of SOURCES.md NEAR.3.
const (
	FreeCentres Centres = iota // the published rule: nodes with free slots. For MM: every node each of whose coordinates is also a coordinate of some node with free slots
	AllCentres                 // every node, busy or idle
)

// String returns the name of the rule in scenarios: "free" or "all".
func (c Centres) String() string { return [...]string{"free", "all"}[c] }

// MC1x1 is an Allocator for grids that places a job around a centre, shell by
// shell. Shell k is the set of nodes at L_inf distance k from the centre, around
// the edges of a torus. The cost of a centre is the sum of the shell numbers of the
// chosen slots. MC1x1 chooses the centre with the least cost, then the larger total
// speed, then the lowest number. Inside a shell, nodes are taken in the order of
// their numbers, each with all of its free suitable slots. On a hypercube, where
// shell 1 contains all nodes but the centre, the result is close to first fit.
// Cost: O(dims·nodes·radius). Where nodes differ, the cost also includes O(nodes
// within the radius) for each centre of least cost.
//
// Source: SOURCES.md NEAR.1 (as implemented in sst-elements, where the cost is
// summed from the centre, and S4's "modified MC1x1"). INFERRED: distances around
// the edges, several slots per node, the tie-break by speed. LIMITATIONS: no
// look-ahead inside a shell; grids only.
type MC1x1 struct{ Centres Centres }

// Accepts implements Restricted.
func (MC1x1) Accepts(m topology.Topology, _ *workload.Request) error {
	return acceptGrid("mc1x1", m)
}

// Allocate implements Allocator.
func (a MC1x1) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return a.allocate(r, free, dst, false)
}

// allocate takes the slots around the best centre, and improves them by exchanges
// if improve is true.
func (a MC1x1) allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement, improve bool) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		s := a.search(r, free)
		if s == nil {
			return nil
		}
		nodes := s.Choose().Nodes
		if improve {
			nodes = s.Improve(nodes)
		}
		return nearest.Append(dst, nodes)
	})
}

// Candidates implements Ranker: it yields one placement for each centre.
func (a MC1x1) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return whereEnough(r, free, func() iter.Seq[Candidate] {
		if s := a.search(r, free); s != nil {
			return candidates(s.All(), r, free)
		}
		return nil
	})
}

// search prepares the search for r; it returns nil if the machine is not a grid.
func (a MC1x1) search(r *workload.Request, free *cluster.Free) *grid.Chebyshev {
	t, ok := free.Machine().Topology.(topology.Grid)
	if !ok {
		return nil
	}
	s := grid.NewFree(t, r, free, true)
	if a.Centres == FreeCentres {
		s.CentreFree()
	}
	return grid.NewChebyshev(s)
}

// MC1x1Inc (called MC1x1+Inc in the literature) is an Allocator that improves the
// placement of MC1x1 by exchanges. An exchange replaces one slot of the job by a
// free slot. Exchanges are made as long as they lower the sum of pairwise distances
// (L1, around the edges of a torus). Each time, MC1x1Inc makes the exchange that
// lowers the sum most. Ties are broken by the first node that the job takes, then
// by the first node that it gives up. The sum falls with each exchange, so the
// search ends. Cost: the cost of MC1x1; in addition, for each exchange, O(dims·free
// nodes) and the pairs of nodes whose exchange may lower the sum.
//
// Source: SOURCES.md NEAR.2, after Bender et al.; S4 lists it as MC1x1+Inc.
// INFERRED: that the best exchange is made instead of the first, and how ties are
// broken. LIMITATIONS: may end in a local minimum; ignores speed after MC1x1; grids
// only.
type MC1x1Inc struct{ Centres Centres }

// Accepts implements Restricted.
func (MC1x1Inc) Accepts(m topology.Topology, _ *workload.Request) error {
	return acceptGrid("mc1x1-inc", m)
}

// Allocate implements Allocator.
func (a MC1x1Inc) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return MC1x1(a).allocate(r, free, dst, true)
}

// Candidates implements Ranker: it yields the candidates of MC1x1, with the costs
// and speeds before any exchange. Only the placement of the chosen candidate is
// improved by exchanges.
func (a MC1x1Inc) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		s := MC1x1(a).search(r, free)
		if _, short := tooFew(r, free); short || s == nil {
			return
		}
		chosen := s.Choose()
		for c := range candidates(s.All(), r, free) {
			if c.Device == chosen.Centre {
				c.Placement = nearest.Append(nil, s.Improve(chosen.Nodes))
			}
			if !yield(c) {
				return
			}
		}
	}
}
