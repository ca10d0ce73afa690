package engine

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/faults"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// submit submits the next job of this instant, in file order. It returns false if
// there is none left.
func (e *Engine) submit() (workload.JobID, bool) {
	id, ok := e.nextSubmission()
	if !ok {
		return workload.NoJob, false
	}
	job := e.listed(id)
	if job.Reject != nil {
		e.log(trace.Event{Kind: trace.Reject, Job: id})
		e.releaseAfter(id, true)
		return id, true
	}
	if reason, refused := e.queue.Refuses(&job.Request); refused { // the jobs that follow the refused job are submitted as if it had ended now (INFERRED)
		e.refuseHet(job, reason)
		return id, true
	}
	if e.orphan(job) {
		e.refuseHet(job, why.Reason{Code: why.OtherPart, Blocker: job.Leader()})
		return id, true
	}
	e.log(trace.Event{Kind: trace.Submit, Job: id})
	if e.conditions == nil {
		e.queue.Arrive(&job.Request, e.now)
	} else {
		e.arrive(job)
	}
	return id, true
}

// nextSubmission removes and returns the first job, by file order, that is
// submitted now.
func (e *Engine) nextSubmission() (workload.JobID, bool) {
	listed := e.next < e.known && e.listed(workload.JobID(e.next)).Submit <= e.now
	if len(e.follow) > 0 && e.follow[0].at <= e.now && (!listed || e.follow[0].id < workload.JobID(e.next)) {
		return e.follow.pop().id, true
	}
	if !listed {
		return workload.NoJob, false
	}
	id := workload.JobID(e.next)
	e.next++
	e.skipFollowers()
	return id, true
}

// skipFollowers advances e.next past jobs that follow another job, because they are
// submitted only after that job has ended.
func (e *Engine) skipFollowers() {
	for e.cfg.followers != nil && e.next < len(e.cfg.Jobs) && e.cfg.follows(&e.cfg.Jobs[e.next]) {
		e.next++
	}
}

// end processes the next job end of this instant and returns the job. If the job's
// walltime ended now, expire has already released the nodes.
func (e *Engine) end() workload.JobID {
	x := e.ends.pop()
	if i := slices.Index(e.gone, x.turn); i >= 0 {
		e.gone = slices.Delete(e.gone, i, i+1)
	} else {
		e.release(x.slot, x.killed)
	}
	e.followUp(x.id)
	e.releaseAfter(x.id, x.killed)
	return x.id
}

// followUp schedules the submissions of the jobs that follow the given job, which
// ends now.
func (e *Engine) followUp(id workload.JobID) {
	for _, id := range e.cfg.followers[id] {
		e.follow.push(ending{at: e.submission(id), id: id})
	}
}

// submission returns the submit time of a job whose preceding job ends now. If the
// job has a think time, the result is now plus the think time. Otherwise it is the
// job's own submit time or now, whichever is later.
func (e *Engine) submission(id workload.JobID) simtime.Time {
	if job := e.listed(id); job.Think < 0 {
		return max(e.now, job.Submit)
	} else {
		return e.now.Add(job.Think)
	}
}

// release takes a job off the machine and logs its end.
func (e *Engine) release(slot cluster.Slot, killed bool) {
	e.abandonGrowth(slot, why.Reason{Code: why.EndedFirst, Blocker: workload.NoJob})
	e.leaveSharing(slot)
	job, _, _ := e.takeOff(slot)
	e.queue.Ended(job, e.now)
	kind := trace.End
	if killed {
		kind = trace.Kill
	} else if _, stopped := e.again[job.Request.ID]; !stopped {
		e.queue.Completed(job, e.now)
	}
	e.log(trace.Event{Kind: kind, Job: job.Request.ID, Placement: job.Placement})
}

// resumeState holds what a job keeps after it has been stopped and while it waits
// again.
type resumeState struct {
	done    float64          // fraction of its whole work that the job need not repeat
	by      simtime.Time     // time at which the job had done that fraction; 0 if done is 0
	restart simtime.Duration // delay between the job's next start and its first computation
	size    int32            // size with which the job was last submitted again; 0 if it never was
}

// requeue stops a job that is not at fault, and puts it back into the queue at its
// old position. The job keeps the given fraction of its whole work. The field At of
// the reason is the time by which the job had completed that fraction.
func (e *Engine) requeue(slot cluster.Slot, done float64, reason why.Reason) {
	id, place := e.state.Job(slot).Request.ID, e.progress[slot].place
	e.stop(slot, done, reason)
	e.queue.Return(&e.JobNow(id).Request, place)
}

// stop takes a running job, which will wait again, off the machine. The job keeps
// the given fraction of its whole work. The field At of the reason is the time by
// which the job had completed that fraction.
func (e *Engine) stop(slot cluster.Slot, done float64, reason why.Reason) {
	e.abandonGrowth(slot, reason)
	e.leaveSharing(slot)
	e.progress[slot].turn = 0 // so that the job's scheduled ending is ignored
	job, back, waking := e.takeOff(slot)
	e.queue.Ended(job, e.now)
	e.log(trace.Event{Kind: trace.Requeue, Job: job.Request.ID, Of: waking, Why: reason, Placement: back})
	if e.again == nil {
		e.again = map[workload.JobID]resumeState{}
	}
	e.again[job.Request.ID] = resumeState{done: done, by: reason.At, size: e.again[job.Request.ID].size}
}

// done returns the fraction of its whole work that the job of a slot has done by
// now.
func (e *Engine) done(slot cluster.Slot) float64 { return e.part(slot, e.remaining(slot)) }

// part returns the fraction of its whole work that the job of a slot has done when
// the given amount of work is left. While the job restarts after a stop, the result
// is the fraction that it kept.
func (e *Engine) part(slot cluster.Slot, left float64) float64 {
	before := e.again[e.state.Job(slot).Request.ID].done
	if work := e.work(slot); work > 0 {
		return max(before, 1-(1-before)*(left/work))
	}
	return 1
}

// Room implements queue.Starter.
func (e *Engine) Room() cluster.Placement {
	if cap(e.runs)-len(e.runs) < 64 {
		e.runs = make([]cluster.NodeRun, 0, min(max(2*cap(e.runs), 256), 4096)) // at most 4096, because the clones of a run usually start only a few jobs
	}
	return cluster.Placement(e.runs[len(e.runs):])
}

// StartJob implements queue.Starter.
func (e *Engine) StartJob(w *queue.Waiting, p cluster.Placement, reason why.Reason) {
	if used := len(e.runs); len(p) <= cap(e.runs)-used && &p[0] == &e.runs[:used+1][used] {
		e.runs = e.runs[:used+len(p)] // the allocator wrote into Room
	}
	p = p[:len(p):len(p)]
	off, falling := e.state.Sleeping(p)
	slot := e.state.Start(w.Request, p, e.now)
	waking := e.setGoing(slot, w.Place())
	e.log(trace.Event{Kind: trace.Start, Job: w.ID, Of: waking, Why: reason, Placement: p})
	e.logWake(w.ID, off, falling)
	if w.TimeMin > 0 && w.Walltime < e.JobNow(w.ID).Walltime {
		e.shortened(w.Request, reason)
	}
	if e.conditions != nil {
		e.noteStart(w.ID)
	}
	if e.overruns(slot) { // true here only if the walltime is 0
		e.extend(slot)
	}
}

// StopJob implements queue.Starter.
func (e *Engine) StopJob(slot cluster.Slot, until simtime.Time, requeue bool, reason why.Reason) (*workload.Request, queue.QueuePlace) {
	c := &e.progress[slot]
	if until > e.now {
		c.notice = &notice{requeue, reason}
		e.state.Extend(slot, until)
		return nil, queue.QueuePlace{}
	}
	if !requeue {
		id := e.state.Job(slot).Request.ID
		if e.fail(slot, reason); e.conditions != nil {
			e.recheckLater(e.noteEnd(id, true)...)
		}
		return nil, queue.QueuePlace{}
	}
	id, place, kept := e.state.Job(slot).Request.ID, c.place, 0.0
	if e.cfg.Faults != nil && e.cfg.Faults.Lost == faults.Checkpoint {
		kept, reason.At = e.saved(slot)
	}
	e.stop(slot, kept, reason)
	return &e.JobNow(id).Request, place
}

// notice is the decision to stop a running job at the end of its grace time, which
// is then the end of its walltime. A notice never changes.
type notice struct {
	requeue bool
	reason  why.Reason
}

// obey stops a job whose grace time ends now.
func (e *Engine) obey(slot cluster.Slot, n *notice) {
	if r, place := e.StopJob(slot, e.now, n.requeue, n.reason); r != nil {
		e.queue.Return(r, place)
	}
}

// Say implements queue.Starter.
func (e *Engine) Say(s queue.ProgramLine) { e.said = append(e.said, s) }

// DropJob implements queue.Starter. Jobs that depend on the dropped one join the queue
// after the present pass.
func (e *Engine) DropJob(w *queue.Waiting, reason why.Reason) {
	e.log(trace.Event{Kind: trace.Reject, Job: w.ID, Why: reason})
	e.followUp(w.ID)
	if e.conditions != nil {
		e.recheckLater(e.noteEnd(w.ID, true)...)
	}
}

// Flag implements queue.Starter.
func (e *Engine) Flag(w *queue.Waiting, reason why.Reason) {
	e.log(trace.Event{Kind: trace.AtRisk, Job: w.ID, Why: reason})
}

func (e *Engine) log(x trace.Event) {
	x.Time = e.now
	e.events = append(e.events, x)
}
