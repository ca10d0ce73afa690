package network

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Stretch returns the factor F of the distance model as the fraction num/den. F is
// the weighted mean distance of a job's flows, divided by the shortest distance
// between two nodes of the machine. The caller passes the shortest distance as
// nearest; see Nearest, which need be called only once.
//
// A flow within a node has the distance that the machine's Within specifies for the
// sockets that the job holds there; the job has request r and placement p. This
// distance is 0 by default, so F may be less than 1. On a machine with a single
// node the divisor is 1. For a job without flows, F is 1/1.
//
// Source: INFERRED (SOURCES.md NET.3: communication delay grows with distance).
func Stretch(f *cluster.Free, r *workload.Request, p cluster.Placement, c *workload.Comm, nearest int64) (num, den int64) {
	num, den = MeanDistance(f, r, p, c)
	if den > 0 {
		return num, den * max(nearest, 1)
	}
	return 1, 1
}

// MeanDistance returns the weighted mean distance of a job's flows, from the
// sending node to the receiving node, as the fraction num/den. It returns 0/0 for a
// job without flows. Cost: that of cluster.Spread for all-to-all, otherwise
// O(flows) distances.
func MeanDistance(f *cluster.Free, r *workload.Request, p cluster.Placement, c *workload.Comm) (num, den int64) {
	if c == nil {
		return 0, 0
	}
	m := f.Machine()
	if c.Pattern == workload.AllToAll {
		n := int64(p.Tasks())
		num = 2 * cluster.SpreadRunning(f, r, p).TaskDistance
		if g, ok := m.Topology.(*topology.Graph); ok && !g.Symmetric() {
			num += asymmetry(p, func(a, b topology.NodeID) int64 { return g.Distance(a, b) + g.Distance(b, a) - 2*g.Apart(a, b) })
		}
		return num, n * (n - 1)
	}
	home, socket, within := processNodes(p), f.Homes(r, p), m.Within()
	for _, x := range AppendFlows(nil, c, len(home)) {
		switch a, b := home[x.From], home[x.To]; {
		case a != b:
			num += x.Weight * m.Distance(a, b)
		case socket == nil || socket[x.From] == socket[x.To]:
			num += x.Weight * within.Core
		default:
			num += x.Weight * within.Socket
		}
		den += x.Weight
	}
	return num, den
}

// MeanHops returns the weighted mean number of hops of a job's flows as the
// fraction num/den. Flows within a node have 0 hops.
func MeanHops(m *cluster.Machine, p cluster.Placement, c *workload.Comm) (num, den int64) {
	if c == nil {
		return 0, 0
	}
	if c.Pattern == workload.AllToAll {
		n := int64(p.Tasks())
		num = 2 * cluster.Spread(m, p).TaskHops
		if g, ok := m.Topology.(*topology.Graph); ok {
			num += asymmetry(p, func(a, b topology.NodeID) int64 { return int64(g.Hops(a, b) + g.Hops(b, a) - 2*g.ApartHops(a, b)) })
		}
		return num, n * (n - 1)
	}
	home := processNodes(p)
	for _, f := range AppendFlows(nil, c, len(home)) {
		if a, b := home[f.From], home[f.To]; a != b {
			num += f.Weight * int64(m.Hops(a, b))
		}
		den += f.Weight
	}
	return num, den
}

// asymmetry returns a correction for graphs in which the distance depends on the
// direction. For a pair of nodes, only the distance in one direction was counted,
// for both directions. The function differ returns the sum of the distances in both
// directions minus the distance counted twice; asymmetry adds up this difference
// over all pairs of tasks of p. Cost: O(nodes of p squared).
func asymmetry(p cluster.Placement, differ func(a, b topology.NodeID) int64) (sum int64) {
	for a, x := range p.All {
		for b, y := range p.All {
			if b >= a {
				break
			}
			sum += int64(x) * int64(y) * differ(a, b)
		}
	}
	return sum
}

// Delay returns the additional time that a job needs per second at full speed
// because its messages take time to arrive. It is the product of three factors. The
// first is the latency per hop, in thousandths of a second for each second of
// communication. The second is the mean number of hops of the job's flows. The
// third is the fraction of the time in which the busiest process (the one that
// sends or receives the most) communicates. Cost: that of MeanHops.
//
// Source: INFERRED (SOURCES.md NET.4: a fixed delay for each hop, in addition to
// the load).
func Delay(m *cluster.Machine, p cluster.Placement, c *workload.Comm, speed int64, runtime simtime.Duration, net Model) float64 {
	num, den := MeanHops(m, p, c)
	if net.Latency == 0 || num == 0 || runtime <= 0 {
		return 0
	}
	share := float64(c.Share) / 1000
	if c.Share == 0 {
		share = float64(float64(c.Bytes)*float64(busiest(c, int(p.Tasks())))) / (runtime.Seconds() * float64(net.Bandwidth))
	}
	share = float64(share*float64(speed)) / 1000
	return float64(float64(net.Latency)/1000*share) * float64(float64(num)/float64(den))
}

// Late returns the speed of a job that has both limited bandwidth and a delay. If
// the links let the job run at the given rate, a second at full speed takes it
// 1/rate + delay seconds. The job keeps its share of the links while its messages
// are on their way (INFERRED).
func Late(rate, delay float64) float64 {
	if delay == 0 {
		return rate
	}
	return rate / (1 + float64(rate*delay))
}

// busiest returns the total weight that the busiest process of a job sends or
// receives.
func busiest(c *workload.Comm, processes int) (most int64) {
	if c.Pattern == workload.AllToAll {
		return int64(processes) - 1
	}
	sends, receives := make([]int64, processes), make([]int64, processes)
	for _, f := range AppendFlows(nil, c, processes) {
		sends[f.From] += f.Weight
		receives[f.To] += f.Weight
	}
	for i := range sends {
		most = max(most, sends[i], receives[i])
	}
	return most
}

// processNodes returns the node of each process.
func processNodes(p cluster.Placement) []topology.NodeID {
	out := make([]topology.NodeID, 0, p.Tasks())
	for n, tasks := range p.All {
		for range tasks {
			out = append(out, n)
		}
	}
	return out
}

// Nearest returns the smallest distance between two different nodes of a machine,
// or 0 if the machine has only one node. Cost: O(1) on grids, dragonflies and flat
// machines, O(switches) on trees, O(nodes + table) on graphs, and O(nodes squared)
// on other machines.
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
