package network

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Stretch is, as num/den, how much farther a job's flows go than they would at
// best: MeanDistance over nearest, which is Nearest of the machine, to be found
// once. It is 1/1 for a job that does not talk and on a machine of one node.
//
// Source: INFERRED (algorithms.md 2.8: communication delay grows with hops).
func Stretch(t topology.Topology, p cluster.Placement, c *workload.Comm, nearest int64) (num, den int64) {
	num, den = MeanDistance(t, p, c)
	if den > 0 && nearest > 0 {
		return num, den * nearest
	}
	return 1, 1
}

// MeanDistance is, as num/den, the mean over a job's flows, by weight, of how
// far they go; flows within a node count 0. It is 0/0 for a job that does not
// talk. Cost: that of cluster.Spread for all-to-all, O(flows) distances
// otherwise.
func MeanDistance(t topology.Topology, p cluster.Placement, c *workload.Comm) (num, den int64) {
	switch {
	case c == nil:
	case c.Pattern == workload.AllToAll:
		n := int64(p.Tasks())
		return 2 * cluster.Spread(t, p).TaskDistance, n * (n - 1)
	default:
		home := homes(p)
		for _, f := range AppendFlows(nil, c, len(home)) {
			num += f.Weight * t.Distance(home[f.From], home[f.To])
			den += f.Weight
		}
	}
	return num, den
}

// homes is the node of each process.
func homes(p cluster.Placement) []topology.NodeID {
	out := make([]topology.NodeID, 0, p.Tasks())
	for n, tasks := range p.All {
		for range tasks {
			out = append(out, n)
		}
	}
	return out
}

// Nearest is the smallest distance between two different nodes of a machine; 0
// if it has one node only. Cost: O(1) on grids, dragonflies and flat machines,
// O(switches) on trees, O(nodes + table) on graphs; O(nodes squared) on others.
func Nearest(t topology.Topology) int64 {
	if m, ok := t.(*cluster.Machine); ok {
		t = m.Topology
	}
	n := topology.NodeID(t.NumNodes())
	if n < 2 {
		return 0
	}
	switch t := t.(type) {
	case topology.Flat, topology.Grid:
		return 1
	case topology.Hierarchy:
		for l := t.Levels() - 1; l > 0; l-- {
			for i := range t.Switches(l) {
				if first, last := t.Domain(l, i); last > first {
					return t.PairDistance(l)
				}
			}
		}
		return t.PairDistance(0)
	case interface{ Nearest() int64 }:
		return t.Nearest()
	}
	nearest := t.Distance(0, 1)
	for a := range n {
		for b := range a {
			nearest = min(nearest, t.Distance(a, b), t.Distance(b, a))
		}
	}
	return nearest
}
