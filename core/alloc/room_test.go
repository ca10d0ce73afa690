package alloc

import (
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// TestRoom compares the sentence about what was excluded with what is free, counted
// by hand, on a machine of 2 blocks with 2 racks each of 4 nodes.
func TestRoom(t *testing.T) {
	var nodes []topology.LabelledNode
	for i := range 16 {
		block, rack := string(rune('0'+i/8)), string(rune('0'+i/4%2))
		nodes = append(nodes, topology.LabelledNode{Name: "n" + string(rune('a'+i)), Labels: []string{"b" + block, "b" + block + "-r" + rack}})
	}
	levels, err := topology.NewLevelTree([]string{"block", "rack"}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := slurm.Parse("BlockName=r0 Nodes=n[0-3]\nBlockName=r1 Nodes=n[4-7]\nBlockName=r2 Nodes=n[8-11]\nBlockName=r3 Nodes=n[12-15]\nBlockSizes=4,8\n")
	if err != nil {
		t.Fatal(err)
	}
	busy := []topology.NodeID{0, 1, 4, 8, 9, 10, 12, 13} // 2, 3, 1 and 2 nodes of the racks are free
	for _, c := range []struct {
		allocator Allocator
		machine   topology.Topology
		nodes     int32
		network   workload.NetworkRequest
		want      string
	}{
		{KueueTAS{}, levels, 4, workload.NetworkRequest{Gather: workload.GatherRequired, Level: 2}, "no rack has room for 4: the most is 3, in rack b0-r1"},
		{KueueTAS{}, levels, 6, workload.NetworkRequest{Gather: workload.GatherRequired, Level: 1}, "no block has room for 6: the most is 5, in block b0"},
		{KueueTAS{}, levels, 2, workload.NetworkRequest{Gather: workload.GatherRequired, Level: 3}, "no host has room for 2: the most is 1, in nc"},
		{KueueTAS{}, levels, 8, workload.NetworkRequest{Slice: 2, SliceLevel: 2}, "in parts of 2, each in one rack, there is room for 6 of 8"},
		{SlurmBlock{}, blocks.Topology, 4, workload.NetworkRequest{}, "no block has room for 4: the most is 3, in r1"},
		{SlurmBlock{}, blocks.Topology, 6, workload.NetworkRequest{}, "no block of 8 nodes has room for 6: the most is 5, in r0 – r1"},
		{SlurmBlock{}, blocks.Topology, 6, workload.NetworkRequest{Segment: 3}, "in parts of 3, each in one block, there is room for 3 of 6"},
		{SlurmBlock{}, blocks.Topology, 1, workload.NetworkRequest{Exclusive: true}, "no block has room for 1: the most is 0, in r0; it must have its blocks to itself, and 4 of 4 are in use by other jobs"},
		{SlurmBlock{}, blocks.Topology, 2, workload.NetworkRequest{Exclusive: true, Segment: 1}, "in parts of 1, each in one block, there is room for 0 of 2; it must have its blocks to itself, and 4 of 4 are in use by other jobs"},
	} {
		free := cluster.NewFree(cluster.NewMachine(c.machine, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}))
		for _, n := range busy {
			free.Take(&workload.Request{Nodes: 1}, cluster.Placement{{First: n, Last: n, Tasks: 1}})
		}
		r := &workload.Request{Nodes: c.nodes, Network: c.network}
		if _, reason := c.allocator.Allocate(r, free, nil); reason.Code != why.NotPlaceable {
			t.Errorf("%s: the job gets %v", c.want, reason.Code)
		}
		if room, ok := RoomFor(c.allocator, r, free); !ok || room.English(c.machine) != c.want {
			t.Errorf("%v %s, not %s", ok, room.English(c.machine), c.want)
		}
		r = &workload.Request{Nodes: 1}
		if room, ok := RoomFor(c.allocator, r, free); ok {
			t.Errorf("%+v for a job that can be placed", room)
		}
	}
}
