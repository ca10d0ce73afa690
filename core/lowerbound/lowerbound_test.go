package lowerbound

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// draw returns a random instance. The parameter most is the maximum number of jobs.
// All times are whole numbers up to the parameter longest.
func draw(r *rand.Rand, most, wide, longest int) *instance {
	x := &instance{wide: int64(wide)}
	for i := range 1 + r.IntN(most) {
		x.jobs = append(x.jobs, job{workload.JobID(i), simtime.Time(r.IntN(longest)), simtime.Duration(r.IntN(longest + 1)), 1 + r.Int64N(int64(wide))})
	}
	return x
}

// free reports whether job i, started at the given time, fits beside the placed
// jobs until it ends. It checks every second.
func free(x *instance, start []int, i, at int) bool {
	for s := at; s < at+int(x.jobs[i].run); s++ {
		used := x.jobs[i].width
		for k, b := range start {
			if b >= 0 && k != i && b <= s && s < b+int(x.jobs[k].run) {
				used += x.jobs[k].width
			}
		}
		if used > x.wide {
			return false
		}
	}
	return true
}

// worth returns the sum of the waits and the end of the last job, given the start
// time of each job.
func worth(x *instance, start []int) (wait, end int) {
	for i, b := range start {
		wait += b - int(x.jobs[i].submit)
		end = max(end, b+int(x.jobs[i].run))
	}
	return wait, end
}

// allOrders tries all orders of the jobs. It returns the smallest sum of the waits
// and the earliest end of the last job. To place a job, it tries one second after
// another.
func allOrders(x *instance) (wait, end int) {
	wait, end = 1<<30, 1<<30
	start := make([]int, len(x.jobs))
	for i := range start {
		start[i] = -1
	}
	var put func(n int)
	put = func(n int) {
		if n == len(start) {
			w, e := worth(x, start)
			wait, end = min(wait, w), min(end, e)
		}
		for i := range start {
			if start[i] >= 0 {
				continue
			}
			at := int(x.jobs[i].submit)
			for !free(x, start, i, at) {
				at++
			}
			start[i] = at
			put(n + 1)
			start[i] = -1
		}
	}
	put(0)
	return wait, end
}

// TestSearchIsAllOrders checks that the search finds the same optimum as allOrders,
// although the search abandons many orders early.
func TestSearchIsAllOrders(t *testing.T) {
	for seed := range soaktest.Seeds(4000) {
		x := draw(rand.New(rand.NewPCG(seed, 1)), 6, 5, 9)
		wait, end := allOrders(x)
		if have := x.bestWait(); int(have) != wait {
			t.Fatalf("seed %d: the least wait is %d, not %d\n%+v", seed, wait, have, x)
		}
		if have := x.bestEnd(0); int(have) != end {
			t.Fatalf("seed %d: the first end is %d, not %d\n%+v", seed, end, have, x)
		}
	}
	for seed := range uint64(6) {
		x := draw(rand.New(rand.NewPCG(seed, 2)), 1, 5, 9)
		for len(x.jobs) < MaxExactJobs-1 {
			x.jobs = append(x.jobs, draw(rand.New(rand.NewPCG(seed, uint64(len(x.jobs)))), 1, 5, 9).jobs...)
		}
		if wait, end := allOrders(x); int(x.bestWait()) != wait || int(x.bestEnd(0)) != end {
			t.Fatalf("seed %d: %d and %d\n%+v", seed, wait, end, x)
		}
	}
}

// TestSearchIsBest checks that no schedule at all is better than the best order
// found by the search. The test tries every start time of every job, up to a time
// that no optimal schedule exceeds.
func TestSearchIsBest(t *testing.T) {
	for seed := range soaktest.Seeds(3000) {
		x := draw(rand.New(rand.NewPCG(seed, 3)), 4, 3, 4)
		wait, end := 1<<30, 1<<30
		start := make([]int, len(x.jobs))
		for i := range start {
			start[i] = -1
		}
		var put func(n int)
		put = func(n int) {
			if n == len(start) {
				w, e := worth(x, start)
				wait, end = min(wait, w), min(end, e)
				return
			}
			for at := int(x.jobs[n].submit); at <= 4*5; at++ {
				if free(x, start, n, at) {
					start[n] = at
					put(n + 1)
					start[n] = -1
				}
			}
		}
		put(0)
		if int(x.bestWait()) != wait || int(x.bestEnd(0)) != end {
			t.Fatalf("seed %d: %v and %v, not %d and %d\n%+v", seed, x.bestWait(), x.bestEnd(0), wait, end, x)
		}
	}
}

// TestNoneIsBelow checks that no discipline produces a schedule below any of the
// bounds, and that the optimum found by the search is never below the area bounds.
func TestNoneIsBelow(t *testing.T) {
	proofs := map[Proof]int{}
	for seed := range soaktest.Seeds(1500) {
		r := rand.New(rand.NewPCG(seed, 4))
		x := draw(r, 14, 6, 20)
		if len(x.jobs) <= MaxExactJobs {
			if x.areaWait() > x.bestWait() || x.areaEnd() > x.bestEnd(0) {
				t.Fatalf("seed %d: areas of %v and %v, and %v and %v are possible\n%+v", seed, x.areaWait(), x.areaEnd(), x.bestWait(), x.bestEnd(0), x)
			}
		}
		c := config(x, r)
		b, ok := Of(&c)
		if !ok {
			t.Fatal("no bounds")
		}
		proofs[b.WaitBy]++
		proofs[10+b.EndBy]++
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		var wait simtime.Duration
		var end simtime.Time
		for _, e := range log {
			switch e.Kind {
			case trace.Start:
				wait += e.Time.Sub(c.Jobs[e.Job].Submit)
			case trace.End, trace.Kill:
				end = max(end, e.Time)
			}
		}
		if wait < b.Wait || end < b.End {
			t.Fatalf("seed %d: waits of %v, end %v; bounds %+v\n%+v", seed, wait, end, b, x)
		}
	}
	t.Log(proofs)
	for _, p := range []Proof{Area, Exact, 10 + Area, 10 + Longest, 10 + Exact} {
		if proofs[p] == 0 {
			t.Errorf("proof %d is never the best", p)
		}
	}
}

// TestBoundVector checks the example of SOURCES.md BOUND.1.
func TestBoundVector(t *testing.T) {
	x := &instance{wide: 2, jobs: []job{{0, 0, 4, 2}, {1, 0, 2, 1}}}
	if x.areaEnd() != 5 || x.bestEnd(0) != 6 || x.bestWait() != 2 {
		t.Errorf("%v %v %v", x.areaEnd(), x.bestEnd(0), x.bestWait())
	}
}

// config returns a simulation of jobs under a random discipline and queue order.
// The jobs have the run times and widths of an instance, but new random submission
// times. In half of the configurations, some jobs ask for tasks of one core instead
// of whole nodes. In a third, the first node is faster and has two cores.
func config(x *instance, r *rand.Rand) engine.Config {
	flat, _ := topology.NewFlat(int(x.wide))
	tasks := r.IntN(2) == 0
	c := engine.Config{
		Machine: cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}), Allocator: alloc.FirstFit{},
		Queue: []queue.Policy{queue.FCFS{}, queue.EASY{}, queue.Conservative{}, queue.MPFSScan{}}[r.IntN(4)], Order: queue.Order(r.IntN(5)),
	}
	if r.IntN(3) == 0 {
		c.Machine.SetGroup(0, 0, cluster.Spec{Resources: workload.Resources{workload.Cores: 2}, Speed: 1500})
	}
	last := simtime.Time(0)
	for i, j := range x.jobs {
		last += simtime.Time(r.IntN(4)) * simtime.Time(simtime.Second)
		y := workload.Job{Request: workload.Request{ID: workload.JobID(i), Number: int64(i), Submit: last, Walltime: (j.run + simtime.Duration(r.IntN(5)-1)) * simtime.Second}, Runtime: j.run * simtime.Second, After: workload.NoJob}
		y.Walltime = max(y.Walltime, 0)
		if tasks && r.IntN(2) == 0 {
			y.Tasks, y.PerTask = int32(j.width), workload.Resources{workload.Cores: 1}
		} else {
			y.Nodes = int32(j.width)
		}
		c.Jobs = append(c.Jobs, y)
	}
	return c
}
