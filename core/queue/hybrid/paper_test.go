package hybrid_test

import (
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/hybrid"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// s3 returns a configuration with the given jobs under the policy h. The machine
// has four nodes with 8 cores and 8 GiB each; the last two nodes also have two GPUs
// each.
func s3(h hybrid.HybridPolicy, jobs ...workload.Job) engine.Config {
	topo, _ := topology.NewFlat(4)
	m := cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{8, 8192, 0, 0}, Speed: 1000})
	m.SetGroup(2, 3, cluster.Spec{Resources: workload.Resources{8, 8192, 0, 2}, Speed: 1000})
	for i := range jobs {
		j := &jobs[i]
		j.ID, j.Number, j.After = workload.JobID(i), int64(i+1), workload.NoJob
		j.Submit *= simtime.Time(simtime.Minute)
		j.Walltime *= simtime.Minute
		if j.Runtime *= simtime.Minute; j.Runtime == 0 {
			j.Runtime = j.Walltime
		}
	}
	return engine.Config{Machine: m, Jobs: jobs, Queue: h, Allocator: alloc.FirstFit{}}
}

// job returns a job of tasks; each task needs the given cores, memory and GPUs.
// Times are in minutes.
func job(user string, submit simtime.Time, wall simtime.Duration, tasks int32, cores, memory, gpus int64) workload.Job {
	return workload.Job{Request: workload.Request{User: user, Queue: "q", Submit: submit, Walltime: wall, Tasks: tasks, PerTask: workload.Resources{cores, memory, 0, gpus}}}
}

func whole(user string, submit simtime.Time, wall simtime.Duration, nodes int32) workload.Job {
	return workload.Job{Request: workload.Request{User: user, Queue: "q", Submit: submit, Walltime: wall, Nodes: nodes}}
}

func weigh(k map[queue.PartKind]int64) (w queue.Weights) {
	for part, x := range k {
		w.Weight[part] = 1000 * x
	}
	return w
}

// ran runs the jobs. It returns, by job number, the minute at which each job
// started and the nodes on which it started.
func ran(t *testing.T, c engine.Config) (starts map[int64]float64, on map[int64]string) {
	t.Helper()
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	starts, on = map[int64]float64{}, map[int64]string{}
	for _, e := range log {
		if e.Kind == trace.Start {
			starts[int64(e.Job)+1], on[int64(e.Job)+1] = e.Time.Seconds()/60, e.Placement.String()
		}
	}
	return starts, on
}

// at returns the engine after all events up to the given minute.
func at(t *testing.T, c engine.Config, minute float64) *engine.Engine {
	t.Helper()
	e, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for {
		x := e.Clone()
		if s, ok := x.Step(); !ok || s.Time.Seconds()/60 > minute {
			return e
		}
		e = x
	}
}

func waits(t *testing.T, e *engine.Engine, number int64) queue.Decision {
	t.Helper()
	for _, d := range e.Pending() {
		if int64(d.Job)+1 == number {
			return d
		}
	}
	t.Fatalf("job %d does not wait", number)
	return queue.Decision{}
}

// expect checks the start times of the jobs. The wanted times are in minutes, in
// the order of the job numbers from 1.
func expect(t *testing.T, c engine.Config, want ...float64) {
	t.Helper()
	starts, _ := ran(t, c)
	for i, x := range want {
		if starts[int64(i+1)] != x {
			t.Errorf("job %d starts at %v min, want %v", i+1, starts[int64(i+1)], x)
		}
	}
}

// TestS3GPUsAreAResource checks S3's method: GPUs are an attribute of nodes like
// CPU and memory, and jobs ask for them in the same way.
func TestS3GPUsAreAResource(t *testing.T) {
	_, on := ran(t, s3(hybrid.HybridPolicy{}, job("ada", 0, 10, 3, 1, 0, 1), job("bob", 0, 10, 3, 1, 0, 0)))
	if on[1] != "2-3" || on[2] != "0" {
		t.Errorf("the GPU job runs on %s and the other on %s, want 2-3 and 0", on[1], on[2])
	}
	expect(t, s3(hybrid.HybridPolicy{}, job("ada", 0, 10, 3, 1, 0, 1), job("bob", 0, 10, 2, 1, 0, 1)), 0, 10)
}

// mauis returns the worked example of SOURCES.md S3.2: at minute 120, job A has
// waited 30 minutes and asks for 8 cores and 2 GPUs; job B has waited 120 minutes
// and asks for 8 cores.
func mauis(gpus int64) engine.Config {
	h := hybrid.HybridPolicy{Weights: weigh(map[queue.PartKind]int64{queue.QueueTime: 1, queue.OfCores: 10, queue.OfGPUs: gpus})}
	return s3(h, whole("x", 0, 120, 4), job("b", 0, 60, 8, 1, 4096, 0), job("a", 90, 60, 2, 4, 4096, 1))
}

// TestS3WorkedExample checks claim 3 with the figures of SOURCES.md S3.2: job A has
// the priority 30 + 80 + 100 = 210, and job B has 120 + 80 = 200.
func TestS3WorkedExample(t *testing.T) {
	for gpus, want := range map[int64]int64{50: 210, -50: 10} {
		// The nodes are busy until minute 120. The priorities are read at that
		// minute, before any job starts.
		c := mauis(gpus)
		c.Jobs[0].Walltime = 200 * simtime.Minute
		c.Jobs = append(c.Jobs, whole("z", 120, 1, 4))
		c.Jobs[3].ID, c.Jobs[3].Number, c.Jobs[3].After, c.Jobs[3].Submit, c.Jobs[3].Walltime = 3, 4, workload.NoJob, simtime.Time(120*simtime.Minute), simtime.Minute
		c.Jobs[0].Runtime = 200 * simtime.Minute
		got := map[int64]queue.Priority{}
		for _, p := range at(t, c, 120).Priorities() {
			got[int64(p.Job)+1] = p
		}
		if a, b := got[3], got[2]; a.Sum != want*1000 || b.Sum != 200_000 || a.Parts[queue.QueueTime] != 30_000 || a.Parts[queue.OfCores] != 80_000 || a.Parts[queue.OfGPUs] != 2000*gpus {
			t.Errorf("GPUWEIGHT %d: A has %+v, B has %+v", gpus, a, b)
		}
	}
}

// TestS3NegativeIsNotClipped checks claim 3: a weight may be negative, and so may
// the sum. Maui by default raises such sums to 1, so two GPU jobs would be equal
// and start in order of submission. Here the job with more GPUs must come last.
func TestS3NegativeIsNotClipped(t *testing.T) {
	h := hybrid.HybridPolicy{Weights: weigh(map[queue.PartKind]int64{queue.QueueTime: 1, queue.OfGPUs: -100})}
	c := s3(h, whole("x", 0, 60, 4), job("a", 1, 10, 2, 8, 0, 2), job("b", 2, 10, 2, 8, 0, 1))
	p := at(t, c, 30).Priorities()
	if len(p) != 2 || p[0].Job != 2 || p[0].Sum >= 1000 || p[1].Sum >= p[0].Sum {
		t.Fatalf("priorities %+v: want job 3 before job 2, both below 1", p)
	}
	clipped := func(x queue.Priority) int64 { return max(x.Sum, 1000) }
	if clipped(p[0]) != clipped(p[1]) {
		t.Error("Maui's clipping to 1 would have told them apart")
	}
	expect(t, c, 0, 70, 60)
}

// TestS3WeightMovesGPUJobs checks claim 4: a higher weight moves GPU jobs forward,
// and a lower weight moves them back.
func TestS3WeightMovesGPUJobs(t *testing.T) {
	jobs := func() []workload.Job {
		return []workload.Job{whole("x", 0, 60, 4), job("a", 1, 10, 32, 1, 0, 0), job("b", 2, 10, 4, 1, 0, 1)}
	}
	for weight, want := range map[int64][]float64{10: {0, 70, 60}, 0: {0, 60, 70}, -10: {0, 60, 70}} {
		expect(t, s3(hybrid.HybridPolicy{Weights: weigh(map[queue.PartKind]int64{queue.QueueTime: 1, queue.OfGPUs: weight})}, jobs()...), want...)
	}
}

// TestS3FallingPriority checks that priorities are computed for every job and
// sorted in descending order, as S3 says.
func TestS3FallingPriority(t *testing.T) {
	w := weigh(map[queue.PartKind]int64{queue.OfUser: 1})
	w.Users = []queue.Named{{Name: "low", Value: -5}, {Name: "high", Value: 9}}
	expect(t, s3(hybrid.HybridPolicy{Weights: w}, whole("x", 0, 10, 4), whole("low", 1, 10, 4), whole("none", 2, 10, 4), whole("high", 3, 10, 4)), 0, 30, 20, 10)
}

func quota(o queue.Owner, name string, m queue.Measure, soft, hard int64) hybrid.HybridPolicy {
	return hybrid.HybridPolicy{Weights: weigh(map[queue.PartKind]int64{queue.QueueTime: 1}), Limits: []queue.Limit{{Owner: o, Name: name, Measure: m, Soft: soft, Hard: hard}}}
}

// TestS3OverLimitIsReserved checks steps a and b with a job that would exceed a
// limit of its user or queue. The job must get a reservation at the earliest time
// at which limits and nodes allow it, and the next job must be considered.
func TestS3OverLimitIsReserved(t *testing.T) {
	for _, h := range []hybrid.HybridPolicy{quota(queue.ByUser, "ada", queue.Nodes, 2, 2), quota(queue.ByUser, "*", queue.Jobs, 1, 1), quota(queue.ByUser, "ada", queue.CPUs, 20, 20)} {
		c := s3(h, whole("ada", 0, 10, 2), whole("ada", 1, 10, 2), whole("bob", 2, 30, 1), whole("eve", 3, 30, 2))
		d := waits(t, at(t, c, 2), 2)
		if d.Why.Code != why.OverLimit || d.Why.Which != 1 || d.Promised != simtime.Time(10*simtime.Minute) {
			t.Errorf("%+v: job 2 waits for %+v, promised %v", h.Limits, d.Why, d.Promised)
		}
		expect(t, c, 0, 10, 2, 20)
	}
	byQueue := s3(quota(queue.ByQueue, "q", queue.Jobs, 1, 1), whole("ada", 0, 10, 1), whole("bob", 0, 10, 1))
	expect(t, byQueue, 0, 10)
}

// TestS3SoftLimits checks step a with soft and hard limits in two rounds (Maui). A
// soft limit may be exceeded if no job within its own limit needs the nodes. A hard
// limit must never be exceeded.
func TestS3SoftLimits(t *testing.T) {
	expect(t, s3(quota(queue.ByUser, "*", queue.Nodes, 1, 3), whole("ada", 0, 10, 1), whole("ada", 0, 10, 2), whole("ada", 0, 10, 1)), 0, 0, 10)
	expect(t, s3(quota(queue.ByUser, "*", queue.Nodes, 1, 3), whole("x", 0, 5, 3), whole("ada", 0, 10, 1), whole("ada", 1, 10, 3), whole("bob", 2, 10, 1), whole("eve", 2, 10, 1)), 0, 0, 15, 5, 5)
}

// TestS3NodeSeconds checks step a with a limit on node-seconds. The counted amount
// falls while a job runs, and the next job must start at the very moment at which
// the limit allows it.
func TestS3NodeSeconds(t *testing.T) {
	c := s3(quota(queue.ByUser, "*", queue.NodeSeconds, 3600, 3600), whole("ada", 0, 40, 1), whole("ada", 1, 30, 1))
	expect(t, c, 0, 10) // at minute 10, job 1 has 30 node-minutes left; job 2 needs another 30, and the limit is 60
	if d := waits(t, at(t, c, 1), 2); d.Promised != simtime.Time(10*simtime.Minute) {
		t.Errorf("promised %v, want 600 s", d.Promised)
	}
}

// TestS3Filter checks step c: nodes are filtered by CPU, memory and GPU.
func TestS3Filter(t *testing.T) {
	c := s3(hybrid.HybridPolicy{}, job("x", 0, 10, 1, 8, 0, 0), job("x", 0, 10, 1, 1, 8192, 0), job("a", 1, 10, 1, 1, 1024, 2), job("b", 2, 10, 2, 4, 4096, 2))
	e := at(t, c, 2)
	got := map[queue.NodeCondition]int32{}
	for _, x := range e.Filters(3) {
		got[x.What] = x.Nodes
	}
	if len(got) != 3 || got[queue.HasCores] != 1 || got[queue.HasMemory] != 1 || got[queue.HasGPUs] != 1 {
		t.Errorf("excluded %v, want one node each for cores, memory and gpus", got)
	}
	if e.Filters(0) != nil {
		t.Error("a running job is filtered for")
	}
}

// TestS3ShortIsReserved checks step d. If too little is free for a job, the job
// must get a reservation. A later job may start only if it does not delay that
// reservation.
func TestS3ShortIsReserved(t *testing.T) {
	c := s3(hybrid.HybridPolicy{}, whole("x", 0, 10, 3), whole("a", 1, 10, 4), whole("b", 2, 30, 1), whole("c", 3, 7, 1))
	e := at(t, c, 2)
	if d := waits(t, e, 2); d.Why.Code != why.TooFewFree || d.Promised != simtime.Time(10*simtime.Minute) {
		t.Errorf("job 2 waits for %+v, promised %v", d.Why, d.Promised)
	}
	if d := waits(t, e, 3); d.Promised != simtime.Time(20*simtime.Minute) {
		t.Errorf("job 3 is promised %v: every job that must wait has a reservation", d.Promised)
	}
	expect(t, c, 0, 10, 20, 3)
}

// TestS3Depth checks Maui's RESERVATIONDEPTH: with one reservation, later jobs may
// delay the second waiting job any number of times, but never the first.
func TestS3Depth(t *testing.T) {
	jobs := func() []workload.Job {
		return []workload.Job{whole("x", 0, 10, 3), whole("a", 1, 10, 2), whole("b", 2, 10, 4), whole("c", 3, 30, 1)}
	}
	expect(t, s3(hybrid.HybridPolicy{}, jobs()...), 0, 10, 20, 30)
	expect(t, s3(hybrid.HybridPolicy{Depth: 1}, jobs()...), 0, 10, 33, 3)
}

// TestS3PolicyPicks checks step e: the allocation policy picks from the filtered
// nodes.
func TestS3PolicyPicks(t *testing.T) {
	for a, want := range map[alloc.Allocator]string{alloc.FirstFit{}: "1", alloc.MinResource{}: "1", alloc.LeastLoaded{}: "2"} {
		c := s3(hybrid.HybridPolicy{}, whole("x", 0, 10, 1), job("y", 0, 10, 1, 2, 0, 0), job("a", 1, 10, 1, 2, 0, 0))
		c.Allocator = alloc.FirstFit{}
		if _, on := ran(t, c); on[2] != "1" {
			t.Fatalf("job 2 runs on %s", on[2])
		}
		c.Allocator = a
		if _, on := ran(t, c); on[3] != want {
			t.Errorf("%T puts job 3 on %s, want %s", a, on[3], want)
		}
	}
}

// TestS3NextJob checks steps f and g: a job starts and the next one is considered
// in the same pass.
func TestS3NextJob(t *testing.T) {
	c := s3(hybrid.HybridPolicy{Cycle: 10 * simtime.Minute}, whole("x", 1, 10, 1), whole("a", 2, 10, 1), whole("b", 3, 10, 3), whole("c", 4, 10, 1))
	expect(t, c, 10, 10, 20, 10)
}

// TestS3Sleeps checks S6: the scheduler sleeps until the next cycle, and events
// between two cycles are only recorded.
func TestS3Sleeps(t *testing.T) {
	c := s3(hybrid.HybridPolicy{Cycle: 5 * simtime.Minute}, whole("a", 1, 6, 4), whole("b", 2, 6, 4))
	d := waits(t, at(t, c, 1), 1)
	if d.Why.Code != why.NextCycle || d.Why.At != simtime.Time(5*simtime.Minute) {
		t.Errorf("job 1 waits for %+v", d.Why)
	}
	expect(t, c, 5, 15)
	c.Queue = hybrid.HybridPolicy{}
	expect(t, c, 1, 7)
}

// TestS3PromisesAreInCycles checks that promised times are times of cycles (S6),
// which are 5 minutes apart here. Job 1 ends at minute 11, and job 2, which needs
// all nodes, is promised minute 15. Job 3 runs from minute 10 to 14, before job 2.
// Job 4 would run from minute 10 to 16 and must wait.
func TestS3PromisesAreInCycles(t *testing.T) {
	const minute = simtime.Time(simtime.Minute)
	c := s3(hybrid.HybridPolicy{Cycle: 5 * simtime.Minute}, whole("a", 1, 6, 3), whole("b", 6, 5, 4), whole("c", 7, 4, 1), whole("d", 8, 6, 1))
	for _, x := range []struct {
		minute   float64
		job      int64
		code     why.Code
		promised simtime.Time
	}{{2, 1, why.NextCycle, 5}, {7, 2, why.TooFewFree, 15}, {7, 3, why.NextCycle, 10}, {8, 4, why.Reserved, 20}, {10, 2, why.TooFewFree, 15}, {14, 2, why.NextCycle, 15}, {14, 4, why.Reserved, 20}, {15, 4, why.TooFewFree, 20}} {
		if d := waits(t, at(t, c, x.minute), x.job); d.Why.Code != x.code || d.Promised != x.promised*minute || d.Why.At != d.Promised {
			t.Errorf("at %v job %d is promised %v, and waits for %+v; want %v at %v", x.minute, x.job, d.Promised, d.Why, x.code, x.promised*minute)
		}
	}
	expect(t, c, 5, 15, 10, 20)
	c.Queue = hybrid.HybridPolicy{}
	expect(t, c, 1, 7, 12, 12)
}

// TestS3QueueState checks claim 2: the state of queues is read in every cycle. Job
// 1 continues when its queue is stopped. Job 2 loses its reservation, so job 3 may
// start before it. Job 2 then waits until its queue is started again, and the time
// that it has waited still counts.
func TestS3QueueState(t *testing.T) {
	h := hybrid.HybridPolicy{Weights: weigh(map[queue.PartKind]int64{queue.QueueTime: 1})}
	c := s3(h, whole("a", 0, 10, 3), whole("b", 1, 5, 4), whole("c", 4, 20, 1), whole("d", 26, 5, 4))
	c.Jobs[2].Queue = "other"
	minute := simtime.Time(simtime.Minute)
	c.Gates = []queue.Gate{{Name: "q", Open: true, Started: true, Changes: []queue.GateChange{{At: 3 * minute, Open: true}, {At: 25 * minute, Open: true, Started: true}}}}
	if d := waits(t, at(t, c, 5), 2); d.Why.Code != why.QueueStopped || d.Promised != simtime.Never {
		t.Errorf("job 2 is promised %v, and waits for %+v", d.Promised, d.Why)
	}
	if d := waits(t, at(t, c, 2), 2); d.Promised != 10*minute {
		t.Errorf("before the stop job 2 is promised %v", d.Promised)
	}
	expect(t, c, 0, 25, 4, 30)
	c.Gates[0].Changes[0] = queue.GateChange{At: 3 * minute, Started: true} // the queue is closed but not stopped
	expect(t, c, 0, 10, 15, 35)
	c.Gates = nil
	expect(t, c, 0, 10, 15, 35)
	h.Cycle = 7 * simtime.Minute // the jobs of a started queue are considered in the next cycle
	c.Queue, c.Gates = h, []queue.Gate{{Name: "*", Open: true, Changes: []queue.GateChange{{At: 8 * minute, Open: true, Started: true}}}}
	expect(t, c, 14)
}

// TestS3FairShare checks the fair-share component. Use is summed over past windows
// with decreasing weight, as in the example of Maui's guide 6.3: 68.75 of 216.25 is
// 31.8 %.
func TestS3FairShare(t *testing.T) {
	const minute = simtime.Minute
	h := hybrid.HybridPolicy{Weights: weigh(map[queue.PartKind]int64{queue.FairShare: 1})}
	h.Weights.Fair = queue.FairTargets{Users: []queue.Named{{Name: "ada", Value: 50_000}}, Window: 150 * minute, Depth: 4, Decay: 500}
	// The use in each window, from the oldest to the newest: ada uses 50 of 150, 10
	// of 100, 0 of 125 and 60 of 110 core-minutes. A node has eight cores, so
	// everything is multiplied by eight.
	var jobs []workload.Job
	for k, x := range [][2]simtime.Duration{{50, 150}, {10, 100}, {0, 125}, {60, 110}} {
		begin := simtime.Time(150 * k)
		if x[0] > 0 {
			jobs = append(jobs, whole("ada", begin, x[0], 1))
		}
		jobs = append(jobs, whole("eve", begin, x[1]-x[0], 1))
	}
	jobs = append(jobs, whole("x", 560, 80, 4), whole("ada", 561, 1, 4))
	jobs[len(jobs)-2].Tasks, jobs[len(jobs)-2].Nodes, jobs[len(jobs)-2].PerTask = 4, 0, workload.Resources{workload.Memory: 8192}
	p := at(t, s3(h, jobs...), 570).Priorities()
	if len(p) != 1 || int(p[0].Job) != len(jobs)-1 || p[0].Sum != 50_000-31_791 {
		t.Errorf("the fair share of ada is %+v, want 50,000 less 31,791 thousandths of a percent", p)
	}
}

// TestS3NeverOverItsLimit checks that a job that could never start is rejected with
// an error.
func TestS3NeverOverItsLimit(t *testing.T) {
	if _, err := engine.New(s3(quota(queue.ByUser, "ada", queue.Nodes, 1, 2), whole("ada", 0, 10, 3))); err == nil {
		t.Error("a job of 3 nodes under a limit of 2 is let through")
	}
}
