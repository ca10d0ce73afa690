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
	"hopyard/core/workload"
)

// tasksOn draws jobs of tasks for a machine at an offered load. Sizes and run times
// are distributed as in Lublin's model: there are many small jobs and many powers
// of two, and run times cover three orders of magnitude. If memory is set, tasks
// also need different amounts of memory.
func tasksOn(m *cluster.Machine, seed uint64, n int, load float64, memory bool) []workload.Job {
	r := rand.New(rand.NewPCG(seed, 500))
	cores, power := 0, 0.0
	for i := range topology.NodeID(m.NumNodes()) {
		spec := m.Spec(i)
		cores += int(spec.Resources[workload.Cores])
		power += float64(spec.Resources[workload.Cores]*spec.Speed) / 1000
	}
	jobs := make([]workload.Job, n)
	work := 0.0
	for i := range jobs {
		size := 1
		if r.Float64() > 0.24 {
			x := 0.8 + r.Float64()*(math.Log2(float64(cores))-1.5-0.8)
			if r.Float64() < 0.14 {
				x = math.Log2(float64(cores)) - 1.5*r.Float64()
			}
			if r.Float64() < 0.75 {
				x = math.Round(x)
			}
			size = max(1, int(math.Exp2(x)))
		}
		run := 1 + int64(math.Exp(6.5+1.6*r.NormFloat64()))
		j := &jobs[i]
		*j = workload.Job{Runtime: simtime.Duration(run) * simtime.Second, After: workload.NoJob}
		j.ID, j.Number, j.Tasks = workload.JobID(i), int64(i+1), int32(min(size, cores))
		j.PerTask[workload.Cores] = 1
		if memory {
			j.PerTask[workload.Memory] = int64(256 << r.IntN(4))
			j.Tasks = min(j.Tasks, int32(cores/2))
		}
		j.Walltime = simtime.Duration(float64(j.Runtime) * (1 + 2*r.Float64()))
		work += float64(j.Tasks) * float64(run)
	}
	at, mean := 0.0, work/power/load/float64(n)
	for i := range jobs {
		jobs[i].Submit = simtime.Time(at * 1000)
		at += mean * r.ExpFloat64()
	}
	return jobs
}

// roomy returns a machine of 64 nodes of 4 cores on a tree. If unlike is set, half
// of the nodes are faster and a quarter have half the memory.
func roomy(unlike bool) *cluster.Machine {
	tree, _ := topology.NewFatTree(3, 4)
	spec := func(memory, speed int64) cluster.Spec {
		return cluster.Spec{Resources: workload.Resources{workload.Cores: 4, workload.Memory: memory}, Speed: speed}
	}
	m := cluster.NewMachine(tree, spec(8192, 1000))
	if unlike {
		m.SetGroup(16, 31, spec(4096, 1000))
		m.SetGroup(32, 63, spec(8192, 2000))
	}
	return m
}

// BenchmarkRooms simulates 500 jobs of tasks that share 64 nodes of 4 cores, as in
// S4's experiment. In the first variant, tasks of one core run on equal nodes, so
// that the engine only counts free tasks. In the second variant, tasks with memory
// run on different nodes, so that it must examine nodes.
func BenchmarkRooms(b *testing.B) {
	for _, q := range []struct {
		name   string
		policy queue.Policy
	}{{"easy", queue.EASY{}}, {"mpfs-scan", queue.MPFSScan{}}} {
		for _, a := range []struct {
			name  string
			alloc alloc.Allocator
		}{{"first-fit", alloc.FirstFit{}}, {"sdm", alloc.SDM{}}} {
			for _, unlike := range []bool{false, true} {
				for _, load := range []float64{0.6, 0.9} {
					b.Run(fmt.Sprintf("queue=%s/alloc=%s/memory=%v/load=%v", q.name, a.name, unlike, load), func(b *testing.B) {
						m := roomy(unlike)
						benchmark(b, engine.Config{Machine: m, Jobs: tasksOn(m, 1, 500, load, unlike), Queue: q.policy, Allocator: a.alloc})
					})
				}
			}
		}
	}
}
