package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// saturated returns a workload whose jobs are all submitted in the first seconds.
// The queue is then as long as the workload, so that a pass of quadratic cost
// shows.
func saturated(n int) engine.Config {
	r := rand.New(rand.NewPCG(1, 1))
	c := engine.Config{Machine: flatMachine(1024), Allocator: alloc.FirstFit{}}
	for i := range n {
		wall := simtime.Duration(60+r.IntN(36000)) * simtime.Second
		c.Jobs = append(c.Jobs, workload.Job{
			Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Submit: simtime.Time(i), Nodes: int32(1 + r.IntN(1<<r.IntN(9))), Walltime: wall},
			Runtime: simtime.Duration(1 + r.Int64N(int64(wall))), After: workload.NoJob,
		})
	}
	return c
}

// repeated returns n copies of the archive trace, one after another.
func repeated(b *testing.B, n int) engine.Config {
	c := kth(b)
	one := c.Jobs
	c.Jobs = nil
	last := one[len(one)-1].Submit
	for k := range n {
		for _, j := range one {
			j.ID = workload.JobID(len(c.Jobs))
			j.Number += int64(k * len(one))
			j.Submit += simtime.Time(k) * (last + 1)
			c.Jobs = append(c.Jobs, j)
		}
	}
	return c
}

func benchmark(b *testing.B, c engine.Config) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := engine.Run(c); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(c.Jobs))*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

// BenchmarkArchive simulates KTH-SP2, once and repeated ten times, including node
// lists and reasons.
func BenchmarkArchive(b *testing.B) {
	for _, p := range queuetest.Policies[:3] {
		for _, times := range []int{1, 10} {
			b.Run(fmt.Sprintf("queue=%s/jobs=%d", p.Name, 5000*times), func(b *testing.B) {
				c := repeated(b, times)
				c.Queue = p.Policy
				benchmark(b, c)
			})
		}
	}
}

// BenchmarkSaturated simulates workloads in which almost all jobs wait at the same
// time.
func BenchmarkSaturated(b *testing.B) {
	for _, p := range queuetest.Policies[:2] {
		for _, n := range []int{1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("queue=%s/jobs=%d", p.Name, n), func(b *testing.B) {
				c := saturated(n)
				c.Queue = p.Policy
				benchmark(b, c)
			})
		}
	}
}

// BenchmarkSeek seeks to steps in all parts of a long run.
func BenchmarkSeek(b *testing.B) {
	tree, _ := topology.NewFatTree(3, 10)
	c := saturated(10_000)
	c.Machine = cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000})
	c.Queue = queuetest.Named("easy")
	tape, err := engine.Record(c)
	if err != nil {
		b.Fatal(err)
	}
	i := 0
	for b.Loop() {
		i = (i + 7919) % tape.Len()
		tape.Seek(i)
	}
}
