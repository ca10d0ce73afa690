// Package tree searches machines whose switches form a tree, including flat
// machines, for the nodes nearest to a device ([TreeSearch]) and for the nodes with
// the fewest hops between them ([FewestHops]).
//
// Both searches work with counts for each switch, and never examine pairs of nodes.
// The slots nearest to a device are all slots of one subtree and some slots of the
// next larger subtree. There is thus at most one candidate for each switch and
// node, and prefix sums give its cost without examining its nodes. The fewest hops
// are found by an exact dynamic program from the leaves up, [Program], whose tables
// are kept small by bounds:
//
//	slots := tree.NewSearch(job, free).LeastSum() // nearest slots
//	if h, ok := tree.NewFewestHops(job, free); ok {
//		placement = h.Append(nil) // fewest hops
//	}
//
// Cost: O(levels·nodes + devices·log nodes) for distances; for hops at most
// O(parts·size), and usually far less, where a part is a leaf switch or a node.
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
// topology.Levels alone, it also represents trees whose leaves differ in depth.
type HopTree struct {
	*topology.Levels
	// list, at and zero are set only if leaves differ in depth; Distance and Depth
	// are then not set. The list contains the switches of the original tree.
	// at[l][i] is the index in list of switch i of level l, and zero is the device
	// number of node 0.
	list []topology.Nested
	at   [][]int32
	zero topology.DeviceID
}

// device returns the device number of a switch, or of a node if level is one below
// the leaf switches. The parameter place is the index on the level. The result may
// be topology.NoDevice.
func (t *HopTree) device(level, place int) topology.DeviceID {
	switch {
	case t.list == nil:
		return t.Device(level, place)
	case level == t.NumLevels():
		return t.zero + topology.DeviceID(place)
	}
	return t.list[t.at[level][place]].Device
}

// forHops returns the tree of a machine, or false if the machine is not a tree.
// short[i] is the number of levels by which leaf switch i is nearer to the root
// than the deepest leaf switch; short is nil if all leaf switches have the same
// depth. Cost: O(1) on trees of even depth, O(levels·switches) on other trees.
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

// toEvenDepth converts a tree whose leaf switches differ in depth to a tree of even
// depth. It repeats a leaf switch, as an only child, on every level below its own.
// The number of hops between two nodes under different leaf switches is their
// number of hops in the new tree, minus the values of short for the two leaf
// switches.
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

// isCopy reports whether the switch with index place on the level is a copy of a
// leaf switch of a higher level.
func (t *HopTree) isCopy(level, place int) bool {
	return t.list != nil && level < t.NumLevels() && int(t.list[t.at[level][place]].Level) < level
}
