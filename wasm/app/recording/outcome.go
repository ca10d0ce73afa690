package recording

import (
	"hopyard/core/metrics"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Outcome returns the outcome of a job in the complete run. It sets State and, of
// the job's latest attempt, Start (valid if Started) and End (valid if the attempt
// has ended, also if the job waits again). Starts is at most 1.
func (r *RecordedRun) Outcome(id workload.JobID) metrics.Outcome {
	l, o := r.Lives[id], metrics.Outcome{State: metrics.Waiting}
	if l.Start >= 0 {
		o.State, o.Starts, o.Start = metrics.Running, 1, r.StepTime(l.Start)
	}
	if r.Refused[id] {
		if o.State = metrics.Rejected; l.Submit >= 0 && r.cancelled[id] {
			o.State = metrics.Cancelled
		}
	}
	if l.End < 0 {
		return o
	}
	o.End = r.StepTime(l.End)
	switch r.Ending(id, &l) {
	case trace.Kill:
		o.State = metrics.Killed
	case trace.Fail:
		if o.State = metrics.Failed; r.cancelled[id] {
			o.State = metrics.Cancelled
		}
	case trace.Requeue:
		o.State = metrics.Waiting
	default:
		o.State = metrics.Completed
	}
	return o
}

// Ending returns how an attempt of a job ends: with trace.End, Kill, Fail or
// Requeue. If the attempt has no end, it returns trace.End.
func (r *RecordedRun) Ending(id workload.JobID, l *Life) trace.EventKind {
	if l.End < 0 {
		return trace.End
	}
	for _, e := range r.StepEvents(int(l.End)) {
		if e.Job == id && (e.Kind == trace.Kill || e.Kind == trace.Fail || e.Kind == trace.Requeue) {
			return e.Kind
		}
	}
	return trace.End
}
