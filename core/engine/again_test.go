package engine

import (
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// alone4 returns an engine in which a single job of 100 s runs on a machine of 4
// nodes.
func alone4(t *testing.T) *Engine {
	t.Helper()
	job := workload.Job{Request: workload.Request{Nodes: 2, Walltime: 1000 * simtime.Second}, Runtime: 100 * simtime.Second, After: workload.NoJob}
	flat, err := topology.NewFlat(4)
	if err != nil {
		t.Fatal(err)
	}
	m := cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
	e, err := New(Config{Machine: m, Jobs: []workload.Job{job}, Queue: queue.EASY{}, Allocator: alloc.FirstFit{}})
	if err != nil {
		t.Fatal(err)
	}
	e.Step()
	return e
}

// TestPause checks that a job which is paused for 20 s ends 20 s later.
func TestPause(t *testing.T) {
	e := alone4(t)
	e.now = 30_000
	left := e.pause(0)
	if left != 70_000 || e.Speed(0) != 0 {
		t.Errorf("after 30 of 100 s %v ms are left, at speed %v", left, e.Speed(0))
	}
	e.now = 50_000
	e.compute(0, left)
	if s, _ := e.Step(); s.Time != 120_000 || s.Events[0].Kind != trace.End {
		t.Errorf("it ends at %v: %v", s.Time, s.Events)
	}
}

// TestRequeue checks a job of 100 s that is put back into the queue after 30 s and
// keeps its progress. When it starts again, it must run for another 70 s.
func TestRequeue(t *testing.T) {
	e := alone4(t)
	e.now = 30_000
	e.requeue(0, e.done(0), why.Reason{Code: why.NodeLost, Need: 1, Have: 2, Blocker: workload.NoJob})
	if e.state.Held() != 0 || e.Waiting() != 1 {
		t.Fatalf("%d nodes are held, %d jobs wait", e.state.Held(), e.Waiting())
	}
	e.now = 40_000
	e.queue.Pass(queue.Change, e.now, e.state, e)
	if s, _ := e.Step(); s.Time != 110_000 || s.Events[0].Kind != trace.End {
		t.Errorf("it ends at %v: %v", s.Time, s.Events)
	}
}
