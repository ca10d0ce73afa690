package cluster

import (
	"fmt"

	"hopyard/core/topology"
)

// Freeze sets a further placement aside for the growth of a job: no other job can
// use it, and the job does not compute on it yet. It panics if the placement is not
// free, or if something is already frozen for the job. Cost: O(runs + running
// jobs).
//
// Source: S2, description, step 2; SOURCES.md S2.2.
func (s *State) Freeze(slot Slot, extra Placement) {
	job := &s.slots[slot]
	if len(job.Frozen) > 0 || len(extra) == 0 {
		panic(fmt.Sprintf("cluster: %v are to be frozen for job %d, %v are already", extra, job.Request.Number, job.Frozen))
	}
	if !s.Has(job.Request, extra) {
		panic(fmt.Sprintf("cluster: %v are to be frozen for job %d, part of which are not free", extra, job.Request.Number))
	}
	s.take(job.Request, extra, true)
	job.Frozen = extra
	s.resize(slot, int32(extra.Tasks()))
}

// Thaw frees the placement that is frozen for a job, and returns it. Cost: O(runs +
// running jobs).
func (s *State) Thaw(slot Slot) Placement {
	job := &s.slots[slot]
	frozen := job.Frozen
	if len(frozen) == 0 {
		panic(fmt.Sprintf("cluster: nothing is frozen for job %d", job.Request.Number))
	}
	job.Frozen = nil
	s.give(job.Request, frozen, true)
	s.resize(slot, -int32(frozen.Tasks()))
	return frozen
}

// Merge adds the placement that is frozen for a job to the placement of the job.
// Cost: O(runs).
func (s *State) Merge(slot Slot) {
	job := &s.slots[slot]
	if len(job.Frozen) == 0 {
		panic(fmt.Sprintf("cluster: nothing is frozen for job %d", job.Request.Number))
	}
	s.merge(job.Request, job.Frozen)
	job.Placement, job.Frozen = job.Placement.Plus(job.Frozen), nil
}

// Shrink frees a part of the placement of a job. The part must not be the whole
// placement. Cost: O(runs + running jobs).
func (s *State) Shrink(slot Slot, part Placement) {
	job := &s.slots[slot]
	rest, ok := job.Placement.Minus(part)
	if !ok || len(rest) == 0 || len(part) == 0 {
		panic(fmt.Sprintf("cluster: job %d holds %v and is to give back %v", job.Request.Number, job.Placement, part))
	}
	job.Placement = rest
	s.Give(job.Request, part)
	s.resize(slot, -int32(part.Tasks()))
}

// resize changes the number of nodes or tasks that a running job will free when it
// ends. The given change may be negative.
func (s *State) resize(slot Slot, by int32) {
	s.limits[s.find(slot)].Size += by
	s.held += by
	s.changes++
}

// Plus returns the sum of p and q: each node has its tasks of p and of q. Cost:
// O(runs).
func (p Placement) Plus(q Placement) Placement {
	sum, _ := p.combine(q, 1)
	return sum
}

// Minus returns p without the tasks of q. It returns false if q is not a part of p.
// Cost: O(runs).
func (p Placement) Minus(q Placement) (Placement, bool) { return p.combine(q, -1) }

// combine returns, for each node, its tasks of p plus sign times its tasks of q.
// The result ok is false if a node would have a negative number of tasks.
func (p Placement) combine(q Placement, sign int32) (out Placement, ok bool) {
	out, ok = make(Placement, 0, len(p)+len(q)), true
	for at := topology.NodeID(0); len(p) > 0 || len(q) > 0; {
		a, untilA := p.from(at)
		b, untilB := q.from(at)
		last := min(untilA, untilB)
		if k := a + sign*b; k > 0 {
			out = out.Append(at, last, k)
		} else if k < 0 {
			ok = false
		}
		at = last + 1
		for len(p) > 0 && p[0].Last < at {
			p = p[1:]
		}
		for len(q) > 0 && q[0].Last < at {
			q = q[1:]
		}
	}
	return out, ok
}

// from returns the number of tasks on node n. It also returns the last node up to
// which this number stays the same. The caller must have removed the runs of p that
// end before n.
func (p Placement) from(n topology.NodeID) (tasks int32, last topology.NodeID) {
	switch {
	case len(p) == 0:
		return 0, 1<<31 - 1
	case n < p[0].First:
		return 0, p[0].First - 1
	}
	return p[0].Tasks, p[0].Last
}

// Last returns the part of p that holds its last k tasks. The number k must be
// positive and less than the number of tasks of p. Cost: O(runs).
func (p Placement) Last(k int32) Placement {
	var back []NodeRun
	for i := len(p) - 1; k > 0; i-- {
		r := p[i]
		whole := min(k/r.Tasks, int32(r.Nodes()))
		first := r.Last - topology.NodeID(whole) + 1
		if whole > 0 {
			back = append(back, NodeRun{first, r.Last, r.Tasks})
		}
		if k -= whole * r.Tasks; k > 0 && first > r.First {
			back = append(back, NodeRun{first - 1, first - 1, k})
			k = 0
		}
	}
	out := make(Placement, 0, len(back))
	for i := len(back) - 1; i >= 0; i-- {
		out = out.Append(back[i].First, back[i].Last, back[i].Tasks)
	}
	return out
}
