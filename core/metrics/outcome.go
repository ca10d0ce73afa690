// Package metrics computes the figures of a run: waits, slowdowns, utilization,
// fragmentation, fairness and more. It needs only the trace and the description of
// the machine and the jobs, never the engine.
//
// There are several entry points:
//
//   - [Subject.Summarize] returns all [Figures] of a finished trace. A [Summary] does the same while the run goes on. A [Subject] adds the users' shares and a [Trim] that leaves out the beginning and end of the run.
//   - A [Stream] does the same for runs whose jobs do not fit into memory.
//   - A [Meter] returns most figures after any event. Copies of it serve as bookmarks.
//   - [Series] returns the state of the machine over time.
//   - [Outcomes] returns what happened to each job, [Stays] returns which job held which nodes and when, and [Uses] returns the node-seconds of each job.
//   - WriteFigures, WriteJobs, WriteSchedule and WriteSeries write these results as CSV or SWF.
//
// [Figures.List] names every figure with its key, unit and direction. A growing job
// sets nodes aside before it can use them: such nodes are called frozen.
package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// JobState is the state of a job at the end of a trace.
type JobState uint8

// The states of jobs, as in the column state of the --jobs table.
const (
	Unseen JobState = iota // not submitted yet
	Waiting
	Running
	Completed
	Killed
	Rejected
	Failed    // ended because the job lost nodes
	Cancelled // ended by a person, before or after it started, or because it could no longer end by its deadline or its dependencies could no longer hold
	Suspended // stands still until it resumes
	NumStates
)

// String returns the name of the state in tables.
func (s JobState) String() string {
	return [...]string{"unseen", "waiting", "running", "completed", "killed", "rejected", "failed", "cancelled", "suspended"}[s]
}

// Outcome is the result of one job: its state, times and placement.
type Outcome struct {
	State       JobState
	Submit      simtime.Time     // time at which the job joined the queue; for a job that follows another job this may be later than its listed submit time
	First       simtime.Time     // time of the first start; valid if Starts > 0
	Start       simtime.Time     // time of the last start; valid if Starts > 0
	End         simtime.Time     // valid for Completed, Killed, Failed and Cancelled
	Starts      int32            // number of starts; more than 1 if the job was stopped and started again
	Waited      simtime.Duration // total time in the queue up to the last start
	Ran         simtime.Duration // total run time over all starts of the job, without a run that is still in progress, and without suspensions
	Suspended   simtime.Duration // total time of the suspensions that have ended
	Since       simtime.Time     // time of the last start, suspension or resumption; valid if Starts > 0
	Before      simtime.Duration // part of Ran before the last start
	Growths     int32
	Losses      int32             // number of times that the job was stopped because it lost nodes
	Preemptions int32             // number of times that the job was stopped so that another one could start
	Suspensions int32             // number of times that the job was suspended
	Withdrawn   why.Code          // why the job, which is Cancelled, never started: by a person, for its deadline or for its dependencies; otherwise why.None
	Cancelled   bool              // whether the job, which is Failed, ended because it was stopped so that another one could start
	Resubmits   int32             // number of times that the job was stopped in order to start again with another size
	RanBefore   bool              // whether the job ran already when it was submitted, so that its wait and response time are unknown
	AtRisk      bool              // whether the job's estimate showed before it ran that it would miss its deadline
	Placement   cluster.Placement // nodes that the job holds now or held last
}

// Started reports whether the job has ever started.
func (o *Outcome) Started() bool { return o.Starts > 0 }

// HasWait reports whether the job has started and its wait is known.
func (o *Outcome) HasWait() bool { return o.Starts > 0 && !o.RanBefore }

// Ended reports whether the job has started and has completed, failed, been killed or
// been cancelled.
func (o *Outcome) Ended() bool {
	return o.State == Completed || o.State == Killed || o.State == Failed || o.State == Cancelled && o.Started()
}

// Final reports whether the job has ended, or was refused or cancelled.
func (o *Outcome) Final() bool { return o.Ended() || o.State == Rejected || o.State == Cancelled }

// FirstStart returns the time of the first start, or simtime.Never if the job has
// not started.
func (o *Outcome) FirstStart() simtime.Time {
	if o.Started() {
		return o.First
	}
	return simtime.Never
}

// LastEnd returns the latest time at which a job ended, or 0 if none did. Cost:
// O(jobs).
func LastEnd(all []Outcome) (end simtime.Time) {
	for i := range all {
		if o := &all[i]; o.Ended() {
			end = max(end, o.End)
		}
	}
	return end
}

// Waits returns the sum of the waits of the jobs that started, each from its
// submission to its first start, and the number of these jobs. Jobs that ran already
// when they were submitted do not count. Cost: O(jobs).
func Waits(all []Outcome) (sum simtime.Duration, started int64) {
	for i := range all {
		if o := &all[i]; o.HasWait() {
			sum += o.First.Sub(o.Submit)
			started++
		}
	}
	return sum, started
}

// Outcomes returns what happened to each job, indexed by JobID. Cost: O(events +
// jobs).
func Outcomes(jobs []workload.Job, log []trace.Event) []Outcome {
	r := newOutcomes(jobs)
	for i := range log {
		if e := &log[i]; e.Job != workload.NoJob {
			r.read(e)
		}
	}
	return r.all
}

// outcomes collects the outcomes of all jobs while a trace is read.
type outcomes struct {
	all    []Outcome
	joined []simtime.Time // time at which each job last joined the queue
}

func newOutcomes(jobs []workload.Job) outcomes {
	r := outcomes{make([]Outcome, len(jobs)), make([]simtime.Time, len(jobs))}
	for i := range jobs {
		r.all[i].Submit = jobs[i].Submit
	}
	return r
}

// read processes an event of a job.
func (r *outcomes) read(e *trace.Event) { r.all[e.Job].apply(e, &r.joined[e.Job]) }

func (o *Outcome) apply(e *trace.Event, joined *simtime.Time) {
	switch e.Kind {
	case trace.Submit:
		o.State, o.Submit, *joined = Waiting, e.Time, e.Time
	case trace.Start:
		if o.Starts == 0 {
			o.First, o.RanBefore = e.Time, e.Why.Code == why.RanBefore
		}
		o.State, o.Start, o.Since, o.Placement = Running, e.Time, e.Time, e.Placement
		o.Starts++
		o.Before = o.Ran
		o.Waited += e.Time.Sub(*joined)
	case trace.Requeue:
		o.stand(e.Time)
		o.State, *joined = Waiting, e.Time
		switch e.Why.Code {
		case why.Outgrown:
			o.Resubmits++
		case why.Preempted:
			o.Preemptions++
		default:
			o.Losses++
		}
	case trace.Suspend:
		o.stand(e.Time)
		o.State, o.Since = Suspended, e.Time
		o.Suspensions++
	case trace.Resume:
		o.stand(e.Time)
		o.State, o.Since = Running, e.Time
	case trace.Grow:
		o.Placement = e.Placement
		o.Growths++
	case trace.Shrink:
		o.Placement, _ = o.Placement.Minus(e.Placement)
	case trace.AtRisk:
		o.AtRisk = true
	case trace.Reject:
		if e.Why.Withdraws() {
			o.State, o.End, o.Withdrawn = Cancelled, e.Time, e.Why.Code
		} else {
			o.State, o.Submit = Rejected, e.Time
		}
	}
	o.applyEnd(e)
}

// stand adds the time since the job started, was suspended or resumed.
func (o *Outcome) stand(now simtime.Time) {
	if d := now.Sub(o.Since); o.State == Suspended {
		o.Suspended += d
	} else {
		o.Ran += d
	}
}

func (o *Outcome) applyEnd(e *trace.Event) {
	if e.Kind.Ends() {
		o.stand(e.Time)
	}
	switch e.Kind {
	case trace.End:
		o.State = Completed
	case trace.Kill:
		o.State = Killed
	case trace.Fail:
		o.State = Failed
		switch e.Why.Code {
		case why.Preempted:
			o.Preemptions++
			o.Cancelled = true
		case why.Cancelled:
			o.State = Cancelled
		default:
			o.Losses++
		}
	default:
		return
	}
	o.End = e.Time
}
