package engine

import (
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// witness is an allocator that keeps what it was last asked for one job: for
// which request, out of what, and what it answered.
type witness struct {
	alloc.Allocator
	job     workload.JobID
	request *workload.Request
	free    *cluster.Free
	chosen  cluster.Placement
}

// Allocate implements alloc.Allocator.
func (w *witness) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	where, reason := w.Allocator.Allocate(r, free, dst)
	if r.ID == w.job && reason.OK() {
		w.request, w.free, w.chosen = r, free.Clone(), slices.Clone(where)
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

// Explain returns the best n placements that the allocator chose from when
// step i (from 0) started the job, best first, and what it was given to choose
// from: what is free, less what the policy keeps for others. It returns nil if
// step i did not start the job, or its placement was fixed earlier. Cost: that
// of Seek, a step and alloc.Explain.
func (t *Tape) Explain(i int, job workload.JobID, n int) ([]alloc.Candidate, *cluster.Free) {
	e := t.wind(t.marks[i].taken - 1)
	w := &witness{Allocator: e.cfg.queue.Allocator, job: job}
	if picky, ok := w.Allocator.(alloc.Picky); ok {
		e.queue.Ask(pickyWitness{w, picky})
	} else {
		e.queue.Ask(w)
	}
	e.Step()
	for _, x := range e.events {
		if x.Kind == trace.Start && x.Job == job && slices.Equal(x.Placement, w.chosen) {
			return alloc.Explain(e.cfg.Allocator, w.request, w.free, n), w.free
		}
	}
	return nil, nil
}
