package engine_test

import (
	"errors"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/workload"
)

// TestImpossible checks that for a job that can never start, the error of New names
// the job and the reason.
func TestImpossible(t *testing.T) {
	for _, c := range []struct {
		says   string
		change func(jobs []workload.Job)
	}{
		{"job 2: impossible job: asks for 13, the empty machine holds 12", func(j []workload.Job) { j[1].Nodes = 13 }},
		{"job 3: impossible job: it follows itself", func(j []workload.Job) { j[2].After = 2 }},
		{"follows itself through its preceding jobs", func(j []workload.Job) { j[0].After, j[1].After, j[2].After = 1, 2, 0 }},
		{"job 1: impossible job: follows job 9; there are 3", func(j []workload.Job) { j[0].After = 9 }},
		{"job 2: impossible job: 0 nodes and 0 tasks", func(j []workload.Job) { j[1].Nodes = 0 }},
		{"job 2: impossible job: submitted at 0, before", func(j []workload.Job) { j[0].Submit = 5000 }},
		{"job 2: impossible job: ID 7 at place 1", func(j []workload.Job) { j[1].ID = 7 }},
		{"job 1: impossible job: keeps its blocks free of other jobs; use the allocator slurm-block", func(j []workload.Job) { j[0].Network.Exclusive = true }},
		{"none may be negative", func(j []workload.Job) { j[1].Runtime = -1 }},
	} {
		jobs := make([]workload.Job, 3)
		for i := range jobs {
			jobs[i] = workload.Job{Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Nodes: 1, Walltime: 1000}, Runtime: 1000, After: workload.NoJob}
		}
		c.change(jobs)
		_, err := engine.New(engine.Config{Machine: flatMachine(12), Jobs: jobs, Queue: queue.FCFS{}, Allocator: alloc.FirstFit{}})
		if !errors.Is(err, workload.ErrWorkload) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}
