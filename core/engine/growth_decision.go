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

// Test is the outcome of testing whether a running job should grow, with the
// figures that decided it. The fields from Stays on are meaningful only if there
// were spare nodes or tasks for the job.
type Test struct {
	Time     simtime.Time
	Job      workload.JobID
	Verdict  elastic.GrowthVerdict
	Method   elastic.Method
	From, To int32      // size before and after, in nodes or tasks
	Why      why.Reason // for the verdict elastic.Rationed: the user's share, a limit, or the job that comes first
	// The other figures are derived from what the job reports and from its
	// walltime:
	Progress float64          // fraction of its work that is done
	Walltime simtime.Duration // walltime at the size that was submitted
	Stays    simtime.Duration // time until the job ends if it keeps its size
	Changes  simtime.Duration // time until the job ends if it changes its size, including all costs of the change
	Setup    simtime.Duration // part of the field Changes in which the job still computes: s1 to s6
	Stop     simtime.Duration // part of the field Changes in which the job stands still: s7, or the restart
	Limit    simtime.Duration // time until the job's walltime ends
	Redone   float64          // fraction of its work that the job would lose by starting again
}

// trial is a Test together with the change of size that it would lead to.
type trial struct {
	Test
	where   cluster.Placement // nodes that would be frozen; under "resubmit" only their number counts
	growing growing
	request *workload.Request // request with which the job would be submitted again
	saved   float64
	by      simtime.Time
}

// Tests returns the growth tests that were made at the beginning of the last step,
// in the order in which jobs were tested. If a job began to grow in that step, its
// test is the last. For the tests at the beginning of the next step, see Chances.
func (e *Engine) Tests() []Test { return e.tests }

// MayGrow reports whether the running jobs have yet to be tested for growth at this
// instant. The next step begins with these tests.
func (e *Engine) MayGrow() bool { return e.mayGrow }

// Chances returns the growth tests that running jobs would have now. If the
// argument is a job, it tests only this job. If the argument is workload.NoJob, it
// tests all running jobs that may grow, in order of JobID. Cost: for each job
// tested, one computation of queue.Headroom and one allocation; with the method
// "resubmit" also two scheduling passes.
func (e *Engine) Chances(only workload.JobID) []Test {
	p := e.cfg.Elastic
	if p == nil || p.Growth == elastic.NoGrowth {
		return nil
	}
	c := e.Clone() // a test changes the queue's internal state
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

// tryGrowth decides whether a job should grow by all the spare nodes that it can
// use. It changes nothing.
func (e *Engine) tryGrowth(c *candidate) trial {
	job, costs := e.state.Job(c.slot), &e.cfg.Elastic.Costs
	x := trial{Test: Test{Time: e.now, Job: c.Job, Verdict: elastic.NothingFree, Method: e.cfg.Elastic.Method, From: c.Size, To: c.Size,
		Progress: e.done(c.slot), Walltime: e.JobNow(c.Job).Walltime, Limit: job.Limit.Sub(e.now)}}
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
