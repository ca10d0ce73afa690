// Package nearesttest compares a search with nearest.Exhaustive on random machines,
// including machines that are too large for a reference that examines every slot.
// Draw returns a random job and machine, and Equal compares the answers. Equal
// returns an error instead of failing a test, so that both tests and fuzz targets
// can use it:
//
//	q, free := nearesttest.Draw(r, shape, 4, 20)
//	if err := nearesttest.Equal(tree.NewSearch(q, free), q, free); err != nil {
//		t.Fatal(err)
//	}
package nearesttest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Equal returns an error if search s gives a different answer for job q in free
// than nearest.Exhaustive. Cost: the cost of both searches.
func Equal(s nearest.Search, q *workload.Request, free *cluster.Free) error {
	want := nearest.NewExhaustive(q, free)
	checks := []struct {
		least     string
		got, want []nearest.NodeSlots
	}{{"sum", s.LeastSum(), want.LeastSum()}, {"reach", s.LeastReach(), want.LeastReach()}}
	if c, ok := s.(nearest.CompactSearch); ok {
		checks = append(checks, checks[0])
		checks[2].least, checks[2].got, checks[2].want = "reach, then sum", c.LeastReachSum(), want.LeastReachSum()
	}
	for _, c := range checks {
		if a, b := nearest.Append(nil, c.got), nearest.Append(nil, c.want); !slices.Equal(a, b) {
			m := free.Machine()
			return fmt.Errorf("%T of %d nodes: %+v: least %s on %v, want %v", m.Topology, m.NumNodes(), *q, c.least, a, b)
		}
	}
	return nil
}

// Draw returns a job and what is free on a random machine with some tasks on it.
// The job fits unless nothing is free. All nodes have the given number of cores.
// They have one of three speeds, or all the same speed. The job requests a number
// of whole nodes or tasks, which does not exceed the last parameter.
func Draw(r *rand.Rand, shape topology.Topology, cores int64, most int32) (*workload.Request, *cluster.Free) {
	spec := cluster.Spec{Resources: workload.Resources{cores}, Speed: 1000}
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
			free.Take(&task, cluster.Placement{{First: n, Last: n, Tasks: 1 + r.Int32N(int32(cores))}})
		}
	}
	q := &workload.Request{Nodes: 1}
	if r.IntN(2) == 0 {
		q = &workload.Request{Tasks: most, PerTask: workload.Resources{1}}
	}
	if n := 1 + r.Int32N(max(min(free.Count(q), most), 1)); q.Whole() {
		q.Nodes = n
	} else {
		q.Tasks = n
	}
	return q, free
}
