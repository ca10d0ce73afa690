package tree

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// TreeSearch implements nearest.Search on a tree.
//
// The slots around a device form shells of equal distance: its own subtree, then
// the rest of its parent's subtree, and so on. The n nearest slots therefore come
// from two subtrees. All slots of the inner subtree, which has fewer than n slots,
// are among them. The others are the first slots from the rest of the outer
// subtree, the next larger one, which has at least n slots. There is thus at most
// one candidate for each switch and node. Prefix sums over the nodes of each
// switch, in the order in which they are taken, give the sum of distances of a
// candidate without examining its nodes.
type TreeSearch struct {
	*topology.Levels
	n      int64 // number of slots requested
	whole  bool  // a slot is a whole node
	mixed  bool  // nodes differ in speed or size
	room   []int64
	speed  []int64           // speed of one slot of a node; nil unless mixed
	nodes  []topology.NodeID // nodes with free slots: faster nodes first, then lower numbers
	levels []levelSums

	above      []int32 // result of switchOf for the level aboveLevel
	aboveLevel int

	r      *workload.Request
	free   *cluster.Free
	memory *cluster.Scratch
}

// NewSearch returns a search for r in what is free. The machine must have Levels,
// that is, its switches form a tree of even depth or it is flat. The free resources
// are read when a result is requested. Cost: O(1).
func NewSearch(r *workload.Request, free *cluster.Free) *TreeSearch {
	m := free.Machine()
	return &TreeSearch{Levels: m.Levels(), n: int64(r.Size()), whole: r.Whole(), mixed: !m.Uniform(), r: r, free: free}
}

// read reads the slots that are free for the job. Cost: O(nodes).
func (g *TreeSearch) read(memory *cluster.Scratch) {
	memory.Begin()
	m, all := g.free.Machine(), g.NumNodes()
	g.memory, g.room, g.above, g.levels = memory, memory.Longs.Cut(all), nil, make([]levelSums, g.NumLevels())
	g.nodes = memory.Nodes.Cut(all)[:0]
	if g.whole {
		for n := range g.free.IdleFor(g.r).All {
			g.room[n] = 1
			g.nodes = append(g.nodes, n)
		}
	} else {
		for n := range topology.NodeID(all) {
			if k := g.free.Slots(g.r, n); k > 0 {
				g.room[n] = min(int64(k), g.n)
				g.nodes = append(g.nodes, n)
			}
		}
	}
	if g.mixed {
		g.speed = memory.Longs.Cut(all)
		for _, n := range g.nodes {
			g.speed[n] = nearest.SlotSpeed(g.r, m.Spec(n))
		}
		g.nodes = nearest.FasterFirst(g.nodes, m)
	}
}

// LeastSum implements nearest.Search. Cost: O(levels·nodes + devices·log nodes).
func (g *TreeSearch) LeastSum() []nearest.NodeSlots { return g.least(false, true) }

// LeastReach implements nearest.Search. Cost: O(nodes), and O(switches·log nodes)
// if nodes differ.
func (g *TreeSearch) LeastReach() []nearest.NodeSlots { return g.least(true, false) }

// LeastReachSum implements nearest.CompactSearch. Cost: the cost of LeastSum.
func (g *TreeSearch) LeastReachSum() []nearest.NodeSlots { return g.least(true, true) }

// least returns the best set. Sets are compared by reach if byReach is true, then
// by sum if bySum is true, then by speed and device. It uses branch and bound: the
// cost of a candidate is computed only if the candidate's bound allows it to win.
func (g *TreeSearch) least(byReach, bySum bool) []nearest.NodeSlots {
	g.read(g.free.Scratch())
	if first := g.nodes[0]; g.room[first] >= g.n && !g.mixed && g.Device(0, 0) <= 0 {
		return g.oneNode(first) // the set of the root, which is the first device
	}
	if bySum {
		g.sums()
	}
	var best candidate
	var least measures
	reach, found := int64(0), false
	for x := range g.candidates {
		far := int64(0)
		if byReach {
			far = g.reach(x)
		}
		switch {
		case !found:
		case byReach && x.level < best.level:
			return g.nodesOf(best) // candidates on higher levels have a larger reach
		case far > reach, bySum && far == reach && g.hopeless(x, best, least.sum):
			continue
		}
		f := g.measure(x)
		if !bySum {
			f.sum = 0
		}
		if !found || cmp.Or(cmp.Compare(far, reach), cmp.Compare(f.sum, least.sum), cmp.Compare(least.speed, f.speed), cmp.Compare(x.device, best.device)) < 0 {
			best, reach, least, found = x, far, f, true
		}
		if !g.mixed && !bySum {
			break // the first device of a level wins
		}
	}
	return g.nodesOf(best)
}

// hopeless reports whether candidate x cannot be better than the candidate best,
// whose sum is given.
func (g *TreeSearch) hopeless(x, best candidate, sum int64) bool {
	bound := g.bound(x)
	return bound > sum || bound == sum && !g.mixed && x.device > best.device
}

// All implements nearest.Search.
func (g *TreeSearch) All(bySum bool) iter.Seq[nearest.Set] {
	return func(yield func(nearest.Set) bool) {
		g.read(new(cluster.Scratch))
		found := slices.Collect(iter.Seq[candidate](g.candidates))
		slices.SortFunc(found, func(a, b candidate) int { return cmp.Compare(a.device, b.device) })
		if bySum {
			g.sums()
		}
		for _, x := range found {
			cost := g.reach(x)
			if bySum {
				cost = g.measure(x).sum
			}
			if !yield(nearest.Set{Centre: x.device, Nodes: g.nodesOf(x), Cost: cost}) {
				return
			}
		}
	}
}

// candidates yields every different set of slots nearest to some device. It begins
// with the lowest switches, so that bounds take effect early. The device of a set
// is the first device that has this set.
func (g *TreeSearch) candidates(yield func(candidate) bool) {
	leaf := g.NumLevels() - 1
	for _, n := range g.nodes {
		if g.room[n] >= g.n && !yield(candidate{leaf + 1, int(n), -1, g.NodeDevice(n)}) {
			return
		}
	}
	for l := leaf; l >= 0; l-- {
		for s := range g.Switches(l) {
			if g.count(l, s) < g.n {
				continue
			}
			own := g.Device(l, s)
			if own >= 0 && !yield(candidate{l, s, -1, own}) {
				return
			}
			for c := int(g.Children[l][s]); c < int(g.Children[l][s+1]); c++ {
				in, device := g.slotsUnder(l, c), g.firstUnder(l, c)
				if in == 0 && 0 <= own && own < device {
					continue // the child has the same set as the switch, and the switch is the earlier device
				}
				if in < g.n && !yield(candidate{l, s, c, device}) {
					return
				}
			}
		}
	}
}

// slotsUnder returns the number of slots under child c of a switch of level l.
func (g *TreeSearch) slotsUnder(l, c int) int64 {
	if l < g.NumLevels()-1 {
		return g.count(l+1, c)
	}
	return g.room[c]
}

// firstUnder returns the device number of child c of a switch of level l. The child
// is itself the first device under it.
func (g *TreeSearch) firstUnder(l, c int) topology.DeviceID {
	if l < g.NumLevels()-1 {
		return g.Device(l+1, c)
	}
	return g.NodeDevice(topology.NodeID(c))
}

// reach returns the distance from the device of x to its farthest slots.
func (g *TreeSearch) reach(x candidate) int64 {
	leaf := g.NumLevels() - 1
	switch {
	case x.level > leaf:
		return 0
	case x.c < 0:
		return g.Depth[x.level]
	case x.level == leaf:
		return g.Distance[x.level] // the device is a node
	}
	return 2*g.Depth[x.level] - g.Depth[x.level+1]
}

// bound returns a lower bound for the sum of distances of x. It adds up the
// distances between the inner slots and the distances from the inner to the outer
// slots. For whole nodes it also adds the smallest distance in the machine for each
// pair of outer slots.
func (g *TreeSearch) bound(x candidate) int64 {
	if x.level == g.NumLevels() {
		return 0
	}
	in := g.child(x.level, x.c)
	outer := g.n - in.slots
	sum := in.sum + g.Distance[x.level]*in.slots*outer
	if g.whole {
		sum += g.Distance[g.NumLevels()-1] * outer * (outer - 1) / 2
	}
	return sum
}

// candidate describes the n slots nearest to some device: all slots under child c
// of switch s of the level, and the first other slots under s. If c is -1, there is
// no child. If level is one below the leaf switches, s is a node that holds all n
// slots.
type candidate struct {
	level, s, c int
	device      topology.DeviceID // the first device that has this set
}

// measures is the sum of distances and the total speed of a set of slots.
type measures struct{ sum, speed int64 }

// childSums describes a child of a switch: its range in the order of its level, and
// the totals over this range. If the child is a node, the range has one element.
type childSums struct {
	v                 *levelSums // nil for a node
	node              topology.NodeID
	from, to          int32
	slots, sum, speed int64
}

// child returns the range and the totals of child c of a switch of level l.
func (g *TreeSearch) child(l, c int) (in childSums) {
	switch {
	case c < 0:
		return childSums{}
	case l == g.NumLevels()-1:
		in.node, in.slots = topology.NodeID(c), g.room[c]
		if in.slots > 0 {
			in.to = 1
			if g.mixed {
				in.speed = in.slots * g.speed[c]
			}
		}
		return in
	}
	in.v = g.group(l + 1)
	in.from, in.to = in.v.start[c], in.v.start[c+1]
	in.slots = in.v.slots[in.to] - in.v.slots[in.from]
	if in.v.sum != nil {
		in.sum = in.v.sum[in.to] - in.v.sum[in.from]
	}
	if g.mixed {
		in.speed = in.v.speed[in.to] - in.v.speed[in.from]
	}
	return in
}

// place returns the i-th node of the child, and the number of the child's slots
// before this node.
func (in *childSums) place(i int32) (n topology.NodeID, before int64) {
	if in.v == nil {
		return in.node, 0
	}
	return in.v.order[in.from+i], in.v.slots[in.from+i] - in.v.slots[in.from]
}

// last finds the end of the outer slots among the nodes of switch s of level l. It
// searches these nodes in the order in which they are taken. The result end is the
// index after the last node that is needed. Before this index there are skipped
// nodes of the child, with passed slots, which do not count as outer slots. The
// result excess is the number of slots of the last node that are not needed.
func (g *TreeSearch) last(l, s int, in *childSums) (end, skipped int32, passed, excess int64) {
	v := g.group(l)
	from, to := v.start[s], v.start[s+1]
	want := g.n - in.slots
	skipped = int32(sort.Search(int(in.to-in.from), func(i int) bool {
		n, before := in.place(int32(i))
		return v.slots[v.at[n]]-v.slots[from]-before >= want
	}))
	if skipped > 0 {
		n, before := in.place(skipped - 1)
		passed = before + g.room[n]
	}
	need := v.slots[from] + want + passed
	end = from + int32(sort.Search(int(to-from), func(i int) bool { return v.slots[from+int32(i)] >= need }))
	return end, skipped, passed, v.slots[end] - need
}

// measure returns the sum of distances and the speed of x. The sum is correct only
// if the method sums was called before. Cost: O(log nodes).
func (g *TreeSearch) measure(x candidate) (f measures) {
	if x.level == g.NumLevels() {
		if g.mixed {
			f.speed = g.n * g.speed[x.s]
		}
		return f
	}
	v, in := g.group(x.level), g.child(x.level, x.c)
	end, skipped, passed, excess := g.last(x.level, x.s, &in)
	from := v.start[x.s]
	if v.sum != nil {
		apart := g.Distance[x.level]
		want := g.n - in.slots
		f.sum = v.sum[end] - v.sum[from] - apart*passed*(want+excess) + in.sum + apart*in.slots*want
		if in.v != nil {
			f.sum -= in.v.sum[in.from+skipped] - in.v.sum[in.from]
		}
		if excess > 0 {
			each := (v.sum[end] - v.sum[end-1]) / g.room[v.order[end-1]]
			f.sum -= excess * (each - apart*passed)
		}
	}
	if g.mixed {
		f.speed = v.speed[end] - v.speed[from] + in.speed
		if in.v != nil {
			f.speed -= in.v.speed[in.from+skipped] - in.v.speed[in.from]
		} else if skipped > 0 {
			f.speed -= in.speed
		}
		if excess > 0 {
			f.speed -= excess * g.speed[v.order[end-1]]
		}
	}
	return f
}

// nodesOf returns the slots of x. Cost: O(nodes of the job).
func (g *TreeSearch) nodesOf(x candidate) []nearest.NodeSlots {
	if x.level == g.NumLevels() {
		return g.oneNode(topology.NodeID(x.s))
	}
	v, in := g.group(x.level), g.child(x.level, x.c)
	nodes := make([]nearest.NodeSlots, 0, min(g.n, int64(len(g.nodes))))
	for i := range in.to - in.from {
		n, _ := in.place(i)
		nodes = append(nodes, nearest.NodeSlots{Node: n, Slots: int32(g.room[n])})
	}
	left := g.n - in.slots
	first, last := g.childNodes(x.level, x.c)
	for i := v.start[x.s]; left > 0; i++ {
		n := v.order[i]
		if first <= n && n <= last {
			continue
		}
		k := min(left, g.room[n])
		nodes = append(nodes, nearest.NodeSlots{Node: n, Slots: int32(k)})
		left -= k
	}
	return nodes
}

// oneNode returns all n slots on one node.
func (g *TreeSearch) oneNode(n topology.NodeID) []nearest.NodeSlots {
	return []nearest.NodeSlots{{Node: n, Slots: int32(g.n)}}
}

// childNodes returns the first and last node under child c of a switch of level l.
// If the switch is a leaf switch, the child is itself a node. For child -1 the
// range is empty: last is before first.
func (g *TreeSearch) childNodes(l, c int) (first, last topology.NodeID) {
	switch {
	case c < 0:
		return 0, -1
	case l == g.NumLevels()-1:
		return topology.NodeID(c), topology.NodeID(c)
	}
	return g.Under(l+1, c)
}

// levelSums lists the nodes with free slots, grouped by the switches of one level.
// Under each switch they are in the order in which they are taken.
type levelSums struct {
	order []topology.NodeID
	at    []int32 // index of each node in order
	start []int32 // index in order of the first node under each switch; the last entry is the number of nodes
	// Prefix sums over order: the number of slots, their speed, and a sum of
	// distances. To the sum of distances each node adds the distances from its
	// slots to all slots before them under the same switch.
	slots, speed, sum []int64
}

// group returns the list and the prefix sums of level l, but does not compute the
// sums of distances. It computes the others on first use.
func (g *TreeSearch) group(l int) *levelSums {
	v := &g.levels[l]
	if v.start != nil {
		return v
	}
	v.start = g.counts(l)
	if other := slices.IndexFunc(g.levels, func(o levelSums) bool { return o.order != nil }); other >= 0 && !g.mixed {
		o := &g.levels[other] // nodes in the order of their numbers are grouped by switch on every level, so one list serves all levels
		v.order, v.at, v.slots = o.order, o.at, o.slots
		return v
	}
	v.order = g.nodes
	if g.mixed && l > 0 {
		v.order = g.memory.Nodes.Cut(len(g.nodes))
		next, of := slices.Clone(v.start), g.switchOf(l)
		for _, n := range g.nodes {
			v.order[next[of[n]]] = n
			next[of[n]]++
		}
	}
	v.at = g.memory.Ints.Cut(g.NumNodes())
	v.slots = g.memory.Longs.Cut(len(v.order) + 1)
	for i, n := range v.order {
		v.at[n] = int32(i)
		v.slots[i+1] = v.slots[i] + g.room[n]
	}
	if g.mixed {
		v.speed = g.memory.Longs.Cut(len(v.order) + 1)
		for i, n := range v.order {
			v.speed[i+1] = v.speed[i] + g.room[n]*g.speed[n]
		}
	}
	return v
}

// counts returns an entry for each switch of a level: the number of nodes with free
// slots under all switches before it.
func (g *TreeSearch) counts(l int) []int32 {
	start, starts := g.memory.Ints.Cut(g.Switches(l)+1), g.Starts[l]
	if g.mixed {
		of := g.switchOf(l)
		for _, n := range g.nodes {
			start[of[n]+1]++
		}
		for s := range g.Switches(l) {
			start[s+1] += start[s]
		}
		return start
	}
	i := 0
	for s := range g.Switches(l) {
		for i < len(g.nodes) && int32(g.nodes[i]) < starts[s+1] {
			i++
		}
		start[s+1] = int32(i)
	}
	return start
}

// switchOf returns, for each node, the switch of level l above it.
func (g *TreeSearch) switchOf(l int) []int32 {
	if g.above == nil {
		g.above, g.aboveLevel = g.memory.Ints.Cut(g.NumNodes()), -1
	}
	if g.aboveLevel != l {
		g.aboveLevel = l
		for s := range g.Switches(l) {
			for n := g.Starts[l][s]; n < g.Starts[l][s+1]; n++ {
				g.above[n] = int32(s)
			}
		}
	}
	return g.above
}

// sums computes the prefix sums of all levels, including the sums of distances.
func (g *TreeSearch) sums() {
	memory := &g.memory.Longs
	before := memory.Cut(g.NumNodes()) // for each node, number of slots before it under its switch on the level below
	adds := memory.Cut(g.NumNodes())   // for each node, sum of the distances from one of its slots to the slots before it
	for l := g.NumLevels() - 1; l >= 0; l-- {
		v := g.group(l)
		v.sum = memory.Cut(len(v.order) + 1)
		for s := range g.Switches(l) {
			first := v.slots[v.start[s]]
			for i := v.start[s]; i < v.start[s+1]; i++ {
				n, here := v.order[i], v.slots[i]-first
				adds[n] += g.Distance[l] * (here - before[n])
				before[n] = here
				v.sum[i+1] = v.sum[i] + g.room[n]*adds[n]
			}
		}
	}
}

// count returns the number of slots under switch s of level l.
func (g *TreeSearch) count(l, s int) int64 {
	v := g.group(l)
	return v.slots[v.start[s+1]] - v.slots[v.start[s]]
}
