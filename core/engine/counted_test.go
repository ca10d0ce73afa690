package engine_test

import (
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// TestCounted checks when it suffices to count free units to decide whether a job
// fits: if all jobs ask for whole nodes, or if all ask for tasks that need the same
// amounts of the resources that can run out before the cores do.
func TestCounted(t *testing.T) {
	type per = workload.Resources // per is an amount of cores, memory, disk and GPUs
	tree, _ := topology.NewFatTree(2, 4)
	m := cluster.NewMachine(tree, cluster.Spec{Resources: per{4, 800, 100, 0}, Speed: 1000})
	m.SetGroup(12, 15, cluster.Spec{Resources: per{8, 800, 100, 1}, Speed: 1000})
	for _, c := range []struct {
		name  string
		tasks []per // resources per task of each job; a job without cores and GPUs asks for a whole node
		alloc alloc.Allocator
		want  bool
	}{
		{"whole nodes", []per{{}, {}}, alloc.SDM{}, true},
		{"whole nodes, units", []per{{}, {}}, alloc.MinHopUnits{}, false},
		{"one core", []per{{1}, {1}}, alloc.SDM{}, true},
		{"two cores", []per{{2}, {2}}, alloc.FirstFit{}, true},
		{"one core and two", []per{{1}, {2}}, alloc.FirstFit{}, false},
		{"tasks and a node", []per{{1}, {}}, alloc.FirstFit{}, false},
		{"memory that cannot run out", []per{{1, 100}, {1, 3}}, alloc.FirstFit{}, true},
		{"memory that runs out on the last nodes", []per{{1, 101}, {1, 3}}, alloc.FirstFit{}, false},
		{"memory that runs out, alike", []per{{1, 301}, {1, 301}}, alloc.FirstFit{}, true},
		{"memory and disk that run out", []per{{1, 301, 50}, {1, 301, 49}}, alloc.FirstFit{}, false},
		{"a GPU each", []per{{1, 0, 0, 1}, {1, 0, 0, 1}}, alloc.FirstFit{}, true},
		{"a GPU for one", []per{{1, 0, 0, 1}, {1}}, alloc.FirstFit{}, false},
		{"GPUs without cores", []per{{0, 0, 0, 1}, {0, 0, 0, 1}}, alloc.FirstFit{}, true},
	} {
		conf := engine.Config{Machine: m, Queue: queue.EASY{}, Allocator: c.alloc}
		for i, tasks := range c.tasks {
			j := workload.Job{Request: workload.Request{ID: workload.JobID(i), Number: int64(i), PerTask: tasks, Walltime: simtime.Second}, After: workload.NoJob}
			if j.Nodes = 1; tasks != (per{}) {
				j.Nodes, j.Tasks = 0, 1
			}
			conf.Jobs = append(conf.Jobs, j)
		}
		tape, err := engine.NewRecording(conf)
		if err != nil {
			t.Fatal(err)
		}
		if got := tape.Counted(); got != c.want {
			t.Errorf("%s: counting decides: %v", c.name, got)
		}
		conf.Jobs[1].Reject = workload.ErrWorkload // a rejected job has no influence
		if tape, err = engine.NewRecording(conf); err != nil || !tape.Counted() && c.alloc != (alloc.MinHopUnits{}) {
			t.Errorf("%s: one job alone: counting does not decide, %v", c.name, err)
		}
	}
}
