package alloc_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// bestFitBySorting is the rule, word by word.
func bestFitBySorting(q *workload.Request, free *cluster.Free) cluster.Placement {
	var nodes []topology.NodeID
	slots := slotsOf(q, free)
	for n, k := range slots {
		if k > 0 {
			nodes = append(nodes, topology.NodeID(n))
		}
	}
	slices.SortStableFunc(nodes, func(a, b topology.NodeID) int {
		x, y := free.Available(a), free.Available(b)
		return slices.Compare([]int64{x[workload.Cores], x[workload.Memory], x[workload.Disk]}, []int64{y[workload.Cores], y[workload.Memory], y[workload.Disk]})
	})
	takes := make([]int32, len(slots))
	left := q.Size()
	for _, n := range nodes {
		takes[n] = min(left, slots[n])
		left -= takes[n]
	}
	return placementOf(takes)
}

func TestBestFitEqualsSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 3000 {
		free := randomFree(r, randomMachine(r, flat(1+r.IntN(40)), 1+r.IntN(3)))
		q := randomRequest(r, free)
		got, reason := alloc.BestFit{}.Allocate(q, free, nil)
		if enough := free.Count(q) >= q.Size(); reason.OK() != enough {
			t.Fatalf("%+v: %v with %d free", *q, reason, free.Count(q))
		} else if want := bestFitBySorting(q, free); enough && !slices.Equal(got, want) {
			t.Fatalf("%+v: %v, want %v", *q, got, want)
		}
	}
}

// A job of tasks fills the hole that it leaves least in; a whole-node job
// spares the large node.
func TestBestFitUsesSmallRoomsFirst(t *testing.T) {
	m := cluster.NewMachine(flat(3), cluster.Spec{Resources: workload.Resources{16}, Speed: 1000})
	m.SetGroup(1, 2, cluster.Spec{Resources: workload.Resources{8}, Speed: 1000})
	free := cluster.NewFree(m)
	place := func(q workload.Request) string {
		p, _ := alloc.BestFit{}.Allocate(&q, free, nil)
		return p.String()
	}
	if got := place(workload.Request{Nodes: 2}); got != "1-2" {
		t.Errorf("2 nodes on %s, want the small ones, 1-2", got)
	}
	task := workload.Request{Tasks: 5, PerTask: workload.Resources{1}}
	free.Take(&task, cluster.Placement{{First: 2, Last: 2, Tasks: 5}})
	if got := place(workload.Request{Tasks: 3, PerTask: workload.Resources{1}}); got != "2" {
		t.Errorf("3 tasks on %s, want node 2, which has 3 cores left", got)
	}
}
