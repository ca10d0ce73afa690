package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Centres says which nodes an allocator tries as centres.
type Centres uint8

// The rules of SOURCES.md NEAR.3.
const (
	FreeCentres Centres = iota // the rule of the algorithm: nodes with room; for MM where coordinates of such nodes meet
	AllCentres                 // every node, busy or not
)

// String is the rule's name in scenarios: "free" or "all".
func (c Centres) String() string { return [...]string{"free", "all"}[c] }

// MC1x1 places a job around a centre of a grid, shell by shell: shell k is the
// nodes at L_inf distance k from the centre, around the edges of a torus. It
// weighs every centre by the sum of the shell numbers of its slots and takes
// the least, then the larger total speed, then the first centre. Inside a
// shell, nodes are taken by number, each with all of its free suitable slots.
// On a hypercube, whose shell 1 is everything else, it is close to first-fit.
// Cost: O(dims·nodes·radius); where nodes differ, also O(nodes of the box) for
// each centre of equal cost.
//
// Source: SOURCES.md NEAR.1 (as sst-elements does it, where the cost is summed
// from the centre, and S4's "modified MC1x1"). INFERRED:
// distances around the edges, several slots a node, the tie by speed.
// LIMITATIONS: no look-ahead inside a shell; grids only.
type MC1x1 struct{ Centres Centres }

// Accepts reports why the allocator cannot place jobs like r on a machine, or
// nil.
func (MC1x1) Accepts(m topology.Topology, _ *workload.Request) error {
	return acceptGrid("mc1x1", m)
}

// Allocate implements Allocator.
func (a MC1x1) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	s, ok := a.shells(r, free)
	if !ok {
		refusal.Code = why.NotPlaceable
		return nil, refusal
	}
	spots := s.whole()
	if spots == nil {
		spots = s.choose().spots
	}
	return appendSpots(dst, spots), fits(r, refusal.Have)
}

// Candidates implements Ranker: the placement around each centre.
func (a MC1x1) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		s, ok := a.shells(r, free)
		if _, short := tooFew(r, free); short || !ok {
			return
		}
		candidates(s.all(), r, free)(yield)
	}
}

// shells reads what is free for r, on grids.
func (a MC1x1) shells(r *workload.Request, free *cluster.Free) (*shells, bool) {
	t, ok := free.Machine().Topology.(topology.Grid)
	if !ok {
		return nil, false
	}
	s := newSites(t, r, free, true)
	if a.Centres == FreeCentres {
		s.centreFree()
	}
	return &shells{boxes: boxes{sites: s}}, true
}
