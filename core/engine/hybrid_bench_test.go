package engine_test

import (
	"fmt"
	"math"
	"math/rand/v2"
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

// quartered returns a machine of 1,024 nodes of four types: small nodes, nodes with
// much memory, nodes with two GPUs, and nodes with eight GPUs.
func quartered() *cluster.Machine {
	topo, _ := topology.NewFlat(1024)
	m := cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{16, 64 << 10, 0, 0}, Speed: 1000})
	m.SetGroup(512, 767, cluster.Spec{Resources: workload.Resources{32, 256 << 10, 0, 0}, Speed: 1000})
	m.SetGroup(768, 959, cluster.Spec{Resources: workload.Resources{32, 128 << 10, 0, 2}, Speed: 1000})
	m.SetGroup(960, 1023, cluster.Spec{Resources: workload.Resources{64, 512 << 10, 0, 8}, Speed: 1000})
	return m
}

// quotaed draws jobs of 50 users in eight groups and three queues. Their offered
// load on the cores of the machine quartered is as given. A third of the jobs ask
// for whole nodes. The others ask for tasks of a few kinds, with memory; a fifth of
// these tasks also need GPUs.
func quotaed(n int, load float64) []workload.Job {
	r := rand.New(rand.NewPCG(3, 9))
	kinds := []workload.Resources{{1, 2048, 0, 0}, {2, 4096, 0, 0}, {4, 8192, 0, 0}, {8, 32768, 0, 0}, {4, 16384, 0, 1}, {8, 32768, 0, 2}}
	jobs, work := make([]workload.Job, n), 0.0
	for i := range jobs {
		j := &jobs[i]
		run := min(1+int64(math.Exp(6.5+1.2*r.NormFloat64())), 86400)
		*j = workload.Job{Runtime: simtime.Duration(run) * simtime.Second, After: workload.NoJob}
		j.ID, j.Number = workload.JobID(i), int64(i+1)
		u := int(50 * r.Float64() * r.Float64()) // some users submit far more than others
		j.User, j.Group, j.Queue = fmt.Sprint("user", u), fmt.Sprint("group", u%8), fmt.Sprint("queue", u%3)
		if r.IntN(3) == 0 {
			j.Nodes = int32(math.Exp2(5 * r.Float64()))
			work += float64(run) * float64(j.Nodes) * 26
		} else {
			j.PerTask = kinds[r.IntN(4)]
			j.Tasks = int32(math.Exp2(6 * r.Float64()))
			if r.IntN(5) == 0 {
				j.PerTask, j.Tasks = kinds[4+r.IntN(2)], int32(math.Exp2(4*r.Float64()))
			}
			work += float64(run) * float64(int64(j.Tasks)*j.PerTask[workload.Cores])
		}
		j.Walltime = simtime.Duration(float64(j.Runtime) * (1 + 2*r.Float64()))
	}
	at, mean := 0.0, work/26624/load/float64(n)
	for i := range jobs {
		jobs[i].Submit = simtime.Time(at * 1000)
		at += mean * r.ExpFloat64()
	}
	return jobs
}

// quotas returns limits that delay some jobs of the users who submit most. No limit
// is so tight that a user's backlog never ends. BenchmarkHybrid reports the
// fraction of jobs that a limit delays as over-limit.
func quotas() []queue.Limit {
	return []queue.Limit{
		{Owner: queue.ByUser, Name: "*", Measure: queue.Jobs, Soft: 24, Hard: 24},
		{Owner: queue.ByUser, Name: "*", Measure: queue.CPUs, Soft: 3600, Hard: 3600},
		{Owner: queue.ByGroup, Name: "*", Measure: queue.Nodes, Soft: 320, Hard: 320},
		{Owner: queue.ByGroup, Name: "*", Measure: queue.GPUs, Soft: 400, Hard: 400},
		{Owner: queue.ByQueue, Name: "*", Measure: queue.CPUs, Soft: 20000, Hard: 20000},
	}
}

func weights() (w queue.Weights) {
	w.Weight[queue.QueueTime], w.Weight[queue.OfGPUs], w.Weight[queue.OfCores] = 1000, 500, 10
	return w
}

// BenchmarkHybrid runs 10,000 jobs of 50 users under quotas on 1,024 nodes of four
// types, or 2,000 jobs if the offered load exceeds the machine.
//
// It reports the fraction of jobs that cannot start when they are submitted, the
// fraction of the first 1,000 of these that a limit delays, and the mean and the
// maximum number of waiting jobs at submissions. Results with first-fit: at load
// 0.7, 2 % of the jobs wait (36 % of them because of a limit; at most 11 wait at
// once); at load 0.8, 12 % (22 %; 41); at load 0.9, 27 % (26 %; 92).
func BenchmarkHybrid(b *testing.B) {
	for _, load := range []float64{0.7, 0.8, 0.9, 1.1} {
		for _, x := range []struct {
			name string
			a    alloc.Allocator
		}{{"first-fit", alloc.FirstFit{}}, {"min-resource", alloc.MinResource{}}} {
			b.Run(fmt.Sprintf("load=%.1f/%s", load, x.name), func(b *testing.B) {
				n := 10_000
				if load > 1 {
					n = 2000 // hundreds of jobs wait
				}
				c := engine.Config{Machine: quartered(), Jobs: quotaed(n, load), Allocator: x.a, Queue: hybrid.HybridPolicy{Weights: weights(), Limits: quotas()}}
				h := hold(b, c)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := engine.Run(c); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N*len(c.Jobs))/b.Elapsed().Seconds(), "jobs/s")
				b.ReportMetric(100*h.waited, "%waited")
				b.ReportMetric(100*h.over, "%over-limit")
				b.ReportMetric(h.mean, "queue-mean")
				b.ReportMetric(float64(h.most), "queue-max")
			})
		}
	}
}

// held holds figures about the waiting jobs, as BenchmarkHybrid reports them.
type held struct {
	over, waited, mean float64
	most               int
}

// hold runs c and computes these figures: the fraction of jobs that wait after
// their submission, the fraction of the first 1,000 of these that wait because of a
// limit, and how many jobs wait at submissions.
func hold(b *testing.B, c engine.Config) (h held) {
	e, err := engine.New(c)
	if err != nil {
		b.Fatal(err)
	}
	waiting := 0
	for s, ok := e.Step(); ok; s, ok = e.Step() {
		started := false
		for _, x := range s.Events {
			switch x.Kind {
			case trace.Submit:
				waiting++
			case trace.Start:
				waiting--
				started = started || x.Job == s.Job
			}
		}
		if s.Trigger != queue.Submission {
			continue
		}
		h.mean, h.most = h.mean+float64(waiting), max(h.most, waiting)
		if started {
			continue
		}
		if h.waited++; h.waited > 1000 { // limited to 1,000 jobs, because computing the reasons is expensive
			continue
		}
		for _, d := range e.Pending() {
			if d.Job == s.Job && d.Why.Code == why.OverLimit {
				h.over++
			}
		}
	}
	jobs := float64(len(c.Jobs))
	return held{h.over / max(1, min(h.waited, 1000)), h.waited / jobs, h.mean / jobs, h.most}
}

// BenchmarkHybridAfter runs the same 2,000 jobs after many jobs of one second each
// have finished. The finished jobs must not slow the run down.
func BenchmarkHybridAfter(b *testing.B) {
	for _, finished := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("finished=%d", finished), func(b *testing.B) {
			jobs := make([]workload.Job, finished, finished+2000)
			for i := range jobs {
				jobs[i] = workload.Job{Runtime: simtime.Second, After: workload.NoJob}
				jobs[i].Submit, jobs[i].Walltime, jobs[i].Nodes, jobs[i].User = simtime.Time(i)*1000, simtime.Second, 1, fmt.Sprint("user", i%50)
			}
			for _, j := range quotaed(2000, 0.8) {
				j.Submit += simtime.Time(finished) * 1000
				jobs = append(jobs, j)
			}
			for i := range jobs {
				jobs[i].ID, jobs[i].Number = workload.JobID(i), int64(i+1)
			}
			c := engine.Config{Machine: quartered(), Jobs: jobs, Allocator: alloc.FirstFit{}, Queue: hybrid.HybridPolicy{Weights: weights(), Limits: quotas()}}
			e, err := engine.New(c)
			if err != nil {
				b.Fatal(err)
			}
			for s, ok := e.Step(); ok && int(s.Job) < finished; s, ok = e.Step() {
			}
			for b.Loop() {
				x := e.Clone()
				for _, ok := x.Step(); ok; _, ok = x.Step() {
				}
			}
			b.ReportMetric(float64(b.N*2000)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
