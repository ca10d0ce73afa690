package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/workload"
)

// shrinking reports whether a job is about to give something back.
func (e *Engine) shrinking() bool {
	for i := range e.growths {
		if len(e.growths[i].give) > 0 {
			return true
		}
	}
	return false
}

// shrink lets running jobs that hold more than their minimum begin to give
// back what the first waiting job lacks, if it could then start: those that
// have most above their minimum first, ties by JobID. A job that would then
// not end before its walltime gives nothing: it is asked itself, and knows what
// it has left to do. It returns one of them.
// Cost: O(running jobs) for each that gives.
//
// Source: ours, after DMR's "shrink if queued jobs can be initiated"
// (SOURCES.md S2.10); S2 has no shrinking. LIMITATIONS: what a job that grows
// just now holds is not asked for; a backfill may come first.
func (e *Engine) shrink() (workload.JobID, bool) {
	w, have := e.queue.FirstWaiting(e.now, e.state)
	if w == nil || e.shrinking() || have >= w.Size() {
		return workload.NoJob, false
	}
	first := len(e.growths)
	lacks := w.Size() - have
	for lacks > 0 {
		slot, most := e.roomiest(w.Whole(), lacks)
		if most == 0 {
			break
		}
		e.growths = append(e.growths, e.shrunk(slot, min(most, lacks)))
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

// roomiest is the job that may give most, and how much, at most lacks.
func (e *Engine) roomiest(whole bool, lacks int32) (slot cluster.Slot, most int32) {
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
		g := e.shrunk(l.Slot, min(more, lacks))
		rest, _ := job.Placement.Minus(g.give)
		if o := e.compare(l.Slot, e.remaining(l.Slot)/e.progress[l.Slot].rate, &g, rest); o.Bearable() {
			slot, over, id = l.Slot, more, job.Request.ID
		}
	}
	return slot, over
}

// shrunk is the shrinking of the job of a slot by k: s6, the signal, at the end
// of which it stops, and s7, at the end of which it gives its last nodes back.
func (e *Engine) shrunk(slot cluster.Slot, k int32) growing {
	job := e.state.Job(slot)
	g := growing{slot: slot, stage: 6, since: e.now, began: e.now, from: job.Size(), give: job.Placement.Last(k)}
	g.to = g.from - k
	g.stages = e.cfg.Elastic.Costs.Schedule(g.from, g.to, job.Request.Elastic.Data)
	return g
}

// frees reports whether the first waiting job could start if all of these had
// given back what they will. Where counting decides, it could.
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
