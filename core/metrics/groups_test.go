package metrics_test

import (
	"math"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/network"
	"hopyard/core/queue"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestGroups checks S4's figures against values computed by hand, for tasks on two
// different nodes. Node 0 has 4 cores of speed 1, and node 1 has 2 cores of speed
// 2; both have 1000 MiB. Job 1 has 4 tasks of 100 MiB and runs on node 0 for 10 s.
// Job 2 has 2 tasks of 50 MiB and runs on node 1 for 5 s, which is half of its run
// time at speed 1.
func TestGroups(t *testing.T) {
	topo, _ := topology.NewStar(2)
	m := cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{4, 1000, 0, 0}, Speed: 1000})
	m.SetGroup(1, 1, cluster.Spec{Resources: workload.Resources{2, 1000, 0, 0}, Speed: 2000})
	jobs := []workload.Job{job(1, 0, 0, 10, 10), job(2, 0, 0, 10, 10)}
	jobs[0].Tasks, jobs[0].PerTask = 4, workload.Resources{1, 100}
	jobs[1].Tasks, jobs[1].PerTask = 2, workload.Resources{1, 50}
	log, err := engine.Run(engine.Config{Machine: m, Jobs: jobs, Queue: queue.FCFS{}, Allocator: alloc.FirstFit{}})
	if err != nil {
		t.Fatal(err)
	}
	f := (&metrics.Subject{Machine: m, Jobs: jobs}).Summarize(log)
	near(t, "makespan", f.Makespan, 10)
	near(t, "memory use", f.MemoryUse, (400*10+100*5)/(2000*10.0))
	near(t, "disk use", f.DiskUse, 0)
	// Both nodes have the same weight: 4 cores of speed 1 and 2 cores of speed 2.
	// They are busy for 10 s and for 5 s.
	near(t, "balance", f.Balance, 2.5/7.5)
	near(t, "slowdown by communication", f.CommSlowdown, 0)
}

// TestOvertaken checks when a job counts as overtaken. While job 1 runs, job 2
// waits for the whole machine, and small jobs start before job 2. Job 2 must count
// as overtaken if there are six small jobs, and must not if there are five.
func TestOvertaken(t *testing.T) {
	for _, c := range []struct {
		small int
		want  int64
	}{{5, 0}, {6, 1}} {
		m := star(t, 16, 1)
		jobs := []workload.Job{job(1, 0, 8, 100, 100), job(2, 1, 16, 10, 10)}
		for i := range c.small {
			jobs = append(jobs, job(3+i, 2+i, 1, 10, 10))
		}
		log, err := engine.Run(engine.Config{Machine: m, Jobs: jobs, Queue: queue.EASY{}, Allocator: alloc.FirstFit{}})
		if err != nil {
			t.Fatal(err)
		}
		if f := (&metrics.Subject{Machine: m, Jobs: jobs}).Summarize(log); f.Overtaken != c.want {
			t.Errorf("%d small jobs: %d overtaken, want %d", c.small, f.Overtaken, c.want)
		}
	}
}

// TestWaits checks the percentiles of the waits of 100 jobs of 1 s. The jobs run
// one after another, so they wait for 0 to 99 s.
func TestWaits(t *testing.T) {
	m := star(t, 1, 1)
	var jobs []workload.Job
	for i := range 100 {
		jobs = append(jobs, job(1+i, 0, 1, 1, 1))
	}
	log, err := engine.Run(engine.Config{Machine: m, Jobs: jobs, Queue: queue.FCFS{}, Allocator: alloc.FirstFit{}})
	if err != nil {
		t.Fatal(err)
	}
	f := (&metrics.Subject{Machine: m, Jobs: jobs}).Summarize(log)
	near(t, "95th percentile", f.P95Wait, 94)
	near(t, "99th percentile", f.P99Wait, 98)
}

// TestLinkLoads checks the loads of links on a star of 4 nodes with 8 links. A job
// of two processes communicates in a ring for half of its run time of 10 s. It must
// load 4 of the 8 links at 0.5.
func TestLinkLoads(t *testing.T) {
	m := star(t, 4, 1)
	jobs := []workload.Job{job(1, 0, 2, 10, 10), job(2, 0, 1, 20, 20)}
	jobs[0].Comm = &workload.Comm{Pattern: workload.Ring, Share: 500}
	net := network.Model{Kind: network.MaxMin, Bandwidth: network.DefaultBandwidth}
	log, err := engine.Run(engine.Config{Machine: m, Jobs: jobs, Queue: queue.FCFS{}, Allocator: alloc.FirstFit{}, Network: net})
	if err != nil {
		t.Fatal(err)
	}
	f := (&metrics.Subject{Machine: m, Jobs: jobs, Network: net}).Summarize(log)
	near(t, "highest link load", f.MaxLinkLoad, 0.5)
	near(t, "mean link load", f.MeanLinkLoad, 0.5*4*10/(8*20.0))
	near(t, "slowdown by communication", f.CommSlowdown, 1)
	points := metrics.Series(m, jobs, net, log)
	near(t, "load while it runs", points[0].Load, 0.5)
	near(t, "load after it", points[1].Load, 0)
}
