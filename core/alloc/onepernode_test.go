package alloc_test

import (
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// TestOnePerNode checks the vector of SOURCES.md PLACE.15.
func TestOnePerNode(t *testing.T) {
	flat, _ := topology.NewFlat(4)
	free := cluster.NewFree(cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 3}, Speed: 1000}))
	for node, used := range []int32{1, 3, 2, 0} {
		if used > 0 {
			task := &workload.Request{Tasks: used, PerTask: workload.Resources{workload.Cores: 1}}
			free.Take(task, cluster.Placement{{First: topology.NodeID(node), Last: topology.NodeID(node), Tasks: used}})
		}
	}
	for tasks, want := range map[int32]string{1: "0", 2: "0,2", 3: "0,2-3"} {
		r := &workload.Request{Tasks: tasks, PerTask: workload.Resources{workload.Cores: 1}}
		if where, reason := (alloc.OnePerNode{}).Allocate(r, free, nil); where.String() != want || where.Tasks() != int(tasks) || !reason.OK() {
			t.Errorf("%d tasks: on %v, %v, want on %s", tasks, where, reason, want)
		}
	}
	r := &workload.Request{Tasks: 4, PerTask: workload.Resources{workload.Cores: 1}}
	if where, reason := (alloc.OnePerNode{}).Allocate(r, free, nil); where != nil || reason.Code != why.NotPlaceable || reason.Have != 3 {
		t.Errorf("4 tasks: on %v, %v", where, reason)
	}
	whole := &workload.Request{Nodes: 1}
	if where, _ := (alloc.OnePerNode{}).Allocate(whole, free, nil); where.String() != "3" {
		t.Errorf("a whole node: %v, want 3", where)
	}
}
