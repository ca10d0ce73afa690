package engine

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// tryResubmission decides whether a job should be killed and submitted again to run
// on more nodes. With growth "always" the job is killed, and then waits like any
// other job. With any other growth, three conditions must hold. The job must end
// earlier, although it repeats the work that is not in a checkpoint. It must start
// at once on the whole new size. And no promise to another job may move later. The
// last two conditions are tested by a rehearsed scheduling pass.
//
// With growth "always", a job that was submitted again before is killed only if its
// new size is larger than the last size with which it was submitted. Without this
// rule, a job that starts with less than it asks for, or gives nodes back, would be
// killed for the same size for ever. The number of kills is therefore bounded by
// the number of sizes up to the job's maximum.
//
// Source: S2, background (SOURCES.md S2.6), which describes this as the usual way
// without growth, and argues against it. That text also implies that the job then
// waits. INFERRED: the three conditions, and the bound on the kills; S2 says only
// that people "generally" do it.
func (e *Engine) tryResubmission(c *candidate, x *trial) {
	x.saved, x.by = e.saved(c.slot)
	x.request = e.JobNow(c.Job).Resized(x.To)
	x.Stop, x.Redone = e.cfg.Elastic.Costs.Restart, max(0, x.Progress-x.saved)
	o := elastic.Comparison{Left: c.Left, Limit: simtime.Forever}
	x.Stays = o.Stays()
	o.Left, o.Stop, o.Factor = e.estimateOf(c.slot, x.saved, x.To), x.Stop, 1
	x.Changes = o.Changes()
	_, refused := e.queue.Refuses(x.request)
	switch always := e.cfg.Elastic.Growth == elastic.Always; {
	case refused:
		x.Verdict = elastic.QueueClosed
	case always && x.To <= e.again[c.Job].size:
		x.Verdict = elastic.AskedBefore
	case always && !e.possible(x.request):
		x.To = x.From
	case always:
		x.Verdict = elastic.Untested
	case x.Changes >= x.Stays:
		x.Verdict = elastic.NoGain
	default:
		x.Verdict = e.rehearse(c.slot, x.request)
	}
}

// possible reports whether a request could ever start. The limits of the discipline
// must permit it, and the allocator must find a placement for it on the empty
// machine.
func (e *Engine) possible(r *workload.Request) bool {
	if e.cfg.impossible(r) != nil {
		return false
	}
	if e.cfg.queue.Counted {
		return true
	}
	_, verdict := e.cfg.Allocator.Allocate(r, cluster.NewFree(e.cfg.Machine), nil)
	return verdict.OK()
}

// rehearse tries on copies what would happen if the job of a slot were killed now
// and submitted again, and returns the verdict. Cost: two passes, two computations
// of all promises, and copies of the queue and of the state.
func (e *Engine) rehearse(slot cluster.Slot, r *workload.Request) elastic.GrowthVerdict {
	before := e.queue.Promises(e.now, e.state, workload.NoJob)
	s := &rehearsal{engine: e, queue: e.queue.Clone(), state: e.state.Clone()}
	job := s.state.End(slot)
	s.queue.Ended(job, e.now)
	s.queue.Pass(queue.Ending, e.now, s.state, s)
	s.queue.Resubmit(r, e.now)
	s.queue.Pass(queue.Submission, e.now, s.state, s)
	first := workload.NoJob
	if len(before) > 0 {
		first = before[0].Job
	}
	after := map[workload.JobID]simtime.Time{}
	for _, p := range s.queue.Promises(e.now, s.state, first) {
		after[p.Job] = p.At
	}
	for _, p := range before {
		if at, waits := after[p.Job]; waits && at > p.At || !waits && !slices.Contains(s.started, p.Job) {
			return elastic.HurtsOthers
		}
	}
	switch {
	case s.flagged:
		return elastic.HurtsOthers
	case !slices.Contains(s.started, r.ID) || s.given != r.Size():
		return elastic.NotAtOnce
	}
	return elastic.Gains
}

// rehearsal is a queue.Starter that starts jobs on a copy of the machine.
type rehearsal struct {
	engine  *Engine
	queue   *queue.Queue
	state   *cluster.State
	started []workload.JobID
	given   int32 // size that the job started last received
	flagged bool
}

// StartJob implements queue.Starter.
func (s *rehearsal) StartJob(w *queue.Waiting, p cluster.Placement, _ why.Reason) {
	now := s.engine.now
	slot := s.state.Start(w.Request, p, now)
	s.started, s.given = append(s.started, w.ID), int32(p.Tasks())
	if job := s.state.Job(slot); job.Limit == now && s.engine.JobNow(w.ID).Overrun { // true for an overrunning job only if its walltime is 0
		s.state.Extend(slot, now.Add(simtime.Second))
		s.queue.Unplan()
	}
}

// StopJob implements queue.Starter.
func (s *rehearsal) StopJob(slot cluster.Slot, until simtime.Time, _ bool, _ why.Reason) (*workload.Request, queue.QueuePlace) {
	s.queue.StopOn(s.state, slot, until, s.engine.now)
	return nil, queue.QueuePlace{}
}

// SuspendJob implements queue.Starter.
func (s *rehearsal) SuspendJob(slot cluster.Slot, _ why.Reason) { s.state.Suspend(slot, s.engine.now) }

// ResumeJob implements queue.Starter.
func (s *rehearsal) ResumeJob(slot cluster.Slot) { s.state.Resume(slot, s.engine.now) }

// DropJob implements queue.Starter.
func (s *rehearsal) DropJob(*queue.Waiting, why.Reason) {}

// Flag implements queue.Starter.
func (s *rehearsal) Flag(*queue.Waiting, why.Reason) { s.flagged = true }

// Say implements queue.Starter.
func (s *rehearsal) Say(queue.ProgramLine) {}

// Room implements queue.Starter.
func (s *rehearsal) Room() cluster.Placement { return nil }

// resubmit kills a job and submits it again with its new size. First a pass
// distributes the nodes that the kill freed. Then the new submission joins the end
// of the queue.
func (e *Engine) resubmit(c *candidate, x *trial) {
	e.stop(c.slot, x.saved, why.Reason{Code: why.Outgrown, Need: x.To, Have: x.From, Blocker: workload.NoJob, At: x.by})
	e.again[c.Job] = resumeState{x.saved, x.by, x.Stop, x.To}
	e.queue.Pass(queue.Ending, e.now, e.state, e)
	e.queue.Resubmit(x.request, e.now)
}
