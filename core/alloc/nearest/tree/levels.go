package tree

import (
	"slices"

	"hopyard/core/topology"
)

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
