// Package metrics computes the figures of a run from its trace alone.
package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// JobState is what became of a job.
type JobState uint8

// The states of jobs, as the --jobs table names them.
const (
	Unseen JobState = iota // not submitted yet
	Waiting
	Running
	Completed
	Killed
	Rejected
	Failed // it lost nodes
)

// String is the name of the state in tables.
func (s JobState) String() string {
	return [...]string{"unseen", "waiting", "running", "completed", "killed", "rejected", "failed"}[s]
}

// Outcome is what became of one job.
type Outcome struct {
	State     JobState
	Submit    simtime.Time     // when it joined the queue; a job that follows another may do so later than written
	First     simtime.Time     // its first start; meaningful if Starts > 0
	Start     simtime.Time     // its last start, likewise
	End       simtime.Time     // meaningful for Completed, Killed and Failed
	Starts    int32            // more than 1 if it was stopped and started again
	Waited    simtime.Duration // in the queue, until its last start
	Ran       simtime.Duration // that it was on the machine, in all its runs
	Growths   int32
	Losses    int32             // of nodes, that stopped it
	Resubmits int32             // that it was stopped to start again with another size
	AtRisk    bool              // that it will miss its deadline, by its estimate, was known before it ran
	Placement cluster.Placement // what it holds, or held last
}

// Started reports whether the job has ever run.
func (o *Outcome) Started() bool { return o.Starts > 0 }

// Ended reports whether the job has ended, in whatever way.
func (o *Outcome) Ended() bool {
	return o.State == Completed || o.State == Killed || o.State == Failed
}

// Outcomes returns what became of each job, by JobID. Cost: O(events + jobs).
func Outcomes(jobs []workload.Job, log []trace.Event) []Outcome {
	r := newOutcomes(jobs)
	for i := range log {
		if e := &log[i]; e.Job != workload.NoJob {
			r.read(e)
		}
	}
	return r.all
}

// outcomes are what has become of each job so far.
type outcomes struct {
	all    []Outcome
	joined []simtime.Time // the queue, last
}

func newOutcomes(jobs []workload.Job) outcomes {
	r := outcomes{make([]Outcome, len(jobs)), make([]simtime.Time, len(jobs))}
	for i := range jobs {
		r.all[i].Submit = jobs[i].Submit
	}
	return r
}

// read takes in an event of a job.
func (r *outcomes) read(e *trace.Event) { r.all[e.Job].apply(e, &r.joined[e.Job]) }

func (o *Outcome) apply(e *trace.Event, joined *simtime.Time) {
	switch e.Kind {
	case trace.Submit:
		o.State, o.Submit, *joined = Waiting, e.Time, e.Time
	case trace.Start:
		if o.Starts == 0 {
			o.First = e.Time
		}
		o.State, o.Start, o.Placement = Running, e.Time, e.Placement
		o.Starts++
		o.Waited += e.Time.Sub(*joined)
	case trace.Requeue:
		o.State, *joined = Waiting, e.Time
		o.Ran += e.Time.Sub(o.Start)
		if e.Why.Code == why.Outgrown {
			o.Resubmits++
		} else {
			o.Losses++
		}
	case trace.Grow:
		o.Placement = e.Placement
		o.Growths++
	case trace.Shrink:
		o.Placement, _ = o.Placement.Minus(e.Placement)
	case trace.AtRisk:
		o.AtRisk = true
	case trace.Reject:
		o.State, o.Submit = Rejected, e.Time
	}
	o.applyEnd(e)
}

func (o *Outcome) applyEnd(e *trace.Event) {
	switch e.Kind {
	case trace.End:
		o.State = Completed
	case trace.Kill:
		o.State = Killed
	case trace.Fail:
		o.State = Failed
		o.Losses++
	default:
		return
	}
	o.End = e.Time
	o.Ran += e.Time.Sub(o.Start)
}
