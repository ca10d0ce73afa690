// Package graph searches a network for the nodes nearest to a device by going
// outwards from the device over its links, no farther than the job needs.
//
// It works on any network with symmetric distances and uses no knowledge of its
// shape, so dragonflies and graphs from files are handled in the same way. [New]
// returns a [GraphSearch], which implements nearest.Search:
//
//	if s, ok := graph.New(topology, job, free); ok {
//		slots := s.LeastSum()
//	}
//
// A node with a single neighbour is attached to this neighbour. The core of the
// network consists of all other devices: the switches, and the nodes with several
// neighbours. Nodes attached to the same device by links of the same length have
// equal distances to all other devices. Those of equal speed form a group, and the
// search handles a group at once instead of each node.
//
// Cost: a Dijkstra search from each device of the core that stops as soon as the
// job is placed, plus the pairs of groups found.
//
// Source: SOURCES.md S4.2 for what is searched; E. W. Dijkstra, Numerische
// Mathematik 1 (1959), for how. INFERRED: the groups. Tests compare it with
// nearest.Exhaustive.
package graph

import (
	"iter"
	"math"
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// GraphSearch implements nearest.Search on a network whose links can be listed
// (topology.Searchable). Distances must be symmetric.
//
// Nodes of equal speed that are attached to the same device of the core by links of
// the same length form a group, because every other device is equally far from all
// of them. The n slots nearest to a device of the core are all groups nearer than
// some distance, and some of the slots at this distance. For a node attached to a
// device, the nearest slots are its own. They are followed by the slots nearest to
// the device, in the same order. Such a node therefore leads to a different set
// than its device only if it is not completely among the n slots nearest to the
// device.
type GraphSearch struct {
	m      topology.Searchable
	n      int64
	nodes  []nearest.NodeSlots // nodes with free slots: faster nodes first, then lower numbers
	speed  []int64             // speed of one slot of each node, with the indices of nodes
	mixed  bool                // nodes differ in speed or size
	groups []group
	of     []int32 // index of the first group of each device, or -1
	core   []topology.DeviceID
	first  []int32 // index of the first way (outgoing link) of each device; the last entry is the number of ways
	ways   []topology.CoreLink
	least  int64 // length of the shortest link from a core device to a node of a group
	single int64 // the largest number of slots on any single node
	frontier
	table []int32 // distances between all groups, or nil
}

// group is a set of equally fast nodes with free slots that are attached to the
// same device by links of equal length.
type group struct {
	core   topology.DeviceID
	length int64   // length of the link to each node; 0 if the group is a node of the core
	fast   int64   // speed of each node
	places []int32 // indices of the nodes in GraphSearch.nodes (called places), ascending
	slots  int64
	square int64 // sum over the nodes of the squared number of slots
	next   int32 // index of the next group of the same device, or -1
}

// New returns a search for r in what is free. It returns false if distances are not
// symmetric. Cost: O(devices + links + f·log f) for f nodes with free slots.
func New(m topology.Searchable, r *workload.Request, free *cluster.Free) (*GraphSearch, bool) {
	if g, ok := m.(*topology.Graph); ok && !g.Symmetric() {
		return nil, false
	}
	w := &GraphSearch{m: m, n: int64(r.Size()), mixed: !free.Machine().Uniform(), least: 1 << 62}
	if !w.readWays() || !w.readNodes(r, free) {
		return nil, false
	}
	w.settled, w.countable = make([]int32, len(w.of)), true
	return w, true
}

// readWays lists the ways (directed links) of all core devices. It returns false if
// some way has no opposite way, or one of another length. The ways of a device are
// sorted by their ends, so opposite ways are found in order without searching.
func (w *GraphSearch) readWays() bool {
	devices := w.m.NumSwitches() + w.m.NumNodes()
	w.first = make([]int32, devices+1)
	if t, ok := w.m.(topology.Routed); ok {
		w.ways = make([]topology.CoreLink, 0, t.NumLinks())
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
			if at == w.first[way.To+1] || w.ways[at] != (topology.CoreLink{To: d, Weight: way.Weight}) {
				return false
			}
			back[way.To]++
		}
	}
	return true
}

// inCore reports whether a device belongs to the core.
func (w *GraphSearch) inCore(d topology.DeviceID) bool {
	n := int(d) - w.m.NumSwitches()
	if n < 0 {
		return true
	}
	core, _, _ := w.m.Anchor(topology.NodeID(n))
	return core == d
}

// from returns the ways (directed links) that start at device d.
func (w *GraphSearch) from(d topology.DeviceID) []topology.CoreLink {
	return w.ways[w.first[d]:w.first[d+1]]
}

// readNodes groups the nodes with free slots. It returns false if the link of some
// node has different lengths in its two directions.
func (w *GraphSearch) readNodes(r *workload.Request, free *cluster.Free) bool {
	m := free.Machine()
	var nodes []topology.NodeID
	for n := range topology.NodeID(m.NumNodes()) {
		if free.Slots(r, n) > 0 {
			nodes = append(nodes, n)
		}
	}
	if !m.Uniform() {
		nodes = nearest.FasterFirst(nodes, m)
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
		b := w.groupOf(core, up, spec.Speed)
		w.groups[b].places = append(w.groups[b].places, int32(place))
		w.groups[b].slots += k
		w.groups[b].square += k * k
		w.nodes = append(w.nodes, nearest.NodeSlots{Node: n, Slots: int32(k)})
		w.speed = append(w.speed, nearest.SlotSpeed(r, spec))
		w.least, w.single = min(w.least, up), max(w.single, k)
	}
	return true
}

// groupOf returns the group of nodes that have the given speed and are attached to
// the given core device by links of the given length. It creates the group if
// necessary.
func (w *GraphSearch) groupOf(core topology.DeviceID, length, fast int64) int32 {
	b := w.of[core]
	for b >= 0 && (w.groups[b].length != length || w.groups[b].fast != fast) {
		b = w.groups[b].next
	}
	if b < 0 {
		b = int32(len(w.groups))
		w.groups = append(w.groups, group{core: core, length: length, fast: fast, next: w.of[core]})
		w.of[core] = b
	}
	return b
}

// LeastSum implements nearest.Search. Cost: one exploration from each device of the
// core, plus the pairs of groups found.
func (w *GraphSearch) LeastSum() []nearest.NodeSlots {
	c := best{GraphSearch: w, Set: nearest.Set{Cost: math.MaxInt64}}
	for _, d := range w.core {
		w.explore(d, math.MaxInt64)
		reach, cut := w.pick(w.n)
		c.weigh(d, w.sum(c.Cost), -1)
		w.eachAttached(d, reach, cut, c.Cost, func(n topology.DeviceID, sum, _ int64, self int32) { c.weigh(n, sum, self) })
	}
	return c.Nodes
}

// LeastReach implements nearest.Search. If some node has room for all slots, it
// wins, because its reach is 0. Otherwise a node attached to another device need
// not be considered, because the reach of the other device is not larger: The
// node's own slots are one link away from the device. All other slots are nearer to
// the device than to the node. Cost: the cost of LeastSum without the pairs.
func (w *GraphSearch) LeastReach() []nearest.NodeSlots {
	c := best{GraphSearch: w, Set: nearest.Set{Cost: math.MaxInt64}}
	if w.single >= w.n {
		w.parts = w.parts[:0]
		for place, s := range w.nodes {
			if int64(s.Slots) >= w.n {
				c.weigh(w.deviceOf(s.Node), 0, int32(place))
			}
		}
		return c.Nodes
	}
	for _, d := range w.core {
		if w.explore(d, c.Cost) {
			reach, _ := w.pick(w.n)
			c.weigh(d, reach, -1)
		}
	}
	return c.Nodes
}

// All implements nearest.Search.
func (w *GraphSearch) All(bySum bool) iter.Seq[nearest.Set] {
	return func(yield func(nearest.Set) bool) {
		sets := make([]nearest.Set, len(w.of)) // the set of each device
		add := func(d topology.DeviceID, sum, reach int64, own []nearest.NodeSlots) {
			if !bySum {
				sum = reach
			}
			picked, _ := w.picked()
			sets[d] = nearest.Set{Centre: d, Nodes: append(own, picked...), Cost: sum}
		}
		for _, d := range w.core {
			w.explore(d, math.MaxInt64)
			reach, cut := w.pick(w.n)
			add(d, w.sum(math.MaxInt64), reach, nil)
			w.eachAttached(d, reach, cut, math.MaxInt64, func(n topology.DeviceID, sum, reach int64, self int32) {
				add(n, sum, reach, []nearest.NodeSlots{w.nodes[self]})
			})
		}
		for _, s := range sets {
			if s.Nodes != nil && !yield(s) {
				return
			}
		}
	}
}

// eachAttached calls the given function for each node that is attached to device d
// and has a different set than d. There are two kinds of such nodes. Some are not
// completely among the n slots nearest to d. Others have room for all n slots, so
// that their sum and reach are 0. The parameters reach and cut are the results of
// pick for d: of the nodes at distance reach, those with places from cut on are not
// completely among the nearest.
//
// The set consists of the node's own slots and the slots nearest to d, which are
// stored in the field parts. The function is passed the place of the node (self),
// the sum and the reach. A slot in parts is farther from the node than from d by
// the length of the node's link. If the sum exceeds the parameter enough, any
// number above it may be passed instead.
func (w *GraphSearch) eachAttached(d topology.DeviceID, reach int64, cut int32, enough int64, weigh func(n topology.DeviceID, sum, reach int64, self int32)) {
	others, sum, star, far := int64(-1), int64(0), int64(0), int64(0)
	for i := w.of[d]; i >= 0; i = w.groups[i].next {
		b := &w.groups[i]
		if b.length == 0 || b.length < reach && w.single < w.n {
			continue
		}
		for _, place := range b.places {
			self := w.nodes[place]
			k := int64(self.Slots)
			if k < w.n && (b.length < reach || b.length == reach && place < cut) {
				continue
			}
			if left := w.n - k; left != others {
				others, star, far = left, 0, 0
				w.parts = w.parts[:0]
				if left > 0 {
					far, _ = w.pick(left)
				}
				sum = w.sum(enough)
				for _, p := range w.parts {
					star += p.slots * p.away
				}
			}
			if others == 0 {
				weigh(w.deviceOf(self.Node), 0, 0, place)
			} else {
				weigh(w.deviceOf(self.Node), sum+k*(others*b.length+star), b.length+far, place)
			}
		}
	}
}

// picked returns the slots that are stored in the field parts, and their total
// speed.
func (w *GraphSearch) picked() (nodes []nearest.NodeSlots, speed int64) {
	for _, p := range w.parts {
		left := p.slots
		for _, place := range w.groups[p.group].places {
			s := w.nodes[place]
			s.Slots = int32(min(int64(s.Slots), left))
			nodes = append(nodes, s)
			speed += int64(s.Slots) * w.speed[place]
			if left -= int64(s.Slots); left == 0 {
				break
			}
		}
	}
	return nodes, speed
}

// best is the best set so far: the set with the least cost, where ties are broken
// by the larger speed, then by the first device.
type best struct {
	*GraphSearch
	nearest.Set
	total int64 // total speed of the set
}

// weigh compares the set of device d with the best set so far, and keeps the better
// of the two. The set consists of the slots in the field parts. If d is an attached
// node, its own slots are added, and the parameter self is its place (its index in
// GraphSearch.nodes). Otherwise self is -1.
func (c *best) weigh(d topology.DeviceID, cost int64, self int32) {
	if cost > c.Cost || cost == c.Cost && !c.mixed && d > c.Centre {
		return
	}
	nodes, speed := c.picked()
	if self >= 0 {
		nodes = append(nodes, c.nodes[self])
		speed += int64(c.nodes[self].Slots) * c.speed[self]
	}
	if cost < c.Cost || speed > c.total || speed == c.total && d < c.Centre {
		c.Set, c.total = nearest.Set{Centre: d, Nodes: nodes, Cost: cost}, speed
	}
}

// deviceOf returns the device number of a node.
func (w *GraphSearch) deviceOf(n topology.NodeID) topology.DeviceID {
	return topology.DeviceID(w.m.NumSwitches()) + topology.DeviceID(n)
}
