package deadline_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue/deadline"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// busy returns a configuration with 50 users on 1,024 nodes. Each user has 16
// usable nodes and 4 in reserve; the other 24 nodes are the system's reserve. Half
// of the jobs have deadlines, and estimates follow from past runs. The jobs are
// submitted evenly during a period of the given length (within). If the period is
// short, almost all jobs wait at the same time and most deadlines are at risk.
func busy(jobs int, within simtime.Duration) engine.Config {
	const users = 50
	d := deadline.DeadlinePolicy{}
	for u := range users {
		d.Allotments.Users = append(d.Allotments.Users, deadline.Allotment{User: fmt.Sprint("u", u), Nodes: 20, Usable: 16})
	}
	flat, _ := topology.NewFlat(1024)
	c := engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}), Queue: d, Allocator: alloc.FirstFit{}}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range jobs {
		j := workload.Job{After: workload.NoJob}
		wall := simtime.Duration(60+r.IntN(7200)) * simtime.Second
		j.ID, j.Number, j.Submit = workload.JobID(i), int64(i+1), simtime.Time(within)*simtime.Time(i)/simtime.Time(jobs)
		j.User, j.Nodes, j.Walltime, j.Priority = fmt.Sprint("u", r.IntN(users)), int32(1+r.IntN(1<<r.IntN(5))), wall, int64(r.IntN(3))
		j.Runtime = wall/2 + simtime.Duration(r.Int64N(int64(wall/2)))
		j.Application, j.Amount = fmt.Sprint("a", r.IntN(4)), int64(j.Runtime/1000)
		if r.IntN(2) == 0 {
			j.Deadline = j.Submit.Add(wall + simtime.Duration(r.IntN(12))*simtime.Hour)
		}
		c.Jobs = append(c.Jobs, j)
	}
	return c
}

func BenchmarkDeadline(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		for _, load := range []struct {
			name   string
			within simtime.Duration
		}{{"light", simtime.Duration(n) * 25 * simtime.Second}, {"heavy", simtime.Duration(n) * 16 * simtime.Second}, {"at-once", simtime.Second}} {
			b.Run(fmt.Sprintf("users=50/nodes=1024/jobs=%d/load=%s", n, load.name), func(b *testing.B) {
				c := busy(n, load.within)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := engine.Run(c); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
			})
		}
	}
}
