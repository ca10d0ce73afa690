package alloc_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// numbered is a tree of switches that also offers the method Span.
type numbered struct{ *topology.Tree }

// nested returns a tree in which the number of children of a switch depends on its
// level. The arguments are these numbers from the root down. For example, nested(2,
// 3) is the machine of the test vectors of SOURCES.md S4.2.
func nested(widths ...int) numbered {
	var children [][]int
	switches := 1
	for _, w := range widths {
		children = append(children, slices.Repeat([]int{w}, switches))
		switches *= w
	}
	return numbered{must(topology.NewTree(children))}
}

// Span returns the number of nodes under each switch of a level.
func (t numbered) Span(level int) int {
	first, last := t.Domain(level, 0)
	return int(last-first) + 1
}

func (t numbered) DeviceName(d topology.DeviceID) string { return fmt.Sprintf("device %d", d) }

// graph wraps a topology and hides its concrete type, so that only its devices and
// distances can be used.
type graph struct{ topology.Devices }

// bare wraps a topology and hides its devices, too, so that only its nodes can be
// used.
type bare struct{ topology.Topology }

func must[T any](t T, err error) T {
	if err != nil {
		panic(err)
	}
	return t
}

func fatTree(levels, width int) topology.FatTree { return must(topology.NewFatTree(levels, width)) }
func star(n int) topology.FatTree                { return must(topology.NewStar(n)) }
func ragged(children ...[]int) *topology.Tree    { return must(topology.NewTree(children)) }
func flat(n int) topology.Flat                   { return must(topology.NewFlat(n)) }
func torus(dims ...int) topology.Torus           { return must(topology.NewTorus(dims...)) }
func mesh(dims ...int) topology.Mesh             { return must(topology.NewMesh(dims...)) }
func hypercube(dims int) topology.Hypercube      { return must(topology.NewHypercube(dims)) }

// oneWay returns a graph of three switches in a ring that is longer in one
// direction than in the other. Seven nodes are attached to the switches, and an
// eighth lies on a one-way path between two of them.
func oneWay() *topology.Graph {
	links := []topology.GraphLink{{From: 0, To: 1, Weight: 1}, {From: 1, To: 2, Weight: 1}, {From: 2, To: 0, Weight: 1},
		{From: 0, To: 2, Weight: 3}, {From: 0, To: 10, Weight: 1}, {From: 10, To: 1, Weight: 2}}
	for n := range topology.DeviceID(7) {
		s := n % 3
		links = append(links, topology.GraphLink{From: 3 + n, To: s, Weight: 1}, topology.GraphLink{From: s, To: 3 + n, Weight: 1})
	}
	return must(topology.NewGraph(8, 3, links))
}

// trees returns small machines of every kind of tree. The function others returns
// small machines of every other kind.
func trees() []topology.Topology {
	return []topology.Topology{
		nested(2, 3), nested(3, 2, 2), nested(2, 2, 3), nested(4, 3), nested(1, 3, 3), nested(5, 1, 2),
		fatTree(2, 3), fatTree(3, 2), fatTree(4, 2), star(9), flat(8),
		ragged([]int{3}, []int{1, 4, 2}), ragged([]int{2}, []int{1, 3}, []int{2, 1, 3, 2}), ragged([]int{1}, []int{2}, []int{5, 2}),
		ragged([]int{3}, []int{2, 1, 1}, []int{1, 1, 4, 2}),
		must(topology.NewPGFT([]int{3, 2, 2}, []int{1, 2, 2}, []int{1, 1, 2})), must(topology.NewPGFT([]int{2, 4}, []int{2, 1}, []int{1, 3})),
	}
}

func others() []topology.Topology {
	return []topology.Topology{
		torus(9), torus(3, 4), torus(4, 4), torus(2, 3, 2), torus(5, 2), torus(1, 7), torus(3, 3, 2), mesh(4, 3),
		mesh(2, 2, 3), graph{nested(2, 2, 2)}, graph{torus(5)}, bare{fatTree(2, 3)},
		mesh(3, 4), mesh(2, 3, 2), hypercube(1), hypercube(4),
		oneWay(), must(topology.NewUnevenTree([]int32{-1, 0, 0, 2, 2}, []int32{0, 3, 0, 2, 4})),
		must(topology.NewDragonfly(3, 2, 2)), must(topology.NewDragonfly(6, 3, 1)), must(topology.NewDragonfly(1, 4, 3)),
	}
}

// randomMachine returns a machine with the given topology. If kinds is 1, all nodes
// are equal. Otherwise their resources differ, and there are up to kinds different
// speeds.
func randomMachine(r *rand.Rand, t topology.Topology, kinds int) *cluster.Machine {
	spec := func() cluster.Spec {
		return cluster.Spec{
			Resources: workload.Resources{int64(1 + r.IntN(3)), int64(1000 * (1 + r.IntN(3))), int64(r.IntN(3)), 0},
			Speed:     int64(1000 + 500*r.IntN(kinds)),
		}
	}
	m := cluster.NewMachine(t, spec())
	if kinds > 1 {
		for n := range topology.NodeID(t.NumNodes()) {
			if r.IntN(3) > 0 {
				m.SetGroup(n, n, spec())
			}
		}
	}
	return m
}

// randomFree returns what is free after whole-node jobs and tasks have occupied a
// random share of a machine.
func randomFree(r *rand.Rand, m *cluster.Machine) *cluster.Free {
	free := cluster.NewFree(m)
	whole, task := workload.Request{Nodes: 1}, workload.Request{Tasks: 1, PerTask: workload.Resources{1, 500}}
	busy, shared := r.IntN(101), r.IntN(2)*r.IntN(101)
	for n := range topology.NodeID(m.NumNodes()) {
		switch {
		case r.IntN(100) < busy:
			free.Take(&whole, cluster.Placement{{First: n, Last: n, Tasks: 1}})
		case r.IntN(100) < shared:
			k := 1 + r.Int32N(free.Slots(&task, n))
			free.Take(&task, cluster.Placement{{First: n, Last: n, Tasks: k}})
		}
	}
	return free
}

// randomRequest returns a random request for whole nodes or for tasks, which rarely
// needs more than is free.
func randomRequest(r *rand.Rand, free *cluster.Free) *workload.Request {
	q := &workload.Request{Tasks: 1 << 20, PerTask: workload.Resources{1, int64(500 * r.IntN(3))}}
	if r.IntN(2) == 0 {
		q = &workload.Request{Nodes: 1}
		if r.IntN(2) == 0 { // whole nodes with required resources
			q.PerTask = workload.Resources{1 + r.Int64N(8), int64(500 * r.IntN(5))}
		}
	}
	n := 1 + r.Int32N(max(free.Count(q), 1)+1)
	if q.Whole() {
		q.Nodes = n
	} else {
		q.Tasks = n
	}
	return q
}

// idleWhere returns what is free on a machine where the idle nodes are exactly
// those for which keep returns true.
func idleWhere(m *cluster.Machine, keep func(topology.NodeID) bool) *cluster.Free {
	free := cluster.NewFree(m)
	for n := range topology.NodeID(m.NumNodes()) {
		if !keep(n) {
			occupy(free, n, n)
		}
	}
	return free
}
