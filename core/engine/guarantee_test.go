package engine_test

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TestStarvation checks how long a job that needs the whole machine waits if n
// small jobs are submitted after it. Under MPFS scan it must wait for all of them,
// however many there are. Under EASY the wait must not depend on n (S4's guaranteed
// service; SOURCES.md S4.6).
func TestStarvation(t *testing.T) {
	wait := func(p queue.Policy, n int) simtime.Duration {
		job := func(submit, nodes int) workload.Job {
			return workload.Job{Request: workload.Request{Submit: simtime.Time(submit * 1000), Nodes: int32(nodes), Walltime: 10 * simtime.Second}, Runtime: 10 * simtime.Second, After: workload.NoJob}
		}
		c := engine.Config{Machine: flatMachine(4), Queue: p, Allocator: alloc.FirstFit{}, Jobs: []workload.Job{job(0, 2), job(1, 4)}}
		for i := range n {
			c.Jobs = append(c.Jobs, job(5+5*i, 2))
		}
		for i := range c.Jobs {
			c.Jobs[i].ID, c.Jobs[i].Number = workload.JobID(i), int64(i+1)
		}
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range log {
			if e.Kind == trace.Start && e.Job == 1 {
				return e.Time.Sub(c.Jobs[1].Submit)
			}
		}
		return simtime.Forever
	}
	for _, n := range []int{10, 100, 1000} {
		if got := wait(queue.MPFSScan{}, n); got < simtime.Duration(5*n)*simtime.Second {
			t.Errorf("MPFS scan: it passes %d small jobs after %v", n, got)
		}
		if got := wait(queue.EASY{}, n); got != 9*simtime.Second {
			t.Errorf("EASY: it waits %v behind %d small jobs, want 9 s", got, n)
		}
	}
}

// TestPromises counts broken promises in random workloads. Conservative backfilling
// must keep all promises. ConservativeRebuild, which recomputes its plan at every
// event, and a reservation depth of 2 keep only the promises to the head of the
// queue.
func TestPromises(t *testing.T) {
	for _, c := range []struct {
		name        string
		policy      queue.Policy
		head, other bool // whether promises to the head of the queue, and promises to any jobs, are broken
	}{
		{"conservative", queue.Conservative{}, false, false},
		{"rebuild", queue.ConservativeRebuild{}, false, true},
		{"depth 2", queue.DepthBackfill{Depth: 2}, false, true},
		{"depth 1", queue.DepthBackfill{Depth: 1}, false, false},
	} {
		head, other := 0, 0
		for seed := range uint64(60) {
			e, _ := engine.New(engine.Config{Machine: flatMachine(12), Jobs: randomJobs(rand.New(rand.NewPCG(seed, 6)), 40, 12), Queue: c.policy, Allocator: alloc.FirstFit{}})
			first, atHead := map[workload.JobID]simtime.Time{}, map[workload.JobID]simtime.Time{}
			for s, ok := e.Step(); ok; s, ok = e.Step() {
				for _, x := range s.Events {
					if at, ok := atHead[x.Job]; ok && x.Kind == trace.Start && x.Time > at {
						head++
					}
					if at, ok := first[x.Job]; ok && x.Kind == trace.Start && x.Time > at {
						other++
					}
				}
				for i, d := range e.Pending() {
					if _, ok := first[d.Job]; !ok && d.Promised != simtime.Never {
						first[d.Job] = d.Promised
					}
					if _, ok := atHead[d.Job]; !ok && i == 0 {
						atHead[d.Job] = d.Promised
					}
				}
			}
		}
		if head > 0 != c.head || other > 0 != c.other {
			t.Errorf("%s: %d promises to heads broken, %d to all", c.name, head, other)
		}
	}
}

// TestChoosyPlacementsKeepThePromise checks that no job is backfilled onto nodes
// that a shape-constrained allocator needs for the reserved job. Under
// min-hop-units the reserved job, which asks for 13 of the 16 nodes, needs all four
// units. The last job, which asks for 3 nodes, must therefore not be backfilled: it
// would leave enough nodes, but no fourth unit.
//
// Source: SOURCES.md EASY.1, S0.6.
func TestChoosyPlacementsKeepThePromise(t *testing.T) {
	tree, err := topology.NewFatTree(2, 4)
	if err != nil {
		t.Fatal(err)
	}
	c := engine.Config{Machine: cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}), Queue: queue.EASY{}, Allocator: alloc.MinHopUnits{}}
	for i, j := range []struct{ nodes, seconds int }{{5, 22}, {13, 33}, {3, 110}} {
		wall := simtime.Duration(j.seconds) * simtime.Second
		c.Jobs = append(c.Jobs, workload.Job{Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Nodes: int32(j.nodes), Walltime: wall}, Runtime: wall, After: workload.NoJob})
	}
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if e.Kind == trace.Start && e.Job == 1 && e.Time != simtime.Time(22*simtime.Second) {
			t.Errorf("job 2 starts at %v, and was promised 22", e.Time)
		}
	}
}
