package scenarios

import (
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/workload"
)

func fcfs() [2]string     { return set("scheduler.queue", "fcfs") }
func easy() [2]string     { return set("scheduler.queue", "easy") }
func firstFit() [2]string { return set("scheduler.allocator", "first-fit") }

// TestEasyHole checks that EASY backfills jobs on the nodes that are idle before
// the start of job 4. The backfilled jobs must not delay job 4.
func TestEasyHole(t *testing.T) {
	r := run(t, "easy-hole")
	r.starts(4, 3600, "fits-now")
	r.starts(5, 360, "ends-by-shadow")
	r.starts(7, 480, "on-extra-nodes")
	r.starts(8, 600, "on-extra-nodes")
	r.starts(6, 2460, "on-extra-nodes")
	r.starts(9, 6000, "")
	slow := run(t, "easy-hole", fcfs())
	slow.starts(4, 3600, "")
	for _, job := range []int64{5, 6, 7, 8} {
		if r.start[job] >= slow.start[job] {
			t.Errorf("job %d starts at %d under EASY, %d under FCFS", job, r.start[job], slow.start[job])
		}
	}
}

// TestHeadOfLine runs the jobs of the lesson easy-hole in the order of their
// submission, without backfilling. No job may overtake job 4.
func TestHeadOfLine(t *testing.T) {
	r := run(t, "head-of-line")
	for _, job := range []int64{5, 6, 7, 8, 9} {
		if r.start[job] < r.start[4] {
			t.Errorf("job %d passes job 4", job)
		}
	}
	a, b := run(t, "head-of-line", easy(), set("scheduler.allocator", "sdm")), run(t, "easy-hole")
	for job, at := range a.start {
		b.starts(job, at, "")
	}
	if idle := 64 - r.busy(3000); idle != 24 {
		t.Errorf("%d nodes stand idle before job 4 starts, want 24", idle)
	}
}

// TestConservative checks the examples EASY.2 and CONS.1 of SOURCES.md. In the
// lesson, their times are minutes.
func TestConservative(t *testing.T) {
	r := run(t, "conservative")
	r.starts(3, 600, "")
	r.starts(4, 0, "hole-now")
	r.starts(5, 480, "")
	r.starts(6, 900, "")
	r.starts(7, 900, "")
	e := run(t, "conservative", easy())
	e.starts(3, 600, "")
	e.starts(4, 0, "ends-by-shadow")
	e.starts(6, 0, "on-extra-nodes")
	if e.start[5] <= r.start[5] {
		t.Errorf("under EASY job 5 starts at %d, not later than promised (%d)", e.start[5], r.start[5])
	}
}

func TestWalltimes(t *testing.T) {
	r := run(t, "walltimes")
	r.starts(3, 1920, "")
	r.starts(4, 120, "ends-by-shadow")
	r.starts(6, 1020, "ends-by-shadow")
	if !r.killed[2] || r.end[2] != 1200 || len(r.killed) != 1 {
		t.Errorf("killed: %v, job 2 ends at %d", r.killed, r.end[2])
	}
	if r.end[3] >= 3600 || r.start[5] < r.end[3] {
		t.Errorf("job 3 runs until %d, job 5 starts at %d", r.end[3], r.start[5])
	}
	exact := run(t, "walltimes", set("jobs[0].walltime", "1800"), set("jobs[4].walltime", "600"))
	if exact.start[5] >= r.start[5] {
		t.Errorf("with right walltimes job 5 starts at %d, not before %d", exact.start[5], r.start[5])
	}
}

// TestFragmented runs jobs on a tree whose free nodes are scattered. SDM must find
// completely free leaf switches, which first fit does not find.
func TestFragmented(t *testing.T) {
	r, f := run(t, "fragmented"), run(t, "fragmented", firstFit())
	r.starts(17, 1200, "")
	r.on(17, "48-55")
	r.on(18, "56-63")
	f.on(17, "4-7,12-15")
	for _, job := range []int64{17, 18} {
		if r.hops(job) != 28 || f.hops(job) != 60 {
			t.Errorf("job %d: %d hops by SDM, %d by first fit; want 28 and 60", job, r.hops(job), f.hops(job))
		}
	}
	if r.start[19] != 1200 || r.nodes[19] != "4-7,12-15,20-23" {
		t.Errorf("job 19 starts at %d on %s", r.start[19], r.nodes[19])
	}
}

// TestMDM checks the example S4.3 of SOURCES.md. The machine in the lesson has a
// third leaf switch, whose nodes are in use.
func TestMDM(t *testing.T) {
	m, s := run(t, "mdm"), run(t, "mdm", set("scheduler.allocator", "sdm"))
	m.on(1, "6-8")
	m.on(2, "0-2")
	s.on(2, "0,2")
	if spread := cluster.Spread(s.config.Machine, s.placed[2]); spread.TaskDistance != 8 {
		t.Errorf("SDM's sum of distances is %d, want 8", spread.TaskDistance)
	}
}

// TestTorus checks that SDM places every job on a torus more compactly than first
// fit does.
func TestTorus(t *testing.T) {
	r, f := run(t, "torus"), run(t, "torus", firstFit())
	r.on(1, "0-1,7-8,56")
	for job := range r.placed {
		if r.hops(job) >= f.hops(job) {
			t.Errorf("job %d: %d hops by SDM, %d by first fit", job, r.hops(job), f.hops(job))
		}
	}
}

// TestUnits checks the examples of SOURCES.md S0.6 on the machine of S0's figure 1.
func TestUnits(t *testing.T) {
	r := run(t, "units")
	r.starts(8, 1800, "in-batch")
	r.starts(9, 1800, "in-batch")
	r.on(8, "8-11,48-63")
	r.on(9, "16-23,28-31")
	if r.start[10] <= 1800 || r.start[11] <= 1800 {
		t.Error("the batch is not counted down to two jobs")
	}
	scattered := run(t, "units", firstFit())
	if a, b := r.hops(8)+r.hops(9), scattered.hops(8)+scattered.hops(9); a >= b {
		t.Errorf("%d hops, first fit %d", a, b)
	}
}

// TestExactFit checks the example of SOURCES.md S0.7. It also checks where later
// jobs are then placed.
func TestExactFit(t *testing.T) {
	r := run(t, "exact-fit")
	for job, want := range map[int64][2]string{1: {"0-9", "in-batch"}, 2: {"10-11", "exact-fit"}, 3: {"12", "in-batch"}, 4: {"16-17", "in-batch"}, 5: {"13-15", "exact-fit"}, 6: {"18-19", "exact-fit"}, 7: {"20-24", "in-batch"}} {
		r.on(job, want[0])
		if r.why[job] != want[1] {
			t.Errorf("job %d: %s, want %s", job, r.why[job], want[1])
		}
	}
}

// TestRounds checks both readings of S0, step 2.3. In the first reading, only one
// batch is made at each trigger. In the second, more common reading, batches are
// made until no further job starts.
func TestRounds(t *testing.T) {
	one, repeat := run(t, "rounds"), run(t, "rounds", set("scheduler.batch.rounds", "repeat"))
	for job := int64(2); job <= 5; job++ {
		one.starts(job, 600, "")
		repeat.starts(job, 600, "")
	}
	one.starts(6, 1080, "in-batch") // the trigger for this batch is the submission of job 9
	repeat.starts(6, 600, "in-batch")
	if a, b := one.busy(601), repeat.busy(601); a != 8 || b != 14 {
		t.Errorf("%d and %d nodes are busy after 0:10:00, want 8 and 14", a, b)
	}
}

// TestHopCost checks a lesson in which hops increase the run times of jobs. A
// placement with a smaller sum of hops must save time. This must help both the
// placed job and the jobs that wait for its nodes (S0, background).
func TestHopCost(t *testing.T) {
	near, far := run(t, "hop-cost"), run(t, "hop-cost", firstFit())
	near.on(5, "48-63")
	far.on(5, "8-11,48-59")
	if a, b, free := near.end[5], far.end[5], run(t, "hop-cost", set("network", "none")).end[5]; !(free < a && a < b) {
		t.Errorf("job 5 ends at %d in near units, at %d in others, and at %d without a network", a, b, free)
	}
	near.starts(6, near.end[5], "in-batch")
	far.starts(6, far.end[5], "in-batch")
}

func TestSharedNodes(t *testing.T) {
	r := run(t, "shared-nodes")
	r.on(2, "0-1")
	r.starts(4, 1920, "")
	r.on(4, "2-3")
	r.starts(5, 3120, "")
	r.starts(6, 300, "ends-by-shadow")
	m := r.config.Machine
	two := workload.Request{Tasks: 2, PerTask: workload.Resources{workload.Cores: 1, workload.Memory: 16384}}
	free := cluster.NewFree(m)
	free.Take(&two, cluster.Placement{{First: 1, Last: 1, Tasks: 2}})
	if have := free.Available(1); have[workload.Cores] != 6 || have[workload.Memory] != 0 {
		t.Errorf("beside job 2, node 1 has %v left", have)
	}
}

// hops returns the sum of the hop counts over all pairs of tasks or nodes of a job.
func (r *result) hops(job int64) int64 {
	return cluster.Spread(r.config.Machine, r.placed[job]).TaskHops
}

// busy returns the number of nodes in use at a given time in seconds.
func (r *result) busy(at int64) int {
	n := 0
	for job, p := range r.placed {
		if r.start[job] <= at && at < r.end[job] {
			n += p.Nodes()
		}
	}
	return n
}
