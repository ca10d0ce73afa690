package alloc

import (
	"sort"

	"hopyard/core/topology"
)

// near is the nearest slots to some devices: all under child c of switch s of
// level l, and the first n others under s. Child -1 is none. On the level
// below the leaf switches s is a node that holds all.
type near struct {
	level, s, c int
	device      topology.DeviceID // the first of the devices
}

// figures is how far apart the slots are and how fast.
type figures struct{ sum, speed int64 }

// inner is the places of a child in the ring of its level; a child that is a
// node has one place.
type inner struct {
	v                 *ring // nil for a node
	node              topology.NodeID
	from, to          int32
	slots, sum, speed int64
}

// child describes child c of a switch of level l.
func (g *rings) child(l, c int) (in inner) {
	switch {
	case c < 0:
		return inner{}
	case l == g.tree.levels()-1:
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

// place is the node of the child at a place, and the child's slots before it.
func (in *inner) place(i int32) (n topology.NodeID, before int64) {
	if in.v == nil {
		return in.node, 0
	}
	return in.v.order[in.from+i], in.v.slots[in.from+i] - in.v.slots[in.from]
}

// last finds where the outer slots end in the ring of switch s of level l: the
// place after the last node, how many nodes of the child come before that,
// with how many slots, and how many slots of the last node are too many.
func (g *rings) last(l, s int, in *inner) (end, skipped int32, passed, excess int64) {
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

// figuresOf measures the slots of x. It wants sums for the sum of distances.
// Cost: O(log nodes).
func (g *rings) figuresOf(x near) (f figures) {
	if x.level == g.tree.levels() {
		if g.mixed {
			f.speed = g.n * g.speed[x.s]
		}
		return f
	}
	v, in := g.group(x.level), g.child(x.level, x.c)
	end, skipped, passed, excess := g.last(x.level, x.s, &in)
	from := v.start[x.s]
	if v.sum != nil {
		apart := g.distance[x.level]
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

// spots lists the slots of x. Cost: O(nodes of the job).
func (g *rings) spots(x near) []spot {
	if x.level == g.tree.levels() {
		return []spot{{topology.NodeID(x.s), int32(g.n)}}
	}
	v, in := g.group(x.level), g.child(x.level, x.c)
	var spots []spot
	for i := range in.to - in.from {
		n, _ := in.place(i)
		spots = append(spots, spot{n, int32(g.room[n])})
	}
	left := g.n - in.slots
	first, last := g.childNodes(x.level, x.c)
	for i := v.start[x.s]; left > 0; i++ {
		n := v.order[i]
		if first <= n && n <= last {
			continue
		}
		k := min(left, g.room[n])
		spots = append(spots, spot{n, int32(k)})
		left -= k
	}
	return spots
}

// childNodes is the first and last node that child c of a switch of level l is
// or has under it: none (the last is before the first) of child -1.
func (g *rings) childNodes(l, c int) (first, last topology.NodeID) {
	switch {
	case c < 0:
		return 0, -1
	case l == g.tree.levels()-1:
		return topology.NodeID(c), topology.NodeID(c)
	}
	return g.under(l+1, c)
}
