package queue

import (
	"iter"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Pass is one scheduling pass: what a Policy sees and what it can do.
// Decisions take effect at once, so that the next question sees them.
type Pass struct {
	queue       *Queue
	trigger     Trigger
	now         simtime.Time
	state       *cluster.State
	starter     Starter
	asking      bool // only asked why jobs wait; nothing may start
	onlyArrival bool // nothing but a submission since the last pass
	answers     map[workload.JobID]why.Reason

	asked    question                        // of a pass that only asks
	promised map[workload.JobID]simtime.Time // by a policy that promises by itself, if it was asked

	reservation Reservation // of the head

	dirtyFrom, dirtyUntil int // the blocks of the line with taken jobs lie between
}

// begin makes p a pass that decides, used for one before: what only passes have that
// ask is not set then.
func (p *Pass) begin(q *Queue, t Trigger, now simtime.Time, state *cluster.State, s Starter) {
	p.queue, p.trigger, p.now, p.state, p.starter = q, t, now, state, s
	p.onlyArrival, p.reservation.Job = t == Submission && !q.constrained, nil
	p.dirtyFrom, p.dirtyUntil = len(q.line.blocks), 0
}

// Now is the instant of the pass.
func (p *Pass) Now() simtime.Time { return p.now }

// Trigger is what made the pass due.
func (p *Pass) Trigger() Trigger { return p.trigger }

// Asking reports whether the pass only asks why jobs wait: then nothing starts.
func (p *Pass) Asking() bool { return p.asking }

// Own is what the policy keeps from pass to pass; of a pass that only asks, a
// copy.
func (p *Pass) Own() PolicyState { return p.queue.own }

// Cluster is who holds what now. Policies only look at it.
func (p *Pass) Cluster() *cluster.State { return p.state }

// Machine is the machine.
func (p *Pass) Machine() *cluster.Machine { return p.state.Machine() }

// Constrained is the allocator, if it may refuse a job for the shape of what is
// free and accept it when less is; else nil.
func (p *Pass) Constrained() alloc.ShapeConstrained {
	x, _ := p.queue.cfg.Allocator.(alloc.ShapeConstrained)
	return x
}

// Allocator is the allocator.
func (p *Pass) Allocator() alloc.Allocator { return p.queue.cfg.Allocator }

// Len is how many jobs stand in the line.
func (p *Pass) Len() int { return p.queue.line.n }

// Last is the last job of the line, or nil.
func (p *Pass) Last() *Waiting { return p.queue.line.tail() }

// Rerank gives every waiting job another key, by which they then stand, ascending.
// Cost: O(waiting jobs), and sorting them if their order has changed.
func (p *Pass) Rerank(key func(*Waiting) int64) { p.queue.line.rekey(key) }

// Resync has the policy's State take note of jobs that were given more time than
// their walltimes, and forgets that promises do not hold for it.
func (p *Pass) Resync() {
	p.queue.resync(p.state)
	p.queue.unplanned = false
}

// Unplanned reports whether a job was given more time than was planned with.
func (p *Pass) Unplanned() bool { return p.queue.unplanned }

// Asked is of what a pass that only asks was asked: who held what, when, and what
// the policy kept then. The pass itself may be a later one; see RehearseAt.
func (p *Pass) Asked() (now simtime.Time, state *cluster.State, own PolicyState) {
	return p.asked.now, p.asked.state, p.asked.queue.own
}

// PromiseTo tells those who ask that a job is promised an instant.
func (p *Pass) PromiseTo(job workload.JobID, at simtime.Time) { p.promised[job] = at }

// Policy is the policy.
func (p *Pass) Policy() Policy { return p.queue.cfg.Policy }

// Rehearsal is a pass like this one that only asks, on a copy of the queue, about
// to be run. Cost: that of Clone.
func (p *Pass) Rehearsal() *Pass { return p.queue.rehearsal(p.now, p.state) }

// RehearseAt makes a pass that only asks one at an instant to come, on a copy of
// the state, on which jobs start that may: what is asked is what it would decide.
// With ends the jobs have ended whose walltimes end by then.
func (p *Pass) RehearseAt(at simtime.Time, ends bool) {
	p.state = p.state.Clone()
	for limits := p.state.Limits(); ends && len(limits) > 0 && limits[0].At <= at; limits = p.state.Limits() {
		job := p.state.End(limits[0].Slot)
		p.queue.Ended(job, max(job.Limit, p.now))
	}
	p.now, p.starter, p.promised = at, rehearsed{p: p}, map[workload.JobID]simtime.Time{}
}

// dry is a Starter but for StartJob, for passes that nothing comes of.
type dry struct{}

// Flag implements Starter.
func (dry) Flag(*Waiting, why.Reason) {}

// Room implements Starter.
func (dry) Room() cluster.Placement { return nil }

// Say implements Starter.
func (dry) Say(Said) {}

// rehearsed starts jobs for a pass that only asks.
type rehearsed struct {
	dry
	p *Pass
}

// StartJob implements Starter.
func (r rehearsed) StartJob(w *Waiting, where cluster.Placement, _ why.Reason) {
	r.p.state.Start(w.Request, where, r.p.now)
	r.p.promised[w.ID] = r.p.now
}

// Forget tells those who ask that no waiting job is promised anything.
func (p *Pass) Forget() {
	for w := range p.queue.line.all {
		delete(p.promised, w.ID)
	}
}

// Disturbed reports whether since the last pass jobs came, or something was given
// back before its walltime.
func (p *Pass) Disturbed() bool { return p.queue.disturbed }

// WakeAt makes sure that a pass comes at an instant, if none comes before.
func (p *Pass) WakeAt(t simtime.Time) { p.queue.wake = min(p.queue.wake, t) }

// Find is the waiting job of a place, nil if it waits no more.
// Cost: O(log waiting jobs).
func (p *Pass) Find(r *workload.Request, at QueuePlace) *Waiting { return p.queue.line.find(r.ID, at) }

// Told reports whether w is known to be held, for a pass that only asks.
func (p *Pass) Told(w *Waiting) bool { _, told := p.answers[w.ID]; return told }

// Flag records that a waiting job will miss its deadline; once is enough.
func (p *Pass) Flag(w *Waiting, reason why.Reason) { p.starter.Flag(w, reason) }

// Head is the first waiting job, or nil.
func (p *Pass) Head() *Waiting {
	return p.queue.line.head()
}

// StartHead starts the first waiting job if it fits now, or may be made to.
func (p *Pass) StartHead() bool {
	w := p.Head()
	if w == nil || w.ID != p.queue.last && p.Unchanged() {
		return false // it was refused by the last pass
	}
	return p.Start(w, why.FitsNow) || p.StartMoulded(w)
}

// Waiting yields the waiting jobs in queue order.
func (p *Pass) Waiting() iter.Seq[*Waiting] {
	return func(yield func(*Waiting) bool) {
		p.queue.line.all(yield)
	}
}

// Start starts w now if the allocator finds a place for it, under the given
// reason unless the allocator's own says more. Cost: the allocator's.
func (p *Pass) Start(w *Waiting, code why.Code) bool {
	where, reason, ok := p.FindPlace(w)
	if !ok {
		return false
	}
	if reason.Code == why.FitsNow {
		reason.Code = code
	}
	p.StartAt(w, where, reason)
	return true
}

// fitsCount refuses by count, before any set is built.
func (p *Pass) fitsCount(w *Waiting) bool {
	if have := p.free(); p.queue.cfg.Counted && w.need > have {
		p.Hold(w, why.Reason{Code: why.TooFewFree, Need: w.need, Have: have, Blocker: workload.NoJob})
		return false
	}
	return true
}

// free is how much is free now, in what jobs ask for, where counting decides.
func (p *Pass) free() int32 { return p.queue.cfg.Capacity - p.state.Held() }

// Count is how much of what w asks for is free now, at least w's size if that
// fits. Cost: that of cluster.Free.Count where counting does not decide.
func (p *Pass) Count(w *Waiting) int32 {
	if p.queue.cfg.Counted {
		return p.free()
	}
	return p.state.Count(w.Request)
}

// FindPlace asks the allocator where w may start now. It is not ok if there is no
// such place, or if the pass only asks. Where counting decides, the allocator
// is asked for a job only when that is going to start.
func (p *Pass) FindPlace(w *Waiting) (cluster.Placement, why.Reason, bool) {
	if !p.fitsCount(w) {
		return nil, why.Reason{}, false
	}
	if p.asking && p.queue.cfg.Counted {
		return nil, why.Reason{}, false // it is asked for jobs that start
	}
	where, reason := p.queue.cfg.Allocator.Allocate(w.Request, &p.state.Free, p.Room())
	if !reason.OK() {
		p.Hold(w, reason)
	}
	return where, reason, reason.OK() && !p.asking
}

// Room is where the allocator may write what it finds for a job that may
// start.
func (p *Pass) Room() cluster.Placement {
	if p.asking {
		return nil
	}
	return p.starter.Room()
}

// StartAt is the one way in which a job begins to run.
func (p *Pass) StartAt(w *Waiting, where cluster.Placement, reason why.Reason) {
	p.starter.StartJob(w, where, reason)
	p.queue.own.Start(w, where, p)
	p.queue.begins(w.ID)
	line := &p.queue.line
	i := line.blockOf(&w.place)
	line.take(i, w)
	p.dirtyFrom, p.dirtyUntil = min(p.dirtyFrom, i), max(p.dirtyUntil, i+1)
}

// Hold says why w waits. It costs nothing unless somebody asked.
func (p *Pass) Hold(w *Waiting, reason why.Reason) {
	if p.asking {
		p.answers[w.ID] = reason
	}
}

// HoldBehind says that all jobs after w wait because w does: the discipline
// is strict.
func (p *Pass) HoldBehind(w *Waiting) {
	if !p.asking {
		return
	}
	have := int32(p.state.Idle().Len())
	if p.queue.cfg.Counted {
		have = p.free()
	}
	for v := range p.Waiting() {
		switch {
		case v == w:
		case p.queue.cfg.Counted && v.need > have:
			p.Hold(v, why.Reason{Code: why.TooFewFree, Need: v.need, Have: have, Blocker: w.ID})
		default:
			p.Hold(v, why.Reason{Code: why.BehindHead, Need: v.Size(), Have: have, Blocker: w.ID})
		}
	}
}

// fits reports whether the allocator would place r in free.
func (p *Pass) fits(r *workload.Request, free *cluster.Free) bool {
	if constrained := p.Constrained(); constrained != nil {
		_, reason := constrained.Allocate(r, free, nil)
		return reason.OK()
	}
	return free.Fits(r)
}
