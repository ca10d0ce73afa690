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

// Test is the outcome of asking whether a running job should grow, with the figures
// that decided. The figures from Stays on have a meaning only if something was
// spare for the job.
type Test struct {
	Time     simtime.Time
	Job      workload.JobID
	Verdict  elastic.GrowthVerdict
	Method   elastic.Method
	From, To int32      // nodes or tasks
	Why      why.Reason // reason for elastic.Rationed: its share, a limit, or the job that comes first
	// The rest follows from what the job reports and from its walltime:
	Progress float64          // part of its work that is done
	Walltime simtime.Duration // walltime for the size asked for
	Stays    simtime.Duration // time until its end if it keeps its size
	Changes  simtime.Duration // time until its end if it changes, including all costs of the change
	Setup    simtime.Duration // part of Changes until it stops: s1 to s6
	Stop     simtime.Duration // part of Changes in which it stands still: s7, or the restart
	Limit    simtime.Duration // time until its walltime ends
	Redone   float64          // part of its work that it would lose by starting again
}

// trial is a Test and the change that would follow.
type trial struct {
	Test
	where   cluster.Placement // nodes that would be frozen; under "resubmit" only their number counts
	growing growing
	request *workload.Request // request that would be submitted again
	saved   float64
	by      simtime.Time
}

// Tests returns the growth tests at the beginning of the last step, in the order in
// which jobs were asked. If a job began to grow in that step, its test is the last.
// The tests that would begin the next step are found by Chances.
func (e *Engine) Tests() []Test { return e.tests }

// MayGrow reports whether running jobs are still to be asked at this instant
// whether they should grow. The next step begins with that.
func (e *Engine) MayGrow() bool { return e.mayGrow }

// Chances returns the outcome of asking a running job now whether it should grow;
// if only is workload.NoJob, it returns those of all running jobs that may grow, by
// JobID. Cost: O(running jobs) computations of the spare nodes, each that of
// queue.Headroom and an allocation; under "resubmit" two passes each.
func (e *Engine) Chances(only workload.JobID) []Test {
	p := e.cfg.Elastic
	if p == nil || p.Growth == elastic.NoGrowth {
		return nil
	}
	c := e.Clone() // asking changes the queue's internal state
	var out []Test
	for _, x := range c.growable(nil) {
		if only != workload.NoJob && only != x.Job {
			continue
		}
		t := Test{Time: e.now, Job: x.Job, Verdict: elastic.JobsWait, Method: p.Method, From: x.Size, To: x.Size}
		if !(p.Idle && e.Waiting() > 0) && !e.shrinking() {
			t = c.tryGrowth(&x).Test
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b Test) int { return cmp.Compare(a.Job, b.Job) })
	return out
}

// tryGrowth decides whether a job should take as much as is spare and useful. It changes
// nothing.
func (e *Engine) tryGrowth(c *candidate) trial {
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
		e.tryResubmission(c, &x)
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
