package engine

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// remembered is an allocator that stores its answers by job. It makes seeking in a
// recording cheap: steps are repeated, but the placements found while recording are
// not computed again. It is correct only in counting mode, in which a job fits if
// enough nodes or tasks are free, wherever they are. In that mode the allocator is
// called once for each job, when the job starts.
type remembered struct {
	alloc.Allocator
	found []cachedPlacement
}

type cachedPlacement struct {
	placement cluster.Placement // nodes on which the job was placed, in memory of the engine; nil until the job has started
	reason    why.Reason
}

// Allocate implements alloc.Allocator.
func (m remembered) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	f := &m.found[r.ID]
	if f.placement != nil {
		return append(dst, f.placement...), f.reason
	}
	placement, reason := m.Allocator.Allocate(r, free, dst)
	f.reason = reason
	return placement, reason
}

// learn stores the placements of the jobs that have started.
func (m remembered) learn(events []trace.Event) {
	for i := range events {
		if e := &events[i]; e.Kind == trace.Start {
			m.found[e.Job].placement = e.Placement
		}
	}
}
