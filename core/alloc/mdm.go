package alloc

import (
	"iter"
	"math"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// MDM is Maximum Distance Minimization: the same placements as SDM's, and of
// these the one whose farthest slot is nearest to the device; of equal
// distances the one that Tie prefers, then the one whose device comes first.
// Cost: by speed O(nodes) on trees and flat machines of nodes that are alike,
// and as SDM otherwise; by pairwise distances as SDM, but on networks that SDM
// searches outwards (topology.Walked), O(devices·nodes + devices·size²).
//
// Source: S4, appendix; SOURCES.md S4.3. It does not say which of several
// placements at the least distance is taken: Tie is INFERRED, and the order of
// devices. LIMITATIONS: as SDM.
type MDM struct{ Tie MDMTie }

// MDMTie says which of several placements at an equal distance from their
// devices MDM prefers.
type MDMTie uint8

// The ties of MDM.
const (
	BySpeed  MDMTie = iota // the larger total speed, as SDM's tie in S4
	Pairwise               // the smaller sum of pairwise distances, SDM's cost; then the larger total speed
)

// String is the name of the tie in scenarios.
func (t MDMTie) String() string { return [...]string{"speed", "pairwise"}[t] }

// Allocate implements Allocator.
func (a MDM) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	if a.Tie == Pairwise {
		return appendSpots(dst, compactOf(r, free).leastReachSum()), fits(r, refusal.Have)
	}
	return appendSpots(dst, centresOf(r, free).leastReach()), fits(r, refusal.Have)
}

// Candidates implements Ranker: as SDM's.
func (a MDM) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		for c := range centred(r, free, false) {
			if a.Tie == Pairwise {
				c.Tie = cluster.SpreadOf(free, r, c.Placement).TaskDistance
			}
			if !yield(c) {
				return
			}
		}
	}
}

// Judge implements Judge. The reach of a placement is the least there is over all
// devices: a device that lies nearer to all of it than its own would have been
// chosen. Cost: O(devices·nodes of p).
func (a MDM) Judge(r *workload.Request, free *cluster.Free, p cluster.Placement) Candidate {
	c, g := judged(r, free, p), newReach(free.Machine())
	c.Cost = math.MaxInt64
	for d := range topology.DeviceID(g.count) {
		reach := int64(0)
		for n := range p.All {
			reach = max(reach, g.reach(d, n))
		}
		if reach < c.Cost {
			c.Cost, c.Device = reach, d
		}
	}
	if a.Tie == Pairwise {
		c.Tie = cluster.SpreadOf(free, r, p).TaskDistance
	}
	return c
}

// compact finds the slots nearest to each device of a machine, and of those at
// the least reach the ones with the least sum of distances.
type compact interface{ leastReachSum() []spot }

// compactOf reads what is free for r. There must be enough.
func compactOf(r *workload.Request, free *cluster.Free) compact {
	if r.Whole() || free.Machine().Within() == (cluster.Within{}) {
		if t, ok := treeOf(free.Machine().Topology); ok {
			return newRings(t, r, free)
		}
		if t, ok := free.Machine().Topology.(topology.Grid); ok {
			return onGrid(newSites(t, r, free, true))
		}
	}
	return newDevices(r, free)
}
