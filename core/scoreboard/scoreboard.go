// Package scoreboard says how a person who schedules by hand stands: the figures
// of what was decided beside those of disciplines on the same jobs, and beside
// what no scheduler can be better than.
package scoreboard

import (
	"strings"

	"slices"

	"hopyard/core/engine"
	"hopyard/core/lowerbound"
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Rivals are the disciplines that a person is compared with.
func Rivals() []string { return strings.Fields("easy conservative fcfs") }

// ScoreRow is the figures of one run.
type ScoreRow struct {
	Queue    string       // "manual": the person's
	MeanWait float64      // seconds
	End      simtime.Time // of the last job
	Started  int          // jobs
	Broken   int          // promises of EASY's; -1 if what it did cannot be told as decisions
}

// Scoreboard is how somebody stands.
type Scoreboard struct {
	Rows     []ScoreRow // the person's first, then those of Rivals that the scenario allows
	Outcomes []queue.DecisionOutcome
	Jobs     int // that can start
	Bounds   lowerbound.Bounds
	Bounded  bool // Bounds hold
}

// MostJobs is how many jobs a scenario may have for a table: five runs are made.
const MostJobs = 5000

// Of is how the person stands who made a scenario's decisions. The jobs that
// nobody has decided about start after the last decision as soon as they fit, in
// queue order. Nobody stands anywhere on more than MostJobs jobs: then the table
// is empty. Errors are those of scenario.Config and of engine.New. Cost: five
// runs, and lowerbound.Of.
func Of(s *scenario.Scenario) (Scoreboard, error) {
	var t Scoreboard
	if s.NumJobs() > MostJobs {
		return t, nil
	}
	c, err := s.Config()
	if err != nil {
		return t, err
	}
	for i := range c.Jobs {
		if c.Jobs[i].Reject == nil {
			t.Jobs++
		}
	}
	t.Bounds, t.Bounded = lowerbound.Of(&c)
	c.Queue = manual.ManualPolicy{Decisions: s.Scheduler.Decisions, Rest: true}
	mine, err := engine.Record(c)
	if err != nil {
		return t, err
	}
	t.Outcomes = mine.Outcomes(mine.Len())
	t.Rows = append(t.Rows, row("manual", &c, mine.Log(), append([]queue.DecisionOutcome{}, t.Outcomes...)))
	for _, name := range Rivals() {
		other := *s
		other.Scheduler.Queue, other.Scheduler.Allocator = name, s.Policy().Allocator
		c, err := other.Config()
		if err != nil {
			continue
		}
		rival, err := engine.Record(c)
		if err != nil {
			continue // a discipline may find jobs impossible
		}
		t.Rows = append(t.Rows, row(name, &c, rival.Log(), replay(c, rival.Log())))
	}
	return t, nil
}

// row is the figures of one run; outcomes are nil where it cannot be told as
// decisions.
func row(name string, c *engine.Config, log []trace.Event, outcomes []queue.DecisionOutcome) ScoreRow {
	about := scenario.Subject(c)
	f := about.Summarize(log)
	r := ScoreRow{Queue: name, MeanWait: f.MeanWait, End: lastEnd(log), Broken: len(Broken(outcomes))}
	started := make([]bool, len(c.Jobs))
	for i := range log {
		if e := &log[i]; e.Kind == trace.Start && !started[e.Job] {
			started[e.Job] = true
			r.Started++
		}
	}
	if outcomes == nil {
		r.Broken = -1
	}
	return r
}

// Broken are the decisions that broke a promise which EASY would have made at
// their moments: its shadow time for the first of the queue that could not start
// in the same state, or at once for those before it. Cost: O(decisions).
func Broken(outcomes []queue.DecisionOutcome) (broken []queue.DecisionOutcome) {
	for i := range outcomes {
		if x := &outcomes[i]; x.Refusal == queue.Done && x.Broken != workload.NoJob {
			broken = append(broken, *x)
		}
	}
	return broken
}

// Refused are the decisions that were not carried out. Cost: O(decisions).
func Refused(outcomes []queue.DecisionOutcome) (refused []queue.DecisionOutcome) {
	for i := range outcomes {
		if outcomes[i].Refusal != queue.Done {
			refused = append(refused, outcomes[i])
		}
	}
	return refused
}

// Decisions are what a run did, as a person would have had to decide it: where
// and when each job was started, in that order. Cost: O(events + runs).
func Decisions(jobs []workload.Job, log []trace.Event) (all []manual.Decision) {
	for i := range log {
		e := &log[i]
		if e.Kind != trace.Start {
			continue
		}
		where := slices.Clone(e.Placement)
		for k := range where {
			where[k].Tasks = 1
		}
		all = append(all, manual.Decision{At: e.Time, Job: jobs[e.Job].Number, Nodes: where})
	}
	return all
}

// replay is what becomes of a run's own starts as decisions; nil if they do not
// make the same run.
func replay(c engine.Config, log []trace.Event) []queue.DecisionOutcome {
	c.Queue = manual.ManualPolicy{Decisions: Decisions(c.Jobs, log)}
	again, err := engine.Record(c)
	if err != nil || !same(starts(log), starts(again.Log())) {
		return nil
	}
	if all := again.Outcomes(again.Len()); all != nil {
		return all
	}
	return []queue.DecisionOutcome{}
}

// starts are those of a log.
func starts(log []trace.Event) (all []*trace.Event) {
	for i := range log {
		if log[i].Kind == trace.Start {
			all = append(all, &log[i])
		}
	}
	return all
}

// same reports whether the same jobs are started at the same instants, on the
// same nodes.
func same(a, b []*trace.Event) bool {
	for i := range a {
		if len(b) != len(a) || a[i].Time != b[i].Time || a[i].Job != b[i].Job || !slices.Equal(a[i].Placement, b[i].Placement) {
			return false
		}
	}
	return len(a) == len(b)
}

// lastEnd is when the last job ended.
func lastEnd(log []trace.Event) (end simtime.Time) {
	for i := range log {
		switch log[i].Kind {
		case trace.End, trace.Kill, trace.Fail:
			end = max(end, log[i].Time)
		}
	}
	return end
}
