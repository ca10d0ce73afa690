// Package nearest says what it is to search for the nodes that lie nearest to
// a device of a machine, and does so in the plainest way (Exhaustive).
//
// Every switch and node of a machine is a candidate centre. Its set is the n
// free slots nearest to it, those of faster nodes first at equal distance, then
// those of lower number. A search finds the best of these sets without looking
// at each: tree by running sums over what lies under a switch, grid by counts of
// what lies within a radius, for all nodes at once, graph by going outwards from
// each switch. They are packages of their own because they share nothing but
// the answer, which must be that of Exhaustive to the slot (nearesttest).
//
// Cost: Exhaustive takes O(devices·(nodes + size²)), seconds on thousands of
// nodes; the others are for these machines, and say what they take.
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

// NodeSlots is a node and how many of its slots are meant. A slot is room for
// one task, or a node for a job of whole nodes.
type NodeSlots struct {
	Node  topology.NodeID
	Slots int32
}

// NoDevice stands where there is no device: for the switch of a flat machine,
// say.
const NoDevice = topology.NoDevice

// Set is the slots nearest to a candidate centre.
type Set struct {
	Centre topology.DeviceID
	Nodes  []NodeSlots
	Cost   int64 // the sum of distances over pairs of slots, or the largest distance from the centre
}

// Search finds the slots nearest to each device of a machine. Of equal costs the
// larger total speed wins, then the first device.
type Search interface {
	LeastSum() []NodeSlots   // the set with the least sum of distances over its pairs
	LeastReach() []NodeSlots // the set whose farthest slot is nearest to its centre
	// All yields the sets in the order of devices, at their sum of distances or
	// else at their reach. Devices whose set one before them has, at no larger
	// cost, may be left out.
	All(bySum bool) iter.Seq[Set]
}

// CompactSearch is a Search that can break ties of the reach by the sum.
type CompactSearch interface {
	Search
	// LeastReachSum is the set with the least sum among those of least reach.
	LeastReachSum() []NodeSlots
}

// Append appends slots of different nodes, in any order, to a placement; it
// sorts them. Cost: O(n·log n) for n nodes.
func Append(dst cluster.Placement, nodes []NodeSlots) cluster.Placement {
	slices.SortFunc(nodes, func(a, b NodeSlots) int { return cmp.Compare(a.Node, b.Node) })
	for _, x := range nodes {
		dst = dst.Append(x.Node, x.Node, x.Slots)
	}
	return dst
}

// SlotSpeed is the speed of the cores that one slot of r has on a node, in
// thousandths of the reference core.
func SlotSpeed(r *workload.Request, spec *cluster.Spec) int64 {
	if r.Whole() {
		return spec.Speed * max(spec.Resources[workload.Cores], 1)
	}
	return spec.Speed * max(r.PerTask[workload.Cores], 1)
}

// FasterFirst orders nodes by falling speed and keeps the order of equally
// fast ones. Cost: O(nodes·log speeds + speeds²).
func FasterFirst(nodes []topology.NodeID, m *cluster.Machine) []topology.NodeID {
	var speeds []int64 // falling
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
