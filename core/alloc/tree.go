package alloc

import "hopyard/core/topology"

// tree is a machine of nested switches as plain numbers, by level from the
// root. A flat machine is the tree of one level whose switch is no device.
type tree struct {
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

// levels is the number of switch levels.
func (t *tree) levels() int { return len(t.starts) }

// switches is the number of switches on a level.
func (t *tree) switches(level int) int { return len(t.starts[level]) - 1 }

// treeOf reads a machine's switches, and reports false if it has no tree.
// Cost: O(switches).
func treeOf(m topology.Topology) (*tree, bool) {
	h, nested := m.(topology.Hierarchy)
	if !nested {
		if _, flat := m.(topology.Flat); !flat {
			return nil, false
		}
		starts := [][]int32{{0, int32(m.NumNodes())}}
		return &tree{nodes: m.NumNodes(), starts: starts, children: starts, hops: []int64{1}, distance: []int64{1}, depth: []int64{1}}, true
	}
	levels, switches := h.Levels(), 0
	for l := range levels {
		switches += h.Switches(l)
	}
	t := &tree{shape: h, nodes: h.NumNodes(), nodeZero: topology.DeviceID(h.NumSwitches()), starts: make([][]int32, levels), children: make([][]int32, levels)}
	figures := make([]int64, 3*levels)
	t.hops, t.distance, t.depth = figures[:levels], figures[levels:2*levels], figures[2*levels:]
	table := make([]int32, 2*(switches+levels))
	for l := levels - 1; l >= 0; l-- {
		t.hops[l], t.distance[l], t.depth[l] = int64(h.PairHops(l)), h.PairDistance(l), h.Depth(l)
		n := h.Switches(l)
		starts := startsOf(h, l, table[:n+1])
		t.starts[l], t.children[l] = starts, starts
		table = table[n+1:]
		if l < levels-1 {
			t.children[l] = childrenOf(table[:n+1], starts, t.starts[l+1])
			table = table[n+1:]
		}
	}
	return t, true
}

// startsOf fills in the first node under each switch of a level, and one more.
func startsOf(h topology.Hierarchy, level int, starts []int32) []int32 {
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

// under is the first and last node under a switch.
func (t *tree) under(level, place int) (first, last topology.NodeID) {
	return topology.NodeID(t.starts[level][place]), topology.NodeID(t.starts[level][place+1] - 1)
}

// device is the number of a switch, or NoDevice.
func (t *tree) device(level, place int) topology.DeviceID {
	switch {
	case t.list != nil && level == t.levels():
		return t.nodeDevice(place)
	case t.list != nil:
		return t.list[t.at[level][place]].Device
	case t.shape == nil:
		return NoDevice
	}
	return t.shape.SwitchDevice(level, place)
}

// nodeDevice is the device number of a node.
func (t *tree) nodeDevice(n int) topology.DeviceID { return t.nodeZero + topology.DeviceID(n) }
