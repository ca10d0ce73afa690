package scenarios

import (
	"testing"

	"hopyard/core/engine"
	"hopyard/core/simtime"
)

// TestGPUWeight checks S3's priority weight for GPUs. A high weight must move GPU
// jobs forward in the queue, and a low weight must move them back. Two lessons with
// the same workload have these weights. Each lesson must give the result of the
// other lesson if its weight is changed.
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

// TestQuota checks S3's steps a and b. A job that exceeds a quota must get a
// reservation, and later jobs must not delay the job. With a larger quota, the job
// must start at once.
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

// TestTimeOrNodes checks two readings of what S3's reservations promise. If a
// reservation promises only a start time, job 5 must start on node 0 at once. If a
// reservation promises particular nodes, job 5 must wait for a node that is not
// reserved. The same must hold on a machine with different kinds of nodes.
func TestTimeOrNodes(t *testing.T) {
	const holds = "scheduler.reserve"
	gpus := set("cluster.groups", `[{"nodes": "3", "gpus": 1}]`)
	task := set("jobs[4]", `{"id": 5, "submit": 1200, "tasks": 1, "per_task": {"cores": 1}, "walltime": 7200}`)
	for _, r := range []*result{run(t, "time-or-nodes"), run(t, "time-or-nodes", set(holds, "time")), run(t, "time-or-nodes", gpus, task)} {
		r.starts(4, 3600, "")
		r.starts(5, 1200, "hole-now")
		r.on(5, "0")
		r.on(4, "1-3")
	}
	for _, r := range []*result{run(t, "time-or-nodes", set(holds, "nodes")), run(t, "time-or-nodes", set(holds, "nodes"), gpus, task)} {
		r.starts(4, 3600, "")
		r.starts(5, 2400, "")
		r.on(4, "0-2")
		r.on(5, "4")
	}
}

// TestKeepGPUs checks an allocator that prefers nodes with few resources. GPU nodes
// must remain free for GPU jobs (S3's step e).
func TestKeepGPUs(t *testing.T) {
	r := run(t, "keep-gpus")
	r.on(1, "4-7")
	r.starts(2, 60, "")
	f := run(t, "keep-gpus", firstFit())
	f.on(1, "0-3")
	f.starts(2, 3600, "")
}

// TestFPGA checks that jobs can request named resources such as FPGA boards.
// Filters, priority weights and limits must apply to named resources as they do to
// GPUs.
func TestFPGA(t *testing.T) {
	r := run(t, "fpga")
	r.on(1, "4")
	r.on(3, "5")
	r.starts(3, 120, "")
	r.starts(4, 1920, "")
	r.on(4, "5") // job 4 gets a whole node with both boards of the node
	r.on(5, "0-3")
	r.starts(2, 3600, "")
	four := run(t, "fpga", set(`limits.users["*"].resources.fpga`, "4"))
	four.starts(2, 60, "")
	four.on(2, "5")
	four.starts(3, 3660, "") // user ada holds all boards until 3600; job 4 then starts before job 3, because a request for more boards has a higher priority
	last := run(t, "fpga", set(`limits.users["*"].resources.fpga`, "4"), set("scheduler.priority.weights.resources.fpga", "-1000"), set("scheduler.allocator", "first-fit"))
	last.starts(5, 240, "")
	plain := run(t, "fpga", set("scheduler.allocator", "first-fit"), set("jobs[0].per_task.resources", "null"))
	plain.on(1, "0")
}

// TestCycle checks that jobs start only at multiples of the scheduling period that
// S3 describes.
func TestCycle(t *testing.T) {
	r := run(t, "cycle")
	r.starts(2, 300, "")
	r.starts(3, 300, "") // job 3 starts because it ends by 900, the promised start time of job 1; job 2 ends at 700, between two cycles
	r.starts(1, 900, "")
	if at := r.promised(1, 300); at != 900 {
		t.Errorf("at 300 job 1 is promised %v, want 900", at)
	}
	for job, at := range r.start {
		if at%300 != 0 {
			t.Errorf("job %d starts at %d, between two cycles", job, at)
		}
	}
	e := run(t, "cycle", set("scheduler.cycle", "0"))
	e.starts(1, 10, "")
	e.starts(2, 1010, "")
}

// TestQueues checks that a stopped queue starts no jobs and that a closed queue
// accepts no jobs. It also runs the lesson without the stop. Job 2 must then keep
// its promised start time, so that job 4 must wait.
func TestQueues(t *testing.T) {
	r := run(t, "queues")
	r.starts(4, 420, "")
	r.starts(2, 1320, "")
	r.starts(3, 1200, "hole-now") // job 3 does not use the six nodes that job 2 needs at 1320
	if _, started := r.start[5]; started || r.end[1] != 900 {
		t.Errorf("job 5 starts at %d, job 1 ends at %d", r.start[5], r.end[1])
	}
	if at := r.promised(2, 200); at != 900 {
		t.Errorf("job 2 is promised %d at 200, want 900", at)
	}
	free := run(t, "queues", set("queues.day", "null"))
	free.starts(2, 900, "")
	free.starts(3, 360, "")
	if free.start[4] <= r.start[4] {
		t.Errorf("without the stop job 4 starts at %d", free.start[4])
	}
	open := run(t, "queues", set("queues.gpu", "null"))
	if _, started := open.start[5]; !started {
		t.Error("job 5 does not start though its queue is open")
	}
}

// TestFairShare runs jobs of two users. Of the waiting jobs, the job of the user
// with the lower recent usage must start first.
func TestFairShare(t *testing.T) {
	r := run(t, "fair-share")
	r.starts(3, 3600, "")
	r.starts(2, 5400, "") // by now, both users have the same usage, and job 2 has waited longer
	r.starts(4, 7200, "")
	plain := run(t, "fair-share", set("scheduler.priority.weights.fair_share", "0"))
	plain.starts(2, 3600, "")
	plain.starts(3, 5400, "")
}

// promised returns the start time that is promised to a waiting job at the given
// time, after all events at that time.
func (r *result) promised(job, at int64) int64 {
	r.t.Helper()
	tape, err := engine.Record(r.config)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, d := range tape.Seek(tape.Find(simtime.Time(at)*simtime.Time(simtime.Second), 1<<30)).Pending() {
		if r.config.Jobs[d.Job].Number == job {
			return int64(d.Promised) / 1000
		}
	}
	return -1
}
