package alloc

import (
	"cmp"
	"iter"
	"slices"

	"hopyard/core/topology"
)

// leastSum implements centres. Cost: O(levels·nodes + devices·log nodes).
func (g *rings) leastSum() []spot {
	g.sums()
	var best near
	var least figures
	found := false
	for x := range g.each {
		if found {
			if bound := g.atLeast(x); bound > least.sum || bound == least.sum && !g.mixed && x.device > best.device {
				continue
			}
		}
		f := g.figuresOf(x)
		if !found || cmp.Or(cmp.Compare(f.sum, least.sum), cmp.Compare(least.speed, f.speed), cmp.Compare(x.device, best.device)) < 0 {
			best, least, found = x, f, true
		}
	}
	return g.spots(best)
}

// leastReach implements centres. The lowest switches that have n slots reach
// them soonest. Cost: O(nodes), and O(switches·log nodes) if nodes differ.
func (g *rings) leastReach() []spot {
	var best near
	reach, speed, found := int64(0), int64(0), false
	for x := range g.each {
		far := g.reach(x)
		switch {
		case found && x.level < best.level:
			return g.spots(best)
		case found && far > reach:
			continue
		}
		f := g.figuresOf(x)
		if !found || cmp.Or(cmp.Compare(far, reach), cmp.Compare(speed, f.speed), cmp.Compare(x.device, best.device)) < 0 {
			best, reach, speed, found = x, far, f.speed, true
		}
		if !g.mixed {
			break // the first device of the level
		}
	}
	return g.spots(best)
}

// leastReachSum implements compact. Cost: O(levels·nodes + devices·log nodes).
func (g *rings) leastReachSum() []spot {
	g.sums()
	var best near
	var least figures
	reach, found := int64(0), false
	for x := range g.each {
		far := g.reach(x)
		if found && x.level < best.level {
			break
		}
		if found && far > reach {
			continue
		}
		f := g.figuresOf(x)
		if !found || cmp.Or(cmp.Compare(far, reach), cmp.Compare(f.sum, least.sum), cmp.Compare(least.speed, f.speed), cmp.Compare(x.device, best.device)) < 0 {
			best, reach, least, found = x, far, f, true
		}
	}
	return g.spots(best)
}

// all implements centres.
func (g *rings) all(bySum bool) iter.Seq[answer] {
	return func(yield func(answer) bool) {
		found := slices.Collect(iter.Seq[near](g.each))
		slices.SortFunc(found, func(a, b near) int { return cmp.Compare(a.device, b.device) })
		if bySum {
			g.sums()
		}
		for _, x := range found {
			cost := g.reach(x)
			if bySum {
				cost = g.figuresOf(x).sum
			}
			if !yield(answer{x.device, g.spots(x), cost}) {
				return
			}
		}
	}
}

// each calls yield with every answer for some device, those of the lowest
// switches first, so that bounds bite early. An answer is named after the
// first device that has it.
func (g *rings) each(yield func(near) bool) {
	leaf := g.tree.levels() - 1
	for _, n := range g.nodes {
		if g.room[n] >= g.n && !yield(near{leaf + 1, int(n), -1, g.nodeDevice(int(n))}) {
			return
		}
	}
	for l := leaf; l >= 0; l-- {
		for s := range g.switches(l) {
			if g.count(l, s) < g.n {
				continue
			}
			if d := g.device(l, s); d >= 0 && !yield(near{l, s, -1, d}) {
				return
			}
			for c := int(g.children[l][s]); c < int(g.children[l][s+1]); c++ {
				in := g.child(l, c)
				if in.slots < g.n && !yield(near{l, s, c, g.firstUnder(l, c)}) {
					return
				}
			}
		}
	}
}

// firstUnder is the first device that child c of a switch of level l is or
// contains.
func (g *rings) firstUnder(l, c int) topology.DeviceID {
	if l < g.tree.levels()-1 {
		return g.device(l+1, c)
	}
	return g.nodeDevice(c)
}

// reach is the distance from the device of x to the farthest slots.
func (g *rings) reach(x near) int64 {
	leaf := g.tree.levels() - 1
	switch {
	case x.level > leaf:
		return 0
	case x.c < 0:
		return g.depth[x.level]
	case x.level == leaf:
		return g.distance[x.level] // the device is a node
	}
	return 2*g.depth[x.level] - g.depth[x.level+1]
}

// atLeast is a sum of distances that x does not fall below: its inner slots
// and their pairs with the outer ones, and, for whole nodes, the other pairs
// at the least distance there is.
func (g *rings) atLeast(x near) int64 {
	if x.level == g.tree.levels() {
		return 0
	}
	in := g.child(x.level, x.c)
	outer := g.n - in.slots
	sum := in.sum + g.distance[x.level]*in.slots*outer
	if g.whole {
		sum += g.distance[g.tree.levels()-1] * outer * (outer - 1) / 2
	}
	return sum
}
