package engine

import (
	"fmt"
	"maps"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// commands is the state of what people do to jobs during a run (Config.Commands).
//
// A command comes last of its instant, after all submissions and ends, because a
// person sees these before the command is given. A job that is held is detained like
// one whose conditions do not hold: no discipline sees it. An update takes the job out
// of the queue and puts the changed job in its place.
//
// Source: SOURCES.md SLURM.13.
type commands struct {
	given   int                              // number of commands that have been given
	held    map[workload.JobID]bool          // waiting jobs that a person holds
	revised map[workload.JobID]*workload.Job // jobs as updates have changed them; a job never changes once it is here
	jobs    map[int64]workload.JobID         // jobs by number; shared by clones
}

func newCommands(c *Config) *commands {
	if len(c.Commands) == 0 && !slices.ContainsFunc(c.Jobs, func(j workload.Job) bool { return j.TimeMin > 0 }) {
		return nil
	}
	x := &commands{held: map[workload.JobID]bool{}, revised: map[workload.JobID]*workload.Job{}, jobs: make(map[int64]workload.JobID, len(c.Jobs))}
	for i := range c.Jobs {
		x.jobs[c.Jobs[i].Number] = c.Jobs[i].ID
	}
	return x
}

func (c *commands) clone() *commands {
	return &commands{c.given, maps.Clone(c.held), maps.Clone(c.revised), c.jobs}
}

// checkCommands returns an error if the commands are not in order of time.
func (c *Config) checkCommands() error {
	last := simtime.Time(0)
	for i := range c.Commands {
		at := c.Commands[i].At
		if at < last {
			return fmt.Errorf("%w: command %d is given at %v, before the one listed before it or the beginning; sort them by time", workload.ErrWorkload, i+1, at)
		}
		last = at
	}
	return nil
}

// JobNow returns a job with the changes that updates have made to it so far.
func (e *Engine) JobNow(id workload.JobID) *workload.Job {
	if e.commands != nil {
		if j := e.commands.revised[id]; j != nil {
			return j
		}
	}
	return e.listed(id)
}

// commandAt returns the time of the next command, or simtime.Never if no command or
// no job is left.
func (e *Engine) commandAt() simtime.Time {
	if e.commands == nil || e.commands.given == len(e.cfg.Commands) || e.over() {
		return simtime.Never
	}
	return e.cfg.Commands[e.commands.given].At
}

// turnCommand carries out the commands that are due now, up to the first one that has
// an effect. It returns the job of that one, or false if there is none.
func (e *Engine) turnCommand() (workload.JobID, bool) {
	for e.commandAt() <= e.now {
		x := &e.cfg.Commands[e.commands.given]
		e.commands.given++
		if id, known := e.commands.jobs[x.Job]; known {
			some := false
			for i := range e.parts(id) {
				some = e.command(id+workload.JobID(i), x) || some
			}
			if some {
				return id, true
			}
		}
	}
	return workload.NoJob, false
}

// command carries out a command and reports whether it had an effect.
func (e *Engine) command(id workload.JobID, x *workload.JobCommand) bool {
	switch slot, runs := e.running(id); {
	case runs && x.Kind == workload.CancelJob:
		e.fail(slot, why.Reason{Code: why.Cancelled, Blocker: workload.NoJob})
		e.releaseAfter(id, true)
		return true
	case runs && x.Kind == workload.UpdateJob:
		return e.extendJob(slot, &x.Change)
	case runs || !e.queue.Waits(id):
		return false
	case x.Kind == workload.CancelJob && x.Job != e.cfg.Jobs[e.cfg.Jobs[id].Leader()].Number:
		return false // a part of a heterogeneous job; all of it can be cancelled while it waits
	case x.Kind == workload.CancelJob:
		e.withdraw(id, why.Reason{Code: why.Cancelled, Blocker: workload.NoJob})
		return true
	case x.Kind == workload.UpdateJob:
		return e.revise(id, &x.Change)
	}
	return e.setHold(id, x.Kind == workload.HoldJob)
}

// running returns the slot of a job, or false if it neither runs nor is suspended. Cost: O(running
// jobs).
func (e *Engine) running(id workload.JobID) (cluster.Slot, bool) {
	for _, l := range e.state.Limits() {
		if e.state.Job(l.Slot).Request.ID == id {
			return l.Slot, true
		}
	}
	for _, slot := range e.state.Suspended() {
		if e.state.Job(slot).Request.ID == id {
			return slot, true
		}
	}
	return 0, false
}

// withdraw cancels a waiting job.
func (e *Engine) withdraw(id workload.JobID, reason why.Reason) {
	e.queue.Withdraw(id)
	if e.commands != nil {
		delete(e.commands.held, id)
	}
	if e.conditions != nil {
		delete(e.conditions.held, id)
	}
	e.log(trace.Event{Kind: trace.Reject, Job: id, Why: reason})
	e.followUp(id)
	e.releaseAfter(id, true)
}

// setHold holds a waiting job, or releases one that is held.
func (e *Engine) setHold(id workload.JobID, hold bool) bool {
	if e.commands.held[id] == hold {
		return false
	}
	detained := !hold || e.conditions != nil && e.conditions.held[id]
	reason := why.Reason{Code: why.JobHeld, Blocker: workload.NoJob}
	if hold {
		e.commands.held[id] = true
		e.log(trace.Event{Kind: trace.Hold, Job: id})
		if detained {
			e.queue.Redetain(id, reason)
		} else {
			e.queue.Hold(id, reason)
		}
		return true
	}
	delete(e.commands.held, id)
	if e.conditions != nil {
		if reason := e.held(e.JobNow(id)); reason.Code != why.None {
			e.conditions.held[id] = true
			e.queue.Redetain(id, reason)
			e.log(trace.Event{Kind: trace.Release, Job: id, Why: reason})
			if doomed(e.JobNow(id), &reason) {
				e.recheckLater(id)
			}
			return true
		}
		delete(e.conditions.held, id)
	}
	e.log(trace.Event{Kind: trace.Release, Job: id})
	e.queue.Release(id, e.now)
	return true
}

// revise changes what a waiting job asks for, if the machine and the discipline could
// ever start the changed job.
func (e *Engine) revise(id workload.JobID, change *workload.JobChange) bool {
	job, ok := change.Apply(e.JobNow(id))
	if !ok || !e.possible(&job.Request) || cluster.NewFree(e.cfg.Machine).Count(&job.Request) < job.Size() {
		return false
	}
	e.commands.revised[id] = job
	e.noteUpdate(id)
	e.queue.Replace(&job.Request)
	e.recondition(id)
	return true
}

// recondition detains or releases a waiting job whose earliest start has changed.
func (e *Engine) recondition(id workload.JobID) {
	if e.conditions == nil || e.commands.held[id] {
		return
	}
	reason, detained := e.held(e.JobNow(id)), e.conditions.held[id]
	switch {
	case reason.Code != why.None && detained:
		e.queue.Redetain(id, reason)
	case reason.Code != why.None:
		e.conditions.held[id] = true
		e.queue.Hold(id, reason)
	case detained:
		delete(e.conditions.held, id)
		e.queue.Release(id, e.now)
	}
}

// extendJob gives a running job another walltime. If that is over already, the job is
// killed a second later.
func (e *Engine) extendJob(slot cluster.Slot, change *workload.JobChange) bool {
	running := e.state.Job(slot)
	id := running.Request.ID
	if !change.WhileRunning() || e.progress[slot].notice != nil || len(running.Frozen) > 0 {
		return false
	}
	only := *change
	only.Walltime = max(change.Walltime, e.now.Sub(running.Start)-e.stoodStill(slot)+simtime.Second)
	job, _ := only.Apply(e.JobNow(id))
	if e.cfg.impossible(&job.Request) != nil {
		return false
	}
	e.commands.revised[id] = job
	r := *running.Request // it may have another size than the job asked for
	r.Walltime = job.Walltime
	running.Request = &r
	e.state.Extend(slot, running.Start.Add(r.Walltime+e.progress[slot].still))
	if e.queue.Unplan(); !e.state.IsSuspended(slot) {
		e.due(slot)
	}
	e.noteUpdate(id)
	return true
}

// shortened notes the walltime of a job that has just started with less than it asked for,
// for the reason of its start.
func (e *Engine) shortened(r *workload.Request, reason why.Reason) {
	job := *e.JobNow(r.ID)
	job.Walltime = r.Walltime
	e.commands.revised[r.ID] = &job
	e.log(trace.Event{Kind: trace.Update, Job: r.ID, Why: why.Reason{Code: reason.Code, Need: job.Size(), Blocker: workload.NoJob, At: simtime.Time(job.Walltime)}})
}

// noteUpdate records what a job asks for from now on.
func (e *Engine) noteUpdate(id workload.JobID) {
	job := e.JobNow(id)
	e.log(trace.Event{Kind: trace.Update, Job: id, Why: why.Reason{Need: job.Size(), Blocker: workload.NoJob, At: simtime.Time(job.Walltime)}})
}
