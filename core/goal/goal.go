// Package goal checks a run against the goals of its scenario.
//
// A scenario.Goal either asks a question about the run or gives conditions to
// fulfil. If it gives conditions, [Met] returns a [GoalFinding] for each condition.
// The finding contains the numbers that decide and whether the run meets the
// condition.
package goal

import (
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// GoalFinding is the result of checking one condition against a run.
type GoalFinding struct {
	Met     bool
	Job     Start   // first start of the job that the condition is about
	Other   Start   // first start of the other job, which must start later
	Value   float64 // value of the figure
	Known   bool    // whether the run has a value for this figure
	NumJobs int64
}

// Start is the first start of a job.
type Start struct {
	ID      workload.JobID // id of the job, or workload.NoJob if there is no such job
	Started bool           // whether the job starts at all
	At      simtime.Time
	Why     why.Code
}

// Met checks each condition against a run, which is given by its jobs, its event
// log and its figures. The figures are in the form that package metrics returns.
// Cost: O(conditions · (jobs + events)).
func Met(jobs []workload.Job, log []trace.Event, figures []metrics.Figure, all []scenario.GoalCondition) []GoalFinding {
	found := make([]GoalFinding, len(all))
	for i := range all {
		c, f := &all[i], &found[i]
		f.Job, f.Other = Start{ID: workload.NoJob}, Start{ID: workload.NoJob}
		switch c.Is {
		case scenario.StartsBefore:
			f.Job, f.Other = startOf(jobs, log, c.Job), startOf(jobs, log, c.Other)
			f.Met = f.Job.Started && f.Other.Started && f.Job.At < f.Other.At
		case scenario.StartsBy:
			f.Job = startOf(jobs, log, c.Job)
			f.Met = f.Job.Started && f.Job.At <= c.By
		case scenario.StartsBecause:
			f.Job = startOf(jobs, log, c.Job)
			f.Met = f.Job.Started && f.Job.Why.String() == c.Why
		case scenario.FigureBelow, scenario.FigureAbove:
			f.Value, f.Known = valueOf(figures, c.Figure)
			bound := float64(c.Bound) / 1000
			f.Met = f.Known && (c.Is == scenario.FigureBelow && f.Value < bound || c.Is == scenario.FigureAbove && f.Value > bound)
		case scenario.KeepsJobs:
			f.NumJobs = int64(len(jobs))
			f.Met = f.NumJobs >= c.Jobs
		}
	}
	return found
}

// startOf returns the first start of the job with the given number.
func startOf(jobs []workload.Job, log []trace.Event, number int64) Start {
	s := Start{ID: workload.NoJob}
	for i := range jobs {
		if jobs[i].Number == number {
			s.ID = jobs[i].ID
		}
	}
	if s.ID == workload.NoJob {
		return s
	}
	for i := range log {
		if e := &log[i]; e.Kind == trace.Start && e.Job == s.ID {
			s.Started, s.At, s.Why = true, e.Time, e.Why.Code
			break
		}
	}
	return s
}

func valueOf(figures []metrics.Figure, key string) (float64, bool) {
	for i := range figures {
		if figures[i].Key == key {
			return figures[i].Value, true
		}
	}
	return 0, false
}
