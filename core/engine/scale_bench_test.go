package engine_test

import (
	"fmt"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/workload"
)

// lublin draws a workload of Lublin's model at load 0.9 on a flat machine.
func lublin(b *testing.B, jobs, nodes int, estimates workload.Estimates) engine.Config {
	b.Helper()
	model := workload.Lublin{Jobs: jobs, Seed: 1, Load: 900, Estimates: estimates}
	list, err := model.Generate([]workload.NodeKind{{Nodes: int64(nodes), Speed: 1000, Resources: workload.Resources{workload.Cores: 1}}})
	if err != nil {
		b.Fatal(err)
	}
	return engine.Config{Machine: flatMachine(nodes), Allocator: alloc.FirstFit{}, Jobs: list}
}

// BenchmarkPlans measures EASY and the disciplines that plan ahead on the same
// jobs. With exact walltimes no job ends early, so no promise moves. With users'
// estimates, dozens of promises move at each end.
func BenchmarkPlans(b *testing.B) {
	for _, size := range []struct {
		jobs, nodes int
		estimates   workload.Estimates
	}{
		{10_000, 1024, workload.ExactEstimates}, {100_000, 1024, workload.ExactEstimates}, {300_000, 80_640, workload.ExactEstimates},
		{10_000, 1024, workload.TsafrirEstimates}, {100_000, 1024, workload.TsafrirEstimates},
	} {
		var c engine.Config
		for _, p := range []struct {
			name string
			queue.Policy
		}{{"easy", queue.EASY{}}, {"conservative", queue.Conservative{}}} {
			b.Run(fmt.Sprintf("jobs=%d/nodes=%d/walltimes=%v/%s", size.jobs, size.nodes, size.estimates, p.name), func(b *testing.B) {
				if c.Jobs == nil {
					c = lublin(b, size.jobs, size.nodes, size.estimates)
				}
				c.Queue = p.Policy
				benchmark(b, c)
			})
		}
	}
}

// BenchmarkNodes measures backfilling whose reservations hold nodes, beside counting,
// on the jobs whose mean waits SOURCES.md EASY.4 gives.
func BenchmarkNodes(b *testing.B) {
	c := lublin(b, 28_000, 338, workload.TsafrirEstimates)
	for _, p := range []queue.Policy{queue.EASY{}, queue.EASY{Nodes: true}, queue.Conservative{}, queue.Conservative{Nodes: true}} {
		b.Run(fmt.Sprintf("queue=%T/nodes=%v", p, queue.ReservesNodes(p)), func(b *testing.B) {
			c.Queue = p
			benchmark(b, c)
		})
	}
}
