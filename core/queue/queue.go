// Package queue decides which waiting jobs start, and when.
//
// After every event of the simulation the engine calls [Queue.Pass], which runs one
// scheduling pass. A scheduling discipline is a [Policy], one per file. Its
// Schedule method receives a [Pass], goes through the waiting jobs, starts some of
// them and makes reservations for others. The Pass does the bookkeeping: it asks
// the allocator for nodes, updates the queue and records why a job starts or waits.
// A discipline therefore reads like the paper that it comes from. EASY backfilling,
// for example, is
//
//	for p.StartHead() { // start jobs in queue order while they fit
//	}
//	shadow := p.Reserve(p.Head())
//	for job := range p.Behind(shadow) {
//		p.Backfill(job, shadow)
//	}
//
// Decisions take effect at once rather than on a copy, which would cost O(nodes) a
// pass. A query pass ([Pass.Asking]) is different: it works on a copy of the queue,
// starts nothing, and collects the reasons why jobs wait. [Queue.Pending] and the
// other questions of the page use query passes.
//
// Counting mode ([Config.Counted]) is a fast path, in which a job fits if and only
// if enough nodes or tasks are free. It applies when the allocator refuses no job
// for its shape. In addition, either all jobs ask for whole nodes, or all ask for
// tasks that need equal amounts of every resource that can run out. Outside
// counting mode the allocator decides, and whether a job fits also depends on which
// nodes are free. EASY then goes through the queue again whenever it has started a
// job, because the allocator may now prefer other nodes for another job, which
// delay no reservation. This keeps passes idempotent.
//
// A discipline may need data besides the waiting and the running jobs. It keeps
// such data in a [PolicyState]. The queue reports every event in a job's life to
// the PolicyState, and clones it whenever the queue is cloned. Package
// queue/deadline keeps S1's shares there, queue/hybrid S3's limits, priorities and
// reservations, and queue/batch the outcome of its last batch. No code here asks
// which discipline it runs; policy.go lists the interfaces that a discipline may
// implement.
//
// Jobs of a stopped queue (gates.go), and jobs that depend on others (held.go), are
// kept apart from the list of waiting jobs, so disciplines do not deal with them. The engine applies changes of these
// states among the other changes of an instant, and rejects jobs that are submitted
// to a closed queue.
package queue

import (
	"maps"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Starter starts and stops jobs on the machine on behalf of a pass, for example the engine.
// StartJob must remove the placement from the free resources before it returns.
type Starter interface {
	StartJob(w *Waiting, p cluster.Placement, why why.Reason)
	// StopJob ends a running job for the job that the reason names, at until or now,
	// and records its end in the queue. If the job is stopped now and waits again, it
	// returns the job's request and its old place in the order; otherwise nil.
	StopJob(slot cluster.Slot, until simtime.Time, requeue bool, why why.Reason) (*workload.Request, QueuePlace)
	// SuspendJob takes a running job off its nodes, for the job that the reason names.
	SuspendJob(slot cluster.Slot, why why.Reason)
	// ResumeJob gives a suspended job its nodes again.
	ResumeJob(slot cluster.Slot)
	// DropJob records that a waiting job has left the queue for good.
	DropJob(w *Waiting, why why.Reason)
	// Flag records, once per job, that a waiting job will miss its deadline.
	Flag(w *Waiting, why why.Reason)
	// Room returns an empty placement to which the allocator may append.
	Room() cluster.Placement
	// Say records a line of a user's program.
	Say(ProgramLine)
}

// Config is the fixed configuration of a queue.
type Config struct {
	Policy    Policy
	Allocator alloc.Allocator
	Order     Order
	Own       Ordering // used in place of Order if not nil
	// Counted turns on counting mode: a job fits if and only if enough nodes or
	// tasks are free. The engine's Config.counted decides when it applies. Capacity
	// is then the size of the empty machine, in nodes if Whole, else in tasks.
	Counted bool
	Whole   bool
	// Named speeds up plans whose reservations hold nodes (ReservesNodes). It says
	// that counting would decide otherwise, that all jobs ask for whole nodes, and that
	// the allocator is Monotone. Then a promise can only improve where nodes have become
	// free.
	Named    bool
	Capacity int32
	Machine  *cluster.Machine
	Gates    []Gate                               // the states of queues; a queue without a gate is open and started
	Running  map[workload.JobID]cluster.Placement // nodes of jobs that run already when they arrive
	Lead     simtime.Duration                     // longest time until sleeping nodes are up; plans add it to each walltime, because nobody knows yet which nodes will sleep
	Judge    alloc.PlacementJudge                 // compares placements in several scheduling windows (see Weighing); nil if the earliest window is always taken
}

// Queue holds the waiting jobs and the promises made to them.
type Queue struct {
	cfg         *Config
	line        line
	arrived     int64
	plan        *Plan
	wake        simtime.Time
	pass        Pass // reused, since passes are many and small
	scratch     scratch
	constrained bool // the allocator may refuse a job that it would accept if less were free
	limited     bool // the allocator keeps jobs' limits on leaf switches

	last      workload.JobID // the last job to arrive
	lastPlace QueuePlace     // the place of that job in the order
	seen      int            // number of state changes when the last pass ended

	unplanned bool // the plan is no longer valid

	own       PolicyState // the state of a Stateful policy
	turner    TimedState  // own, if it is a TimedState
	ranked    Ranked      // the policy, if it is Ranked
	disturbed bool        // since the last pass, jobs arrived or resources were freed before a walltime ended
	gates     gates
	detained  []heldJob // jobs that may not start yet, in the order of their submission

	chosen map[workload.JobID]choice // scheduling windows compared for each waiting job whose promise passed over an earlier window
	begun  map[workload.JobID]choice // scheduling windows compared for each job that the last pass started, if its promise passed over an earlier window
}

// New returns an empty queue.
func New(cfg *Config) *Queue {
	q := &Queue{cfg: cfg, wake: simtime.Never, own: noState{}, gates: newGates(cfg.Gates), last: workload.NoJob}
	if s, ok := cfg.Policy.(Stateful); ok {
		q.own = s.NewState(cfg)
	}
	q.turner, _ = q.own.(TimedState)
	q.ranked, _ = cfg.Policy.(Ranked)
	_, q.constrained = cfg.Allocator.(alloc.ShapeConstrained)
	_, q.limited = cfg.Allocator.(alloc.SwitchLimiter)
	return q
}

// Len returns the number of waiting jobs, including those in stopped queues and those
// that are detained.
func (q *Queue) Len() int { return q.line.n + len(q.gates.held) + len(q.detained) }

// Wake returns the next instant at which a pass must run even if no job is
// submitted and no job ends by that time. It returns simtime.Never if there is
// none.
func (q *Queue) Wake() simtime.Time { return q.wake }

// Arrive adds a new job to the queue at now. Jobs must arrive in order of
// submission.
func (q *Queue) Arrive(r *workload.Request, now simtime.Time) {
	q.arrive(r, now, false)
}

func (q *Queue) arrive(r *workload.Request, now simtime.Time, again bool) {
	q.last, q.lastPlace = r.ID, q.admit(r, q.enters(r, now), again)
}

// Return puts a job that was started before back at its old place in the order,
// because the job did not cause its own interruption. Its wait time counts from the
// instant at which it first joined the queue.
func (q *Queue) Return(r *workload.Request, at QueuePlace) { q.admit(r, at, true) }

// Resubmit adds a job that was started before and then killed in order to be
// submitted again. The job is treated like a new one: it goes behind all earlier
// arrivals, and priorities that grow with the time in the queue start from zero.
func (q *Queue) Resubmit(r *workload.Request, now simtime.Time) { q.arrive(r, now, true) }

// admit adds a job to the waiting jobs, or to the held jobs if its queue is
// stopped. It returns the job's place in the order.
func (q *Queue) admit(r *workload.Request, at QueuePlace, again bool) QueuePlace {
	w := q.line.room()
	w.Request, w.Promised, w.wall, w.need, w.taken, w.place = r, unplanned, r.Walltime+q.cfg.Lead, r.Size(), false, at
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

// join inserts a job into the list of waiting jobs. The job must be in memory that
// the type line provides.
func (q *Queue) join(w *Waiting) {
	q.line.insert(w)
	q.disturbed = true
	q.own.Join(w)
}

// Trigger is the kind of event that made a pass due.
type Trigger uint8

// The triggers of passes.
const (
	Submission Trigger = iota
	Ending
	Alarm   // a timed wake-up
	Change  // nodes or links failed or came back
	Staging // a stage of a job's growth is complete
)

// Ended records that a job gave its placement back at now. Its walltime may end
// later (at job.Limit).
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

// Completed records that a job that has just given its placement back ran to its
// end without interruption, so its run time may serve for estimates.
func (q *Queue) Completed(job *cluster.Running, now simtime.Time) {
	q.own.Complete(job, now)
}

// NodesReturned records that nodes are available again from now on. In counting
// mode, size is how many of the counted nodes or tasks they hold.
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

// Unplan records that the machine no longer matches the plan. The next pass of a
// planning policy, which is due at once, makes all promises anew.
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
	if ender, ok := q.own.(JobEnder); q.line.n == 0 && !(ok && ender.EndsJobs()) {
		q.wake, q.disturbed = simtime.Never, false
		return
	}
	q.wake = simtime.Never
	q.pass.begin(q, t, now, state, s)
	var limitEnds simtime.Time
	q.pass.relaxed, limitEnds = q.endLimits(now)
	q.disturbed = q.disturbed || q.pass.relaxed
	q.pass.startRunning()
	q.pass.reorder()
	q.cfg.Policy.Schedule(&q.pass)
	for q.unplanned && q.plan != nil && q.plan.forOnePass { // a job that was just started already exceeds its walltime
		q.unplanned = false
		q.cfg.Policy.Schedule(&q.pass)
	}
	for q.pass.returnStopped() {
		q.cfg.Policy.Schedule(&q.pass)
	}
	q.seen, q.disturbed = state.Changes(), false
	q.line.sweep(q.pass.dirtyFrom, q.pass.dirtyUntil)
	if q.line.n > 0 {
		q.wake = min(q.wake, limitEnds)
	}
	if q.unplanned && q.plan != nil {
		q.wake = now
	}
}

// SetAllocator replaces the allocator of q. The new allocator must give the same
// answers.
func (q *Queue) SetAllocator(a alloc.Allocator) {
	c := *q.cfg
	c.Allocator = a
	q.cfg = &c
}

// Clone returns an independent copy. Cost: O(waiting jobs + plan).
func (q *Queue) Clone() *Queue {
	c := &Queue{cfg: q.cfg, line: q.line.clone(), arrived: q.arrived, wake: q.wake, unplanned: q.unplanned, constrained: q.constrained, limited: q.limited, last: q.last, lastPlace: q.lastPlace, seen: q.seen, own: q.own.Clone(), ranked: q.ranked, disturbed: q.disturbed, gates: q.gates.clone(), detained: slices.Clone(q.detained), chosen: maps.Clone(q.chosen), begun: maps.Clone(q.begun)}
	c.turner, _ = c.own.(TimedState)
	if q.plan != nil {
		c.plan = q.plan.clone()
	}
	return c
}
