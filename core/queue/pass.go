package queue

import (
	"iter"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Pass is one scheduling pass. A Policy reads the waiting jobs and the machine
// through it, and starts jobs through it. Decisions take effect at once, so later
// calls already see them. A query pass (Asking) starts nothing and records why each
// job waits.
type Pass struct {
	queue       *Queue
	trigger     Trigger
	now         simtime.Time
	state       *cluster.State
	starter     Starter
	asking      bool // this is a query pass, which only asks why jobs wait; nothing may start
	onlyArrival bool // the only event since the last pass is a submission
	relaxed     bool // limits on leaf switches have ended since the last pass
	answers     map[workload.JobID]why.Reason

	asked    question                        // in a query pass: the situation in which the question is asked
	promised map[workload.JobID]simtime.Time // in a query pass: the start times promised by a policy that keeps its own plan (see Planner)

	reservation Reservation // the reservation made by Reserve, usually for the first waiting job

	returning []stopped // jobs that this pass has stopped and that wait again

	dirtyFrom, dirtyUntil int // range of blocks of the line that may contain taken jobs: from index dirtyFrom up to, but not including, dirtyUntil
}

// begin prepares p for a new pass that makes decisions; p contains the data of the
// previous pass. The fields that only query passes use need no reset, because p is
// never a query pass.
func (p *Pass) begin(q *Queue, t Trigger, now simtime.Time, state *cluster.State, s Starter) {
	p.queue, p.trigger, p.now, p.state, p.starter = q, t, now, state, s
	p.onlyArrival, p.reservation.Job = t == Submission && !q.constrained, nil
	p.dirtyFrom, p.dirtyUntil = len(q.line.blocks), 0
}

// Now returns the instant of the pass.
func (p *Pass) Now() simtime.Time { return p.now }

// Trigger returns the kind of event that made the pass due.
func (p *Pass) Trigger() Trigger { return p.trigger }

// Asking reports whether this is a query pass, which only asks why jobs wait and
// starts nothing.
func (p *Pass) Asking() bool { return p.asking }

// Own returns the policy's state, which lasts from pass to pass. In a query pass it
// is a copy.
func (p *Pass) Own() PolicyState { return p.queue.own }

// Cluster returns the state of the machine: which job holds which resources.
// Policies must not change it.
func (p *Pass) Cluster() *cluster.State { return p.state }

// Machine returns the machine.
func (p *Pass) Machine() *cluster.Machine { return p.state.Machine() }

// Constrained returns the allocator if it is shape-constrained: it may refuse a job
// because of the shape of the free resources, although it would accept the job if
// less were free. For other allocators it returns nil.
func (p *Pass) Constrained() alloc.ShapeConstrained {
	x, _ := p.queue.cfg.Allocator.(alloc.ShapeConstrained)
	return x
}

// Allocator returns the allocator.
func (p *Pass) Allocator() alloc.Allocator { return p.queue.cfg.Allocator }

// Len returns the number of waiting jobs, without those in stopped queues.
func (p *Pass) Len() int { return p.queue.line.n }

// Last returns the last waiting job in queue order, or nil.
func (p *Pass) Last() *Waiting { return p.queue.line.tail() }

// Rerank gives every waiting job a new sort key and sorts the jobs by it,
// ascending. Cost: O(waiting jobs), plus a sort if the order has changed.
func (p *Pass) Rerank(key func(*Waiting) int64) { p.queue.line.rekey(key) }

// Resync makes the policy's state read the walltime ends of the running jobs again,
// after a job was given more time. It also clears the flag unplanned, so that the
// promises count as valid again.
func (p *Pass) Resync() {
	p.queue.resync(p.state)
	p.queue.unplanned = false
}

// Unplanned reports whether a job was given more time than the plan assumes.
func (p *Pass) Unplanned() bool { return p.queue.unplanned }

// Asked returns the instant, the machine state and the policy state about which a
// query pass was asked. The pass itself may simulate a later instant; see
// RehearseAt.
func (p *Pass) Asked() (now simtime.Time, state *cluster.State, own PolicyState) {
	return p.asked.now, p.asked.state, p.asked.queue.own
}

// PromiseTo records, in a query pass, that a job is promised to start at the given
// instant.
func (p *Pass) PromiseTo(job workload.JobID, at simtime.Time) { p.promised[job] = at }

// Policy returns the policy.
func (p *Pass) Policy() Policy { return p.queue.cfg.Policy }

// Rehearsal returns a query pass on a copy of the queue, ready to run, with the
// instant and the machine state of p. Cost: that of Clone.
func (p *Pass) Rehearsal() *Pass { return p.queue.rehearsal(p.now, p.state) }

// RehearseAt turns the query pass p into a prediction of the pass at a later
// instant. It uses a copy of the machine state, on which jobs may start. If ends is
// set, it first ends the jobs whose walltimes end by that instant.
func (p *Pass) RehearseAt(at simtime.Time, ends bool) {
	p.state = p.state.Clone()
	for limits := p.state.Limits(); ends && len(limits) > 0 && limits[0].At <= at; limits = p.state.Limits() {
		job := p.state.End(limits[0].Slot)
		p.queue.Ended(job, max(job.Limit, p.now))
	}
	p.now, p.starter, p.promised = at, rehearsed{p: p}, map[workload.JobID]simtime.Time{}
}

// dry implements the methods of Starter other than StartJob as no-ops, for passes
// whose decisions are discarded.
type dry struct{}

// DropJob implements Starter.
func (dry) DropJob(*Waiting, why.Reason) {}

// Flag implements Starter.
func (dry) Flag(*Waiting, why.Reason) {}

// Room implements Starter.
func (dry) Room() cluster.Placement { return nil }

// Say implements Starter.
func (dry) Say(ProgramLine) {}

// rehearsed is the Starter of a query pass. It starts jobs on the pass's copy of
// the state.
type rehearsed struct {
	dry
	p *Pass
}

// StartJob implements Starter.
func (r rehearsed) StartJob(w *Waiting, where cluster.Placement, _ why.Reason) {
	r.p.state.Start(w.Request, where, r.p.now)
	r.p.promised[w.ID] = r.p.now
}

// Forget removes the promises recorded so far for all waiting jobs in a query pass.
func (p *Pass) Forget() {
	for w := range p.queue.line.all {
		delete(p.promised, w.ID)
	}
}

// Disturbed reports whether, since the last pass, jobs arrived or resources were
// freed before a walltime ended.
func (p *Pass) Disturbed() bool { return p.queue.disturbed }

// WakeAt makes sure that a pass runs at t or earlier.
func (p *Pass) WakeAt(t simtime.Time) { p.queue.wake = min(p.queue.wake, t) }

// Find returns the waiting job with the given position in the queue, or nil if it
// no longer waits. Cost: O(log waiting jobs).
func (p *Pass) Find(r *workload.Request, at QueuePlace) *Waiting { return p.queue.line.find(r.ID, at) }

// HasReason reports whether a query pass has already recorded why w waits.
func (p *Pass) HasReason(w *Waiting) bool { _, told := p.answers[w.ID]; return told }

// Flag records that a waiting job will miss its deadline. For each job, only the
// first call has an effect.
func (p *Pass) Flag(w *Waiting, reason why.Reason) { p.starter.Flag(w, reason) }

// Head returns the first waiting job, or nil.
func (p *Pass) Head() *Waiting {
	return p.queue.line.head()
}

// StartHead starts the first waiting job if it fits now, possibly with fewer nodes
// than it asks for (StartMoulded). It reports whether the job started.
func (p *Pass) StartHead() bool {
	w := p.Head()
	if w == nil || w.ID != p.queue.last && p.Unchanged() {
		return false // the last pass refused this job and nothing relevant has changed
	}
	return p.Start(w, why.FitsNow) || p.StartMoulded(w)
}

// Waiting yields the waiting jobs in queue order.
func (p *Pass) Waiting() iter.Seq[*Waiting] {
	return func(yield func(*Waiting) bool) {
		p.queue.line.all(yield)
	}
}

// Start starts w if the allocator finds a place for it now, and reports whether w
// started. The parameter code is recorded as the reason, unless the allocator gives
// a more specific one. Cost: the allocator's.
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

// fitsCount compares the need of w with the number of free nodes or tasks, in
// counting mode. It returns false if too few are free. It does not build a set of
// free nodes. Outside counting mode it returns true.
func (p *Pass) fitsCount(w *Waiting) bool {
	if have := p.free(); p.queue.cfg.Counted && w.need > have {
		p.Hold(w, why.Reason{Code: why.TooFewFree, Need: w.need, Have: have, Blocker: workload.NoJob})
		return false
	}
	return true
}

// free returns, in counting mode, the number of free nodes or free tasks.
func (p *Pass) free() int32 { return p.queue.cfg.Capacity - p.state.Held() }

// Count returns how many of the nodes or tasks that w asks for are free now. If
// enough are free for w, the result may be any number not less than the size of w.
// Cost: that of cluster.Free.Count outside counting mode.
func (p *Pass) Count(w *Waiting) int32 {
	if p.queue.cfg.Counted {
		return p.free()
	}
	return p.state.Count(w.Request)
}

// FindPlace asks the allocator for a placement on which w may start now. It returns
// false if there is none, and always in a query pass. In counting mode it asks the
// allocator only about jobs that are going to start.
func (p *Pass) FindPlace(w *Waiting) (cluster.Placement, why.Reason, bool) {
	if !p.fitsCount(w) {
		return nil, why.Reason{}, false
	}
	if p.asking && p.queue.cfg.Counted {
		return nil, why.Reason{}, false // the allocator is asked only about jobs that start
	}
	where, reason := p.queue.cfg.Allocator.Allocate(w.Request, &p.state.Free, p.Room())
	if !reason.OK() {
		p.Hold(w, reason)
	}
	return where, reason, reason.OK() && !p.asking
}

// Room returns a buffer into which the allocator may write its placement, or nil in
// a query pass.
func (p *Pass) Room() cluster.Placement {
	if p.asking {
		return nil
	}
	return p.starter.Room()
}

// startRunning starts the job that has just arrived if it ran already. The plan, if
// there is one, is made anew, since no other job waits yet.
func (p *Pass) startRunning() {
	q := p.queue
	where, runs := q.cfg.Running[q.last]
	if !runs || p.trigger != Submission {
		return
	}
	w := q.line.find(q.last, q.lastPlace)
	if w == nil || w.place.joined != p.now {
		return
	}
	if x, makes := q.own.(RoomMaker); makes && !p.state.Has(w.Request, where) {
		x.MakeRoom(p, w, where)
	}
	if p.state.Has(w.Request, where) {
		q.plan = nil
		p.StartAt(w, where, why.Reason{Code: why.RanBefore, Need: w.Size(), Have: w.Size(), Blocker: workload.NoJob})
	}
}

// StartAt starts w on the given nodes. Every job start goes through it.
func (p *Pass) StartAt(w *Waiting, where cluster.Placement, reason why.Reason) {
	until := p.endsOn(w, where)
	p.starter.StartJob(w, where, reason)
	p.queue.endsBy(w, where, p.now, until)
	p.queue.own.Start(w, where, p)
	p.queue.noteStart(w.ID)
	p.takeOff(w)
}

// takeOff takes w off the line during the pass.
func (p *Pass) takeOff(w *Waiting) {
	line := &p.queue.line
	i := line.blockOf(&w.place)
	line.take(i, w)
	p.dirtyFrom, p.dirtyUntil = min(p.dirtyFrom, i), max(p.dirtyUntil, i+1)
}

// Drop removes w from the queue for good. A query pass only records the reason.
func (p *Pass) Drop(w *Waiting, reason why.Reason) {
	if p.asking {
		p.Hold(w, reason)
		return
	}
	q := p.queue
	p.starter.DropJob(w, reason)
	q.own.Leave(w.Request)
	if x, counts := q.own.(Withdrawer); counts {
		x.Withdraw(w)
	}
	if q.last == w.ID {
		q.last = workload.NoJob
	}
	p.takeOff(w)
}

// Hold records why w waits. Outside query passes it does nothing.
func (p *Pass) Hold(w *Waiting, reason why.Reason) {
	if p.asking {
		p.answers[w.ID] = reason
	}
}

// HoldBehind records that all other jobs wait because the first job, w, waits. It
// is for policies in which no job may overtake another.
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
