package alloc

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// walk finds the slots nearest to each device of a network that can be
// searched outwards (topology.Walked), as far as it takes.
//
// Nodes that hang on one device of the core by links of the same lengths are
// one bunch: every other device is as far from all of them. Around a device of
// the core lie bunches at rising distances; the n nearest slots are all bunches
// within some distance and part of those at it. A hanging node sees itself
// first and then what its core device sees, in the same order: it has an answer
// of its own only if it is not among the nearest of that device anyway. It
// needs distances that are the same both ways.
type walk struct {
	m      topology.Walked
	n      int64
	rooms  []spot  // nodes with room, faster first, then by number
	speed  []int64 // of one slot of them
	mixed  bool    // nodes differ in speed or size
	bunch  []bunch
	of     []int32 // by device: its first bunch, or -1
	core   []topology.DeviceID
	first  []int32 // by device: its first way; one more at the end
	ways   []topology.Way
	least  int64 // the shortest link down to a bunch
	single int64 // the most slots on a node
	search
	table []int32 // distances of bunches, or nil
}

// bunch is the nodes with room, equally fast, that hang on a device alike.
type bunch struct {
	core   topology.DeviceID
	length int64   // of the link to each node; 0 for the device itself
	fast   int64   // speed of a node
	places []int32 // in rooms, ascending
	slots  int64
	square int64 // the sum of squares of the nodes' slots
	next   int32 // of the same device, or -1
}

// newWalk reads what is free for r, and reports false if distances are not the
// same both ways. Cost: O(devices + ways + nodes with room·log).
func newWalk(m topology.Walked, r *workload.Request, free *cluster.Free) (*walk, bool) {
	w := &walk{m: m, n: int64(r.Size()), mixed: !free.Machine().Uniform(), least: 1 << 62}
	if !w.readWays() || !w.readRooms(r, free) {
		return nil, false
	}
	w.settled, w.near = make([]int32, len(w.of)), true
	return w, true
}

// readWays lists the ways of all devices and reports whether each has one back
// of the same length. Both are in order, so that the ways back to devices of
// rising numbers come one after the other.
func (w *walk) readWays() bool {
	devices := w.m.NumSwitches() + w.m.NumNodes()
	w.first = make([]int32, devices+1)
	if t, ok := w.m.(topology.Routed); ok {
		w.ways = make([]topology.Way, 0, t.NumLinks())
	}
	for d := range topology.DeviceID(devices) {
		if w.inCore(d) {
			w.core = append(w.core, d)
			w.ways = w.m.AppendWays(w.ways, d)
		}
		w.first[d+1] = int32(len(w.ways))
	}
	back := slices.Clone(w.first)
	for d := range topology.DeviceID(devices) {
		for _, way := range w.from(d) {
			at := back[way.To]
			if at == w.first[way.To+1] || w.ways[at] != (topology.Way{To: d, Weight: way.Weight}) {
				return false
			}
			back[way.To]++
		}
	}
	return true
}

// inCore reports whether a device is of the core.
func (w *walk) inCore(d topology.DeviceID) bool {
	n := int(d) - w.m.NumSwitches()
	if n < 0 {
		return true
	}
	core, _, _ := w.m.Anchor(topology.NodeID(n))
	return core == d
}

// from is the ways from a device.
func (w *walk) from(d topology.DeviceID) []topology.Way { return w.ways[w.first[d]:w.first[d+1]] }

// readRooms bunches the nodes with room, and reports whether the links of
// each are as long up as down.
func (w *walk) readRooms(r *workload.Request, free *cluster.Free) bool {
	m := free.Machine()
	var nodes []topology.NodeID
	for n := range topology.NodeID(m.NumNodes()) {
		if free.Slots(r, n) > 0 {
			nodes = append(nodes, n)
		}
	}
	if !m.Uniform() {
		nodes = fasterFirst(nodes, m)
	}
	w.of = make([]int32, len(w.first)-1)
	for d := range w.of {
		w.of[d] = -1
	}
	for place, n := range nodes {
		core, up, down := w.m.Anchor(n)
		if up != down {
			return false
		}
		spec, k := m.Spec(n), min(int64(free.Slots(r, n)), w.n)
		b := w.bunchOf(core, up, spec.Speed)
		w.bunch[b].places = append(w.bunch[b].places, int32(place))
		w.bunch[b].slots += k
		w.bunch[b].square += k * k
		w.rooms = append(w.rooms, spot{n, int32(k)})
		w.speed = append(w.speed, slotSpeed(r, spec))
		w.least, w.single = min(w.least, up), max(w.single, k)
	}
	return true
}

// bunchOf is the bunch of nodes so fast that hang on a device so.
func (w *walk) bunchOf(core topology.DeviceID, length, fast int64) int32 {
	b := w.of[core]
	for b >= 0 && (w.bunch[b].length != length || w.bunch[b].fast != fast) {
		b = w.bunch[b].next
	}
	if b < 0 {
		b = int32(len(w.bunch))
		w.bunch = append(w.bunch, bunch{core: core, length: length, fast: fast, next: w.of[core]})
		w.of[core] = b
	}
	return b
}
