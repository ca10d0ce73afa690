// Package alloctest checks that an allocator keeps the contract of alloc.Allocator.
// The checks return errors instead of failing a test, so that tests, fuzzing and
// authors of other allocators can use them:
//
//	if err := alloctest.Contract(alloc.SDM{}, job, free); err != nil {
//		t.Error(err)
//	}
package alloctest

import (
	"fmt"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Contract calls a.Allocate for r and checks everything that the contract promises
// and that can be observed from outside. Either the placement is free, well formed
// and of the right size, or it is nil and the returned reason is a refusal. The
// call must change nothing, and must give the same answer again for any destination
// slice. If the allocator is ShapeConstrained, Restricted or a Ranker, the promises
// of these interfaces are checked, too. The returned error wraps no error of the
// allocator.
func Contract(a alloc.Allocator, r *workload.Request, free *cluster.Free) error {
	before := free.Clone()
	placed, reason := a.Allocate(r, free, nil)
	if err := Placement(r, before, placed, reason); err != nil {
		return fmt.Errorf("%T: %w", a, err)
	}
	for _, dst := range []cluster.Placement{make(cluster.Placement, 0, 1), make(cluster.Placement, 0, 1000)} {
		again, why := a.Allocate(r, free, dst)
		if !slices.Equal(placed, again) || reason != why {
			return fmt.Errorf("%T: the same question again: %v (%+v), then %v (%+v)", a, placed, reason, again, why)
		}
	}
	if p, ok := a.(alloc.Restricted); ok {
		err := p.Accepts(free.Machine().Topology, r)
		if err != nil && reason.Code != why.NotPlaceable && reason.Code != why.TooFewFree {
			return fmt.Errorf("%T: answered %v to a job that it does not accept (%v)", a, reason.Code, err)
		}
		if _, constrained := a.(alloc.ShapeConstrained); err == nil && reason.Code == why.NotPlaceable && !constrained {
			return fmt.Errorf("%T: answered %v to a job that it accepts", a, reason.Code)
		}
	}
	if err := enough(a, r, before, reason); err != nil {
		return fmt.Errorf("%T: %w", a, err)
	}
	if k, ok := a.(alloc.Ranker); ok {
		if err := candidates(k, r, before, placed); err != nil {
			return fmt.Errorf("%T: %w", a, err)
		}
	}
	if err := same(before, free, r); err != nil {
		return fmt.Errorf("%T changed what is free: %w", a, err)
	}
	return nil
}

// Placement checks the answer p and reason of an allocator for r. If the reason is
// a refusal, there must be no placement. Otherwise the placement must have exactly
// the size of r, must be free, and must have the form that cluster.Placement
// requires.
func Placement(r *workload.Request, free *cluster.Free, p cluster.Placement, reason why.Reason) error {
	if !reason.OK() {
		if p != nil {
			return fmt.Errorf("refused (%v) and placed on %v", reason.Code, p)
		}
		if reason.Code == why.None || reason.Code >= why.NumCodes {
			return fmt.Errorf("refused without a reason (%v)", reason.Code)
		}
		return nil
	}
	if p.Tasks() != int(r.Size()) {
		return fmt.Errorf("asked for %d, given %d on %v", r.Size(), p.Tasks(), p)
	}
	for i, run := range p {
		switch {
		case run.First < 0 || run.Last < run.First || int(run.Last) >= free.Machine().NumNodes():
			return fmt.Errorf("run %d-%d is not among the nodes 0-%d", run.First, run.Last, free.Machine().NumNodes()-1)
		case i > 0 && run.First <= p[i-1].Last:
			return fmt.Errorf("runs are not in order: %d-%d after %d-%d", run.First, run.Last, p[i-1].First, p[i-1].Last)
		case i > 0 && run.First == p[i-1].Last+1 && run.Tasks == p[i-1].Tasks:
			return fmt.Errorf("runs %d-%d and %d-%d should be one", p[i-1].First, p[i-1].Last, run.First, run.Last)
		case run.Tasks < 1:
			return fmt.Errorf("run %d-%d has %d tasks a node", run.First, run.Last, run.Tasks)
		}
		for n := run.First; n <= run.Last; n++ {
			if slots := free.Slots(r, n); run.Tasks > slots {
				return fmt.Errorf("%d tasks on node %d, which has room for %d", run.Tasks, n, slots)
			}
		}
	}
	return nil
}

// enough checks a refusal against the number of free nodes or tasks. If enough are
// free, only a shape-constrained or restricted allocator may refuse the job.
func enough(a alloc.Allocator, r *workload.Request, free *cluster.Free, reason why.Reason) error {
	have := free.Count(r)
	if have < r.Size() {
		if reason.OK() {
			return fmt.Errorf("placed %d where %d are free", r.Size(), have)
		}
		if reason.Code == why.TooFewFree && (reason.Need != r.Size() || reason.Have != have) {
			return fmt.Errorf("refused for %d of %d, but it is %d of %d", reason.Have, reason.Need, have, r.Size())
		}
		return nil
	}
	constrained, isConstrained := a.(alloc.ShapeConstrained)
	if isConstrained {
		if c := constrained.Capacity(r, free); c < 0 || c > have {
			return fmt.Errorf("capacity %d where %d are free", c, have)
		}
	}
	if reason.Code == why.TooFewFree || !reason.OK() && !isConstrained && reason.Code != why.NotPlaceable {
		return fmt.Errorf("refused (%v) %d where %d are free", reason.Code, r.Size(), have)
	}
	return nil
}

// candidates checks that each candidate is a valid placement, that the allocator
// chose the best candidate, and that there is a candidate if and only if the
// allocator chose a placement.
func candidates(k alloc.Ranker, r *workload.Request, free *cluster.Free, placed cluster.Placement) error {
	var first *alloc.Candidate
	for c := range k.Candidates(r, free) {
		if err := Placement(r, free, c.Placement, why.Reason{Code: why.FitsNow}); err != nil {
			return fmt.Errorf("candidate: %w", err)
		}
		if d, ok := free.Machine().Topology.(topology.Devices); ok && (c.Device < alloc.NoDevice || int(c.Device) >= d.NumSwitches()+d.NumNodes()) {
			return fmt.Errorf("candidate %v of device %d", c.Placement, c.Device)
		}
		if first == nil || c.Against(first) < 0 {
			first = &c
		}
	}
	switch {
	case first == nil && placed != nil:
		return fmt.Errorf("no candidate, and placed on %v", placed)
	case first != nil && !slices.Equal(first.Placement, placed):
		return fmt.Errorf("best candidate %v at %d, and placed on %v", first.Placement, first.Cost, placed)
	}
	best := alloc.Explain(k, r, free, 3)
	for i, c := range best {
		if i > 0 && (c.Cost < best[i-1].Cost || slices.Equal(c.Placement, best[i-1].Placement)) {
			return fmt.Errorf("runners-up %v at %d and %v at %d", best[i-1].Placement, best[i-1].Cost, c.Placement, c.Cost)
		}
	}
	if first != nil && !slices.Equal(best[0].Placement, placed) {
		return fmt.Errorf("explained as %v, and placed on %v", best[0].Placement, placed)
	}
	return nil
}

// same returns an error if the free resources of some node differ between a and b.
func same(a, b *cluster.Free, r *workload.Request) error {
	for n := range topology.NodeID(a.Machine().NumNodes()) {
		if a.Available(n) != b.Available(n) || a.Slots(r, n) != b.Slots(r, n) {
			return fmt.Errorf("node %d had %v and has %v", n, a.Available(n), b.Available(n))
		}
	}
	return nil
}
