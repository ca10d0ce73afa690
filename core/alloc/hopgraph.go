package alloc

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// hopGraph is a graph that is a tree: its switches are one, and every node hangs
// on one of them. Nodes may have any numbers, and may hang on inner switches.
// The hops between two nodes are the levels of their switches, less twice the
// level where they meet, and one.
type hopGraph struct {
	order  []topology.DeviceID // the switches, from switch 0 outwards
	level  []int32             // by switch
	parent []topology.DeviceID // by switch; of the first itself
	nodes  [][]topology.NodeID // by switch, ascending
}

// hopGraphOf reads a graph, and reports false if it is no tree. Cost: O(links +
// nodes).
func hopGraphOf(m topology.Topology) (*hopGraph, bool) {
	g, ok := m.(*topology.Graph)
	if !ok || g.NumSwitches() == 0 {
		return nil, false
	}
	switches := topology.DeviceID(g.NumSwitches())
	t := &hopGraph{level: make([]int32, switches), parent: make([]topology.DeviceID, switches), nodes: make([][]topology.NodeID, switches)}
	for n := range topology.NodeID(g.NumNodes()) {
		core, _, _ := g.Anchor(n)
		if core >= switches {
			return nil, false // it has several neighbours
		}
		t.nodes[core] = append(t.nodes[core], n)
	}
	t.order = append(t.order, 0)
	seen := make([]bool, switches)
	seen[0] = true
	var ways []topology.Way
	for i := 0; i < len(t.order); i++ {
		d, back := t.order[i], i == 0
		ways = g.AppendWays(ways[:0], d)
		for _, w := range ways {
			switch {
			case i > 0 && w.To == t.parent[d]:
				back = true
			case seen[w.To]:
				return nil, false // there is a second way to it
			default:
				seen[w.To], t.parent[w.To], t.level[w.To] = true, d, t.level[d]+1
				t.order = append(t.order, w.To)
			}
		}
		if !back {
			return nil, false // the way there is no way back
		}
	}
	return t, len(t.order) == int(switches)
}

// picked is the best choice of so many picks: of least sum, then first as a
// sorted list of nodes. The sum is without what depends on the number alone.
type picked struct {
	sum   int64
	spots []spot // ascending
	ok    bool
}

// choices are the best choices by number of picks. below is, for every switch,
// those of all under it; the picks of each are part of n. Cost: O(nodes·n)
// merges at most, and O(n) for each that is among the best.
func (t *hopGraph) choices(r *workload.Request, free *cluster.Free) (below [][]picked) {
	n := r.Size()
	below = make([][]picked, len(t.order))
	for i := len(t.order) - 1; i >= 0; i-- {
		d := t.order[i]
		level := int64(t.level[d])
		all := below[d] // those of the switches below
		if all == nil {
			all = []picked{{ok: true}}
		}
		if r.Whole() {
			all = merged(all, idleOn(t.nodes[d], r, free, level), n, 1-2*level)
		}
		for _, x := range t.nodes[d] {
			k := min(free.Slots(r, x), n)
			if k == 0 || r.Whole() {
				continue
			}
			one := make([]picked, k+1)
			one[0].ok = true
			for j := int32(1); j <= k; j++ {
				one[j] = picked{int64(j)*int64(n-1)*level - 2*level*pairsOf(j), []spot{{x, j}}, true}
			}
			all = merged(all, one, n, 1-2*level)
		}
		below[d] = all
		if i > 0 {
			p := t.parent[d]
			if below[p] == nil {
				below[p] = []picked{{ok: true}}
			}
			below[p] = merged(below[p], all, n, 1-2*int64(t.level[p]))
		}
	}
	return below
}

// idleOn are the best choices among whole nodes on one switch: the first ones that will do.
func idleOn(nodes []topology.NodeID, r *workload.Request, free *cluster.Free, level int64) []picked {
	n := r.Size()
	all := []picked{{ok: true}}
	var spots []spot
	for _, x := range nodes {
		if free.Slots(r, x) > 0 && len(spots) < int(n) {
			spots = append(spots, spot{x, 1})
			j := int32(len(spots))
			all = append(all, picked{int64(j)*int64(n-1)*level + (1-2*level)*pairsOf(j), spots, true})
		}
	}
	for j := range all {
		all[j].spots = spots[:j:j]
	}
	return all
}

// merged are the best choices from two sets of nodes, pairs across which add so
// many hops.
func merged(a, b []picked, n int32, hops int64) []picked {
	out := make([]picked, min(len(a)+len(b)-1, int(n)+1))
	for k := range out {
		best := &out[k]
		first, last := max(0, k-len(b)+1), min(k, len(a)-1)
		for i := first; i <= last; i++ {
			if sum := a[i].sum + b[k-i].sum + hops*int64(i)*int64(k-i); !best.ok || sum < best.sum {
				best.sum, best.ok = sum, true
			}
		}
		for i := last; i >= first; i-- {
			if a[i].sum+b[k-i].sum+hops*int64(i)*int64(k-i) > best.sum {
				continue
			}
			if both := union(a[i].spots, b[k-i].spots); best.spots == nil || earlier(both, best.spots) {
				best.spots = both
			}
		}
	}
	return out
}

// union is the spots of two sets of different nodes.
func union(a, b []spot) []spot {
	out := make([]spot, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].node < b[0].node {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// earlier reports whether of two choices of one size a comes first: it has more
// on the first node on which they differ.
func earlier(a, b []spot) bool {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	switch {
	case i == len(a) || i == len(b):
		return false
	case a[i].node != b[i].node:
		return a[i].node < b[i].node
	}
	return a[i].tasks > b[i].tasks
}

// candidates yields the best placement under each switch that can hold the job,
// from switch 0 outwards.
func (t *hopGraph) candidates(r *workload.Request, free *cluster.Free, yield func(Candidate) bool) {
	n, below := int(r.Size()), t.choices(r, free)
	for _, d := range t.order {
		if len(below[d]) <= n {
			continue
		}
		best := &below[d][n]
		if !yield(Candidate{Placement: appendSpots(nil, slices.Clone(best.spots)), Cost: best.sum, Device: d}) {
			return
		}
	}
}
