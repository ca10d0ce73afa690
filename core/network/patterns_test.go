package network_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

func flowsText(c *workload.Comm, processes int) string {
	var out strings.Builder
	for _, f := range network.AppendFlows(nil, c, processes) {
		fmt.Fprintf(&out, " %d>%d", f.From, f.To)
		if f.Weight != 1 {
			fmt.Fprintf(&out, "x%d", f.Weight)
		}
	}
	return strings.TrimSpace(out.String())
}

// TestPatterns checks all flows of each pattern for a few processes.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern   workload.Pattern
		processes int
		want      string
	}{
		{workload.Silent, 4, ""},
		{workload.AllToAll, 3, "0>1 0>2 1>0 1>2 2>0 2>1"},
		{workload.Ring, 4, "0>1 1>2 2>3 3>0"},
		{workload.Ring, 2, "0>1 1>0"},
		{workload.Stencil2D, 6, "0>1 0>3 1>0 1>2 1>4 2>1 2>5 3>0 3>4 4>1 4>3 4>5 5>2 5>4"}, // 2 rows of 3 processes
		{workload.Stencil2D, 3, "0>1 1>0 1>2 2>1"},                                         // a prime number of processes forms a line
		{workload.Stencil3D, 8, "0>1 0>2 0>4 1>0 1>3 1>5 2>0 2>3 2>6 3>1 3>2 3>7 4>0 4>5 4>6 5>1 5>4 5>7 6>2 6>4 6>7 7>3 7>5 7>6"},
		{workload.MasterWorker, 3, "0>1 0>2 1>0 2>0"},
		{workload.Tree, 5, "0>1 0>2 1>0 1>3 1>4 2>0 3>1 4>1"},
		{workload.Butterfly, 4, "0>1 0>2 1>0 1>3 2>3 2>0 3>2 3>1"},
		{workload.Butterfly, 3, "0>1 0>2 1>0 2>0"}, // processes 1 and 2 would communicate with process 3, which does not exist
		{workload.RandomPairs, 2, "0>1 1>0"},
	} {
		if got := flowsText(&workload.Comm{Pattern: c.pattern}, c.processes); got != c.want {
			t.Errorf("%v of %d: %s; want %s", c.pattern, c.processes, got, c.want)
		}
		if got := flowsText(&workload.Comm{Pattern: c.pattern, Matrix: []int32{5}}, 1); got != "" {
			t.Errorf("%v of one process: %s", c.pattern, got)
		}
	}
	matrix := workload.Comm{Pattern: workload.Matrix, Matrix: []int32{9, 2, 0, 0, 9, 1, -1, 3, 0}}
	if got := flowsText(&matrix, 3); got != "0>1x2 1>2 2>1x3" {
		t.Errorf("matrix: %s", got)
	}
}

// TestPatternsHold checks properties of the patterns for many sizes. No pair may
// occur twice, and no process may send to itself. The senders must be in ascending
// order, except for the master's flows. Grids must be as square as the divisors
// permit.
func TestPatternsHold(t *testing.T) {
	for pattern := range workload.NumPatterns {
		for n := 1; n < 70; n++ {
			c := &workload.Comm{Pattern: pattern, Seed: int64(n), Matrix: slices.Repeat([]int32{1}, n*n)}
			flows := network.AppendFlows(nil, c, n)
			seen := map[[2]int32]bool{}
			for _, f := range flows {
				if f.From == f.To || min(f.From, f.To) < 0 || int(max(f.From, f.To)) >= n || f.Weight != 1 || seen[[2]int32{f.From, f.To}] {
					t.Fatalf("%v of %d: flow %v", pattern, n, f)
				}
				seen[[2]int32{f.From, f.To}] = true
			}
			if !slices.IsSortedFunc(flows, func(a, b network.Flow) int { return int(a.From - b.From) }) {
				t.Fatalf("%v of %d: senders do not ascend", pattern, n)
			}
		}
	}
	for n, neighbours := range map[int]int{36: 2 * (2*36 - 6 - 6), 12: 2 * (2*12 - 3 - 4), 14: 2 * (2*14 - 2 - 7)} {
		if got := len(network.AppendFlows(nil, &workload.Comm{Pattern: workload.Stencil2D}, n)); got != neighbours {
			t.Errorf("stencil-2d of %d: %d flows; want %d", n, got, neighbours)
		}
	}
	for n, neighbours := range map[int]int{27: 6*27 - 6*9, 24: 2 * (3*24 - 12 - 8 - 6), 7: 12} {
		if got := len(network.AppendFlows(nil, &workload.Comm{Pattern: workload.Stencil3D}, n)); got != neighbours {
			t.Errorf("stencil-3d of %d: %d flows; want %d", n, got, neighbours)
		}
	}
}

// TestRandomPairs checks that every process sends to one process and receives from
// one process. Equal seeds must give equal flows, and different seeds must give
// different flows.
func TestRandomPairs(t *testing.T) {
	const n = 100
	draw := func(seed int64) []network.Flow {
		return network.AppendFlows(nil, &workload.Comm{Pattern: workload.RandomPairs, Seed: seed}, n)
	}
	var got [n]int
	for i, f := range draw(1) {
		got[f.To]++
		if int(f.From) != i {
			t.Fatalf("flow %d is from %d", i, f.From)
		}
	}
	if slices.Max(got[:]) != 1 || slices.Min(got[:]) != 1 {
		t.Errorf("received from %v", got)
	}
	if !slices.Equal(draw(1), draw(1)) || slices.Equal(draw(1), draw(2)) {
		t.Error("the seed does not decide")
	}
}

// TestStretch checks factors of the distance model against values computed by hand.
func TestStretch(t *testing.T) {
	tree := machine("fat-tree", 2, 4) // its distances are 2 and 4
	for _, c := range []struct {
		what     string
		t        topology.Topology
		p        cluster.Placement
		pattern  workload.Pattern
		num, den int64
	}{
		{"a leaf", tree, cluster.Placement{{First: 0, Last: 3, Tasks: 1}}, workload.AllToAll, 24, 24},
		{"two on each of two leaves", tree, cluster.Placement{{First: 2, Last: 5, Tasks: 1}}, workload.AllToAll, 40, 24},
		{"their ring crosses twice", tree, cluster.Placement{{First: 2, Last: 5, Tasks: 1}}, workload.Ring, 12, 8},
		{"two tasks a node", tree, cluster.Placement{{First: 0, Last: 1, Tasks: 2}}, workload.AllToAll, 16, 24},
		{"on one node", tree, cluster.Placement{{First: 0, Last: 0, Tasks: 2}}, workload.Ring, 0, 4},
		{"silent", tree, cluster.Placement{{First: 0, Last: 3, Tasks: 1}}, workload.Silent, 1, 1},
		{"one process", tree, cluster.Placement{{First: 0, Last: 0, Tasks: 1}}, workload.AllToAll, 1, 1},
		{"a ring on a torus of a ring", machine("torus", 8), cluster.Placement{{First: 0, Last: 7, Tasks: 1}}, workload.Ring, 8, 8},
	} {
		m := cluster.NewMachine(c.t, cluster.Spec{Resources: workload.Resources{2}, Speed: 1000})
		r := &workload.Request{Tasks: 1, PerTask: workload.Resources{1}}
		num, den := network.Stretch(cluster.NewFree(m), r, c.p, &workload.Comm{Pattern: c.pattern}, network.Nearest(c.t))
		if num != c.num || den != c.den {
			t.Errorf("%s: %d/%d; want %d/%d", c.what, num, den, c.num, c.den)
		}
	}
}

// TestNearest compares Nearest with the minimum over all pairs of nodes.
func TestNearest(t *testing.T) {
	for _, m := range machines {
		shape := machine(m.kind, m.of...)
		least := int64(1 << 60)
		for a := range topology.NodeID(shape.NumNodes()) {
			for b := range a {
				least = min(least, shape.Distance(a, b))
			}
		}
		if got := network.Nearest(shape); got != least {
			t.Errorf("%s %v: %d; want %d", m.kind, m.of, got, least)
		}
	}
	big, _ := topology.NewDragonfly(64, 128, 128) // too large to compute the minimum over all pairs
	if got := network.Nearest(big); got != 2 {
		t.Errorf("a large dragonfly: %d; want 2", got)
	}
	if got := network.Nearest(machine("star", 1)); got != 0 {
		t.Errorf("one node: %d", got)
	}
}
