package scenarios

import "testing"

// S3's GPU weight: up brings GPU jobs forward, down puts them back; the same
// workload both ways, and from one lesson to the other.
func TestGPUWeight(t *testing.T) {
	const weight = "scheduler.priority.weights.gpus"
	for _, r := range []*result{run(t, "gpu-first"), run(t, "gpu-last", set(weight, "50"))} {
		r.starts(3, 3600, "")
		r.starts(2, 5400, "")
	}
	for _, r := range []*result{run(t, "gpu-last"), run(t, "gpu-first", set(weight, "-50")), run(t, "gpu-first", set(weight, "0"))} {
		r.starts(2, 3600, "")
		r.starts(3, 5400, "")
	}
}

// S3's steps a and b: a job over a quota has a reservation, which no later one
// delays; without the quota it starts at once.
func TestQuota(t *testing.T) {
	r := run(t, "quota")
	r.starts(2, 1800, "")
	r.starts(3, 120, "")
	r.starts(5, 240, "hole-now")
	if r.start[4] != 3600 {
		t.Errorf("job 4 starts at %d, want 3600: it would have delayed job 2", r.start[4])
	}
	wide := run(t, "quota", set("limits", `{"users": {"*": {"nodes": 8}}}`))
	wide.starts(2, 60, "")
	if wide.start[3] <= 120 {
		t.Errorf("job 3 starts at %d though job 2 has its nodes", wide.start[3])
	}
}

// S3's step e: by fewest resources GPU nodes stay free for GPU jobs.
func TestKeepGPUs(t *testing.T) {
	r := run(t, "keep-gpus")
	r.on(1, "4-7")
	r.starts(2, 60, "")
	f := run(t, "keep-gpus", firstFit())
	f.on(1, "0-3")
	f.starts(2, 3600, "")
}

// S3's cycle: nothing starts between two multiples of the period.
func TestCycle(t *testing.T) {
	r := run(t, "cycle")
	r.starts(2, 300, "")
	r.starts(1, 900, "")
	for job, at := range r.start {
		if at%300 != 0 {
			t.Errorf("job %d starts at %d, between two cycles", job, at)
		}
	}
	e := run(t, "cycle", set("scheduler.cycle", "0"))
	e.starts(1, 10, "")
	e.starts(2, 1010, "")
}

// Fair share: who has used less lately comes first.
func TestFairShare(t *testing.T) {
	r := run(t, "fair-share")
	r.starts(3, 3600, "")
	r.starts(2, 5400, "") // both have used half of it by now, and job 2 has waited longer
	r.starts(4, 7200, "")
	plain := run(t, "fair-share", set("scheduler.priority.weights.fair_share", "0"))
	plain.starts(2, 3600, "")
	plain.starts(3, 5400, "")
}
