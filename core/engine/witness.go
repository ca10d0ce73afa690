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

// recorder is an allocator that records its successful allocations of one job: the
// request, the free nodes and the answer.
type recorder struct {
	alloc.Allocator
	job   workload.JobID
	state *cluster.State
	asked []asked
}

// asked is one call of the allocator and its result.
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

// shapeRecorder is a recorder for an allocator that may reject a job for its shape.
type shapeRecorder struct {
	*recorder
	constrained alloc.ShapeConstrained
}

// Capacity implements alloc.ShapeConstrained.
func (w shapeRecorder) Capacity(r *workload.Request, free *cluster.Free) int32 {
	return w.constrained.Capacity(r, free)
}

// PlacementChoice describes the choice that an allocator had when a job started.
type PlacementChoice struct {
	Candidates []alloc.Candidate // best first; the first was chosen
	Request    *workload.Request // request as the allocator received it
	Free       *cluster.Free     // nodes from which the allocator could choose: the free nodes, less the nodes that the policy keeps for other jobs
	Excluded   []queue.Excluded  // nodes from which the allocator could not choose, by reason
}

// Explain returns the choice that the allocator had when step i (from 0) started
// the job, with the n best candidates. The result is empty if step i did not start
// the job, or if the placement was fixed earlier. Cost: that of Seek, a step and
// alloc.Explain.
func (t *Recording) Explain(i int, job workload.JobID, n int) PlacementChoice {
	e := t.after(t.marks[i].taken - 1)
	w := &recorder{Allocator: e.cfg.queue.Allocator, job: job, state: e.state}
	if e.cfg.powers() {
		w.Allocator = e.cfg.Allocator
	}
	if constrained, ok := w.Allocator.(alloc.ShapeConstrained); ok {
		e.queue.SetAllocator(e.cfg.powered(shapeRecorder{w, constrained}))
	} else {
		e.queue.SetAllocator(e.cfg.powered(w))
	}
	e.Step()
	for _, x := range e.events[e.first:] {
		if x.Kind != trace.Start || x.Job != job {
			continue
		}
		if e.cfg.queue.Judge == nil { // Use the last call with this result. If several windows were compared, use the first call instead, because a job that starts now starts in the first window.
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
