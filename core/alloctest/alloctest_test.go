package alloctest_test

import (
	"iter"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/alloctest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// rogue is an allocator that returns a prepared answer.
type rogue struct {
	placed cluster.Placement
	reason why.Reason
	calls  int
}

func (r *rogue) Allocate(q *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	r.calls++
	if r.placed == nil {
		return nil, r.reason
	}
	return append(dst, r.placed...), r.reason
}

// moody is an allocator that gives a different answer each time, which breaks the
// contract.
type moody struct{ rogue }

func (m *moody) Allocate(q *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	m.calls++
	n := topology.NodeID(m.calls)
	return append(dst, cluster.NodeRun{First: n, Last: n + 1, Tasks: 1}), m.reason
}

// greedy is an allocator that changes what is free: in its third call it occupies a
// node.
type greedy struct {
	alloc.FirstFit
	calls int
}

func (g *greedy) Allocate(q *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	p, reason := g.FirstFit.Allocate(q, free, dst)
	if g.calls++; g.calls == 3 {
		free.Take(&workload.Request{Nodes: 1}, cluster.Placement{{First: 7, Last: 7, Tasks: 1}})
	}
	return p, reason
}

// fickle is an allocator whose candidates do not contain the placement that it
// chooses.
type fickle struct{ alloc.FirstFit }

func (fickle) Candidates(q *workload.Request, free *cluster.Free) iter.Seq[alloc.Candidate] {
	return func(yield func(alloc.Candidate) bool) {
		yield(alloc.Candidate{Placement: cluster.Placement{{First: 4, Last: 5, Tasks: 1}}, Device: alloc.NoDevice})
	}
}

// TestContractFindsWhatIsBroken checks Contract with allocators that each break one
// promise, and with correct allocators. It must return the error for the broken
// promise, and no error for correct allocators.
func TestContractFindsWhatIsBroken(t *testing.T) {
	m, err := topology.NewFlat(8)
	if err != nil {
		t.Fatal(err)
	}
	ok := why.Reason{Code: why.FitsNow}
	run := func(first, last topology.NodeID, tasks int32) cluster.NodeRun {
		return cluster.NodeRun{First: first, Last: last, Tasks: tasks}
	}
	for _, c := range []struct {
		a    alloc.Allocator
		want string
	}{
		{&rogue{placed: cluster.Placement{run(3, 4, 1)}, reason: ok}, ""},
		{alloc.FirstFit{}, ""},
		{&rogue{placed: cluster.Placement{run(3, 5, 1)}, reason: ok}, "asked for 2, given 3"},
		{&rogue{placed: cluster.Placement{run(0, 1, 1)}, reason: ok}, "1 tasks on node 0, which has room for 0"},
		{&rogue{placed: cluster.Placement{run(3, 3, 2)}, reason: ok}, "2 tasks on node 3, which has room for 1"},
		{&rogue{placed: cluster.Placement{run(7, 8, 1)}, reason: ok}, "is not among the nodes 0-7"},
		{&rogue{placed: cluster.Placement{run(5, 5, 1), run(3, 3, 1)}, reason: ok}, "not in order"},
		{&rogue{placed: cluster.Placement{run(3, 3, 1), run(4, 4, 1)}, reason: ok}, "should be one"},
		{&rogue{placed: cluster.Placement{run(3, 4, 1)}, reason: why.Reason{Code: why.TooFewFree}}, "refused (too-few-free) and placed on 3-4"},
		{&rogue{reason: why.Reason{Code: why.TooFewFree, Need: 2, Have: 5}}, "refused (too-few-free) 2 where 5 are free"},
		{&rogue{}, "refused without a reason"},
		{&moody{rogue{reason: ok, calls: 2}}, "the same question again"},
		{&greedy{}, "changed what is free"},
		{fickle{}, "best candidate 4-5 at 0, and placed on 3-4"},
	} {
		free := cluster.NewFree(cluster.NewMachine(m, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}))
		free.Take(&workload.Request{Nodes: 3}, cluster.Placement{run(0, 2, 1)})
		err := alloctest.Contract(c.a, &workload.Request{Nodes: 2}, free)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%T: %v, want %q", c.a, err, c.want)
		}
	}
}
