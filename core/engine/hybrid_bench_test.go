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
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// quartered is 1,024 nodes of four types: small, with much memory, with two
// GPUs and with eight.
func quartered() *cluster.Machine {
	topo, _ := topology.NewFlat(1024)
	m := cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{16, 64 << 10, 0, 0}, Speed: 1000})
	m.SetGroup(512, 767, cluster.Spec{Resources: workload.Resources{32, 256 << 10, 0, 0}, Speed: 1000})
	m.SetGroup(768, 959, cluster.Spec{Resources: workload.Resources{32, 128 << 10, 0, 2}, Speed: 1000})
	m.SetGroup(960, 1023, cluster.Spec{Resources: workload.Resources{64, 512 << 10, 0, 8}, Speed: 1000})
	return m
}

// quotaed is jobs of 50 users in eight groups and three queues, for quartered at
// an offered load of its cores: a third ask for whole nodes, the others for
// tasks of few kinds with memory, a fifth of those with GPUs.
func quotaed(n int, load float64) []workload.Job {
	r := rand.New(rand.NewPCG(3, 9))
	kinds := []workload.Resources{{1, 2048, 0, 0}, {2, 4096, 0, 0}, {4, 8192, 0, 0}, {8, 32768, 0, 0}, {4, 16384, 0, 1}, {8, 32768, 0, 2}}
	jobs, work := make([]workload.Job, n), 0.0
	for i := range jobs {
		j := &jobs[i]
		run := min(1+int64(math.Exp(6.5+1.2*r.NormFloat64())), 86400)
		*j = workload.Job{Runtime: simtime.Duration(run) * simtime.Second, After: workload.NoJob}
		j.ID, j.Number = workload.JobID(i), int64(i+1)
		u := int(50 * r.Float64() * r.Float64()) // some submit far more than others
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

// quotas bind for some of the jobs of those who submit most, but for nobody so
// much that what he submits never ends; over-limit of BenchmarkHybrid says for how many.
func quotas() []queue.Limit {
	return []queue.Limit{
		{Owner: queue.ByUser, Name: "*", Measure: queue.Jobs, Soft: 30, Hard: 30},
		{Owner: queue.ByUser, Name: "*", Measure: queue.CPUs, Soft: 8000, Hard: 8000},
		{Owner: queue.ByGroup, Name: "*", Measure: queue.Nodes, Soft: 600, Hard: 600},
		{Owner: queue.ByGroup, Name: "*", Measure: queue.GPUs, Soft: 400, Hard: 400},
		{Owner: queue.ByQueue, Name: "*", Measure: queue.CPUs, Soft: 20000, Hard: 20000},
	}
}

func weights() (w queue.Weights) {
	w.Weight[queue.QueueTime], w.Weight[queue.OfGPUs], w.Weight[queue.OfCores] = 1000, 500, 10
	return w
}

// BenchmarkHybrid runs 10,000 jobs of 50 users under quotas on 1,024 nodes of
// four types. waited is the part of all jobs that could not start when they were
// submitted, over-limit the part of the first 500 of these that a limit held.
func BenchmarkHybrid(b *testing.B) {
	for _, load := range []float64{0.7, 0.8, 0.9, 1.1} {
		for _, x := range []struct {
			name string
			a    alloc.Allocator
		}{{"first-fit", alloc.FirstFit{}}, {"min-resource", alloc.MinResource{}}} {
			b.Run(fmt.Sprintf("load=%.1f/%s", load, x.name), func(b *testing.B) {
				c := engine.Config{Machine: quartered(), Jobs: quotaed(10_000, load), Allocator: x.a, Queue: queue.Hybrid{Weights: weights(), Limits: quotas()}}
				over, waited := held(b, c)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := engine.Run(c); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N*len(c.Jobs))/b.Elapsed().Seconds(), "jobs/s")
				b.ReportMetric(over, "over-limit")
				b.ReportMetric(waited, "waited")
			})
		}
	}
}

// held is the part of jobs that wait after their submission and, of the first
// 500 of these, the part that wait for a limit.
func held(b *testing.B, c engine.Config) (over, waited float64) {
	e, err := engine.New(c)
	if err != nil {
		b.Fatal(err)
	}
	for s, ok := e.Step(); ok; s, ok = e.Step() {
		if s.Trigger != queue.Submission || s.Events[len(s.Events)-1].Kind != trace.Submit {
			continue
		}
		if waited++; waited > 500 { // asking costs
			continue
		}
		for _, d := range e.Pending() {
			if d.Job == s.Job && d.Why.Code == why.OverLimit {
				over++
			}
		}
	}
	return over / max(1, min(waited, 500)), waited / float64(len(c.Jobs))
}

// BenchmarkHybridAfter runs the same 2,000 jobs after many others have finished,
// each a second long: they must not matter.
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
			c := engine.Config{Machine: quartered(), Jobs: jobs, Allocator: alloc.FirstFit{}, Queue: queue.Hybrid{Weights: weights(), Limits: quotas()}}
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
