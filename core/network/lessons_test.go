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

// endTolerance replays an all-to-all of 10^9 bytes a flow among each list of nodes, all
// at the same time, and returns the time at which the last flow finishes.
func endTolerance(t topology.Routed, jobs ...[]topology.NodeID) float64 {
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

// every returns count nodes, starting at first, step apart.
func every(first, step, count int) (out []topology.NodeID) {
	for i := range count {
		out = append(out, topology.NodeID(first+i*step))
	}
	return out
}

// TestLessons checks the results that the cases of testdata/simgrid teach
// (SOURCES.md NET.6) on whole machines: 64 nodes, 4 under each leaf switch, 4 leaf
// switches under each switch.
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
		if got := endTolerance(c.t, c.jobs...); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %.12g s; want %v", c.what, got, c.want)
		}
	}
}

// TestJobsShare runs two jobs that keep their nodes' links busy all the time. It
// checks that they slow each other down equally if they are interleaved over two
// leaves with one uplink each, and that the end of one gives the other full speed.
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
