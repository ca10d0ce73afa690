package alloc

import (
	"slices"
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// rings answers, on a tree, which n slots are nearest to a device, faster
// nodes first among equally near ones, then by number.
//
// Around a device lie rings: its own subtree, then what its parent has beyond
// that, and so on. The nearest n slots are therefore all of some subtree (the
// inner one, with less than n) and the first of what the next larger one (the
// outer one, with n or more) has besides: at most one answer for every switch
// and node, whatever the number of devices. Running sums over the nodes of
// each switch, in the order in which they are taken, give the sum of distances
// of such an answer without looking at its nodes.
type rings struct {
	*tree
	n      int64 // slots asked for
	whole  bool  // a slot is a node
	mixed  bool  // nodes differ in speed or size
	room   []int64
	speed  []int64           // of one slot of a node; nil unless mixed
	nodes  []topology.NodeID // with room, faster first, then by number
	levels []ring

	above      []int32 // scratch of switchOf
	aboveLevel int
}

// ring is the nodes with room by switch of one level, in the order in which
// they are taken under it.
type ring struct {
	order []topology.NodeID
	at    []int32 // by node: its place in order
	start []int32 // by switch: its first place in order; one more at the end
	// Over the places before i: slots, their speed, and what each node adds to
	// the sum of distances of those before it under its switch.
	slots, speed, sum []int64
}

// newRings reads what is free for r. Cost: O(nodes).
func newRings(t *tree, r *workload.Request, free *cluster.Free) *rings {
	m := free.Machine()
	g := &rings{tree: t, n: int64(r.Size()), whole: r.Whole(), mixed: !m.Uniform(), room: make([]int64, t.nodes), levels: make([]ring, t.levels())}
	for n := range topology.NodeID(t.nodes) {
		if k := free.Slots(r, n); k > 0 {
			g.room[n] = min(int64(k), g.n)
			g.nodes = append(g.nodes, n)
		}
	}
	if g.mixed {
		g.speed = make([]int64, t.nodes)
		for _, n := range g.nodes {
			g.speed[n] = slotSpeed(r, m.Spec(n))
		}
		g.nodes = fasterFirst(g.nodes, m)
	}
	return g
}

// slotSpeed is the speed of the cores that one slot of r has on a node.
func slotSpeed(r *workload.Request, spec *cluster.Spec) int64 {
	if r.Whole() {
		return spec.Speed * max(spec.Resources[workload.Cores], 1)
	}
	return spec.Speed * max(r.PerTask[workload.Cores], 1)
}

// fasterFirst orders nodes by falling speed and keeps the order of equally
// fast ones. Cost: O(nodes·log speeds + speeds²).
func fasterFirst(nodes []topology.NodeID, m *cluster.Machine) []topology.NodeID {
	var speeds []int64 // falling
	rank := func(n topology.NodeID) (int, bool) {
		speed := m.Spec(n).Speed
		at := sort.Search(len(speeds), func(i int) bool { return speeds[i] <= speed })
		return at, at < len(speeds) && speeds[at] == speed
	}
	for _, n := range nodes {
		if at, known := rank(n); !known {
			speeds = slices.Insert(speeds, at, m.Spec(n).Speed)
		}
	}
	first := make([]int, len(speeds)+1)
	for _, n := range nodes {
		at, _ := rank(n)
		first[at+1]++
	}
	for i := range speeds {
		first[i+1] += first[i]
	}
	sorted := make([]topology.NodeID, len(nodes))
	for _, n := range nodes {
		at, _ := rank(n)
		sorted[first[at]] = n
		first[at]++
	}
	return sorted
}

// group fills the ring of a level, but for the sums of distances.
func (g *rings) group(l int) *ring {
	v := &g.levels[l]
	if v.start != nil {
		return v
	}
	v.start = g.counts(l)
	if other := slices.IndexFunc(g.levels, func(o ring) bool { return o.order != nil }); other >= 0 && !g.mixed {
		o := &g.levels[other] // nodes by number are by switch of any level too
		v.order, v.at, v.slots = o.order, o.at, o.slots
		return v
	}
	v.order = g.nodes
	if g.mixed && l > 0 {
		v.order = make([]topology.NodeID, len(g.nodes))
		next, of := slices.Clone(v.start), g.switchOf(l)
		for _, n := range g.nodes {
			v.order[next[of[n]]] = n
			next[of[n]]++
		}
	}
	v.at = make([]int32, g.tree.nodes)
	v.slots = make([]int64, len(v.order)+1)
	for i, n := range v.order {
		v.at[n] = int32(i)
		v.slots[i+1] = v.slots[i] + g.room[n]
	}
	if g.mixed {
		v.speed = make([]int64, len(v.order)+1)
		for i, n := range v.order {
			v.speed[i+1] = v.speed[i] + g.room[n]*g.speed[n]
		}
	}
	return v
}

// counts is the running number of nodes with room by switch of a level.
func (g *rings) counts(l int) []int32 {
	start, starts := make([]int32, g.switches(l)+1), g.starts[l]
	if g.mixed {
		of := g.switchOf(l)
		for _, n := range g.nodes {
			start[of[n]+1]++
		}
		for s := range g.switches(l) {
			start[s+1] += start[s]
		}
		return start
	}
	i := 0
	for s := range g.switches(l) {
		for i < len(g.nodes) && int32(g.nodes[i]) < starts[s+1] {
			i++
		}
		start[s+1] = int32(i)
	}
	return start
}

// switchOf is the switch of a level that each node is under.
func (g *rings) switchOf(l int) []int32 {
	if g.above == nil {
		g.above, g.aboveLevel = make([]int32, g.tree.nodes), -1
	}
	if g.aboveLevel != l {
		g.aboveLevel = l
		for s := range g.switches(l) {
			for n := g.starts[l][s]; n < g.starts[l][s+1]; n++ {
				g.above[n] = int32(s)
			}
		}
	}
	return g.above
}

// sums fills the rings of all levels with sums of distances.
func (g *rings) sums() {
	before := make([]int64, g.tree.nodes) // by node: slots before it under the switch of the level below
	adds := make([]int64, g.tree.nodes)   // by node: what each of its slots adds to the sum
	for l := g.tree.levels() - 1; l >= 0; l-- {
		v := g.group(l)
		v.sum = make([]int64, len(v.order)+1)
		for s := range g.switches(l) {
			first := v.slots[v.start[s]]
			for i := v.start[s]; i < v.start[s+1]; i++ {
				n, here := v.order[i], v.slots[i]-first
				adds[n] += g.distance[l] * (here - before[n])
				before[n] = here
				v.sum[i+1] = v.sum[i] + g.room[n]*adds[n]
			}
		}
	}
}

// count is the slots under a switch.
func (g *rings) count(l, s int) int64 {
	v := g.group(l)
	return v.slots[v.start[s+1]] - v.slots[v.start[s]]
}
