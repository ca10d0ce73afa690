package variant

import (
	"slices"

	"hopyard/core/engine"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
)

// outcome is what a run must have to be worth looking at, if the lesson's has it.
type outcome struct {
	waits bool // some job does not start in the instant of its submission
	ends  bool // every job ends, or is refused
}

// tell says what came of a run of so many jobs. Cost: O(events).
func tell(run *engine.Recording, jobs int) outcome {
	var o outcome
	submitted, ended := make([]simtime.Time, jobs), 0
	for _, e := range run.Log() {
		switch e.Kind {
		case trace.Submit:
			submitted[e.Job] = e.Time
		case trace.Start:
			o.waits = o.waits || e.Time > submitted[e.Job]
		case trace.End, trace.Kill, trace.Fail, trace.Reject:
			ended++
		}
	}
	o.ends = ended == jobs
	return o
}

// missing are those names of reasons and events that do not occur in a run, and
// how many reasons of waiting jobs were asked for to find that out.
// Cost: O(events), and if reasons to wait may be among them, of running it again
// and asking after each step.
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

// ofWaiting reports whether a job that waits may have this name as its reason.
func ofWaiting(name string) bool {
	for c := why.FitsNow; c < why.NumCodes; c++ {
		if c.String() == name {
			return !why.Reason{Code: c}.OK()
		}
	}
	return false
}
