package cluster_test

import (
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

func TestPlacementText(t *testing.T) {
	for _, c := range []struct {
		p     cluster.Placement
		text  string
		runs  int
		nodes int
		tasks int
	}{
		{nil, "", 0, 0, 0},
		{cluster.Placement(nil).Append(7, 7, 1), "7", 1, 1, 1},
		{cluster.Placement(nil).Append(0, 0, 1).Append(1, 3, 1).Append(8, 8, 1), "0-3,8", 2, 5, 5},
		// Adjacent nodes with different numbers of tasks are two runs, but one
		// range in the text.
		{cluster.Placement(nil).Append(0, 1, 2).Append(2, 2, 1).Append(4, 5, 3), "0-2,4-5", 3, 5, 11},
	} {
		if c.p.String() != c.text || len(c.p) != c.runs || c.p.Nodes() != c.nodes || c.p.Tasks() != c.tasks {
			t.Errorf("%+v: %q, %d runs, %d nodes, %d tasks; want %q, %d, %d, %d", []cluster.NodeRun(c.p), c.p, len(c.p), c.p.Nodes(), c.p.Tasks(), c.text, c.runs, c.nodes, c.tasks)
		}
		tasks, last := 0, topology.NodeID(-1)
		for n, k := range c.p.All {
			if n <= last {
				t.Errorf("%v: node %d after %d", c.p, n, last)
			}
			tasks, last = tasks+int(k), n
		}
		if tasks != c.tasks {
			t.Errorf("%v: %d tasks node by node, want %d", c.p, tasks, c.tasks)
		}
	}
	if got := string(cluster.Placement(nil).Append(3, 3, 1).AppendText([]byte("nodes="))); got != "nodes=3" {
		t.Errorf("appended: %q", got)
	}
}

// TestMachineSpeed checks that a job runs at the speed of its slowest node
// (SOURCES.md RUN.3).
func TestMachineSpeed(t *testing.T) {
	spec := func(speed int64) cluster.Spec {
		return cluster.Spec{Resources: workload.Resources{4}, Speed: speed}
	}
	m := cluster.NewMachine(must(topology.NewFlat(6)), spec(1000))
	p := cluster.Placement(nil).Append(1, 1, 1).Append(4, 4, 1)
	if !m.Uniform() || m.Speed(p) != 1000 {
		t.Errorf("uniform: %v, speed %d", m.Uniform(), m.Speed(p))
	}
	m.SetGroup(2, 3, spec(500))
	m.SetGroup(3, 4, spec(2000))
	var speeds []int64
	for n := range topology.NodeID(6) {
		speeds = append(speeds, m.Spec(n).Speed)
	}
	if want := []int64{1000, 1000, 500, 2000, 2000, 1000}; m.Uniform() || !slices.Equal(speeds, want) {
		t.Errorf("speeds %v, want %v", speeds, want)
	}
	if got := m.Speed(p.Append(5, 5, 1)); got != 1000 {
		t.Errorf("speed %d, want 1000", got)
	}
	if got := m.Speed(cluster.Placement(nil).Append(2, 4, 1)); got != 500 {
		t.Errorf("speed %d, want 500", got)
	}
}

// TestMachineSlots checks how many tasks or whole-node jobs fit on an empty node.
func TestMachineSlots(t *testing.T) {
	m := cluster.NewMachine(must(topology.NewFlat(1)), cluster.Spec{Resources: workload.Resources{8, 4000, 0, 2}})
	for _, c := range []struct {
		q    workload.Request
		want int32
	}{
		{workload.Request{Nodes: 5}, 1},
		{workload.Request{Tasks: 9, PerTask: workload.Resources{1}}, 8},
		{workload.Request{Tasks: 9, PerTask: workload.Resources{3}}, 2},
		{workload.Request{Tasks: 9, PerTask: workload.Resources{1, 1000}}, 4},
		{workload.Request{Tasks: 9, PerTask: workload.Resources{1, 1000, 0, 1}}, 2},
		{workload.Request{Tasks: 9, PerTask: workload.Resources{1, 0, 1, 0}}, 0},
		{workload.Request{Tasks: 9, PerTask: workload.Resources{9}}, 0},
	} {
		if got := m.Slots(&c.q, 0); got != c.want {
			t.Errorf("%+v: %d slots, want %d", c.q, got, c.want)
		}
	}
}
