package scenarios

import (
	"testing"

	"hopyard/core/cluster"
)

func spreadOf(r *result, job int64) cluster.SpreadFigures {
	return cluster.Spread(r.config.Machine, r.placed[job])
}

// TestMesh checks that SDM packs five nodes closer than first fit in the corner of
// a mesh, and that the distances are no longer on a torus, where every node is a
// center.
func TestMesh(t *testing.T) {
	r, f := run(t, "mesh"), run(t, "mesh", firstFit())
	if r.distance(1) != 16 || f.distance(1) != 20 {
		t.Errorf("job 1: distances of %d by SDM and %d by first fit; want 16 and 20", r.distance(1), f.distance(1))
	}
	if torus := run(t, "mesh", set("cluster.topology.kind", "torus")); torus.distance(1) > r.distance(1) {
		t.Errorf("on a torus job 1 has a sum of distances of %d, on the mesh %d", torus.distance(1), r.distance(1))
	}
}

// TestHypercube checks that SDM finds the free subcube of eight nodes. For four
// nodes it finds only stars.
func TestHypercube(t *testing.T) {
	r, f := run(t, "hypercube"), run(t, "hypercube", firstFit())
	r.on(2, "8-15")
	if r.distance(2) != 48 || f.distance(2) != 55 {
		t.Errorf("job 2: distances of %d by SDM and %d by first fit; want 48 and 55", r.distance(2), f.distance(2))
	}
	if r.distance(3) != 9 || f.distance(3) != 8 {
		t.Errorf("job 3: distances of %d by SDM and %d by first fit; want 9 and 8", r.distance(3), f.distance(3))
	}
}

// TestDragonfly checks that the cable between two groups slows job 2 down.
func TestDragonfly(t *testing.T) {
	r := run(t, "dragonfly")
	if r.end[1] != 600 || r.end[2] != 720 {
		t.Errorf("jobs 1 and 2 run for %d and %d s, want 600 and 720", r.end[1], r.end[2])
	}
	if f := run(t, "dragonfly", firstFit()); f.end[2] <= r.end[2] || f.end[3] <= r.end[3] {
		t.Errorf("by first fit jobs 2 and 3 run for %d and %d s", f.end[2], f.end[3])
	}
}

// TestGraph checks that the route over two short cables is shorter than the direct
// long one.
func TestGraph(t *testing.T) {
	r := run(t, "graph")
	if d := r.config.Machine.Distance(0, 4); d != 4 {
		t.Errorf("node 0 is %d from node 4, want 4", d)
	}
	r.on(2, "3-7")
	far := run(t, "graph", set("cluster.topology.links[11].weight", "4"))
	if d := far.config.Machine.Distance(0, 4); d != 7 {
		t.Errorf("with a longer cable node 0 is %d from node 4, want 7", d)
	}
}

// TestOneWay checks that nodes count as distant if the route is short in one
// direction and long in the other. By either reading of a pair's distance, the job
// takes nodes on the ordinary cables, and its cost does not depend on the numbering
// of nodes. If the return route is short as well, the job takes the other nodes.
func TestOneWay(t *testing.T) {
	r := run(t, "one-way")
	r.on(1, "0-1,4-5")
	if r.distance(1) != 2+2+4*5 {
		t.Errorf("job 1 has a sum of distances of %d, want 24", r.distance(1))
	}
	sum := run(t, "one-way", set("cluster.topology.pairs", "sum"))
	sum.on(1, "0-1,4-5")
	if sum.distance(1) != 2*24 {
		t.Errorf("there and back it is %d, want 48", sum.distance(1))
	}
	// Swap the node numbers of switches 0 and 1.
	other := run(t, "one-way", set("cluster.topology.links[0].to", "s1"), set("cluster.topology.links[1].to", "s1"), set("cluster.topology.links[2].to", "s0"), set("cluster.topology.links[3].to", "s0"))
	other.on(1, "2-5")
	if other.distance(1) != 24 {
		t.Errorf("under other numbers it is %d, want 24", other.distance(1))
	}
	run(t, "one-way", set("cluster.topology.links[8].weight", "1")).on(1, "0-3")
}

// TestSlurm checks that Slurm's best fit keeps job 2 within a rack.
func TestSlurm(t *testing.T) {
	r, f := run(t, "slurm"), run(t, "slurm", firstFit())
	r.on(1, "0-2")
	r.on(2, "8-13")
	if a, b := spreadOf(r, 2).MaxHops, spreadOf(f, 2).MaxHops; a != 1 || b != 5 {
		t.Errorf("job 2 crosses %d switches at most, by first fit %d; want 1 and 5", a, b)
	}
}
