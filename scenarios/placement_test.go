package scenarios

import "testing"

func by(allocator string) [2]string { return set("scheduler.allocator", allocator) }

// distance returns the sum of the distances between all pairs of a job's nodes.
func (r *result) distance(job int64) int64 { return spreadOf(r, job).PairDistance }

// TestStar checks a machine on which all placements have equal distances. SDM must
// choose the fastest nodes.
func TestStar(t *testing.T) {
	r, f := run(t, "star"), run(t, "star", firstFit())
	r.on(1, "8-13")
	f.on(1, "0-5")
	if r.end[1] != 1800 || f.end[1] != 3600 || r.distance(1) != f.distance(1) {
		t.Errorf("job 1 ends at %d by SDM and at %d by first fit, at distances %d and %d", r.end[1], f.end[1], r.distance(1), f.distance(1))
	}
}

// TestBestFit checks that best fit places small jobs on nodes other than those with
// 8 cores. The nodes with 8 cores must remain free for a job that needs 8 cores.
func TestBestFit(t *testing.T) {
	r, f := run(t, "best-fit"), run(t, "best-fit", firstFit())
	r.starts(4, 180, "")
	r.on(4, "0-1")
	if f.start[4] < 3600 {
		t.Errorf("by first fit job 4 starts at %d already", f.start[4])
	}
}

// TestSpeeds checks allocators on nodes of different speeds. Some prefer the nodes
// with the fastest cores. SNP prefers the nodes with the highest performance, that
// is, speed times the number of free cores.
func TestSpeeds(t *testing.T) {
	fast := run(t, "fastest-first")
	fast.on(1, "4-5")
	if slow := run(t, "fastest-first", firstFit()); fast.end[1] != 900 || slow.end[1] != 3600 {
		t.Errorf("job 1 ends at %d, by first fit at %d; want 900 and 3600", fast.end[1], slow.end[1])
	}
	if more := run(t, "fastest-first", set("jobs[0].tasks", "6")); more.end[1] != 1800 {
		t.Errorf("with six tasks job 1 ends at %d, want 1800: it reaches a slower node", more.end[1])
	}
	snp, sns := run(t, "snp"), run(t, "snp", by("sns"))
	snp.on(1, "0")
	sns.on(1, "0,4-5")
	sns = run(t, "sns")
	sns.on(1, "5")
	run(t, "sns", by("fastest-first")).on(1, "0,5")
}

// TestLeaves checks two rules for choosing a leaf switch. The first chooses the
// switch with the most free cores. The second chooses the switch whose free cores
// have the highest total performance.
func TestLeaves(t *testing.T) {
	cores, performance := run(t, "ftsc"), run(t, "ftsc", by("ftscp"))
	cores.on(1, "4-6")
	performance.on(1, "4,8-11")
	if f := run(t, "ftsc", firstFit()); f.distance(1) <= cores.distance(1) {
		t.Errorf("first fit: a sum of distances of %d, ftsc %d", f.distance(1), cores.distance(1))
	}
	fast, wide := run(t, "ftscp"), run(t, "ftscp", by("ftsc"))
	fast.on(1, "8-11")
	wide.on(1, "4-5")
	if fast.end[1] != 600 || wide.end[1] != 1800 {
		t.Errorf("job 1 ends at %d by performance, at %d by cores; want 600 and 1800", fast.end[1], wide.end[1])
	}
}

// TestRandom checks that random placement uses nodes that are far apart. With the
// same seed, the placements must be the same; with another seed, they must differ.
func TestRandom(t *testing.T) {
	r, again, other, f := run(t, "random"), run(t, "random"), run(t, "random", set("seed", "2")), run(t, "random", firstFit())
	same := true
	for job := range r.nodes {
		again.on(job, r.nodes[job])
		same = same && other.nodes[job] == r.nodes[job]
	}
	if same {
		t.Error("another seed draws the same nodes for all jobs")
	}
	if r.hops(1) <= f.hops(1) {
		t.Errorf("job 1: %d hops by lot, %d by first fit", r.hops(1), f.hops(1))
	}
}

// TestContiguous runs a job that requests six consecutive nodes while eight nodes
// are free. No six of the free nodes are consecutive, so the job must wait.
func TestContiguous(t *testing.T) {
	r := run(t, "contiguous")
	r.starts(4, 5400, "")
	r.on(4, "0-5")
	run(t, "contiguous", firstFit()).starts(4, 1860, "")
}

// TestMinHops checks a case in which the best set of nodes, with the smallest sum
// of hops, is not among the sets that SDM considers. The allocator min-hops must
// find the best set.
func TestMinHops(t *testing.T) {
	r, s := run(t, "min-hops"), run(t, "min-hops", by("sdm"))
	if r.hops(2) != 104 || s.hops(2) != 116 {
		t.Errorf("job 2: %d hops, by SDM %d; want 104 and 116", r.hops(2), s.hops(2))
	}
}

// TestMeshAllocators checks the example of SOURCES.md NEAR.1.
func TestMeshAllocators(t *testing.T) {
	for _, c := range []struct {
		name, nodes string
		distance    int64
	}{
		{"mc1x1", "1,11-13,18", 24},
		{"mc1x1-inc", "10-13,18", 20},
		{"gen-alg", "1-3,11-12", 22},
		{"mm", "11-13,18-19", 20},
	} {
		r := run(t, c.name)
		r.on(2, c.nodes)
		if r.distance(2) != c.distance {
			t.Errorf("%s: job 2 has a sum of distances of %d, want %d", c.name, r.distance(2), c.distance)
		}
	}
}
