package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/workload"
)

// shrinking reports whether a job is in the process of giving nodes back.
func (e *Engine) shrinking() bool {
	for i := range e.growths {
		if len(e.growths[i].give) > 0 {
			return true
		}
	}
	return false
}

// shrink makes running jobs begin to give nodes back so that the first waiting job
// can start. Only jobs that hold more than their minimum give nodes back, and
// together they give exactly what the first waiting job lacks. If they cannot give
// enough, no job gives any. The jobs with the most above their minimum give first;
// ties are broken by JobID. A job gives nothing if, after that, it would not end
// before its walltime. This test uses the actual work left, because the job itself
// is asked, and not the scheduler. The result is the first job that gives. Cost:
// O(running jobs) for each job that gives.
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

// mostShrinkable returns the job that holds the most above its minimum, and this
// surplus. It considers only jobs that would still end before their walltimes if
// they gave up the surplus, or as much of it as is lacking. If there is no such
// job, the surplus is 0.
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

// planShrink returns a plan by which the job of a slot gives its last k nodes or
// tasks back. The plan has two stages. The first is s6, the signal; the job stops
// at its end. The second is s7; the job gives the nodes or tasks back at its end.
func (e *Engine) planShrink(slot cluster.Slot, k int32) growing {
	job := e.state.Job(slot)
	g := growing{slot: slot, stage: 6, since: e.now, began: e.now, from: job.Size(), give: job.Placement.Last(k)}
	g.to = g.from - k
	g.stages = e.cfg.Elastic.Costs.Schedule(g.from, g.to, job.Request.Elastic.Data)
	return g
}

// frees reports whether the first waiting job could start once all the given jobs
// have given back their nodes. The caller has already checked that they give back
// enough nodes or tasks. In counting mode this number alone decides whether a job
// fits, so frees then returns true.
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
