package cluster_test

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// inside returns the expected sum and maximum of the distances between tasks on a
// node. It puts the tasks on the sockets one at a time and examines all pairs.
func inside(w cluster.OnNodeDistance, tasks, room, sockets int32) (sum, largest int64) {
	each := int32(1)
	for each*sockets < room {
		each++
	}
	for a := range tasks {
		for b := range a {
			d := w.Socket
			if a/each == b/each {
				d = w.Core
			}
			sum += d
			largest = max(largest, d)
		}
	}
	return sum, largest
}

func TestInsideOfIdleNodesEqualsPairs(t *testing.T) {
	for cores := int32(1); cores < 12; cores++ {
		for sockets := int32(1); sockets <= cores; sockets++ {
			if cores%sockets > 0 {
				continue
			}
			m := cluster.NewMachine(must(topology.NewFlat(1)), cluster.Spec{Resources: workload.Resources{int64(cores)}, Sockets: sockets})
			for tasks := range cores + 1 {
				for _, w := range []cluster.OnNodeDistance{{}, {Core: 1, Socket: 3}, {Socket: 2}, {Core: 2, Socket: 1}} {
					m.SetWithin(w)
					q := &workload.Request{Tasks: max(tasks, 1), PerTask: workload.Resources{1}}
					sum, largest := cluster.NewFree(m).Inside(q, 0, tasks)
					if wantSum, wantLargest := inside(w, tasks, cores, sockets); sum != wantSum || largest != wantLargest {
						t.Fatalf("%+v, %d tasks, %d cores on %d sockets: %d and %d, want %d and %d", w, tasks, cores, sockets, sum, largest, wantSum, wantLargest)
					}
				}
			}
		}
	}
}

// TestSpreadOf checks that SpreadOf includes the distances inside nodes in
// TaskDistance and MaxDistance. No other figure may change. For whole-node jobs,
// SpreadOf must return the same as Spread.
func TestSpreadOf(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 31))
	m := cluster.NewMachine(must(topology.NewFatTree(1, 6)), cluster.Spec{Resources: workload.Resources{8}, Sockets: 2})
	w := cluster.OnNodeDistance{Core: 1, Socket: 2}
	m.SetWithin(w)
	for range 100 {
		q := &workload.Request{PerTask: workload.Resources{1 + r.Int64N(2)}}
		var p cluster.Placement
		var sum, largest int64
		for n := range 6 {
			if k := r.Int32N(m.Slots(&workload.Request{Tasks: 1, PerTask: q.PerTask}, 0) + 1); k > 0 {
				p = p.Append(topology.NodeID(n), topology.NodeID(n), k)
				q.Tasks += k
				a, b := inside(w, k, int32(8/q.PerTask[0]), 2) // 4 cores per socket hold 4 tasks of one core, or 2 of two
				sum, largest = sum+a, max(largest, b)
			}
		}
		if q.Tasks == 0 {
			continue
		}
		want := cluster.Spread(m, p)
		want.TaskDistance += sum
		want.MaxDistance = max(want.MaxDistance, largest)
		if got := cluster.SpreadOf(cluster.NewFree(m), q, p); got != want {
			t.Fatalf("%v: %+v, want %+v", p, got, want)
		}
		whole := &workload.Request{Nodes: int32(p.Nodes())}
		if got := cluster.SpreadOf(cluster.NewFree(m), whole, p); got != cluster.Spread(m, p) {
			t.Fatalf("whole nodes %v: %+v", p, got)
		}
	}
}
