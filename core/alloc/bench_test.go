package alloc_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// scattered is a machine of which every node is busy with the given chance:
// the hardest filling, because no two switches are alike.
func scattered(m *cluster.Machine, busy int) *cluster.Free {
	r := rand.New(rand.NewPCG(5, uint64(busy)))
	free := cluster.NewFree(m)
	q := workload.Request{Nodes: 1}
	for n := range topology.NodeID(m.NumNodes()) {
		if r.IntN(100) < busy {
			free.Take(&q, cluster.Placement{{First: n, Last: n, Tasks: 1}})
		}
	}
	return free
}

// lived is a machine on which jobs have come and gone under an allocator until
// about the given share is busy: what a scheduler meets.
func lived(m *cluster.Machine, busy int, a alloc.Allocator) *cluster.Free {
	r := rand.New(rand.NewPCG(6, uint64(busy)))
	free := cluster.NewFree(m)
	type job struct {
		workload.Request
		cluster.Placement
	}
	var running []job
	for range 600 {
		q := workload.Request{Nodes: 1 + r.Int32N(1<<(1+r.IntN(8)))}
		if p, why := a.Allocate(&q, free, nil); why.OK() {
			free.Take(&q, p)
			running = append(running, job{q, p})
		}
		for 100*(m.NumNodes()-free.Idle().Len()) > busy*m.NumNodes() {
			i := r.IntN(len(running))
			free.Give(&running[i].Request, running[i].Placement)
			running[i] = running[len(running)-1]
			running = running[:len(running)-1]
		}
	}
	return free
}

func benchmarkTopologies() map[string]topology.Topology {
	return map[string]topology.Topology{
		"fat-tree-4^6": fatTree(6, 4), "fat-tree-16^3": fatTree(3, 16), "star": star(4096),
		"torus-16^3": torus(16, 16, 16), "torus-64^2": torus(64, 64),
	}
}

// BenchmarkAllocateMixed places jobs of tasks on nodes of 16 cores and three
// speeds, some of them partly used.
func BenchmarkAllocateMixed(b *testing.B) {
	for _, a := range benchmarked {
		for _, name := range benchmarkNames {
			shape := benchmarkTopologies()[name]
			q := &workload.Request{Tasks: 512, PerTask: workload.Resources{1}}
			if p, ok := a.Allocator.(alloc.Restricted); ok && p.Accepts(shape, q) != nil {
				continue
			}
			spec := cluster.Spec{Resources: workload.Resources{16}, Speed: 1000}
			m := cluster.NewMachine(shape, spec)
			for n := topology.NodeID(0); int(n) < m.NumNodes(); n += 512 {
				spec.Speed = int64(1000 + 500*(n/512%3))
				m.SetGroup(n, n+511, spec)
			}
			free := cluster.NewFree(m)
			r := rand.New(rand.NewPCG(8, 8))
			for n := range topology.NodeID(m.NumNodes()) {
				if r.IntN(2) == 0 {
					free.Take(q, cluster.Placement{{First: n, Last: n, Tasks: 1 + r.Int32N(16)}})
				}
			}
			for _, size := range []int32{4, 64, 512, 2000} {
				q.Tasks = size
				b.Run(fmt.Sprintf("alloc=%s/topology=%s/nodes=4096/tasks=%d", a.name, name, size), func(b *testing.B) {
					b.ReportAllocs()
					var dst cluster.Placement
					for b.Loop() {
						dst, _ = a.Allocate(q, free, dst[:0])
					}
				})
			}
		}
	}
}

var benchmarkNames = []string{"fat-tree-4^6", "fat-tree-16^3", "star", "torus-16^3", "torus-64^2"}

var benchmarked = []struct {
	name string
	alloc.Allocator
}{
	{"min-hops", alloc.MinHops{}}, {"min-hop-units", alloc.MinHopUnits{}}, {"sdm", alloc.SDM{}}, {"mdm", alloc.MDM{}},
	{"best-fit", alloc.BestFit{}}, {"first-fit", alloc.FirstFit{}},
}

func BenchmarkAllocate(b *testing.B) {
	for _, a := range benchmarked {
		for _, name := range benchmarkNames {
			shape := benchmarkTopologies()[name]
			if p, ok := a.Allocator.(alloc.Restricted); ok && p.Accepts(shape, &workload.Request{Nodes: 1}) != nil {
				continue
			}
			m := cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
			fillings := map[string]*cluster.Free{"empty": scattered(m, 0), "scattered-20": scattered(m, 20),
				"scattered-50": scattered(m, 50), "scattered-90": scattered(m, 90), "lived-75": lived(m, 75, a)}
			for _, filling := range []string{"empty", "scattered-20", "scattered-50", "scattered-90", "lived-75"} {
				free := fillings[filling]
				for _, size := range []int32{4, 64, 512, 2000} {
					if int(size) > free.Idle().Len() {
						continue
					}
					q := &workload.Request{Nodes: size}
					b.Run(fmt.Sprintf("alloc=%s/topology=%s/nodes=4096/filling=%s/job=%d", a.name, name, filling, size), func(b *testing.B) {
						b.ReportAllocs()
						var dst cluster.Placement
						for b.Loop() {
							dst, _ = a.Allocate(q, free, dst[:0])
						}
					})
				}
			}
		}
	}
}
