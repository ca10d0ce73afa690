package alloc

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// What trees and grids find by sums must be what asking every device for every
// distance finds, on machines too large to be gone through slot by slot.
func TestSumsEqualAskingEveryDevice(t *testing.T) {
	tree := func(levels, width int) topology.Topology {
		m, _ := topology.NewFatTree(levels, width)
		return m
	}
	torus := func(dims ...int) topology.Topology {
		m, _ := topology.NewTorus(dims...)
		return m
	}
	mesh := func(dims ...int) topology.Topology {
		m, _ := topology.NewMesh(dims...)
		return m
	}
	hypercube := func(dims int) topology.Topology {
		m, _ := topology.NewHypercube(dims)
		return m
	}
	dragonfly := func(groups, routers, nodes int) topology.Topology {
		m, _ := topology.NewDragonfly(groups, routers, nodes)
		return m
	}
	r := rand.New(rand.NewPCG(11, 11))
	uneven, _ := topology.NewTree([][]int{{3}, {1, 4, 2}, {20, 1, 7, 13, 2, 9, 30}})
	shapes := []topology.Topology{
		tree(3, 5), tree(6, 2), tree(1, 70), tree(2, 9), uneven,
		torus(8, 9), torus(5, 6, 4), torus(61), torus(3, 2, 4, 5), torus(16, 3), torus(2, 2, 2, 2, 2, 2),
		mesh(8, 9), mesh(4, 3, 6), mesh(50), hypercube(6), hypercube(8),
		dragonfly(5, 4, 3), dragonfly(9, 2, 4), dragonfly(3, 9, 2), dragonfly(40, 1, 1),
	}
	for range 30 {
		shapes = append(shapes, randomGraph(r))
	}
	for _, shape := range shapes {
		for range 60 {
			spec := cluster.Spec{Resources: workload.Resources{4}, Speed: 1000}
			m := cluster.NewMachine(shape, spec)
			if r.IntN(2) == 0 {
				for n := range topology.NodeID(shape.NumNodes()) {
					spec.Speed = int64(1000 + r.IntN(3)*500)
					m.SetGroup(n, n, spec)
				}
			}
			free := cluster.NewFree(m)
			task := workload.Request{Tasks: 1, PerTask: workload.Resources{1}}
			busy := r.IntN(100)
			for n := range topology.NodeID(shape.NumNodes()) {
				if r.IntN(100) < busy {
					free.Take(&task, cluster.Placement{{First: n, Last: n, Tasks: 1 + r.Int32N(4)}})
				}
			}
			q := &workload.Request{Tasks: 1 << 20, PerTask: workload.Resources{1}}
			if r.IntN(2) == 0 {
				q = &workload.Request{Nodes: 1}
			}
			have := free.Count(q)
			if have == 0 {
				continue
			}
			if q.Whole() {
				q.Nodes = 1 + r.Int32N(have)
			} else {
				q.Tasks = 1 + r.Int32N(have)
			}
			fast, slow := centresOf(q, free), newDevices(q, free)
			got, want := appendSpots(nil, fast.leastSum()), appendSpots(nil, slow.leastSum())
			if !slices.Equal(got, want) {
				t.Fatalf("sum: %T of %d, %+v:\ngot  %v\nwant %v", shape, shape.NumNodes(), *q, got, want)
			}
			got, want = appendSpots(nil, fast.leastReach()), appendSpots(nil, slow.leastReach())
			if !slices.Equal(got, want) {
				t.Fatalf("reach: %T of %d, %+v:\ngot  %v\nwant %v", shape, shape.NumNodes(), *q, got, want)
			}
		}
	}
}

// randomGraph is a network of switches and nodes with links of up to three
// lengths, some of them two lengths for the two ways; nodes hang on switches in
// turn, in blocks or anyhow, and some have several neighbours.
func randomGraph(r *rand.Rand) topology.Topology {
	nodes, switches := 2+r.IntN(60), r.IntN(12)
	lengths, uneven, order := 1+r.Int64N(3), r.IntN(4) == 0, r.IntN(3)
	type pair [2]topology.DeviceID
	joined := map[pair]bool{}
	var links []topology.GraphLink
	join := func(a, b int) {
		x, y := topology.DeviceID(a), topology.DeviceID(b)
		if a == b || joined[pair{x, y}] {
			return
		}
		joined[pair{x, y}], joined[pair{y, x}] = true, true
		there := 1 + r.Int64N(lengths)
		back := there
		if uneven {
			back = 1 + r.Int64N(lengths)
		}
		links = append(links, topology.GraphLink{From: x, To: y, Weight: there}, topology.GraphLink{From: y, To: x, Weight: back})
	}
	for d := 1; d < switches; d++ {
		join(d, r.IntN(d))
	}
	for n := range nodes {
		switch at := switches + n; {
		case switches == 0 && n > 0:
			join(at, r.IntN(n))
		case switches == 0:
		case order == 0:
			join(at, n%switches)
		case order == 1:
			join(at, n*switches/nodes)
		default:
			join(at, r.IntN(switches))
		}
	}
	for range r.IntN(nodes/2 + switches + 1) {
		join(r.IntN(max(switches, 1)), r.IntN(nodes+switches))
	}
	g, err := topology.NewGraph(nodes, switches, links)
	if err != nil {
		panic(err)
	}
	return g
}
