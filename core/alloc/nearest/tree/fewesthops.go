package tree

import (
	"iter"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// FewestHops is a search for the slots with the least sum of hops over all pairs of
// nodes, or of tasks. If several sets of slots have the least sum, the first in the
// order of node lists wins.
type FewestHops interface {
	// Append appends the best slots to a placement, which must be empty.
	Append(dst cluster.Placement) cluster.Placement
	// All yields the best slots under each switch that can hold the job, beginning
	// with the whole machine. The cost is the sum of hops.
	All() iter.Seq[nearest.Set]
}

// CountsHops reports whether NewFewestHops supports a machine. It supports flat
// machines, trees whose leaves may differ in depth, and graphs that are trees.
// Cost: O(switches), and O(links + nodes) on graphs.
func CountsHops(m topology.Topology) bool {
	_, flat := m.(topology.Flat)
	_, graph := graphTreeOf(m)
	return flat || graph || topology.Nesting(m) != nil
}

// NewFewestHops returns a search for r in what is free. Enough must be free for r.
// It returns false if the machine is not supported. Cost: O(nodes).
func NewFewestHops(r *workload.Request, free *cluster.Free) (FewestHops, bool) {
	if g, ok := graphTreeOf(free.Machine().Topology); ok {
		g.r, g.free = r, free
		return g, true
	}
	t, short, ok := forHops(free.Machine())
	if !ok {
		return nil, false
	}
	return newLevelHops(t, short, r, free), true
}

// levelHops is the problem of choosing nodes or tasks, stated as a Program. For
// whole nodes, the leaves of the program's tree are the leaf switches, because all
// nodes under a leaf switch are equivalent. For tasks, its leaves are the nodes.
type levelHops struct {
	*Program
	r    *workload.Request
	free *cluster.Free
}

// newLevelHops returns a search for r in what is free. The parameters t and short
// are the results of forHops.
func newLevelHops(t *HopTree, short []int64, r *workload.Request, free *cluster.Free) levelHops {
	leaf := t.NumLevels() - 1
	leaves := make([]int32, t.Switches(leaf))
	s := newProgram(t, r.Size(), leaves)
	s.short = short
	if r.Whole() {
		idle := free.IdleFor(r)
		for i := range leaves {
			first, last := t.Under(leaf, i)
			leaves[i] = int32(idle.CountRange(first, last))
		}
		return levelHops{s, r, free}
	}
	nodes := make([]int32, t.NumNodes())
	for n := range nodes {
		nodes[n] = min(free.Slots(r, topology.NodeID(n)), s.n)
	}
	s.hops = append(s.hops[:leaf+1:leaf+1], 0) // tasks on the same node are 0 hops apart
	s.room = append(s.room, nodes)
	return levelHops{s, r, free}
}

// Append implements FewestHops. Cost: the cost of Program.
func (s levelHops) Append(dst cluster.Placement) cluster.Placement {
	takes, _, _ := s.Choose()
	return s.place(dst, takes)
}

// place appends the chosen nodes or tasks to dst. From each leaf switch it takes
// the first idle nodes.
func (s levelHops) place(dst cluster.Placement, takes []int32) cluster.Placement {
	idle, leaf := s.free.IdleFor(s.r), s.tree.NumLevels()-1
	for p, x := range takes {
		switch {
		case x == 0:
		case s.r.Whole():
			first, _ := s.tree.Under(leaf, p)
			dst = dst.AppendIdle(idle, first, x)
		default:
			dst = dst.Append(topology.NodeID(p), topology.NodeID(p), x)
		}
	}
	return dst
}

// All implements FewestHops.
func (s levelHops) All() iter.Seq[nearest.Set] {
	return func(yield func(nearest.Set) bool) {
		for c := range s.Program.All() {
			set := nearest.Set{Centre: c.Device, Cost: c.Sum}
			for n, k := range s.place(nil, c.Takes).All {
				set.Nodes = append(set.Nodes, nearest.NodeSlots{Node: n, Slots: k})
			}
			if !yield(set) {
				return
			}
		}
	}
}
