package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/workload"
)

// shrinking reports whether a job is about to give nodes back.
func (e *Engine) shrinking() bool {
	for i := range e.growths {
		if len(e.growths[i].give) > 0 {
			return true
		}
	}
	return false
}

// shrink makes running jobs that hold more than their minimum begin to give back
// what the first waiting job lacks, if that job could then start. Jobs with the
// most above their minimum give first, ties by JobID. A job gives nothing if it
// would then not end before its walltime; the test uses the work that it really has
// left, because the job itself is asked. The result is the first job that gives.
// Cost: O(running jobs) for each job that gives.
//
// Source: ours, after DMR's "shrink if queued jobs can be initiated" (SOURCES.md
// S2.10); S2 has no shrinking. LIMITATIONS: a job that is growing gives nothing; a
// backfilled job may take the nodes first.
func (e *Engine) shrink() (workload.JobID, bool) {
	w, have := e.queue.FirstWaiting(e.now, e.state)
	if w == nil || e.shrinking() || have >= w.Size() {
		return workload.NoJob, false
	}
	first := len(e.growths)
	lacks := w.Size() - have
	for lacks > 0 {
		slot, most := e.mostShrinkable(w.Whole(), lacks)
		if most == 0 {
			break
		}
		e.growths = append(e.growths, e.planShrink(slot, min(most, lacks)))
		lacks -= min(most, lacks)
	}
	if lacks > 0 || !e.frees(e.growths[first:]) {
		e.growths = e.growths[:first]
		return workload.NoJob, false
	}
	for i := first; i < len(e.growths); i++ {
		e.growths[i].until = e.now.Add(e.growths[i].stages[5])
	}
	return e.state.Job(e.growths[first].slot).Request.ID, true
}

// mostShrinkable returns the job that has the most above its minimum and can give up to
// lacks of it, and how much it has above its minimum; 0 if there is no such job.
func (e *Engine) mostShrinkable(whole bool, lacks int32) (slot cluster.Slot, most int32) {
	over, id := int32(0), workload.NoJob
	for _, l := range e.state.Limits() {
		job := e.state.Job(l.Slot)
		x := job.Request.Elastic
		if x == nil || job.Request.Whole() != whole || e.growthOf(l.Slot) >= 0 || e.progress[l.Slot].rate == 0 {
			continue
		}
		more := job.Size() - x.Min
		if more < over || more <= 0 || more == over && job.Request.ID > id {
			continue
		}
		g := e.planShrink(l.Slot, min(more, lacks))
		rest, _ := job.Placement.Minus(g.give)
		if o := e.compare(l.Slot, e.remaining(l.Slot)/e.progress[l.Slot].rate, &g, rest); o.EndsWithinWalltime() {
			slot, over, id = l.Slot, more, job.Request.ID
		}
	}
	return slot, over
}

// planShrink returns the planned shrinking of the job of a slot by k. It has two
// stages: s6, the signal, at whose end the job stops, and s7, at whose end it gives
// its last nodes back.
func (e *Engine) planShrink(slot cluster.Slot, k int32) growing {
	job := e.state.Job(slot)
	g := growing{slot: slot, stage: 6, since: e.now, began: e.now, from: job.Size(), give: job.Placement.Last(k)}
	g.to = g.from - k
	g.stages = e.cfg.Elastic.Costs.Schedule(g.from, g.to, job.Request.Elastic.Data)
	return g
}

// frees reports whether the first waiting job could start once all these jobs have
// given back their nodes. It is always true where counting decides.
func (e *Engine) frees(shrinking []growing) bool {
	if e.cfg.queue.Counted {
		return true
	}
	room := e.state.Free.Clone()
	for i := range shrinking {
		room.Give(e.state.Job(shrinking[i].slot).Request, shrinking[i].give)
	}
	w, _ := e.queue.FirstWaiting(e.now, e.state)
	return e.queue.Fits(w, room)
}
