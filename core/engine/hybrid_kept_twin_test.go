package engine_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/hybrid"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// plainly wraps an allocator and hides the order in which it visits the nodes.
// After each change, the policy must therefore call the allocator again for every
// reservation.
type plainly struct{ of alloc.Allocator }

func (p plainly) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return p.of.Allocate(r, free, dst)
}

// crowded draws dozens of jobs that wait at the same time for nodes of three kinds.
// Most jobs end before their walltimes, so that reservations outlast many ends of
// jobs.
func crowded(r *rand.Rand) engine.Config {
	nodes := 12 + r.IntN(120)
	topo, _ := topology.NewFlat(nodes)
	m := cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{8, 4096}, Speed: 1000})
	m.SetGroup(topology.NodeID(nodes/3), topology.NodeID(nodes/2), cluster.Spec{Resources: workload.Resources{16, 16384, 0, 2}, Speed: 2000})
	m.SetGroup(topology.NodeID(nodes-3), topology.NodeID(nodes-2), cluster.Spec{Resources: workload.Resources{4, 2048}, Speed: 1000})
	c := engine.Config{Machine: m, Allocator: []alloc.Allocator{alloc.FirstFit{}, alloc.MinResource{}, alloc.FastestFirst{}}[r.IntN(3)]}
	kinds := []workload.Resources{{1, 256}, {2, 1024}, {4, 0}, {0, 2048}, {2, 512, 0, 1}}
	at, gap, empty := simtime.Time(0), 1+r.IntN(30), cluster.NewFree(m)
	for len(c.Jobs) < 60+nodes {
		at += simtime.Time(r.IntN(gap))
		j := workload.Job{Runtime: simtime.Duration(1 + r.IntN(400)), After: workload.NoJob}
		j.ID, j.Number, j.Submit = workload.JobID(len(c.Jobs)), int64(len(c.Jobs)+1), at
		j.Walltime = j.Runtime + simtime.Duration(r.IntN(3)*r.IntN(300))
		j.User, j.Group = fmt.Sprint("u", r.IntN(1+r.IntN(8))), fmt.Sprint("g", r.IntN(2))
		if r.IntN(2) == 0 {
			if j.Nodes = 1 + r.Int32N(int32(1+nodes/(1+r.IntN(6)))); r.IntN(5) == 0 {
				j.PerTask = workload.Resources{8 * r.Int64N(2), 0, 0, r.Int64N(2)}
			}
		} else {
			j.Tasks, j.PerTask = 1+r.Int32N(int32(nodes)*4), kinds[r.IntN(len(kinds))]
		}
		if empty.Fits(&j.Request) {
			c.Jobs = append(c.Jobs, j)
		}
	}
	h := hybrid.HybridPolicy{Depth: r.Int32N(12) * r.Int32N(2)}
	h.Weights.Weight[queue.QueueTime], h.Weights.Weight[queue.OfCores] = 60_000, int64(r.IntN(3)-1)*10
	for range r.IntN(4) {
		l := queue.Limit{Owner: []queue.Owner{queue.ByUser, queue.ByGroup}[r.IntN(2)], Name: "*", Measure: []queue.Measure{queue.Jobs, queue.Nodes, queue.CPUs, queue.NodeSeconds}[r.IntN(4)]}
		l.Hard = map[queue.Measure]int64{queue.Jobs: 4, queue.Nodes: int64(nodes), queue.CPUs: int64(nodes) * 10, queue.NodeSeconds: int64(nodes)}[l.Measure]
		if l.Soft = l.Hard; r.IntN(9) == 0 {
			l.Soft /= 2
		}
		possible := hybrid.HybridPolicy{Limits: append(slices.Clone(h.Limits), l)}.Checks(m)
		if !slices.ContainsFunc(c.Jobs, func(j workload.Job) bool { return possible(&j.Request) != nil }) {
			h.Limits = append(h.Limits, l)
		}
	}
	c.Queue = h
	return c
}

// TestKeptReservations checks that keeping reservations does not change the result.
// It compares two runs. In the first run, a reservation is kept if a change of the
// machine does not affect it. In the second run, every pass recomputes all
// reservations.
func TestKeptReservations(t *testing.T) {
	for seed := range soaktest.Seeds(80) {
		c := crowded(rand.New(rand.NewPCG(seed, 17)))
		kept, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		c.Allocator = plainly{c.Allocator}
		anew, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		for i := range anew {
			if i >= len(kept) || !reflect.DeepEqual(kept[i], anew[i]) {
				t.Fatalf("seed %d: %+v: event %d is %v, and %v if all is worked out anew", seed, c.Queue, i, kept[min(i, len(kept)-1)], anew[i])
			}
		}
	}
}
