package recorded

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Outcome is what became of a job in a whole run; -1 for what never happened.
type Outcome struct {
	Start, End simtime.Time // of its last life
	Fate       trace.Kind   // trace.End, Kill, Fail, Requeue or Reject
}

// Outcome is what became of a job.
func (r *Run) Outcome(id workload.JobID) Outcome {
	l, o := r.Lives[id], Outcome{-1, -1, trace.End}
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
