// Package scoreboard compares a schedule that a person made by hand with those of
// automatic disciplines on the same jobs.
//
// A scenario under the discipline "manual" holds the person's decisions: which job
// to start when and on which nodes. [Of] runs this scenario, and then the same jobs
// under each of [Rivals]. It returns a [Scoreboard] with a [ScoreRow] for each run.
// The scoreboard also holds the lower bounds of package lowerbound, which no
// schedule can beat.
//
// A row counts the decisions that would have broken a promise of EASY backfilling
// (see [Broken]). To count them for a rival, too, the package turns the rival's
// starts into decisions and replays them by hand.
package scoreboard

import (
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/lowerbound"
	"hopyard/core/metrics"
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Rivals returns the names of the disciplines with which a person is compared.
func Rivals() []string { return strings.Fields("easy conservative fcfs") }

// ScoreRow holds the figures of one run.
type ScoreRow struct {
	Queue    string       // "manual" for the person's run
	MeanWait float64      // seconds
	End      simtime.Time // end of the last job
	Started  int          // number of jobs that started
	Broken   int          // number of broken promises of EASY; -1 if the run cannot be expressed as decisions
}

// Scoreboard holds the figures of a person's schedule and of its rivals.
type Scoreboard struct {
	Rows     []ScoreRow // the person's row first, then those of the Rivals that can run the scenario
	Outcomes []queue.DecisionOutcome
	Jobs     int // number of jobs that are not rejected
	Bounds   lowerbound.Bounds
	Bounded  bool // whether Bounds are valid
}

// MaxJobs is the largest number of jobs in a scenario for which Of computes a
// scoreboard, which needs up to seven runs.
const MaxJobs = 5000

// Of returns the scoreboard for the decisions in a scenario. Jobs without a
// decision start after the last decision, in queue order, as soon as they fit. If
// the scenario has more than MaxJobs jobs, the scoreboard is empty. Errors are
// those of scenario.Config and of engine.New. Cost: a run of the decisions, two
// runs for each rival, and lowerbound.Of.
func Of(s *scenario.Scenario) (Scoreboard, error) {
	var t Scoreboard
	if s.NumJobs() > MaxJobs {
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
			continue // the engine may reject the run, because a job can never start under the discipline
		}
		t.Rows = append(t.Rows, row(name, &c, rival.Log(), replay(c, rival.Log())))
	}
	return t, nil
}

// row returns the figures of one run. The last argument holds the outcomes of the
// run's decisions, or is nil if the run cannot be expressed as decisions.
func row(name string, c *engine.Config, log []trace.Event, outcomes []queue.DecisionOutcome) ScoreRow {
	about := scenario.Subject(c)
	sum := metrics.NewSummary(&about)
	sum.Read(log)
	f, jobs := sum.Figures(), sum.Outcomes()
	_, started := metrics.Waits(jobs)
	r := ScoreRow{Queue: name, MeanWait: f.MeanWait, End: metrics.LastEnd(jobs), Started: int(started), Broken: len(Broken(outcomes))}
	if outcomes == nil {
		r.Broken = -1
	}
	return r
}

// Broken returns the decisions that broke a promise which EASY would have made in
// the same state. EASY promises the shadow time to the first job in the queue that
// cannot start, and an immediate start to the jobs before it. Cost: O(decisions).
func Broken(outcomes []queue.DecisionOutcome) (broken []queue.DecisionOutcome) {
	for i := range outcomes {
		if x := &outcomes[i]; x.Refusal == queue.Done && x.Broken != workload.NoJob {
			broken = append(broken, *x)
		}
	}
	return broken
}

// Refused returns the decisions that were not carried out. Cost: O(decisions).
func Refused(outcomes []queue.DecisionOutcome) (refused []queue.DecisionOutcome) {
	for i := range outcomes {
		if outcomes[i].Refusal != queue.Done {
			refused = append(refused, outcomes[i])
		}
	}
	return refused
}

// Decisions expresses a run as the decisions of a person: where and when each job
// was started, in the order of the starts. Cost: O(events + node ranges of the
// placements).
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

// replay repeats a run with the run's starts as manual decisions, and returns the
// outcomes of these decisions. It returns nil if the decisions do not reproduce the
// run.
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

// starts returns the Start events of a log.
func starts(log []trace.Event) (all []*trace.Event) {
	for i := range log {
		if log[i].Kind == trace.Start {
			all = append(all, &log[i])
		}
	}
	return all
}

// same reports whether two lists start the same jobs at the same instants on the
// same nodes.
func same(a, b []*trace.Event) bool {
	for i := range a {
		if len(b) != len(a) || a[i].Time != b[i].Time || a[i].Job != b[i].Job || !slices.Equal(a[i].Placement, b[i].Placement) {
			return false
		}
	}
	return len(a) == len(b)
}
