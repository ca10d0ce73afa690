package engine

import (
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SuspendJob implements queue.Starter. The job stands still, and gives back its nodes.
func (e *Engine) SuspendJob(slot cluster.Slot, reason why.Reason) {
	e.pause(slot)
	c := &e.progress[slot]
	c.turn = 0 // so that the job's scheduled ending is ignored
	e.state.Suspend(slot, e.now)
	job := e.state.Job(slot)
	e.log(trace.Event{Kind: trace.Suspend, Job: job.Request.ID, Why: reason, Placement: job.Placement})
}

// ResumeJob implements queue.Starter. The job continues with the work that it had left.
func (e *Engine) ResumeJob(slot cluster.Slot) {
	c := &e.progress[slot]
	c.still += e.now.Sub(e.state.Job(slot).Suspended)
	e.state.Resume(slot, e.now)
	job := e.state.Job(slot)
	e.log(trace.Event{Kind: trace.Resume, Job: job.Request.ID, Why: why.Reason{Blocker: workload.NoJob}, Placement: job.Placement})
	e.compute(slot, c.left)
}

// stoodStill returns how long the job of a slot has been suspended since its start.
func (e *Engine) stoodStill(slot cluster.Slot) simtime.Duration {
	if e.state.IsSuspended(slot) {
		return e.progress[slot].still + e.now.Sub(e.state.Job(slot).Suspended)
	}
	return e.progress[slot].still
}

// suspendedOn returns the suspended jobs that were placed on at least one of the given
// nodes, in the order of their suspension.
func (e *Engine) suspendedOn(p cluster.Placement) (slots []cluster.Slot) {
	for _, slot := range e.state.Suspended() {
		if e.state.Job(slot).Placement.Common(p) > 0 {
			slots = append(slots, slot)
		}
	}
	return slots
}

// checkSuspension returns an error if the discipline suspends jobs, and the run has
// something that does not work with suspension.
func (c *Config) checkSuspension() error {
	if x, ok := c.Queue.(queue.Suspender); ok && x.Suspends() {
		return c.suspensionConflict()
	}
	return nil
}

// suspensionConflict returns an error about what does not work with suspension: a job
// that resumes could exceed a power cap, its nodes could be asleep, and its tasks are
// bound to no sockets.
func (c *Config) suspensionConflict() error {
	what := ""
	_, capped := c.Machine.Cap()
	switch {
	case capped:
		what = "a power cap"
	case c.Sleep != nil:
		what = "nodes that sleep"
	case c.Machine.Socketed():
		what = "sockets"
	case c.Elastic != nil:
		what = "jobs that change their size"
	case slices.ContainsFunc(c.Jobs, func(j workload.Job) bool { return j.Network.Exclusive }):
		what = "exclusive switches"
	default:
		return nil
	}
	return fmt.Errorf("%w: suspension does not work with %s; leave one of them out", workload.ErrWorkload, what)
}
