package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Growth is a growth in progress. Until the end of s7 the job holds the same nodes
// as before, and the new nodes are frozen (reserved) for it. A job that gives nodes
// back (an addition of ours) has a Growth to a smaller size, with only the stages
// s6 and s7 and without frozen nodes.
//
// Source: S2, claim 1, s1 to s7; SOURCES.md S2.2.
type Growth struct {
	Job          workload.JobID
	Stage        int32        // current stage, 1 (s1) to 7 (s7); in s7 the job stands still
	Since, Until simtime.Time // beginning and end of the current stage
	Frozen       cluster.Placement
	From, To     int32                               // size before and after, in nodes or tasks
	Stages       [elastic.NumStages]simtime.Duration // duration of each stage
	Began        simtime.Time                        // beginning of the first stage
	Ends         [elastic.NumStages]simtime.Time     // actual or planned end of each stage; simtime.Never if unknown
}

// Growths returns the growths in progress, in the order in which they began.
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

// times returns the actual or planned end of each stage.
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

// loseGrowth rolls back the growth of a slot's job if at least one of the lost
// nodes is frozen for it. It reports whether it did so. All frozen nodes are given
// back, and the job runs on with the nodes that it holds. (If the job is taken off
// the machine, abandonGrowth ends the growth instead.)
//
// Source: SOURCES.md S2.8: that a growth is given up as a whole is INFERRED.
func (e *Engine) loseGrowth(slot cluster.Slot, lost cluster.Placement) bool {
	i := e.growthOf(slot)
	if i < 0 {
		return false
	}
	frozen := e.state.Job(slot).Frozen
	gone := frozen.Common(lost)
	if gone == 0 {
		return false
	}
	if g := e.giveUp(i, why.Reason{Code: why.FrozenLost, Need: gone, Have: int32(frozen.Nodes()), Blocker: workload.NoJob}); g.stands {
		e.compute(slot, g.left)
	}
	return true
}

// giveUp ends the incomplete growth with the given index, for the given reason. The
// frozen nodes become free again.
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

// abandonGrowth ends any change of size of a slot's job, because the job is taken
// off the machine for the given reason.
func (e *Engine) abandonGrowth(slot cluster.Slot, reason why.Reason) {
	if i := e.growthOf(slot); i >= 0 {
		e.giveUp(i, reason)
	}
}
