// Package nearest defines the search for the free slots nearest to a device of a
// machine, and contains its simplest implementation, [Exhaustive].
//
// A device is a switch or a node. A slot is room for one task, or a whole node for
// a whole-node job. Every device is a candidate centre. The [Set] of a centre
// consists of the n free slots nearest to it, where n is the size of the job. At
// equal distance, slots on faster nodes come first, then lower node numbers. A
// [Search] finds the best of these sets over all centres, by one of two costs: the
// sum of distances over all pairs of slots, or the reach, which is the distance
// from the centre to the farthest slot:
//
//	s := nearest.NewExhaustive(job, free)
//	placement := nearest.Append(nil, s.LeastSum())
//
// The subpackages find the best set without examining each set: tree by prefix sums
// over the nodes under a switch, grid by counting the slots within a radius for all
// nodes at once, and graph by going outwards from each switch. They are separate
// packages because they share no code. Their answers must be exactly those of
// Exhaustive (see nearesttest).
//
// Cost: Exhaustive takes O(devices·(nodes + size²)), which is seconds on thousands
// of nodes. The other searches are meant for such machines and document their own
// costs.
//
// Source: SOURCES.md S4.2 (launch windows by device), S4.3 for the ties.
package nearest

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// NodeSlots is a number of slots on one node. A slot is room for one task, or a
// whole node for a whole-node job.
type NodeSlots struct {
	Node  topology.NodeID
	Slots int32
}

// NoDevice is the device number for "no device", for example where a flat machine
// has no switch.
const NoDevice = topology.NoDevice

// Set is a centre with the slots nearest to it.
type Set struct {
	Centre topology.DeviceID
	Nodes  []NodeSlots
	Cost   int64 // the sum of distances over all pairs of slots, or the reach
}

// Search is a search for the best set of slots nearest to a device. Ties between
// sets of equal cost are broken by the larger total speed, then by the first
// device.
type Search interface {
	LeastSum() []NodeSlots   // returns the set with the least sum of distances over all pairs of slots
	LeastReach() []NodeSlots // returns the set with the least reach
	// All yields the sets in the order of their devices. Their cost is the sum of
	// distances if bySum is true, otherwise the reach. A device may be omitted if
	// an earlier device has the same set at the same or a lower cost.
	All(bySum bool) iter.Seq[Set]
}

// CompactSearch is a Search that can also break ties of the reach by the sum of
// distances.
type CompactSearch interface {
	Search
	// LeastReachSum returns the set with the least sum of distances among the sets
	// with the least reach.
	LeastReachSum() []NodeSlots
}

// Append appends the slots of the given nodes, which may be in any order, to a
// placement. It sorts the slice nodes in place. Cost: O(n·log n) for n nodes.
func Append(dst cluster.Placement, nodes []NodeSlots) cluster.Placement {
	slices.SortFunc(nodes, func(a, b NodeSlots) int { return cmp.Compare(a.Node, b.Node) })
	for _, x := range nodes {
		dst = dst.Append(x.Node, x.Node, x.Slots)
	}
	return dst
}

// SlotSpeed returns the total speed of the cores in one slot of r on a node, in
// thousandths of the reference core.
func SlotSpeed(r *workload.Request, spec *cluster.Spec) int64 {
	if r.Whole() {
		return spec.Speed * max(spec.Resources[workload.Cores], 1)
	}
	return spec.Speed * max(r.PerTask[workload.Cores], 1)
}

// FasterFirst returns the nodes ordered by decreasing speed. Equally fast nodes
// keep their order. Cost: O(nodes·log speeds + speeds²).
func FasterFirst(nodes []topology.NodeID, m *cluster.Machine) []topology.NodeID {
	var speeds []int64 // all different speeds, decreasing
	rank := func(n topology.NodeID) (int, bool) {
		speed := m.Spec(n).Speed
		at := sort.Search(len(speeds), func(i int) bool { return speeds[i] <= speed })
		return at, at < len(speeds) && speeds[at] == speed
	}
	for _, n := range nodes {
		if at, known := rank(n); !known {
			speeds = slices.Insert(speeds, at, m.Spec(n).Speed)
		}
	}
	first := make([]int, len(speeds)+1)
	for _, n := range nodes {
		at, _ := rank(n)
		first[at+1]++
	}
	for i := range speeds {
		first[i+1] += first[i]
	}
	sorted := make([]topology.NodeID, len(nodes))
	for _, n := range nodes {
		at, _ := rank(n)
		sorted[first[at]] = n
		first[at]++
	}
	return sorted
}
