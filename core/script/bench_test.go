package script_test

import (
	"fmt"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// BenchmarkKey measures the computation of a job's key by a formula of the
// literature. The time includes the creation of the object that shows the job to
// the program.
func BenchmarkKey(b *testing.B) {
	for _, name := range []string{"sjf", "f1"} {
		b.Run(name, func(b *testing.B) {
			order := policies.Starlark.Ordering(source(b, name))
			r := workload.Request{Nodes: 4, Submit: simtime.Time(1000 * simtime.Second), Walltime: 3600 * simtime.Second}
			for b.Loop() {
				order.Key(&r)
			}
		})
	}
}

// BenchmarkScore measures 2,000 scheduling passes over 100 waiting jobs.
func BenchmarkScore(b *testing.B) {
	for _, name := range []string{"wfp3", "unicef"} {
		b.Run(name, func(b *testing.B) {
			order := policies.Starlark.Ordering(source(b, name)).(queue.Reordering)
			waiting := make([]*queue.Waiting, 100)
			for i := range waiting {
				waiting[i] = &queue.Waiting{Request: &workload.Request{ID: workload.JobID(i), Nodes: int32(1 + i%16), Submit: simtime.Time(i) * 1000, Walltime: 3600 * simtime.Second}}
			}
			for b.Loop() {
				for pass := range 2000 {
					order.Keys(simtime.Time(pass)*60_000, waiting)
				}
			}
		})
	}
}

// saturated returns the configuration of a machine of 128 nodes with a random
// workload. The offered load is about as large as the machine's capacity.
func saturated(b testing.TB, jobs int) engine.Config {
	flat, _ := topology.NewFlat(128)
	c := engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}), Allocator: alloc.FirstFit{}}
	state := uint64(1)
	next := func(n int64) int64 {
		state = state*6364136223846793005 + 1442695040888963407
		return int64(state>>33) % n
	}
	at := int64(0)
	for i := range jobs {
		at += next(1800)
		wall := 60 * (1 + next(240))
		c.Jobs = append(c.Jobs, workload.Job{
			Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Submit: simtime.Time(at * 1000), Nodes: int32(1 + next(64)), Walltime: simtime.Duration(wall * 1000)},
			Runtime: simtime.Duration(1000 * (1 + next(wall))), After: workload.NoJob,
		})
	}
	return c
}

// BenchmarkSchedule measures a whole run of 5,000 jobs, once under a built-in
// discipline and once under the same discipline written as a program.
func BenchmarkSchedule(b *testing.B) {
	c := saturated(b, 5000)
	for _, p := range []struct {
		name  string
		house queue.Policy
	}{{"easy", queue.EASY{}}, {"conservative", queue.Conservative{}}} {
		for _, own := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/own=%v", p.name, own), func(b *testing.B) {
				c.Queue = p.house
				if own {
					c.Queue = policies.Starlark.Discipline(source(b, p.name))
				}
				for b.Loop() {
					if _, err := engine.Run(c); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
