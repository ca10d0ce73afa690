package engine_test

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// BenchmarkGrowth runs 500 malleable jobs on 128 nodes. The load is high enough
// that some jobs wait, and jobs grow onto whatever is spare. For comparison:
// ElastiSim takes 4.6 s for 500 jobs.
func BenchmarkGrowth(b *testing.B) {
	for _, x := range []struct {
		name   string
		policy queue.Policy
	}{{"easy", queue.EASY{}}, {"conservative", queue.Conservative{}}, {"fcfs", queue.FCFS{}}} {
		b.Run(x.name+"/nodes=128/jobs=500", func(b *testing.B) {
			c := malleable(500, 128)
			c.Queue = x.policy
			grown := 0
			for b.Loop() {
				log, err := engine.Run(c)
				if err != nil {
					b.Fatal(err)
				}
				grown = 0
				for i := range log {
					if log[i].Kind == trace.Grow {
						grown++
					}
				}
			}
			b.ReportMetric(float64(grown), "growths/op")
		})
	}
}

// malleable returns a workload of malleable jobs with an offered load of about 0.7
// if they keep the sizes that they ask for.
func malleable(jobs, nodes int) engine.Config {
	r := rand.New(rand.NewPCG(2, 2))
	c := engine.Config{Machine: flatMachine(nodes), Jobs: make([]workload.Job, jobs), Allocator: alloc.FirstFit{}, Elastic: &elastic.GrowthPolicy{Growth: elastic.QueueFirst}}
	at := simtime.Time(0)
	for i := range c.Jobs {
		size := int32(1 + r.IntN(nodes/4))
		run := simtime.Duration(600+r.IntN(3000)) * simtime.Second
		c.Jobs[i] = workload.Job{
			Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Submit: at, Nodes: size, Walltime: run * 3,
				Elastic: &workload.Elastic{Min: max(size/2, 1), Max: min(size*4, int32(nodes)), Speedup: workload.Speedup{Model: workload.Amdahl, Serial: 0.02}, Data: 1e9}},
			Runtime: run, After: workload.NoJob,
		}
		at = at.Add(simtime.Duration(int64(size)*2100/int64(nodes)*1000*10/7) + simtime.Duration(r.IntN(20))*simtime.Second)
	}
	k := &c.Elastic.Costs
	k.Stages = [elastic.NumStages]simtime.Duration{100, 500, 200, 100, 300, 100, 200}
	k.Launch, k.Rebuild, k.Bandwidth = 500, 300, 1e9
	return c
}
