package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// centred yields the placements by device at their sum of distances, or else
// at their reach.
func centred(r *workload.Request, free *cluster.Free, bySum bool) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		if _, short := tooFew(r, free); short {
			return
		}
		c := centresOf(r, free)
		if bySum {
			c = sumsOf(r, free)
		}
		candidates(c.all(bySum), r, free)(yield)
	}
}

// candidates turns answers to r into candidates, with their total speeds.
func candidates(all iter.Seq[answer], r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		for a := range all {
			c := Candidate{Placement: appendSpots(nil, a.spots), Cost: a.cost, Device: a.device}
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
	// all yields the slots of the devices in the order of devices, at their
	// sum of distances or else at their reach. Devices whose slots one before
	// them has, at no larger cost, may be left out.
	all(bySum bool) iter.Seq[answer]
}

// answer is the slots nearest to a device.
type answer struct {
	device topology.DeviceID
	spots  []spot
	cost   int64 // the sum of distances, or the largest distance from the device
}

// centresOf reads what is free for r. There must be enough.
func centresOf(r *workload.Request, free *cluster.Free) centres {
	if t, ok := treeOf(free.Machine().Topology); ok {
		return newRings(t, r, free)
	}
	if t, ok := free.Machine().Topology.(topology.Grid); ok {
		return onGrid(newSites(t, r, free, true))
	}
	if t, ok := free.Machine().Topology.(topology.Walked); ok {
		if w, ok := newWalk(t, r, free); ok {
			return w
		}
	}
	return newDevices(r, free)
}

// sumsOf is centresOf for sums of distances: those inside nodes are only known
// where every slot is looked at.
func sumsOf(r *workload.Request, free *cluster.Free) centres {
	if !r.Whole() && free.Machine().Within() != (cluster.Within{}) {
		return newDevices(r, free)
	}
	return centresOf(r, free)
}
