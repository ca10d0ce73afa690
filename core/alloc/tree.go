package alloc

import "hopyard/core/topology"

// tree is a machine of nested switches as plain numbers, by level from the
// root. A flat machine is the tree of one level whose switch is no device.
type tree struct {
	nodes    int
	span     []int   // nodes under a switch
	hops     []int64 // switches between two nodes that meet on the level
	distance []int64 // links between them
	depth    []int64 // links from a switch down to its nodes
	// first[l] is the device number of the first switch of level l,
	// first[levels] that of node 0; switches without numbers are below 0.
	first []topology.DeviceID
}

// levels is the number of switch levels.
func (t *tree) levels() int { return len(t.span) }

// switches is the number of switches on a level.
func (t *tree) switches(level int) int { return t.nodes / t.span[level] }

// treeOf reads a machine's switches, and reports false if it has no tree.
func treeOf(m topology.Topology) (*tree, bool) {
	h, nested := m.(topology.Hierarchy)
	if !nested {
		if _, flat := m.(topology.Flat); !flat {
			return nil, false
		}
		n := m.NumNodes()
		return &tree{nodes: n, span: []int{n}, hops: []int64{1}, distance: []int64{1}, depth: []int64{1}, first: []topology.DeviceID{NoDevice, 0}}, true
	}
	t := &tree{nodes: h.NumNodes()}
	d, numbered := m.(topology.Devices)
	next := topology.DeviceID(0)
	for l := range h.Levels() {
		t.span = append(t.span, h.Span(l))
		t.hops = append(t.hops, int64(h.PairHops(l)))
		t.distance = append(t.distance, h.PairDistance(l))
		t.depth = append(t.depth, h.Depth(l))
		if numbered && d.NumSwitches() > 0 {
			t.first = append(t.first, next)
			next += topology.DeviceID(h.Switches(l))
		} else {
			t.first = append(t.first, NoDevice)
		}
	}
	t.first = append(t.first, next)
	return t, true
}

// under is the first and last node under a switch.
func (t *tree) under(level, place int) (first, last topology.NodeID) {
	return topology.NodeID(place * t.span[level]), topology.NodeID((place+1)*t.span[level] - 1)
}

// device is the number of a switch, or NoDevice.
func (t *tree) device(level, place int) topology.DeviceID {
	if t.first[level] < 0 {
		return NoDevice
	}
	return t.first[level] + topology.DeviceID(place)
}
