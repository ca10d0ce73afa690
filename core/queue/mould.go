package queue

import (
	"hopyard/core/simtime"
	"hopyard/core/why"
)

// StartMoulded tries to start the first waiting job, which does not fit, with fewer
// nodes or tasks than it asks for. The job must be moldable. A smaller size slows
// the computation, and the walltime grows in proportion. At the smaller size the
// job must end no later than if it waited until its shadow time and then ran at
// full size. The method reports whether the job started.
//
// Cost: O(running jobs), and an allocation for every size that is tried.
//
// Source: our own, not S2's (SOURCES.md S2.10); jobs that choose their size when
// they start are Downey's and Cirne and Berman's moldable jobs. LIMITATIONS: it
// takes the largest size that the allocator accepts, not the size with the earliest
// end; only policies that start the first job when it fits (fcfs, easy, depth) call
// it.
func (p *Pass) StartMoulded(w *Waiting) bool {
	x := w.Elastic
	if x == nil || !x.Moldable || p.asking || p.queue.unplanned {
		return false
	}
	shadow := p.Shadow(p.Reserve(w))
	for size := min(p.Count(w), w.need-1); size >= x.Min; size-- {
		r := w.Resized(size)
		if shadow != simtime.Never && p.now.Add(r.Walltime) > shadow.Add(w.wall) {
			return false // a smaller size would end even later
		}
		where, verdict := p.queue.cfg.Allocator.Allocate(r, &p.state.Free, p.Room())
		if !verdict.OK() {
			continue
		}
		asked := w.need
		w.Request = r
		p.StartAt(w, where, why.Reason{Code: why.Moulded, Need: asked, Have: size, Blocker: verdict.Blocker})
		return true
	}
	return false
}
