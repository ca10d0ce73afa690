package variant

import (
	"slices"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/trace"
	"hopyard/core/why"
)

// outcome describes two properties of a run. A draw is rejected if its run lacks
// one of these properties although the run of the lesson has it.
type outcome struct {
	waits bool // whether some job starts later than it is submitted
	ends  bool // whether every job ends or is rejected
}

// outcomeOf returns the outcome of a run. Cost: O(events).
func outcomeOf(run *engine.Recording) outcome {
	o := outcome{ends: true}
	for _, job := range metrics.Outcomes(run.Jobs(), run.Log()) {
		o.waits = o.waits || job.Started() && job.Start > job.Submit
		o.ends = o.ends && job.Final()
	}
	return o
}

// missing returns which of the given names of reasons and events do not occur in a
// run. It also returns how many reasons of waiting jobs it had to look up. Cost:
// O(events). If one of the names may be a reason to wait, missing also repeats the
// simulation and looks up the reasons after each step.
func missing(run *engine.Recording, names []string) (left []string, asked int) {
	left = slices.Clone(names)
	found := func(name string) {
		if i := slices.Index(left, name); i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	for _, e := range run.Log() {
		found(e.Why.Code.String())
		if e.Kind >= trace.Kill {
			found(e.Kind.String())
		}
	}
	if !slices.ContainsFunc(left, ofWaiting) {
		return left, 0
	}
	live := run.Seek(0)
	for step, more := live.Step(); more && len(left) > 0; step, more = live.Step() {
		if !step.Changed() || live.Waiting() == 0 {
			continue
		}
		for _, d := range live.Pending() {
			found(d.Why.Code.String())
			asked++
		}
	}
	return left, asked
}

// ofWaiting reports whether a job may wait for the reason with the given name.
func ofWaiting(name string) bool {
	for c := why.FitsNow; c < why.NumCodes; c++ {
		if c.String() == name {
			return !why.Reason{Code: c}.OK()
		}
	}
	return false
}
