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

// recorder is an allocator that keeps what it was asked for one job: for which
// request, out of what, and what it answered.
type recorder struct {
	alloc.Allocator
	job   workload.JobID
	state *cluster.State
	asked []asked
}

// asked is one question and its answer.
type asked struct {
	request  *workload.Request
	free     *cluster.Free
	excluded []queue.Excluded
	chosen   cluster.Placement
}

// Allocate implements alloc.Allocator.
func (w *recorder) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	where, reason := w.Allocator.Allocate(r, free, dst)
	if r.ID == w.job && reason.OK() {
		w.asked = append(w.asked, asked{r, free.Clone(), queue.Exclusions(r, w.state, free), slices.Clone(where)})
	}
	return where, reason
}

// shapeRecorder is a recorder of an allocator that may refuse a job.
type shapeRecorder struct {
	*recorder
	constrained alloc.ShapeConstrained
}

// Capacity implements alloc.ShapeConstrained.
func (w shapeRecorder) Capacity(r *workload.Request, free *cluster.Free) int32 {
	return w.constrained.Capacity(r, free)
}

// PlacementChoice is what an allocator chose from when a job started.
type PlacementChoice struct {
	Candidates []alloc.Candidate // best first; the first was chosen
	Request    *workload.Request // what it was asked for
	Free       *cluster.Free     // what it was given: what is free, less what the policy keeps for others
	Excluded   []queue.Excluded  // the nodes that it was not given, by why
}

// Explain returns what the allocator chose from when step i (from 0) started
// the job, with the best n candidates. It is empty if step i did not start the
// job, or its placement was fixed earlier. Cost: that of Seek, a step and
// alloc.Explain.
func (t *Recording) Explain(i int, job workload.JobID, n int) PlacementChoice {
	e := t.after(t.marks[i].taken - 1)
	w := &recorder{Allocator: e.cfg.queue.Allocator, job: job, state: e.state}
	if constrained, ok := w.Allocator.(alloc.ShapeConstrained); ok {
		e.queue.Ask(shapeRecorder{w, constrained})
	} else {
		e.queue.Ask(w)
	}
	e.Step()
	for _, x := range e.events[e.first:] {
		if x.Kind != trace.Start || x.Job != job {
			continue
		}
		if e.cfg.queue.Judge == nil { // the last question that led there; of several windows the first, which begins now
			slices.Reverse(w.asked)
		}
		for _, a := range w.asked {
			if slices.Equal(x.Placement, a.chosen) {
				return PlacementChoice{alloc.Explain(e.cfg.Allocator, a.request, a.free, n), a.request, a.free, a.excluded}
			}
		}
	}
	return PlacementChoice{}
}
