// Package nearesttest holds a search against nearest.Exhaustive, on machines too
// large for a test to go through slot by slot. The checks return errors, so that
// they serve tests and fuzzing alike.
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

// Reader is what reads what is free for a job, of which there is enough. It may
// report false for a machine on which it does not work.
type Reader func(r *workload.Request, free *cluster.Free) (nearest.Search, bool)

// Equal draws what is free on a machine, and a job, so many times, and returns how
// often the search worked on it. It has an error where its answer differs from
// that of nearest.Exhaustive. Cost: O(times·devices·(nodes + size²)).
func Equal(r *rand.Rand, shape topology.Topology, times int, read Reader) (worked int, err error) {
	for range times {
		free := draw(r, shape)
		q := request(r, free)
		if q == nil {
			continue
		}
		s, ok := read(q, free)
		if !ok {
			continue
		}
		worked++
		if err := Same(s, q, free); err != nil {
			return worked, fmt.Errorf("%T of %d nodes: %w", shape, shape.NumNodes(), err)
		}
	}
	return worked, nil
}

// Same has an error if a search that has read q and free answers otherwise than
// nearest.Exhaustive does. Cost: that of both.
func Same(s nearest.Search, q *workload.Request, free *cluster.Free) error {
	want := nearest.NewExhaustive(q, free)
	if err := differ("sum", q, s.LeastSum(), want.LeastSum()); err != nil {
		return err
	}
	if c, ok := s.(nearest.CompactSearch); ok {
		if err := differ("reach, then sum", q, c.LeastReachSum(), want.LeastReachSum()); err != nil {
			return err
		}
	}
	return differ("reach", q, s.LeastReach(), want.LeastReach())
}

func differ(least string, q *workload.Request, got, want []nearest.NodeSlots) error {
	if a, b := nearest.Append(nil, got), nearest.Append(nil, want); !slices.Equal(a, b) {
		return fmt.Errorf("%+v: least %s on %v, want %v", *q, least, a, b)
	}
	return nil
}

// draw is a machine of nodes of four cores, alike or of three speeds, with tasks
// on some of them.
func draw(r *rand.Rand, shape topology.Topology) *cluster.Free {
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
	return free
}

// request asks for whole nodes or for tasks, of as many as are free; nil if none
// are.
func request(r *rand.Rand, free *cluster.Free) *workload.Request {
	q := &workload.Request{Tasks: 1 << 20, PerTask: workload.Resources{1}}
	if r.IntN(2) == 0 {
		q = &workload.Request{Nodes: 1}
	}
	have := free.Count(q)
	switch {
	case have == 0:
		return nil
	case q.Whole():
		q.Nodes = 1 + r.Int32N(have)
	default:
		q.Tasks = 1 + r.Int32N(have)
	}
	return q
}
