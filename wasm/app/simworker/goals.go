package simworker

import (
	"hopyard/core/goal"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// goals returns the goals of the scenario. For goals with a condition on the run,
// it evaluates the condition; the run must be complete.
func (r *Replay) goals() []message.Goal {
	var out []message.Goal
	for i := range r.scenario.Goals {
		g := &r.scenario.Goals[i]
		m := message.Goal{Text: g.Text, Job: workload.NoJob}
		if a := g.Ask; a != nil {
			m.Kind, m.Asks = quiz.KindOf(a.Kind)
			m.At = a.At
			if a.Job >= 0 {
				if m.Job = r.jobOf(a.Job); m.Job == workload.NoJob {
					m.Asks = false
				}
			}
		}
		if g.Build != nil {
			m.Made = r.made(g.Build)
		}
		out = append(out, m)
	}
	return out
}

// jobOf returns the ID of the job with the given number, or NoJob.
func (r *Replay) jobOf(number int64) workload.JobID {
	for i := range r.config.Jobs {
		if r.config.Jobs[i].Number == number {
			return workload.JobID(i)
		}
	}
	return workload.NoJob
}

func (r *Replay) made(all []scenario.GoalCondition) []message.Condition {
	about := scenario.Subject(&r.config)
	figures := about.Summarize(r.tape.Log())
	found := goal.Met(r.config.Jobs, r.tape.Log(), figures.List(), all)
	out := make([]message.Condition, len(all))
	at := func(s *goal.Start) simtime.Time {
		if s.Started {
			return s.At
		}
		return simtime.Never
	}
	for i := range all {
		c, f := &all[i], &found[i]
		out[i] = message.Condition{
			Is: c.Is, Met: f.Met, Job: c.Job, Other: c.Other, There: f.Job.ID != workload.NoJob, At: at(&f.Job), Then: at(&f.Other), By: c.By,
			Figure: c.Figure, Value: f.Value, Bound: float64(c.Bound) / 1000, Jobs: c.Jobs, Have: f.NumJobs,
		}
	}
	return out
}
