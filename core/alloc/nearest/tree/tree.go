// Package tree searches machines whose switches form a tree, including flat
// machines, for the nodes nearest to a device ([TreeSearch]) and for the nodes with
// the fewest hops between them ([FewestHops]).
//
// Both work with counts by switch, never with pairs of nodes. The slots nearest to
// a device are all slots of one subtree and some of the next larger one. There is
// thus at most one candidate for each switch and node, and prefix sums give its
// cost without examining its nodes. The fewest hops are found by an exact dynamic
// program from the leaves up, [Program], whose tables are kept small by bounds:
//
//	slots := tree.NewSearch(job, free).LeastSum() // nearest slots
//	if h, ok := tree.NewFewestHops(job, free); ok {
//		placement = h.Append(nil) // fewest hops
//	}
//
// Cost: O(levels·nodes + devices·log nodes) for distances; at most O(parts·size),
// and usually far less, for hops, where a part is a leaf switch or a node.
//
// Source: SOURCES.md S4.2, S0.6. Tests compare it with nearest.Exhaustive and with
// the enumeration of all choices.
package tree

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// HopTree is the tree of switches of a machine for computing hops. Unlike
// topology.Levels alone it also represents trees whose leaves differ in depth.
type HopTree struct {
	*topology.Levels
	// Only if leaves differ in depth: the switches of the original tree, the index
	// in list of the switch at each place of a level, and the device number of node
	// 0. Distance and Depth are not set then.
	list []topology.Nested
	at   [][]int32
	zero topology.DeviceID
}

// device returns the device number of a switch, or of a node if level is the one
// below the leaf switches. It may be topology.NoDevice.
func (t *HopTree) device(level, place int) topology.DeviceID {
	switch {
	case t.list == nil:
		return t.Device(level, place)
	case level == t.NumLevels():
		return t.zero + topology.DeviceID(place)
	}
	return t.list[t.at[level][place]].Device
}

// forHops returns a machine's tree. short[i] is the number of levels by which leaf
// switch i is nearer to the root than the deepest leaf; short is nil if all leaves
// have equal depth. ok is false if the machine is not a tree. Cost: O(1) on trees
// of even depth, O(levels·switches) on others.
func forHops(m *cluster.Machine) (t *HopTree, short []int64, ok bool) {
	if levels := m.Levels(); levels != nil {
		return &HopTree{Levels: levels}, nil, true
	}
	if list := topology.Nesting(m.Topology); list != nil {
		t, short = toEvenDepth(list)
		t.zero = topology.DeviceID(m.Topology.(topology.Devices).NumSwitches())
		return t, short, true
	}
	return nil, nil, false
}

// toEvenDepth converts a tree whose leaves differ in depth to one in which they do
// not. A leaf switch is repeated, as an only child, on every level below its own.
// The hops between two nodes whose lowest common switch is on some level are then
// those of a tree with equal depth, minus the value of short for the leaf switch of
// each node.
func toEvenDepth(list []topology.Nested) (t *HopTree, short []int64) {
	children, deepest := make([][]int32, len(list)), int32(0)
	for i, s := range list {
		if deepest = max(deepest, s.Level); s.Parent >= 0 {
			children[s.Parent] = append(children[s.Parent], int32(i))
		}
	}
	nodes := int32(list[0].Last) + 1
	t = &HopTree{Levels: &topology.Levels{}, list: list}
	for here := []int32{0}; ; {
		starts, first := make([]int32, 0, len(here)+1), make([]int32, 1, len(here)+1)
		var below []int32
		for _, i := range here {
			starts = append(starts, int32(list[i].First))
			if list[i].Leaf {
				below = append(below, i)
			} else {
				slices.SortFunc(children[i], func(a, b int32) int { return cmp.Compare(list[a].First, list[b].First) })
				below = append(below, children[i]...)
			}
			first = append(first, int32(len(below)))
		}
		level := int32(len(t.Starts))
		t.at = append(t.at, here)
		t.Starts = append(t.Starts, append(starts, nodes))
		t.Hops = append(t.Hops, int64(2*(deepest-level)+1))
		if level == deepest {
			t.Children = append(t.Children, t.Starts[level])
			for _, i := range here {
				short = append(short, int64(deepest-list[i].Level))
			}
			return t, short
		}
		t.Children = append(t.Children, first)
		here = below
	}
}

// isCopy reports whether a switch of a level is a copy of the same switch on a
// higher level.
func (t *HopTree) isCopy(level, place int) bool {
	return t.list != nil && level < t.NumLevels() && int(t.list[t.at[level][place]].Level) < level
}
