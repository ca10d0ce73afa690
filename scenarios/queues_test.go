package scenarios

import "testing"

func depth(d string) [2]string { return set("scheduler.depth", d) }

// TestDepth checks SOURCES.md EASY.3. With a single reservation, job 6 must be
// backfilled, which delays job 5. With two reservations, job 6 must not be
// backfilled.
func TestDepth(t *testing.T) {
	two, one := run(t, "depth"), run(t, "depth", depth("1"))
	one.starts(3, 600, "")
	one.starts(6, 0, "on-extra-nodes")
	one.starts(5, 900, "")
	two.starts(3, 600, "")
	two.starts(5, 480, "")
	two.starts(6, 900, "")
	all := run(t, "depth", set("scheduler.queue", "conservative"))
	for job, at := range two.start {
		all.starts(job, at, "") // reservations for all jobs give the same schedule as two reservations
	}
}

// TestNamedNodes checks the lesson about what a reservation holds. If the reservation
// of job 4 holds nodes, job 5 must wait for others, and job 6 starts first. If it is a
// time, job 5 starts at once and job 6 waits longest. The same holds under EASY.
func TestNamedNodes(t *testing.T) {
	for _, queue := range []string{"conservative", "conservative-rebuild", "easy"} {
		named := run(t, "named-nodes", set("scheduler.queue", queue))
		named.starts(4, 3600, "")
		named.on(4, "0-4")
		named.starts(5, 2400, "")
		named.on(5, "5-6")
		named.starts(6, 1500, "")
		counted := run(t, "named-nodes", set("scheduler.queue", queue), set("scheduler.reserve", "time"))
		counted.starts(4, 3600, "")
		counted.starts(5, 1200, "")
		counted.starts(6, 5400, "")
	}
}

// TestRebuild checks two forms of conservative backfilling in a lesson in which job
// 1 ends early. The form that rebuilds the plan must start job 3 at once, which
// breaks the promise made to job 4. The form that keeps the plan must also keep the
// promise.
func TestRebuild(t *testing.T) {
	anew, kept := run(t, "rebuild"), run(t, "rebuild", set("scheduler.queue", "conservative"))
	anew.starts(3, 300, "")
	anew.starts(4, 2100, "")
	kept.starts(4, 300, "")
	kept.starts(3, 600, "")
}

// TestMPFS checks that all other jobs overtake job 2 under MPFS Scan. Under EASY,
// job 2 has a reservation and must start much earlier.
func TestMPFS(t *testing.T) {
	scan, e := run(t, "mpfs"), run(t, "mpfs", easy())
	for _, job := range []int64{3, 4, 5, 6, 7, 8, 9, 10, 11} {
		if scan.start[job] >= scan.start[2] {
			t.Errorf("job %d starts at %d, not before job 2 (%d)", job, scan.start[job], scan.start[2])
		}
	}
	e.starts(2, 1800, "")
	if scan.start[2] < 4*e.start[2] {
		t.Errorf("job 2 starts at %d under MPFS Scan, at %d under EASY", scan.start[2], e.start[2])
	}
}

// TestOrders checks the effect of each queue order. Shortest first must reduce the
// total waiting time compared with the order of submission. Longest first must
// increase it compared with shortest first, but must end earlier than the order of
// submission. The orders by size and by priority must start the jobs in the right
// order.
func TestOrders(t *testing.T) {
	wait := func(r *result) (sum int64) {
		for job, at := range r.start {
			for i := range r.config.Jobs {
				if r.config.Jobs[i].Number == job {
					sum += at - int64(r.config.Jobs[i].Submit)/1000
				}
			}
		}
		return sum
	}
	last := func(r *result) (at int64) {
		for _, end := range r.end {
			at = max(at, end)
		}
		return at
	}
	submit := func(name string) *result { return run(t, name, set("scheduler.order", "submit")) }
	if a, b := wait(run(t, "shortest")), wait(submit("shortest")); a >= b {
		t.Errorf("shortest first: waits of %d s in all, %d by submission", a, b)
	}
	if a, b := wait(run(t, "longest")), wait(run(t, "shortest")); a <= b {
		t.Errorf("longest first: waits of %d s in all, shortest first %d", a, b)
	}
	if a, b := last(run(t, "longest")), last(submit("longest")); a >= b {
		t.Errorf("longest first: the last job ends at %d, by submission at %d", a, b)
	}
	small, large := run(t, "smallest"), run(t, "largest")
	for job, at := range small.start {
		if job != 1 && job != 4 && at > small.start[4] {
			t.Errorf("smallest first: job %d starts at %d, after the widest (%d)", job, at, small.start[4])
		}
		if job != 1 && large.start[job] < large.start[4] {
			t.Errorf("largest first: job %d starts at %d, before the widest (%d)", job, large.start[job], large.start[4])
		}
	}
	p := run(t, "priority")
	p.starts(8, 3600, "")
	p.starts(6, 3600, "")
	p.starts(3, 3600, "")
	if p.start[7] < p.start[2] {
		t.Error("jobs of equal priority change places")
	}
}
