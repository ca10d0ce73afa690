package cluster

import "hopyard/core/topology"

// SpreadFigures contains measures of how far apart the nodes of one job are. Hops
// are the number of switches on a path (in a direct network, the number of links).
// Distances are numbers of links.
type SpreadFigures struct {
	// Sums over unordered pairs of different nodes, regardless of the number of
	// tasks on them. PairHops is pairwise_hops in a job record (--jobs).
	PairHops, PairDistance int64
	// Sums over unordered pairs of tasks, where two tasks on the same node have
	// distance 0. These are the figures of a single placement (hopyard place). For
	// whole-node jobs they equal the sums over nodes.
	TaskHops, TaskDistance int64
	// Maxima over all pairs of nodes; 0 for a single node.
	MaxHops     int
	MaxDistance int64
}

// Spread measures a placement exactly. Sums are exact while tasks²·distance stays
// below 2^63. Where distances differ by direction (topology.Graph), the distance
// and the hops of a pair are those returned by Apart and ApartHops. Costs:
//
//   - trees: O(runs·levels + switches above the nodes of p);
//   - trees whose leaves differ in depth: O(switches·log runs + runs);
//   - flat machines: O(runs);
//   - grids: O(dims·(runs + sides)) for the sums, and the lesser of O(nodes of p squared)
//     and O(dims·nodes) for the maxima;
//   - dragonflies: O(groups²·routers) for the sums;
//   - any other topology: O(nodes of p squared).
//
// Source: INFERRED closed forms of the sums over pairs; SOURCES.md METRIC.2.
func Spread(t topology.Topology, p Placement) SpreadFigures {
	if len(p) == 0 || len(p) == 1 && p[0].First == p[0].Last {
		return SpreadFigures{}
	}
	if m, ok := t.(*Machine); ok {
		t = m.Topology // the concrete type of the topology decides which closed form applies
	}
	even, tasks := evenTasks(p)
	var s SpreadFigures
	s.PairHops, s.PairDistance = pairSums(t, p, false)
	if even {
		s.TaskHops, s.TaskDistance = tasks*tasks*s.PairHops, tasks*tasks*s.PairDistance
	} else {
		s.TaskHops, s.TaskDistance = pairSums(t, p, true)
	}
	s.MaxHops, s.MaxDistance = farthest(t, p)
	return s
}

// evenTasks reports whether all nodes of p have the same number of tasks, and
// returns that number.
func evenTasks(p Placement) (bool, int64) {
	for _, r := range p {
		if r.Tasks != p[0].Tasks {
			return false, 0
		}
	}
	return true, int64(p[0].Tasks)
}

// pairSums returns the sums of hops and distances over all pairs of nodes of p, or
// of tasks if byTasks is true.
func pairSums(t topology.Topology, p Placement, byTasks bool) (hops, distance int64) {
	switch t := t.(type) {
	case topology.Flat:
		n := pairsOf(p, byTasks)
		return n, n
	case topology.Hierarchy:
		return treeSums(t, p, byTasks)
	case topology.Nester:
		hops, distance, _ = unevenTree(t.Nesting(), p, byTasks)
		return hops, distance
	case topology.Grid:
		distance = gridSum(t, p, byTasks)
		return distance, distance
	case topology.Dragonfly:
		n, links := pairsOf(p, byTasks), t.LinksBetween(perRouter(t, p, byTasks))
		return links + n, links + 2*n
	}
	t = unordered(t)
	for a, b := range pairs(p) {
		w := int64(1)
		if byTasks {
			w = int64(a.Tasks) * int64(b.Tasks)
		}
		hops += w * int64(t.Hops(a.First, b.First))
		distance += w * t.Distance(a.First, b.First)
	}
	return hops, distance
}

// farthest returns the largest hop count and the largest distance over all pairs of
// nodes of p.
func farthest(t topology.Topology, p Placement) (hops int, distance int64) {
	switch t := t.(type) {
	case topology.Flat:
		return 1, 1
	case topology.Hierarchy:
		level := meeting(t, p[0].First, p[len(p)-1].Last)
		return t.PairHops(level), t.PairDistance(level)
	case topology.Nester:
		_, _, distance = unevenTree(t.Nesting(), p, false)
		return int(distance) - 1, distance
	case topology.Grid:
		distance = gridFarthest(t, p)
		return int(distance), distance
	case topology.Dragonfly:
		links := t.LinksAcross(perRouter(t, p, false))
		return links + 1, int64(links) + 2
	}
	t = unordered(t)
	for a, b := range pairs(p) {
		hops = max(hops, t.Hops(a.First, b.First))
		distance = max(distance, t.Distance(a.First, b.First))
	}
	return hops, distance
}

// unordered returns a topology with the nodes of t and symmetric distances. It
// returns t itself if the distances of t are symmetric, otherwise a wrapper that
// uses Apart and ApartHops.
func unordered(t topology.Topology) topology.Topology {
	if g, ok := t.(*topology.Graph); ok && !g.Symmetric() {
		return (*pairsApart)(g)
	}
	return t
}

// pairsApart is a directed graph with symmetric distances (see unordered).
type pairsApart topology.Graph

// NumNodes implements topology.Topology.
func (p *pairsApart) NumNodes() int { return (*topology.Graph)(p).NumNodes() }

// Distance implements topology.Topology.
func (p *pairsApart) Distance(a, b topology.NodeID) int64 { return (*topology.Graph)(p).Apart(a, b) }

// Hops implements topology.Topology.
func (p *pairsApart) Hops(a, b topology.NodeID) int { return (*topology.Graph)(p).ApartHops(a, b) }

// pairs yields every pair of different nodes of p, each node as a run of length 1.
// It can be used as an iter.Seq2.
func pairs(p Placement) func(func(a, b NodeRun) bool) {
	return func(yield func(a, b NodeRun) bool) {
		for i, r := range p {
			for a := r.First; a <= r.Last; a++ {
				first := a + 1
				for _, q := range p[i:] {
					for b := max(first, q.First); b <= q.Last; b++ {
						if !yield(NodeRun{a, a, r.Tasks}, NodeRun{b, b, q.Tasks}) {
							return
						}
					}
				}
			}
		}
	}
}

// meeting returns the level of the lowest common switch of nodes a and b.
func meeting(t topology.Hierarchy, a, b topology.NodeID) int {
	l := t.Levels() - 1
	for l > 0 && t.DomainOf(l, a) != t.DomainOf(l, b) {
		l--
	}
	return l
}

// treeSums returns the sums of hops and distances over all pairs on a tree. Level
// by level, it counts the pairs that share a switch. The lowest common switch of a
// pair is on level l if the pair shares a switch on level l, but not on level l+1.
func treeSums(t topology.Hierarchy, p Placement, byTasks bool) (hops, distance int64) {
	below := int64(0) // number of pairs whose lowest common switch is on a deeper level
	for l := t.Levels() - 1; l >= 0; l-- {
		within := pairsWithin(t, l, p, byTasks)
		hops += (within - below) * int64(t.PairHops(l))
		distance += (within - below) * t.PairDistance(l)
		below = within
	}
	return hops, distance
}

// pairsWithin returns the number of pairs of different nodes of p (or of tasks on
// different nodes) under the same switch of a level. Cost: O(runs + switches of the
// level that are above nodes of p).
func pairsWithin(t topology.Hierarchy, level int, p Placement, byTasks bool) int64 {
	var sum int64
	var here block
	at, last := -1, topology.NodeID(-1) // index of the current switch, and the last node under it
	for _, r := range p {
		k := int64(1)
		if byTasks {
			k = int64(r.Tasks)
		}
		for n := r.First; n <= r.Last; n = last + 1 {
			if n > last {
				sum += here.pairs()
				here = block{}
				if n == last+1 {
					at++
				} else {
					at = t.DomainOf(level, n)
				}
				_, last = t.Domain(level, at)
			}
			here.add(k, int64(min(last, r.Last)-n)+1)
		}
	}
	return sum + here.pairs()
}

// pairsOf returns the number of pairs of different nodes of p, or the number of
// pairs of tasks on different nodes if byTasks is true. Cost: O(runs).
func pairsOf(p Placement, byTasks bool) int64 {
	var all block
	for _, r := range p {
		k := int64(1)
		if byTasks {
			k = int64(r.Tasks)
		}
		all.add(k, int64(r.Nodes()))
	}
	return all.pairs()
}

// block describes a set of weighted nodes by the sum of their weights and the sum
// of the squared weights.
type block struct{ weight, squares int64 }

func (b *block) add(weight, nodes int64) {
	b.weight += weight * nodes
	b.squares += weight * weight * nodes
}

// pairs returns the sum of the products of the weights over all pairs of different
// nodes.
func (b *block) pairs() int64 { return (b.weight*b.weight - b.squares) / 2 }
