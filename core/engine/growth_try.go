package engine

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Test is what came of asking whether a running job should grow, with the
// figures that decided. Those from Stays on mean something where something was
// spare for it.
type Test struct {
	Time     simtime.Time
	Job      workload.JobID
	Verdict  elastic.GrowthVerdict
	Method   elastic.Method
	From, To int32      // nodes or tasks
	Why      why.Reason // of elastic.Rationed: its share, a limit, or whom it makes way for
	// By what the job reports and by its walltime:
	Progress float64          // the part of its work that is done
	Walltime simtime.Duration // of the size asked for
	Stays    simtime.Duration // how long it goes on as it is
	Changes  simtime.Duration // how long if it changes, with all that this costs
	Setup    simtime.Duration // of that, until it stops: s1 to s6
	Stop     simtime.Duration // and while it stands still: s7, or the restart
	Limit    simtime.Duration // until its walltime ends
	Redone   float64          // the part of its work that it would lose by starting again
}

// trial is a Test with what would be done.
type trial struct {
	Test
	where   cluster.Placement // to be frozen, or as far as it must be more
	growing growing
	request *workload.Request // to be submitted again
	saved   float64
	by      simtime.Time
}

// Tests are those of the step that was taken last, in their order: whoever grew
// in it, and those before it in the order of growth that did not. Those without
// a growth of the next steps of the instant are found by Chances.
func (e *Engine) Tests() []Test { return e.tests }

// Ripe reports whether somebody is yet to be asked in this instant whether to
// grow: what comes of it begins the next step.
func (e *Engine) MayGrow() bool { return e.mayGrow }

// Chances says of a running job that may grow what would come of asking now, or
// of each such job, by JobID, if only is workload.NoJob. Cost: O(running jobs) questions of what is spare, each that of
// queue.Headroom and an allocation; under "resubmit" two passes each.
func (e *Engine) Chances(only workload.JobID) []Test {
	p := e.cfg.Elastic
	if p == nil || p.Growth == elastic.NoGrowth {
		return nil
	}
	c := e.Clone() // questions leave traces in a queue
	var out []Test
	for _, x := range c.growable(nil) {
		if only != workload.NoJob && only != x.Job {
			continue
		}
		t := Test{Time: e.now, Job: x.Job, Verdict: elastic.JobsWait, Method: p.Method, From: x.Size, To: x.Size}
		if !(p.Idle && e.Waiting() > 0) && !e.shrinking() {
			t = c.try(&x).Test
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b Test) int { return cmp.Compare(a.Job, b.Job) })
	return out
}

// try asks whether a job should take as much as is spare and useful. It changes
// nothing.
func (e *Engine) try(c *candidate) trial {
	job, costs := e.state.Job(c.slot), &e.cfg.Elastic.Costs
	x := trial{Test: Test{Time: e.now, Job: c.Job, Verdict: elastic.NothingFree, Method: e.cfg.Elastic.Method, From: c.Size, To: c.Size,
		Progress: e.done(c.slot), Walltime: e.cfg.Jobs[c.Job].Walltime, Limit: job.Limit.Sub(e.now)}}
	if x.where, x.Why = e.find(job, c.Size); x.where == nil {
		if x.Why.Code != why.None {
			x.Verdict = elastic.Rationed
		}
		return x
	}
	x.To += int32(x.where.Tasks())
	if x.Method == elastic.Resubmit {
		e.tryAgain(c, &x)
		return x
	}
	x.growing = growing{slot: c.slot, stage: 1, since: e.now, began: e.now, from: x.From, to: x.To, stages: costs.Schedule(x.From, x.To, job.Request.Elastic.Data)}
	o := e.compare(c.slot, c.Left, &x.growing, job.Placement.Plus(x.where))
	x.Stays, x.Changes, x.Setup, x.Stop = o.Stays(), o.Changes(), o.Setup, o.Stop
	if x.Verdict = elastic.Untested; e.cfg.Elastic.Growth != elastic.Always {
		x.Verdict = o.Test()
	}
	return x
}
