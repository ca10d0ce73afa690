package network_test

import (
	"math"
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// lastEnd returns the time at which the last flow finishes if several jobs start at
// the same time. Each list of nodes is a job, which makes an all-to-all with 10^9
// bytes per flow among its nodes.
func lastEnd(t topology.Routed, jobs ...[]topology.NodeID) float64 {
	var flows []network.Transfer
	for _, nodes := range jobs {
		for _, a := range nodes {
			for _, b := range nodes {
				if a != b {
					flows = append(flows, network.Transfer{Bytes: 1e9, Route: t.AppendRoute(nil, a, b)})
				}
			}
		}
	}
	return slices.Max(network.Replay(network.Capacities(t, network.DefaultBandwidth), flows, nil))
}

// every returns the given count of nodes. The first node and the difference between
// consecutive nodes are given.
func every(first, step, count int) (out []topology.NodeID) {
	for i := range count {
		out = append(out, topology.NodeID(first+i*step))
	}
	return out
}

// TestLessons checks on whole machines the results that the cases of
// testdata/simgrid demonstrate (SOURCES.md NET.6). The machines have 64 nodes, with
// 4 nodes under each leaf switch and 4 leaf switches under each switch of the next
// level.
func TestLessons(t *testing.T) {
	one := machine("pgft", 4, 4, 4, 1, 1, 1, 1, 1, 1)
	two := machine("pgft", 4, 4, 4, 1, 2, 2, 1, 1, 1)
	full := machine("pgft", 4, 4, 4, 1, 4, 4, 1, 1, 1)
	packed, spread := every(0, 1, 8), every(0, 8, 8)
	for _, c := range []struct {
		what string
		t    topology.Routed
		jobs [][]topology.NodeID
		want float64
	}{
		{"one uplink, packed on two leaves", one, [][]topology.NodeID{packed}, 16},
		{"one uplink, spread", one, [][]topology.NodeID{spread}, 12},
		{"two uplinks, packed on two leaves", two, [][]topology.NodeID{packed}, 8},
		{"two uplinks, spread", two, [][]topology.NodeID{spread}, 12},
		{"full bisection, packed", full, [][]topology.NodeID{packed}, 7},
		{"full bisection, spread", full, [][]topology.NodeID{spread}, 7},
		{"two jobs apart", two, [][]topology.NodeID{every(0, 1, 8), every(8, 1, 8)}, 8},
		{"two jobs interleaved", two, [][]topology.NodeID{every(0, 2, 8), every(1, 2, 8)}, 12},
	} {
		if got := lastEnd(c.t, c.jobs...); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %.12g s; want %v", c.what, got, c.want)
		}
	}
}

// TestJobsShare checks two jobs that communicate all the time. Each job has one
// node under each of two leaf switches, and each leaf switch has a single uplink.
// The jobs must slow each other down equally. When one job ends, the other must run
// at full speed.
func TestJobsShare(t *testing.T) {
	tree := machine("fat-tree", 2, 4)
	s := network.NewSharing(network.Capacities(tree, 1000))
	add := func(first topology.NodeID) network.Var {
		p := cluster.Placement{}.Append(first, first, 1).Append(first+4, first+4, 1)
		c := &workload.Comm{Pattern: workload.AllToAll, Share: 1000}
		return s.Add(network.AppendDemands(nil, tree, p, c, 1000, simtime.Second, 1000), 1)
	}
	a := add(0)
	if s.Settle(); s.Rate(a) != 1 {
		t.Errorf("alone at %v", s.Rate(a))
	}
	b := add(1)
	if s.Settle(); s.Rate(a) != 0.5 || s.Rate(b) != 0.5 {
		t.Errorf("together at %v and %v; want a half each", s.Rate(a), s.Rate(b))
	}
	s.Remove(a)
	if s.Settle(); s.Rate(b) != 1 {
		t.Errorf("alone again at %v", s.Rate(b))
	}
}
