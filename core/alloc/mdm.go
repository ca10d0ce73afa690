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

// MDM (Maximum Distance Minimization) is an Allocator that considers the same
// placements as SDM. It chooses the placement whose farthest slot is nearest to the
// device. Ties are broken by the rule Tie, then by the first device. Cost:
//
//   - tie BySpeed, trees and flat machines whose nodes are all equal: O(nodes);
//   - tie Pairwise, networks that SDM searches outwards (topology.Searchable):
//     O(devices·nodes + devices·size²);
//   - otherwise: the cost of SDM.
//
// Source: S4, appendix; SOURCES.md S4.3. The source does not define which of
// several placements at the least distance is taken, so Tie and the order of
// devices are INFERRED. LIMITATIONS: the limitations of SDM.
type MDM struct{ Tie MDMTie }

// MDMTie is the rule by which MDM chooses among placements whose largest distances
// from their devices are equal.
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

// Judge implements PlacementJudge. The cost of a placement is the distance from a
// device to the placement's farthest slot, for the device at which this distance is
// smallest. MDM chose the placement around such a device, because a smaller
// distance would have won. Cost: O(devices·nodes of p).
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
