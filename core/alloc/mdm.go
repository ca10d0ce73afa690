package alloc

import (
	"iter"
	"math"

	"hopyard/core/alloc/nearest"
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
	return place(r, free, func() cluster.Placement {
		if a.Tie == Pairwise {
			return nearest.Append(dst, compactSearchOf(r, free).LeastReachSum())
		}
		return nearest.Append(dst, searchOf(r, free).LeastReach())
	})
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
	c := Candidate{Placement: p, Cost: math.MaxInt64, Speed: speedOf(p, r, free), Device: NoDevice}
	distances := nearest.DistancesOf(free.Machine())
	for d := range topology.DeviceID(distances.Devices) {
		reach := int64(0)
		for n := range p.All {
			reach = max(reach, distances.From(d, n))
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
