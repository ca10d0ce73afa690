package scenarios

import "testing"

// TestWindows checks how many time windows a reservation compares. With one window,
// job 5 must start at once on scattered nodes. With two windows, job 5 must wait
// until a whole leaf switch is free, and must end earlier.
func TestWindows(t *testing.T) {
	r := run(t, "windows")
	r.starts(5, 500, "fits-now") // job 5 was promised 600, but it can start earlier because job 1 ends early
	r.on(5, "0-3")
	r.lasts(5, 3000)
	r = run(t, "windows", set("jobs[0].runtime", "600"))
	r.starts(5, 600, "chosen-window")
	r.on(5, "0-3")
	r = run(t, "windows", set("scheduler.windows", "1"))
	r.starts(5, 60, "")
	r.on(5, "3,7,11,15")
	r.lasts(5, 4500)
	r = run(t, "windows", set("scheduler.queue", "conservative-rebuild"))
	r.on(5, "0-3")
	for _, queue := range []string{"easy", "hybrid"} { // these queues also compare windows for their reservations
		for _, windows := range []string{"2", "all"} {
			r = run(t, "windows", set("jobs[0].runtime", "600"), set("scheduler.queue", queue), set("scheduler.windows", windows))
			r.starts(5, 600, "chosen-window")
			r.on(5, "0-3")
		}
		r = run(t, "windows", set("scheduler.queue", queue), set("scheduler.windows", "1"))
		r.starts(5, 60, "")
	}
	r = run(t, "windows", set("scheduler.allocator", "first-fit")) // under first fit, all windows have the same cost
	r.starts(5, 60, "")
}

// TestMDMTie checks the two rules by which MDM breaks ties. With the rule by speed,
// both jobs must run on the faster nodes. With the rule by pairwise distance, both
// must run on the nodes that are closer together. Each rule is better for one of
// the two jobs.
func TestMDMTie(t *testing.T) {
	fast, near := run(t, "mdm-tie"), run(t, "mdm-tie", set("scheduler.mdm_tie", "pairwise"))
	for job := range int64(2) {
		fast.on(job+1, "0-1,3-4,6-7")
		near.on(job+1, "9-14")
	}
	fast.lasts(1, 1561)
	near.lasts(1, 1480)
	fast.lasts(2, 1028)
	near.lasts(2, 1060)
}
