package recording

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// RecordedOutcome is the outcome of a job in a complete run. Start or End is -1 if
// the job did not start or end.
type RecordedOutcome struct {
	Start, End simtime.Time    // of the job's latest attempt
	Fate       trace.EventKind // trace.End, Kill, Fail, Requeue or Reject
}

// Outcome returns the outcome of a job.
func (r *RecordedRun) Outcome(id workload.JobID) RecordedOutcome {
	l, o := r.Lives[id], RecordedOutcome{-1, -1, trace.End}
	if l.Start >= 0 {
		o.Start = r.StepTime(l.Start)
	}
	if r.Refused[id] {
		o.Fate = trace.Reject
	}
	if l.End < 0 {
		return o
	}
	o.End = r.StepTime(l.End)
	for _, e := range r.StepEvents(int(l.End)) {
		if e.Job == id && (e.Kind == trace.Kill || e.Kind == trace.Fail || e.Kind == trace.Requeue) {
			o.Fate = e.Kind
		}
	}
	return o
}
