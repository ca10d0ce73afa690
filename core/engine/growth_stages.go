package engine

import (
	"math"

	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// growing is a running job that changes its size, or that restarts after a stop.
type growing struct {
	slot   cluster.Slot
	stage  int32 // current stage, 1 to 7; 0 if the job restarts after a stop and does not compute yet
	since  simtime.Time
	until  simtime.Time
	began  simtime.Time                    // beginning of s1
	ends   [elastic.NumStages]simtime.Time // end times of the completed stages
	stages [elastic.NumStages]simtime.Duration
	from   int32
	to     int32
	give   cluster.Placement // nodes that the job will give back if it shrinks
	stands bool              // whether the job stands still
	left   float64           // work left while it stands still
}

// stageAt returns the time at which the next stage of a growth ends, or
// simtime.Never. Cost: O(growths).
func (e *Engine) stageAt() simtime.Time {
	at := simtime.Never
	for i := range e.growths {
		at = min(at, e.growths[i].until)
	}
	return at
}

// stage completes the next stage of a growth that ends now, and returns the job. It
// returns false if no stage ends now, or if the end of a job comes first. Stages
// and job ends at the same instant take effect in the order in which the jobs
// started. If a job's work and its stage end at the same instant, the job ends and
// does not enter the next stage. Cost: O(growths).
func (e *Engine) stage() (workload.JobID, bool) {
	next, first := -1, ending{}
	for i := range e.growths {
		g := &e.growths[i]
		if g.until > e.now {
			continue
		}
		job := e.state.Job(g.slot)
		x := ending{at: e.now, start: job.Start, rank: e.progress[g.slot].place.Key, id: job.Request.ID, turn: math.MaxInt64}
		if next < 0 || x.before(&first) {
			next, first = i, x
		}
	}
	if next < 0 || e.endsAt() == e.now && !first.before(&e.ends[0]) {
		return workload.NoJob, false
	}
	e.advance(next)
	return first.id, true
}

// advance moves a growth from the stage that ends now to the next stage. The job
// computes until the end of s6, in which its tasks are signalled. It stands still
// in s7, and then continues from its progress.
//
// Source: S2, claim 1, s1 to s7 (SOURCES.md S2.2), in the order of the claim: the
// new tasks are ready to merge (s4) before the merged process table is published
// (s5).
func (e *Engine) advance(i int) {
	g := &e.growths[i]
	job := e.state.Job(g.slot).Request.ID
	switch {
	case e.broken(e.state.Job(g.slot).Frozen):
		g.until = simtime.Never // the failed nodes do not respond; the stage waits until their failure is noticed or they recover
		return
	case g.stage == 0:
		again := e.forget(i)
		e.compute(again.slot, again.left)
		return
	case g.stage == elastic.NumStages:
		e.finishGrowth(i)
		return
	case g.stage > 1: // s1 was logged when the nodes were frozen
		e.log(trace.Event{Kind: trace.Stage, Job: job, Of: g.stage, Placement: g.give})
	}
	g.ends[g.stage-1] = e.now
	if g.stage == elastic.Signal {
		g.left, g.stands = e.pause(g.slot), true
	}
	g.stage++
	g.since = e.now
	g.until = e.now.Add(g.stages[g.stage-1])
}

// resume restarts the current stage of the growths that waited for failed nodes, if
// all these nodes work again.
func (e *Engine) resume() {
	for i := range e.growths {
		if g := &e.growths[i]; g.until == simtime.Never && !e.broken(e.state.Job(g.slot).Frozen) {
			g.since, g.until = e.now, e.now.Add(g.stages[g.stage-1])
		}
	}
}

// restart lets the job of a slot, which was stopped before and has just started
// again, stand still for the given time before it computes.
func (e *Engine) restart(slot cluster.Slot, wait simtime.Duration) {
	g := growing{slot: slot, since: e.now, until: e.now.Add(wait), stands: true, left: e.work(slot)}
	c := &e.progress[slot]
	c.left, c.paused = g.left, true
	e.halt(slot)
	e.growths = append(e.growths, g)
}

// finishGrowth ends stage s7: the job continues from its progress, at the speed of
// its new size.
func (e *Engine) finishGrowth(i int) {
	g := e.forget(i)
	running := e.state.Job(g.slot)
	before := e.work(g.slot)
	if len(g.give) > 0 {
		e.state.Shrink(g.slot, g.give)
		e.progress[g.slot].shrank = e.now
		e.queue.GaveBack(running, g.give, e.now)
		e.log(trace.Event{Kind: trace.Shrink, Job: running.Request.ID, Placement: g.give})
	} else {
		e.state.Merge(g.slot)
		e.log(trace.Event{Kind: trace.Grow, Job: running.Request.ID, Placement: running.Placement})
	}
	if before > 0 {
		g.left = float64(g.left * (e.work(g.slot) / before))
	}
	e.compute(g.slot, g.left)
}

// forget removes growth i from the list and returns it.
func (e *Engine) forget(i int) growing {
	g := e.growths[i]
	e.growths = append(e.growths[:i], e.growths[i+1:]...)
	return g
}

// growthOf returns the index of the growth of a slot's job, or -1 if there is none.
func (e *Engine) growthOf(slot cluster.Slot) int {
	for i := range e.growths {
		if e.growths[i].slot == slot {
			return i
		}
	}
	return -1
}

// noteGrowthChance records, after a step, whether the running jobs may now be able
// to change their sizes.
//
// Source: S2, claim 3 (SOURCES.md S2.1): a job's end, a node that comes online, a
// new division of the machine. INFERRED: also a growth that is completed or given
// up, because it may leave nodes free; and the timed passes of policies that start
// jobs only in timed passes.
func (e *Engine) noteGrowthChance(t queue.Trigger) {
	p := e.cfg.Elastic
	if p == nil || !e.cfg.malleable {
		return
	}
	e.tight = p.Shrink
	e.mayGrow = e.mayGrow || t == queue.Ending || t == queue.Alarm
	step := e.events[e.first:]
	for i := range step {
		switch step[i].Kind {
		case trace.Grow, trace.Rollback, trace.Shrink, trace.Requeue, trace.Fail, trace.Up, trace.Join, trace.Allot:
			e.mayGrow = true
		}
	}
}
