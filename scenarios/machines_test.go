package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/trace"
)

func spreadOf(r *result, job int64) cluster.SpreadFigures {
	return cluster.Spread(r.config.Machine, r.placed[job])
}

// TestMesh checks that SDM places a five-node job in the corner of a mesh more
// compactly than first fit does. It also checks that SDM's placement is at least as
// compact on a torus, where every node can be the center of a placement.
func TestMesh(t *testing.T) {
	r, f := run(t, "mesh"), run(t, "mesh", firstFit())
	if r.distance(1) != 16 || f.distance(1) != 20 {
		t.Errorf("job 1: distances of %d by SDM and %d by first fit; want 16 and 20", r.distance(1), f.distance(1))
	}
	if torus := run(t, "mesh", set("cluster.topology.kind", "torus")); torus.distance(1) > r.distance(1) {
		t.Errorf("on a torus job 1 has a sum of distances of %d, on the mesh %d", torus.distance(1), r.distance(1))
	}
}

// TestHypercube checks two placements by SDM. An eight-node job must get the free
// subcube. A four-node job gets a node and three neighbors of that node, because
// SDM considers only such sets and not subcubes.
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

// TestDragonfly checks that job 2 is slowed down when its messages share the cable
// between two groups.
func TestDragonfly(t *testing.T) {
	r := run(t, "dragonfly")
	if r.end[1] != 600 || r.end[2] != 720 {
		t.Errorf("jobs 1 and 2 run for %d and %d s, want 600 and 720", r.end[1], r.end[2])
	}
	if f := run(t, "dragonfly", firstFit()); f.end[2] <= r.end[2] || f.end[3] <= r.end[3] {
		t.Errorf("by first fit jobs 2 and 3 run for %d and %d s", f.end[2], f.end[3])
	}
}

// TestGraph checks the distance between two nodes with two routes between them: a
// long direct cable and two short cables. The shorter route, over the short cables,
// must count.
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

// TestOneWay places a job on a machine where some nodes have a short route in one
// direction and a long route back. The distance of a pair is defined in two ways.
// Under both, such nodes must count as distant, so the job must take the nodes on
// ordinary cables. The cost must not depend on how the nodes are numbered. If the
// route back is short as well, the job must take the other nodes.
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
	// Swap the nodes of switches 0 and 1.
	other := run(t, "one-way", set("cluster.topology.links[0].to", "s1"), set("cluster.topology.links[1].to", "s1"), set("cluster.topology.links[2].to", "s0"), set("cluster.topology.links[3].to", "s0"))
	other.on(1, "2-5")
	if other.distance(1) != 24 {
		t.Errorf("under other numbers it is %d, want 24", other.distance(1))
	}
	run(t, "one-way", set("cluster.topology.links[8].weight", "1")).on(1, "0-3")
}

// TestSlurm checks that Slurm's best fit places job 2 within a single rack.
func TestSlurm(t *testing.T) {
	r, f := run(t, "slurm"), run(t, "slurm", firstFit())
	r.on(1, "0-2")
	r.on(2, "8-13")
	if a, b := spreadOf(r, 2).MaxHops, spreadOf(f, 2).MaxHops; a != 1 || b != 5 {
		t.Errorf("job 2 crosses %d switches at most, by first fit %d; want 1 and 5", a, b)
	}
}

// TestClusters checks the phenomena of the lessons about the clusters of today.
func TestClusters(t *testing.T) {
	spare := run(t, "spare-node")
	spare.starts(2, 3600, "")
	spare.starts(3, 180, "")
	run(t, "spare-node", set("jobs[1].nodes", "17")).starts(2, 120, "")

	racks := func(r *result, job int64, of topology.NodeID) string {
		count := make([]int, 3)
		for n := range r.placed[job].All {
			count[n/of]++
		}
		return fmt.Sprint(count)
	}
	segments := run(t, "segments")
	segments.starts(2, 120, "")
	if got := racks(segments, 2, 18); got != "[12 12 12]" {
		t.Errorf("segments: job 2 has %s nodes of the racks", got)
	}
	if got := racks(run(t, "segments", set("scheduler.allocator", "slurm-tree")), 1, 18); got != "[17 17 2]" {
		t.Errorf("segments: under slurm-tree job 1 has %s nodes of the racks", got)
	}

	run(t, "padding").starts(3, 3660, "")
	path, value, _ := strings.Cut(padded, "=")
	run(t, "padding", set(path, value)).starts(3, 180, "")

	required := run(t, "required")
	required.starts(5, 3600, "")
	required.on(6, "1,3")
	run(t, "required", set("jobs[4].topology", `{"preferred": "rack"}`)).starts(5, 180, "")

	run(t, "compaction").starts(5, 7260, "")
	run(t, "compaction", set("jobs[3].submit", "900")).starts(5, 1200, "")

	gang := run(t, "gang")
	gang.starts(7, 2400, "")
	gang.starts(8, 180, "")

	borrowing := run(t, "borrowing")
	borrowing.starts(2, 120, "by-quota")
	borrowing.starts(3, 2820, "")
	borrowing.starts(4, 2820, "")
	borrowing.starts(5, 360, "")
	for _, limit := range []string{"teaching.flavors[0].quota.cores={\"nominal\": 16, \"lending\": 4}", "research.flavors[0].quota.cores={\"nominal\": 16, \"borrowing\": 4}"} {
		path, value, _ := strings.Cut(limit, "=")
		run(t, "borrowing", set("cluster_queues."+path, value)).starts(4, 300, "")
	}

	reclaim := run(t, "reclaim")
	reclaim.starts(4, 1800, "by-quota")
	reclaim.starts(5, 2400, "by-quota")
	run(t, "reclaim", set("cluster_queues.teaching.preemption", "{}")).starts(4, 4500, "")

	run(t, "packed-rack").starts(8, 5460, "")
	run(t, "packed-rack", set("jobs[6].priority", "5")).on(8, "4-7")
	run(t, "packed-rack", set("jobs[7].topology", `{"preferred": "rack"}`)).on(8, "2,5-7")
	smaller := run(t, "packed-rack", set("cluster_queues.batch.flavors[0].quota.nodes", "2"), set("cluster_queues.lab.flavors[0].quota.nodes", "6"))
	smaller.on(8, "4-7") // jobs 7, 6 and 5 are taken off in turn, which empties a rack, and job 7 is put back
	var stopped []int64
	for _, e := range smaller.log {
		if e.Kind == trace.Requeue && e.Time == 1_800_000 {
			stopped = append(stopped, smaller.config.Jobs[e.Job].Number)
		}
	}
	if !slices.Equal(stopped, []int64{6, 5}) {
		t.Errorf("packed-rack: with a smaller quota of batch, jobs %v are stopped", stopped)
	}

	run(t, "placers").on(5, "20-23,29-30")
	for placer, at := range map[string]int64{"sdm": 300, "first-fit": 300, "slurm-block": 3660} {
		run(t, "placers", set("scheduler.allocator", placer)).starts(5, at, "")
	}
}
