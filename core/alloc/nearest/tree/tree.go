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

	"hopyard/core/alloc/nearest"
	"hopyard/core/topology"
)

// Tree is a machine of nested switches as plain numbers, by level from the
// root. A flat machine is the tree of one level whose switch is no device.
type Tree struct {
	shape topology.Hierarchy // nil for a flat machine, and where leaves differ in depth
	nodes int
	// starts[l] is the first node under each switch of level l, and nodes at
	// the end; children[l] the first child of each, and how many children the
	// level has: switches of the next level, or nodes on the last.
	starts, children [][]int32
	hops             []int64           // switches between two nodes that meet on the level
	distance         []int64           // links between them
	depth            []int64           // links from a switch down to its nodes
	nodeZero         topology.DeviceID // the device number of node 0
	// Where leaves differ in depth (deepened), the switches, and which of them
	// stands at each place of a level. There are no distances and depths then.
	list []topology.Nested
	at   [][]int32
}

// Levels is the number of switch levels.
func (t *Tree) Levels() int { return len(t.starts) }

// Switches is the number of switches on a level.
func (t *Tree) Switches(level int) int { return len(t.starts[level]) - 1 }

// Of reads a machine's switches, and reports false if it has no tree.
// Cost: O(switches).
func Of(m topology.Topology) (*Tree, bool) {
	h, nested := m.(topology.Hierarchy)
	if !nested {
		if _, flat := m.(topology.Flat); !flat {
			return nil, false
		}
		starts := [][]int32{{0, int32(m.NumNodes())}}
		return &Tree{nodes: m.NumNodes(), starts: starts, children: starts, hops: []int64{1}, distance: []int64{1}, depth: []int64{1}}, true
	}
	levels, switches := h.Levels(), 0
	for l := range levels {
		switches += h.Switches(l)
	}
	t := &Tree{shape: h, nodes: h.NumNodes(), nodeZero: topology.DeviceID(h.NumSwitches()), starts: make([][]int32, levels), children: make([][]int32, levels)}
	figures := make([]int64, 3*levels)
	t.hops, t.distance, t.depth = figures[:levels], figures[levels:2*levels], figures[2*levels:]
	table := make([]int32, 2*(switches+levels))
	for l := levels - 1; l >= 0; l-- {
		t.hops[l], t.distance[l], t.depth[l] = int64(h.PairHops(l)), h.PairDistance(l), h.Depth(l)
		n := h.Switches(l)
		starts := Starts(h, l, table[:n+1])
		t.starts[l], t.children[l] = starts, starts
		table = table[n+1:]
		if l < levels-1 {
			t.children[l] = childrenOf(table[:n+1], starts, t.starts[l+1])
			table = table[n+1:]
		}
	}
	return t, true
}

// Starts fills in the first node under each switch of a level, and one more.
func Starts(h topology.Hierarchy, level int, starts []int32) []int32 {
	// Fat trees say how wide all switches of a level are: no need to ask for each.
	if even, ok := h.(interface{ Span(level int) int }); ok {
		span := int32(even.Span(level))
		for i := range starts {
			starts[i] = int32(i) * span
		}
		return starts
	}
	last := len(starts) - 1
	for i := range last {
		first, _ := h.Domain(level, i)
		starts[i] = int32(first)
	}
	starts[last] = int32(h.NumNodes())
	return starts
}

// childrenOf fills in the first child of each switch from the first nodes
// under the switches and under the children.
func childrenOf(children, starts, below []int32) []int32 {
	child := int32(0)
	for i, first := range starts {
		for below[child] < first {
			child++
		}
		children[i] = child
	}
	return children
}

// Under is the first and last node under a switch.
func (t *Tree) Under(level, place int) (first, last topology.NodeID) {
	return topology.NodeID(t.starts[level][place]), topology.NodeID(t.starts[level][place+1] - 1)
}

// Device is the number of a switch, or nearest.NoDevice.
func (t *Tree) Device(level, place int) topology.DeviceID {
	switch {
	case t.list != nil && level == t.Levels():
		return t.nodeDevice(place)
	case t.list != nil:
		return t.list[t.at[level][place]].Device
	case t.shape == nil:
		return nearest.NoDevice
	}
	return t.shape.SwitchDevice(level, place)
}

// nodeDevice is the device number of a node.
func (t *Tree) nodeDevice(n int) topology.DeviceID { return t.nodeZero + topology.DeviceID(n) }

// forHops is Of for what sums hops only, which also works where leaves
// differ in depth: short[i] is then by how many levels leaf switch i is nearer
// to the root than the deepest one; nil if all are alike. Cost: O(switches) on
// trees of even depth, O(levels·switches) on others.
func forHops(m topology.Topology) (t *Tree, short []int64, ok bool) {
	if t, ok = Of(m); ok {
		return t, nil, true
	}
	if list := topology.Nesting(m); list != nil {
		t, short = deepened(list)
		t.nodeZero = topology.DeviceID(m.(topology.Devices).NumSwitches())
		return t, short, true
	}
	return nil, nil, false
}

// deepened is a tree whose leaves differ in depth as one in which they do not:
// a leaf switch also stands, alone, on every level below its own. Two nodes that
// meet on a level are then as many hops apart as in a tree that is as deep
// everywhere, less short of the leaf of each.
func deepened(list []topology.Nested) (t *Tree, short []int64) {
	children, deepest := make([][]int32, len(list)), int32(0)
	for i, s := range list {
		if deepest = max(deepest, s.Level); s.Parent >= 0 {
			children[s.Parent] = append(children[s.Parent], int32(i))
		}
	}
	nodes := int32(list[0].Last) + 1
	t = &Tree{nodes: int(nodes), list: list}
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
		level := int32(len(t.starts))
		t.at = append(t.at, here)
		t.starts = append(t.starts, append(starts, nodes))
		t.hops = append(t.hops, int64(2*(deepest-level)+1))
		if level == deepest {
			t.children = append(t.children, t.starts[level])
			for _, i := range here {
				short = append(short, int64(deepest-list[i].Level))
			}
			return t, short
		}
		t.children = append(t.children, first)
		here = below
	}
}

// standsIn reports whether a switch of a level stands on a higher one already.
func (t *Tree) standsIn(level, place int) bool {
	return t.list != nil && level < t.Levels() && int(t.list[t.at[level][place]].Level) < level
}
