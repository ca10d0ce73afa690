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

// MDM is Maximum Distance Minimization. It considers the same placements as SDM and
// chooses the one whose farthest slot is nearest to the device; of equal distances
// the one that Tie prefers, then the one whose device comes first. Cost: with the
// tie BySpeed O(nodes) on trees and flat machines whose nodes are all equal, and
// otherwise that of SDM. With the tie Pairwise that of SDM, except on the networks
// that SDM searches outwards (topology.Searchable): O(devices·nodes + devices·size²).
//
// Source: S4, appendix; SOURCES.md S4.3. It does not define which of several
// placements at the least distance is taken: Tie and the order of devices are
// INFERRED. LIMITATIONS: those of SDM.
type MDM struct{ Tie MDMTie }

// MDMTie is the rule by which MDM chooses among placements at an equal distance
// from their devices.
type MDMTie uint8

// The tie rules of MDM.
const (
	BySpeed  MDMTie = iota // the larger total speed, which is also SDM's tie in S4
	Pairwise               // the smaller sum of pairwise distances (SDM's cost); then the larger total speed
)

// String returns the name of the tie in scenarios.
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

// Candidates implements Ranker: it yields the same placements as SDM.
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

// Judge implements Judge. The reach of a placement is the minimum over all devices.
// This is the one that MDM used, because a device nearer to the whole placement
// would have been chosen instead. Cost: O(devices·nodes of p).
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
