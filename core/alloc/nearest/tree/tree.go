// Package tree searches machines whose switches are a tree, flat machines among
// them, for the nodes nearest to a device (Search) and for those with the
// fewest hops between them (FewestHops).
//
// It works on counts by switch, never on pairs of nodes. What is nearest to a
// device is all of one subtree and part of the next larger one, so that there
// is one answer for each switch and node, and running sums weigh it without
// looking at its nodes. The fewest hops are a dynamic program from the leaves up,
// which bounds keep small (Program).
//
// Cost: O(levels·nodes + devices·log nodes) for distances; O(parts·size) at most,
// usually far less, for hops.
//
// Source: SOURCES.md S4.2, S0.6. Tests hold it against nearest.Exhaustive and
// against the enumeration of all choices.
package tree

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// HopTree is the switches of a machine for what sums hops only, which also works where
// leaves differ in depth.
type HopTree struct {
	*topology.Levels
	// Where leaves differ in depth (deepened), the switches, which of them stands at
	// each place of a level, and the device number of node 0. There are no distances
	// and depths then.
	list []topology.Nested
	at   [][]int32
	zero topology.DeviceID
}

// device is the number of a switch, of a node on the level below them, or
// topology.NoDevice.
func (t *HopTree) device(level, place int) topology.DeviceID {
	switch {
	case t.list == nil:
		return t.Device(level, place)
	case level == t.NumLevels():
		return t.zero + topology.DeviceID(place)
	}
	return t.list[t.at[level][place]].Device
}

// forHops is a machine's tree: short[i] is by how many levels leaf switch i is
// nearer to the root than the deepest one; nil if all are alike. Cost: O(1) on
// trees of even depth, O(levels·switches) on others.
func forHops(m *cluster.Machine) (t *HopTree, short []int64, ok bool) {
	if levels := m.Levels(); levels != nil {
		return &HopTree{Levels: levels}, nil, true
	}
	if list := topology.Nesting(m.Topology); list != nil {
		t, short = deepened(list)
		t.zero = topology.DeviceID(m.Topology.(topology.Devices).NumSwitches())
		return t, short, true
	}
	return nil, nil, false
}

// deepened is a tree whose leaves differ in depth as one in which they do not:
// a leaf switch also stands, alone, on every level below its own. Two nodes that
// meet on a level are then as many hops apart as in a tree that is as deep
// everywhere, less short of the leaf of each.
func deepened(list []topology.Nested) (t *HopTree, short []int64) {
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

// standsIn reports whether a switch of a level stands on a higher one already.
func (t *HopTree) standsIn(level, place int) bool {
	return t.list != nil && level < t.NumLevels() && int(t.list[t.at[level][place]].Level) < level
}
