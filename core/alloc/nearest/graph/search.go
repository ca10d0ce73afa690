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

// frontier is the state of the outward search from one device of the core (see the
// package comment).
type frontier struct {
	turn      int32
	settled   []int32      // for each device, the last turn in which its distance was settled (found to be final)
	queue     []queued     // queue of devices that were reached, by ascending distance
	found     []foundGroup // groups that were found, by ascending distance
	parts     []part
	reached   int     // number of links followed in the search from this device
	ask       bool    // computing the distances of all groups is faster than following links
	countable bool    // distances are small enough for a counting sort
	away      []int64 // distance of each group; scratch memory
	level     []int64 // number of slots or groups at each distance; scratch memory
	merged    []int32 // scratch memory
}

// queued is a device that was reached, with the length of the path to it.
type queued struct {
	away   int64
	device topology.DeviceID
}

// foundGroup is a group of nodes, with their distance from the device where the
// search began.
type foundGroup struct {
	away  int64
	group int32
}

// part describes slots that are taken from one group: the first slots, in the order
// of its nodes.
type part struct {
	foundGroup
	slots  int64
	square int64 // sum over the nodes of the squared number of slots
}

// explore finds the groups nearest to device d of the core that together hold n
// slots. It returns false if these are farther away than the given limit. It visits
// devices in the order of their distance, like Dijkstra's algorithm. Once it has
// visited all devices at one distance, any group not yet found is farther than this
// distance plus the shortest link of a node. Cost: O(links of the devices nearer
// than the farthest slot), more if the lengths of links differ much.
func (w *GraphSearch) explore(d topology.DeviceID, limit int64) bool {
	if w.ask {
		if w.askAll(d) {
			return true
		}
		w.ask = false
	}
	w.turn++
	w.reached = 0
	w.queue, w.found = append(w.queue[:0], queued{0, d}), w.found[:0]
	slots, counted := int64(0), 0
	count := func(within int64) bool {
		for ; counted < len(w.found) && w.found[counted].away <= within; counted++ {
			slots += w.groups[w.found[counted].group].slots
		}
		return slots >= w.n
	}
	for head := 0; head < len(w.queue); {
		away, first := w.queue[head].away, head
		if away+w.least > limit {
			break
		}
		for ; head < len(w.queue) && w.queue[head].away == away; head++ {
			w.settle(w.queue[head])
		}
		if count(away + w.least) {
			w.ask = w.countable && w.reached > len(w.groups)
			return true
		}
		for i := first; i < head; i++ {
			if x := w.queue[i]; x.device >= 0 {
				w.queueNeighbours(x)
			}
		}
	}
	return count(limit)
}

// askAll finds the same groups as explore by computing the distances of all groups.
// This is faster if explore would follow more links than there are groups. It
// returns false if distances are too large for a counting sort; it is then not
// tried again on this network. Cost: O(groups).
func (w *GraphSearch) askAll(d topology.DeviceID) bool {
	w.away = w.away[:0]
	for i := range w.groups {
		w.away = append(w.away, w.m.DeviceDistance(d, w.nodes[w.groups[i].places[0]].Node))
	}
	farthest := slices.Max(w.away)
	if farthest > 4096 {
		w.countable = false
		return false
	}
	w.level = append(w.level[:0], make([]int64, farthest+1)...) // for each distance: first the number of slots, later the next free index in found
	for i, away := range w.away {
		w.level[away] += w.groups[i].slots
	}
	reach, slots := int64(0), w.level[0]
	for ; slots < w.n; slots += w.level[reach] {
		reach++
	}
	clear(w.level)
	for _, away := range w.away {
		w.level[away]++
	}
	next := int64(0)
	for i := range w.level[:reach+1] {
		next, w.level[i] = next+w.level[i], next
	}
	w.found = append(w.found[:0], make([]foundGroup, next)...)
	for i, away := range w.away {
		if away <= reach {
			w.found[w.level[away]] = foundGroup{away, int32(i)}
			w.level[away]++
		}
	}
	return true
}

// settle makes the distance of a device final, and adds the groups of the device to
// found. It ignores a device that is already settled.
func (w *GraphSearch) settle(x queued) {
	if w.settled[x.device] == w.turn {
		return
	}
	w.settled[x.device] = w.turn
	for b := w.of[x.device]; b >= 0; b = w.groups[b].next {
		s := foundGroup{x.away + w.groups[b].length, b}
		i := len(w.found)
		for i > 0 && w.found[i-1].away > s.away {
			i--
		}
		w.found = slices.Insert(w.found, i, s)
	}
}

// queueNeighbours adds the neighbours of x to the queue. If all links have equal
// lengths, each neighbour is appended at the end.
func (w *GraphSearch) queueNeighbours(x queued) {
	ways := w.from(x.device)
	w.reached += len(ways)
	for _, way := range ways {
		if w.settled[way.To] == w.turn {
			continue
		}
		next := queued{x.away + way.Weight, way.To}
		i := len(w.queue)
		for w.queue[i-1].away > next.away {
			i--
		}
		w.queue = slices.Insert(w.queue, i, next)
	}
}

// pick selects the n nearest slots of the groups found. At equal distance, slots on
// faster nodes come first, then lower numbers. It stores the selection in the field
// parts, where it is valid until the next call. It returns the distance of the last
// slot, and an index in GraphSearch.nodes called cut. Nodes at this distance whose
// index is cut or higher are not taken completely.
func (w *GraphSearch) pick(n int64) (reach int64, cut int32) {
	w.parts = w.parts[:0]
	for i := 0; ; {
		first, slots := i, int64(0)
		for i < len(w.found) && w.found[i].away == w.found[first].away {
			slots += w.groups[w.found[i].group].slots
			i++
		}
		level := w.found[first:i]
		if slots > n {
			return level[0].away, w.split(level, n)
		}
		for _, s := range level {
			b := &w.groups[s.group]
			w.parts = append(w.parts, part{s, b.slots, b.square})
		}
		if n -= slots; n == 0 {
			return level[0].away, math.MaxInt32
		}
	}
}

// split takes the first n slots from several groups at equal distance, which
// together have more than n slots. The slots are taken in the order of their nodes
// in GraphSearch.nodes; the index of a node in this list is called its place.
// Usually all places of a group come before those of the next group, and split is
// fast. Otherwise it calls interleave. The result cut is the same as that of pick.
func (w *GraphSearch) split(level []foundGroup, n int64) (cut int32) {
	for i, s := range level { // insertion sort by the place of the first node of each group, because the groups are nearly in order already
		j := i
		for j > 0 && w.groups[level[j-1].group].places[0] > w.groups[s.group].places[0] {
			level[j] = level[j-1]
			j--
		}
		level[j] = s
	}
	before := len(w.parts)
	left := n
	for i, s := range level {
		p, last := w.head(s, left)
		if i+1 < len(level) && last > w.groups[level[i+1].group].places[0] {
			w.parts = w.parts[:before]
			return w.interleave(level, n)
		}
		w.parts = append(w.parts, p)
		if left -= p.slots; left == 0 {
			return w.cutAfter(p, last)
		}
	}
	panic("graph: groups have less than they are said to have")
}

// head returns the first n slots of a group, or all of its slots if it has fewer.
// It also returns the place of the last node used (its index in GraphSearch.nodes).
func (w *GraphSearch) head(s foundGroup, n int64) (part, int32) {
	b := &w.groups[s.group]
	if b.slots <= n {
		return part{s, b.slots, b.square}, b.places[len(b.places)-1]
	}
	p := part{foundGroup: s}
	for _, place := range b.places {
		k := min(int64(w.nodes[place].Slots), n-p.slots)
		p.slots += k
		p.square += k * k
		if p.slots == n {
			return p, place
		}
	}
	panic("graph: a group has less than it is said to have")
}

// cutAfter returns the first place (index in GraphSearch.nodes) whose node is not
// taken completely. Part p must be the last slots taken, and must end at the node
// with the given place.
func (w *GraphSearch) cutAfter(p part, last int32) int32 {
	all := int64(0)
	for _, place := range w.groups[p.group].places {
		if all += int64(w.nodes[place].Slots); place == last {
			break
		}
	}
	if all > p.slots {
		return last
	}
	return last + 1
}

// interleave takes the same slots as split. It also works if the places of one
// group lie between those of another.
func (w *GraphSearch) interleave(level []foundGroup, n int64) (cut int32) {
	w.merged = w.merged[:0]
	for _, s := range level {
		w.merged = append(w.merged, w.groups[s.group].places...)
	}
	slices.Sort(w.merged)
	for _, place := range w.merged {
		if n -= int64(w.nodes[place].Slots); n <= 0 {
			cut = place
			break
		}
	}
	for _, s := range level { // take all slots of nodes before the place cut, and of the node at this place only the slots that are still needed
		p := part{foundGroup: s}
		for _, place := range w.groups[s.group].places {
			if place > cut {
				break
			}
			k := int64(w.nodes[place].Slots)
			if place == cut {
				k += n
			}
			p.slots += k
			p.square += k * k
		}
		if p.slots > 0 {
			w.parts = append(w.parts, p)
		}
	}
	if n == 0 {
		cut++
	}
	return cut
}

// maxTable is the maximum number of distances between groups that are stored.
const maxTable = 1 << 22

// sum returns the sum of the distances over all pairs of slots in the field parts.
// If the sum exceeds the given limit, it may return any number above the limit
// instead. Cost: O(parts²).
func (w *GraphSearch) sum(enough int64) int64 {
	w.tabulate()
	sum := int64(0)
	for i, p := range w.parts {
		b := &w.groups[p.group]
		sum += (p.slots*p.slots - p.square) * b.length
		others := int64(0)
		if w.table != nil {
			row := w.table[int(p.group)*len(w.groups):]
			for _, q := range w.parts[:i] {
				others += q.slots * int64(row[q.group])
			}
		} else {
			for _, q := range w.parts[:i] {
				others += q.slots * w.apart(p.group, q.group)
			}
		}
		if sum += p.slots * others; sum > enough {
			break
		}
	}
	return sum
}

// tabulate stores the distances between all groups. It does so only if each
// distance is expected to be used several times during the searches from the
// devices of the core.
func (w *GraphSearch) tabulate() {
	all := len(w.groups) * len(w.groups)
	if w.table != nil || all > maxTable || len(w.parts)*len(w.parts)*len(w.core) < 4*all {
		return
	}
	w.table = make([]int32, all)
	for i := range w.groups {
		for j := range i {
			d := w.apart(int32(i), int32(j))
			if d > 1<<30 {
				w.table = nil
				return
			}
			w.table[i*len(w.groups)+j], w.table[j*len(w.groups)+i] = int32(d), int32(d)
		}
	}
}

// apart returns the distance between a node of group a and a node of group b.
func (w *GraphSearch) apart(a, b int32) int64 {
	return w.m.Distance(w.nodes[w.groups[a].places[0]].Node, w.nodes[w.groups[b].places[0]].Node)
}
