package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SDM is Summed Distance Minimization. For each device (switch or node, busy
// nodes too) it takes the slots nearest to it, and of these placements the one
// with the least sum of pairwise distances; of equal sums that with the larger
// total speed, then the one whose device comes first. Among slots equally near
// to a device, those of faster nodes come first, then those of lower number.
// Slots of one node are at distance 0. Cost: O(levels·nodes +
// devices·log nodes) on trees and flat machines; on grids O(nodes) times what
// the nodes near one of them take; O(devices·nodes + devices·size²) otherwise.
//
// Source: S4, appendix. INFERRED: algorithms.md 2.4, the tie among equally
// near slots, the last tie, and that the launch window is what is free now.
// LIMITATIONS: a placement that is nearest to no device is not considered, so
// that the sum may exceed the least there is (MinHops finds that on trees).
type SDM struct{}

// MDM is Maximum Distance Minimization: the same placements as SDM's, and of
// these the one whose farthest slot is nearest to the device; of equal
// distances that with the larger total speed, then the one whose device comes
// first. Cost: O(nodes) on trees and flat machines of nodes that are alike,
// and as SDM otherwise.
//
// Source: S4, appendix. INFERRED: algorithms.md 2.4, both ties after equal
// distance. LIMITATIONS: as SDM.
type MDM struct{}

// Allocate implements Allocator.
func (SDM) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	return appendSpots(dst, centresOf(r, free).leastSum()), fits(r, refusal.Have)
}

// Allocate implements Allocator.
func (MDM) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	return appendSpots(dst, centresOf(r, free).leastReach()), fits(r, refusal.Have)
}

// Candidates implements Ranker: the placements by device; on trees each once,
// under the first device that has it.
func (SDM) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return centred(r, free, func(p cluster.Placement, _ int64) int64 {
		return cluster.Spread(free.Machine().Topology, p).TaskDistance
	})
}

// Candidates implements Ranker: as SDM's.
func (MDM) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return centred(r, free, func(_ cluster.Placement, reach int64) int64 { return reach })
}

// centred yields the placements by device, with what they cost.
func centred(r *workload.Request, free *cluster.Free, cost func(p cluster.Placement, reach int64) int64) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		if _, short := tooFew(r, free); short {
			return
		}
		for a := range centresOf(r, free).all {
			c := Candidate{Placement: appendSpots(nil, a.spots), Device: a.device}
			c.Cost = cost(c.Placement, a.reach)
			for n, k := range c.Placement.All {
				c.Speed += int64(k) * slotSpeed(r, free.Machine().Spec(n))
			}
			if !yield(c) {
				return
			}
		}
	}
}

// centres finds the slots nearest to each device of a machine.
type centres interface {
	leastSum() []spot   // SDM's choice
	leastReach() []spot // MDM's choice
	// all yields the slots of the devices in the order of devices. Devices
	// whose slots another device before them has, at no larger reach, may be
	// left out.
	all(yield func(answer) bool)
}

// answer is the slots nearest to a device.
type answer struct {
	device topology.DeviceID
	spots  []spot
	reach  int64 // the largest distance from the device
}

// centresOf reads what is free for r. There must be enough.
func centresOf(r *workload.Request, free *cluster.Free) centres {
	if t, ok := treeOf(free.Machine().Topology); ok {
		return newRings(t, r, free)
	}
	if t, ok := free.Machine().Topology.(topology.Grid); ok {
		return newGrid(t, r, free)
	}
	return newDevices(r, free)
}
