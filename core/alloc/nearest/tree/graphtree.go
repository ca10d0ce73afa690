package tree

import (
	"iter"
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// graphTree implements FewestHops for a graph that is a tree: the switches form a
// tree, and every node is attached to one switch. Nodes may be numbered in any
// order, and may be attached to inner switches. The number of hops between two
// nodes is the sum of the levels of their switches, minus twice the level of their
// lowest common switch, plus one. The best choices under each switch are lists of
// nodes; the lists are merged from the last switch to the first. Cost:
// O(nodes·size²).
type graphTree struct {
	order  []topology.DeviceID // the switches in breadth-first order, beginning with switch 0
	level  []int32             // level of each switch; switch 0 has level 0
	parent []topology.DeviceID // parent of each switch; switch 0 is its own parent
	nodes  [][]topology.NodeID // nodes attached to each switch, ascending
	r      *workload.Request
	free   *cluster.Free
}

// graphTreeOf converts a graph. It returns false if the machine is not a graph, or
// the graph is not a tree. Cost: O(links + nodes).
func graphTreeOf(m topology.Topology) (*graphTree, bool) {
	g, ok := m.(*topology.Graph)
	if !ok || g.NumSwitches() == 0 {
		return nil, false
	}
	switches := topology.DeviceID(g.NumSwitches())
	t := &graphTree{level: make([]int32, switches), parent: make([]topology.DeviceID, switches), nodes: make([][]topology.NodeID, switches)}
	for n := range topology.NodeID(g.NumNodes()) {
		core, _, _ := g.Anchor(n)
		if core >= switches {
			return nil, false // the node has several neighbours
		}
		t.nodes[core] = append(t.nodes[core], n)
	}
	t.order = append(t.order, 0)
	seen := make([]bool, switches)
	seen[0] = true
	var ways []topology.CoreLink
	for i := 0; i < len(t.order); i++ {
		d, back := t.order[i], i == 0
		ways = g.AppendWays(ways[:0], d)
		for _, w := range ways {
			switch {
			case i > 0 && w.To == t.parent[d]:
				back = true
			case seen[w.To]:
				return nil, false // there is a second path to this switch
			default:
				seen[w.To], t.parent[w.To], t.level[w.To] = true, d, t.level[d]+1
				t.order = append(t.order, w.To)
			}
		}
		if !back {
			return nil, false // the link leads in one direction only
		}
	}
	return t, len(t.order) == int(switches)
}

// choice is the best choice of a given number of picks (nodes or tasks): the choice
// with the least sum. Ties are broken by the first sorted list of nodes. The sum
// has two kinds of terms. For each pick it has the level of the pick's switch times
// n-1, because each of the n picks will finally be in n-1 pairs. For each pair of
// picks it has 1 (0 on the same node) minus twice the level of their lowest common
// switch. For n picks the sum is the number of hops.
type choice struct {
	sum   int64
	nodes []nearest.NodeSlots // ascending
	ok    bool
}

// choices returns, for every switch, the best choices under it, indexed by the
// number of picks. Choices of up to n picks are composed of them. Cost: at most
// O(nodes·n) merges, and O(n) for each merge that is among the best.
func (t *graphTree) choices() (below [][]choice) {
	n := t.r.Size()
	below = make([][]choice, len(t.order))
	for i := len(t.order) - 1; i >= 0; i-- {
		d := t.order[i]
		level := int64(t.level[d])
		all := below[d] // best choices under the child switches
		if all == nil {
			all = []choice{{ok: true}}
		}
		if t.r.Whole() {
			all = merged(all, t.idleOn(d), n, 1-2*level)
		}
		for _, x := range t.nodes[d] {
			k := min(t.free.Slots(t.r, x), n)
			if k == 0 || t.r.Whole() {
				continue
			}
			one := make([]choice, k+1)
			one[0].ok = true
			for j := int32(1); j <= k; j++ {
				one[j] = choice{int64(j)*int64(n-1)*level - 2*level*pairs(j), []nearest.NodeSlots{{Node: x, Slots: j}}, true}
			}
			all = merged(all, one, n, 1-2*level)
		}
		below[d] = all
		if i > 0 {
			p := t.parent[d]
			if below[p] == nil {
				below[p] = []choice{{ok: true}}
			}
			below[p] = merged(below[p], all, n, 1-2*int64(t.level[p]))
		}
	}
	return below
}

// idleOn returns the best choices of whole nodes attached to switch d, for each
// number of nodes. They consist of the first nodes that are idle and suit the job.
func (t *graphTree) idleOn(d topology.DeviceID) []choice {
	n, level := t.r.Size(), int64(t.level[d])
	all := []choice{{ok: true}}
	var nodes []nearest.NodeSlots
	for _, x := range t.nodes[d] {
		if t.free.Slots(t.r, x) > 0 && len(nodes) < int(n) {
			nodes = append(nodes, nearest.NodeSlots{Node: x, Slots: 1})
			j := int32(len(nodes))
			all = append(all, choice{int64(j)*int64(n-1)*level + (1-2*level)*pairs(j), nodes, true})
		}
	}
	for j := range all {
		all[j].nodes = nodes[:j:j]
	}
	return all
}

// merged returns the best choices that combine a choice from a with a choice from
// b. For each pair with one pick from a and one from b, the sum grows by the given
// number of hops.
func merged(a, b []choice, n int32, hops int64) []choice {
	out := make([]choice, min(len(a)+len(b)-1, int(n)+1))
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
			if both := union(a[i].nodes, b[k-i].nodes); best.nodes == nil || earlier(both, best.nodes) {
				best.nodes = both
			}
		}
	}
	return out
}

// union merges two sorted lists that have no node in common.
func union(a, b []nearest.NodeSlots) []nearest.NodeSlots {
	out := make([]nearest.NodeSlots, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].Node < b[0].Node {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// earlier reports whether list a comes before list b. Both have the same number of
// picks. At the first difference, the list with the lower node comes first; if the
// nodes are the same, the list with more picks on this node.
func earlier(a, b []nearest.NodeSlots) bool {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	switch {
	case i == len(a) || i == len(b):
		return false
	case a[i].Node != b[i].Node:
		return a[i].Node < b[i].Node
	}
	return a[i].Slots > b[i].Slots
}

// Append implements FewestHops.
func (t *graphTree) Append(dst cluster.Placement) cluster.Placement {
	return nearest.Append(dst, t.choices()[0][t.r.Size()].nodes)
}

// All implements FewestHops. It yields the sets in the breadth-first order of the
// switches.
func (t *graphTree) All() iter.Seq[nearest.Set] {
	return func(yield func(nearest.Set) bool) {
		n, below := int(t.r.Size()), t.choices()
		for _, d := range t.order {
			if len(below[d]) <= n {
				continue
			}
			best := &below[d][n]
			if !yield(nearest.Set{Centre: d, Nodes: slices.Clone(best.nodes), Cost: best.sum}) {
				return
			}
		}
	}
}
