// Package queue decides which waiting jobs start, and when: one discipline a
// file. A discipline is a Policy; it is run in passes, one after every event, and
// reads like the paper that it comes from. The Pass does the bookkeeping and
// keeps the reasons.
//
// Decisions take effect at once, not on a copy, which would cost O(nodes) a
// pass; a pass that only asks works on a copy of the queue, and starts nothing.
// EASY sweeps again after a sweep that started something, but only where
// counting does not decide: the place that the allocator prefers for a job may
// have moved to where it delays nobody. This keeps passes idempotent. Counting
// decides where the allocator refuses no job for its shape and all jobs want
// whole nodes, or all want tasks that need the same of what can run out.
//
// A discipline that needs to know more than who waits and who runs keeps it in a
// PolicyState, which the queue tells of everything that happens to jobs and clones with
// itself: queue/deadline accounts of S1's shares, queue/hybrid S3's limits,
// priorities and reservations, queue/batch what became of its last batch. Nothing
// here asks which discipline it is; policy.go has what it may have.
//
// Jobs of a stopped queue stand in no line (gates.go), so that no discipline
// need know of queues; the engine turns their states among the changes of an
// instant, and rejects what is submitted to a closed one.
package queue

import (
	"maps"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// A Starter puts jobs on the machine for a pass; the engine is one. It must
// take the placement off what is free before it returns.
type Starter interface {
	StartJob(w *Waiting, p cluster.Placement, why why.Reason)
	// Flag records, once, that a waiting job will miss its deadline.
	Flag(w *Waiting, why why.Reason)
	// Room is an empty placement with room for the allocator to append to.
	Room() cluster.Placement
	// Say takes note of what a program says.
	Say(Said)
}

// Config is what a queue needs to know once.
type Config struct {
	Policy    Policy
	Allocator alloc.Allocator
	Order     Order
	Own       Ordering // in place of Order, if it is not nil
	// Counted says that counting decides whether a job fits; engine's
	// Config.counted has the rule. Capacity is then what the empty machine holds, in
	// nodes if Whole, else in tasks.
	Counted  bool
	Whole    bool
	Capacity int32
	Machine  *cluster.Machine
	Gates    []Gate      // the states of queues; others are open and started
	Judge    alloc.Judge // weighs the places in several windows; nil where the earliest is taken, see Weighing
}

// Queue is the waiting jobs with what was promised to them.
type Queue struct {
	cfg         *Config
	line        line
	arrived     int64
	plan        *Plan
	wake        simtime.Time
	pass        Pass // reused: passes are many and small
	scratch     scratch
	constrained bool // the allocator may refuse a job that it would accept when less is free

	last      workload.JobID // that arrived last
	lastPlace QueuePlace     // its place
	seen      int            // changes of the state when the last pass had ended

	unplanned bool // the plan no longer holds

	own       PolicyState // what a Stateful policy keeps
	turner    Turner      // own, if it changes by itself
	ranked    Ranked      // the policy, if it has an order of its own
	disturbed bool        // since the last pass jobs came, or something was given back before its walltime
	gates     gates

	chosen map[workload.JobID]choice // promises for which a window was passed over
	begun  map[workload.JobID]choice // those of jobs that the last pass started
}

// New returns an empty queue.
func New(cfg *Config) *Queue {
	q := &Queue{cfg: cfg, wake: simtime.Never, own: noState{}, gates: newGates(cfg.Gates), last: workload.NoJob}
	if s, ok := cfg.Policy.(Stateful); ok {
		q.own = s.NewState(cfg)
	}
	q.turner, _ = q.own.(Turner)
	q.ranked, _ = cfg.Policy.(Ranked)
	_, q.constrained = cfg.Allocator.(alloc.ShapeConstrained)
	return q
}

// Len is the number of waiting jobs, those in stopped queues included.
func (q *Queue) Len() int { return q.line.n + len(q.gates.held) }

// Wake is the next instant at which a pass is due though nothing is submitted
// and nothing ends, or simtime.Never.
func (q *Queue) Wake() simtime.Time { return q.wake }

// Arrive adds a job to the queue now. Jobs arrive in order of submission.
func (q *Queue) Arrive(r *workload.Request, now simtime.Time) {
	q.arrive(r, now, false)
}

func (q *Queue) arrive(r *workload.Request, now simtime.Time, again bool) {
	q.last, q.lastPlace = r.ID, q.admit(r, q.enters(r, now), again)
}

// Return puts a job back that was started before, at its old place in the
// order: what stopped it was not its doing. Time that it waits counts from when
// it joined the queue.
func (q *Queue) Return(r *workload.Request, at QueuePlace) { q.admit(r, at, true) }

// Resubmit adds a job that was started before, and killed to be submitted again.
// It is as new as any other: behind all that came before now, and whatever grows
// with the time in the queue begins at nothing.
func (q *Queue) Resubmit(r *workload.Request, now simtime.Time) { q.arrive(r, now, true) }

// admit lets a job wait, in the line unless its queue is stopped, and returns its
// place.
func (q *Queue) admit(r *workload.Request, at QueuePlace, again bool) QueuePlace {
	w := q.line.room()
	w.Request, w.Promised, w.wall, w.need, w.taken, w.place = r, unplanned, r.Walltime, r.Size(), false, at
	if q.ranked != nil {
		w.place.rank = q.ranked.Rank(r)
	}
	q.own.Admit(w, at.joined, again)
	at = w.place
	if q.gates.stopped(r) {
		w.Promised = unplanned
		q.gates.held = append(q.gates.held, *w)
		q.line.drop(w)
	} else {
		q.join(w)
	}
	return at
}

// join puts a job that the line keeps into it.
func (q *Queue) join(w *Waiting) {
	q.line.insert(w)
	q.disturbed = true
	q.own.Join(w)
}

// Trigger is what made a pass due.
type Trigger uint8

// The triggers of passes.
const (
	Submission Trigger = iota
	Ending
	Alarm   // a timed wake-up
	Change  // nodes or links went down or came up
	Staging // a stage of a job's growth is done
)

// Ended tells the queue that a job gave its placement back at now, before the
// end of its walltime, or would have at its Limit.
func (q *Queue) Ended(job *cluster.Running, now simtime.Time) {
	q.own.End(job, now)
	q.disturbed = q.disturbed || job.Limit > now
	if q.plan != nil && !q.plan.forOnePass && job.Limit > now {
		q.plan.release(job.Request, job.Placement, now, job.Limit)
		if len(job.Frozen) > 0 {
			q.plan.release(job.Request, job.Frozen, now, job.Limit)
		}
	}
}

// Completed tells the queue that a job that gave its placement back now ran to
// its end, in one piece: estimates may follow from it.
func (q *Queue) Completed(job *cluster.Running, now simtime.Time) {
	q.own.Complete(job, now)
}

// NodesReturned tells the queue that nodes have come back from now on, which hold so
// much of what is counted where counting decides.
func (q *Queue) NodesReturned(nodes cluster.Placement, size int32, now simtime.Time) {
	q.disturbed = true
	if q.plan == nil || q.plan.forOnePass || q.unplanned {
		return
	}
	if q.plan.placed {
		q.plan.release(&workload.Request{Nodes: int32(nodes.Nodes())}, nodes, now, simtime.Never)
	} else {
		q.plan.release(&workload.Request{Nodes: size}, nil, now, simtime.Never)
	}
}

// Unplan says that the machine is no longer what the plan assumes. The next
// pass of a planning policy makes all promises anew; it is due at once.
func (q *Queue) Unplan() { q.unplanned = true }

// replan drops the promises of a plan that no longer holds.
func (q *Queue) replan() {
	if !q.unplanned {
		return
	}
	q.plan, q.unplanned, q.chosen = nil, false, nil
	for w := range q.line.all {
		w.Promised = unplanned
	}
}

// Pass runs one scheduling pass.
func (q *Queue) Pass(t Trigger, now simtime.Time, state *cluster.State, s Starter) {
	q.resync(state)
	q.replan()
	clear(q.begun)
	if q.line.n == 0 {
		q.wake, q.disturbed = simtime.Never, false
		return
	}
	q.wake = simtime.Never
	q.pass.begin(q, t, now, state, s)
	q.pass.reorder()
	q.cfg.Policy.Schedule(&q.pass)
	for q.unplanned && q.plan != nil && q.plan.forOnePass { // a job that was started overruns already
		q.unplanned = false
		q.cfg.Policy.Schedule(&q.pass)
	}
	q.seen, q.disturbed = state.Changes(), false
	q.line.sweep(q.pass.dirtyFrom, q.pass.dirtyUntil)
	if q.unplanned && q.plan != nil {
		q.wake = now
	}
}

// Ask has q ask a from now on, which must answer as its own allocator does.
func (q *Queue) Ask(a alloc.Allocator) {
	c := *q.cfg
	c.Allocator = a
	q.cfg = &c
}

// Clone returns an independent copy. Cost: O(waiting jobs + plan).
func (q *Queue) Clone() *Queue {
	c := &Queue{cfg: q.cfg, line: q.line.clone(), arrived: q.arrived, wake: q.wake, unplanned: q.unplanned, constrained: q.constrained, last: q.last, lastPlace: q.lastPlace, seen: q.seen, own: q.own.Clone(), ranked: q.ranked, disturbed: q.disturbed, gates: q.gates.clone(), chosen: maps.Clone(q.chosen), begun: maps.Clone(q.begun)}
	c.turner, _ = c.own.(Turner)
	if q.plan != nil {
		c.plan = q.plan.clone()
	}
	return c
}
