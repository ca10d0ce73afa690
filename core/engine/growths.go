package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Growth is a growth in progress. Until s7 is done the job holds what it held
// before; what is frozen for it is nobody else's. A job that gives nodes back
// (ours) has a Growth to fewer, of s6 and s7 alone, and nothing frozen.
//
// Source: S2, claim 1, s1 to s7; SOURCES.md S2.2.
type Growth struct {
	Job          workload.JobID
	Stage        int32        // in progress, 1 (s1) to 7 (s7); in s7 the job stands still
	Since, Until simtime.Time // of the stage
	Frozen       cluster.Placement
	From, To     int32                               // nodes or tasks, before and after
	Stages       [elastic.NumStages]simtime.Duration // how long each lasts
	Began        simtime.Time                        // of the first stage
	Ends         [elastic.NumStages]simtime.Time     // of the stages: as they were, or as they are to be; simtime.Never if nobody knows
}

// Growths are the growths in progress, in the order in which they began.
func (e *Engine) Growths() []Growth {
	var out []Growth
	for i := range e.growths {
		g := &e.growths[i]
		if g.stage == 0 {
			continue
		}
		job := e.state.Job(g.slot)
		out = append(out, Growth{job.Request.ID, g.stage, g.since, g.until, job.Frozen, g.from, g.to, g.stages, g.began, g.times()})
	}
	return out
}

// times are when the stages were done, or are to be.
func (g *growing) times() [elastic.NumStages]simtime.Time {
	ends, at := g.ends, g.until
	for k := int(g.stage) - 1; k < elastic.NumStages; k++ {
		if k >= int(g.stage) && at != simtime.Never {
			at = at.Add(g.stages[k])
		}
		ends[k] = at
	}
	return ends
}

// loseGrowth rolls the growth of a slot's job back if some of the nodes frozen
// for it are among lost: they are given back, nothing else is lost, and the
// job runs on. It reports whether there was such a growth. A job that is taken
// off the machine gives up its growth by itself.
//
// Source: SOURCES.md S2.8: that a growth is given up whole is INFERRED.
func (e *Engine) loseGrowth(slot cluster.Slot, lost cluster.Placement) bool {
	i := e.growthOf(slot)
	if i < 0 {
		return false
	}
	frozen := e.state.Job(slot).Frozen
	gone := common(frozen, lost)
	if gone == 0 {
		return false
	}
	if g := e.giveUp(i, why.Reason{Code: why.FrozenLost, Need: gone, Have: int32(frozen.Nodes()), Blocker: workload.NoJob}); g.stands {
		e.compute(slot, g.left)
	}
	return true
}

// giveUp ends a growth that is not done, for a reason: what is frozen is free
// again.
func (e *Engine) giveUp(i int, reason why.Reason) growing {
	g := e.forget(i)
	job := e.state.Job(g.slot)
	if len(job.Frozen) > 0 {
		frozen := e.state.Thaw(g.slot)
		e.queue.GaveBack(job, frozen, e.now)
		e.log(trace.Event{Kind: trace.Rollback, Job: job.Request.ID, Why: reason, Placement: frozen})
	}
	return g
}

// leave ends whatever change of size the job of a slot is in: it is taken off
// the machine, for a reason.
func (e *Engine) leave(slot cluster.Slot, reason why.Reason) {
	if i := e.growthOf(slot); i >= 0 {
		e.giveUp(i, reason)
	}
}
