package engine

import (
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// witness is an allocator that keeps what it was last asked for one job: for
// which request, out of what, and what it answered.
type witness struct {
	alloc.Allocator
	job      workload.JobID
	state    *cluster.State
	request  *workload.Request
	free     *cluster.Free
	excluded []queue.Excluded
	chosen   cluster.Placement
}

// Allocate implements alloc.Allocator.
func (w *witness) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	where, reason := w.Allocator.Allocate(r, free, dst)
	if r.ID == w.job && reason.OK() {
		w.request, w.free, w.excluded, w.chosen = r, free.Clone(), queue.Exclusions(r, w.state, free), slices.Clone(where)
	}
	return where, reason
}

// pickyWitness is a witness of an allocator that may refuse a job.
type pickyWitness struct {
	*witness
	picky alloc.Picky
}

// Capacity implements alloc.Picky.
func (w pickyWitness) Capacity(r *workload.Request, free *cluster.Free) int32 {
	return w.picky.Capacity(r, free)
}

// Choice is what an allocator chose from when a job started.
type Choice struct {
	Candidates []alloc.Candidate // best first; the first was chosen
	Free       *cluster.Free     // what it was given: what is free, less what the policy keeps for others
	Excluded   []queue.Excluded  // the nodes that it was not given, by why
}

// Explain returns what the allocator chose from when step i (from 0) started
// the job, with the best n candidates. It is empty if step i did not start the
// job, or its placement was fixed earlier. Cost: that of Seek, a step and
// alloc.Explain.
func (t *Tape) Explain(i int, job workload.JobID, n int) Choice {
	e := t.wind(t.marks[i].taken - 1)
	w := &witness{Allocator: e.cfg.queue.Allocator, job: job, state: e.state}
	if picky, ok := w.Allocator.(alloc.Picky); ok {
		e.queue.Ask(pickyWitness{w, picky})
	} else {
		e.queue.Ask(w)
	}
	e.Step()
	for _, x := range e.events {
		if x.Kind == trace.Start && x.Job == job && slices.Equal(x.Placement, w.chosen) {
			return Choice{alloc.Explain(e.cfg.Allocator, w.request, w.free, n), w.free, w.excluded}
		}
	}
	return Choice{}
}
