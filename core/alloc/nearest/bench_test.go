package nearest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"hopyard/core/alloc/nearest"
	"hopyard/core/alloc/nearest/graph"
	"hopyard/core/alloc/nearest/grid"
	"hopyard/core/alloc/nearest/tree"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// BenchmarkLeastSum measures one decision at 4,096 nodes, half of them busy at
// random, with the search for the machine and with those that would replace it: the
// search on the same network as a graph, and the exhaustive search. It reports the
// median. A search of its own is worth its code where a replacement takes more than
// 20 ms, which a user feels.
func BenchmarkLeastSum(b *testing.B) {
	for _, machine := range []struct {
		name string
		topology.Topology
	}{
		{"fat-tree-16^3", must(topology.NewFatTree(3, 16))},
		{"torus-64x64", must(topology.NewTorus(64, 64))}, {"torus-16^3", must(topology.NewTorus(16, 16, 16))},
		{"mesh-16^3", must(topology.NewMesh(16, 16, 16))}, {"hypercube-12", must(topology.NewHypercube(12))},
		{"dragonfly-32x16x8", must(topology.NewDragonfly(32, 16, 8))},
	} {
		free := halfFree(machine.Topology)
		searches := map[string]func(*workload.Request) nearest.Search{
			"exhaustive": func(q *workload.Request) nearest.Search { return nearest.NewExhaustive(q, free) },
		}
		switch m := machine.Topology.(type) {
		case topology.FatTree:
			searches["tree"] = func(q *workload.Request) nearest.Search { return tree.NewSearch(q, free) }
		case topology.Grid:
			same := halfFree(asGraph(m))
			searches["grid"] = func(q *workload.Request) nearest.Search {
				return grid.NewManhattan(grid.NewFree(m, q, free, true))
			}
			searches["graph"] = func(q *workload.Request) nearest.Search { return searchGraph(q, same) }
		case topology.Searchable:
			searches["graph"] = func(q *workload.Request) nearest.Search { return searchGraph(q, free) }
		}
		for _, name := range []string{"tree", "grid", "graph", "exhaustive"} {
			for _, size := range []int32{1, 16, 256, 1000} {
				if search := searches[name]; search != nil {
					q := &workload.Request{Nodes: size}
					b.Run(fmt.Sprintf("topology=%s/search=%s/job=%d", machine.name, name, size), func(b *testing.B) {
						reportMedian(b, func() { search(q).LeastSum() })
					})
				}
			}
		}
	}
}

func searchGraph(q *workload.Request, free *cluster.Free) nearest.Search {
	s, _ := graph.New(free.Machine().Topology.(topology.Searchable), q, free)
	return s
}

// reportMedian measures f and reports the median time of a call.
func reportMedian(b *testing.B, f func()) {
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		f()
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/median")
}

// halfFree returns what is free on a machine where every other node, at random, is
// busy.
func halfFree(shape topology.Topology) *cluster.Free {
	r := rand.New(rand.NewPCG(5, 50))
	free := cluster.NewFree(cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}))
	one := &workload.Request{Nodes: 1}
	for n := range topology.NodeID(shape.NumNodes()) {
		if r.IntN(2) == 0 {
			free.Take(one, cluster.Placement{{First: n, Last: n, Tasks: 1}})
		}
	}
	return free
}

// asGraph returns a graph with the nodes and links of a grid.
func asGraph(m topology.Grid) topology.Topology {
	var links []topology.GraphLink
	for a := range topology.NodeID(m.NumNodes()) {
		for b := range topology.NodeID(m.NumNodes()) {
			if m.Distance(a, b) == 1 {
				links = append(links, topology.GraphLink{From: topology.DeviceID(a), To: topology.DeviceID(b), Weight: 1})
			}
		}
	}
	return must(topology.NewGraph(m.NumNodes(), 0, links))
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
