// Package hybrid implements S3's scheduling of CPU and GPU jobs by priorities and
// limits, with reservations. It uses only exported names of package queue, so it
// also serves as a model for a discipline added from outside.
//
// [HybridPolicy] is the queue.Policy. Its Schedule method sorts the waiting jobs by
// priority and runs S3's steps a to g for each job: check the limits, choose nodes
// beside the reservations made so far, and start the job or give it a reservation.
//
// The policy's state (type state) lasts from pass to pass. Its main parts are
//
//   - ledger: how much each user, group and queue holds of every limited measure,
//     updated when a job starts, changes its size or gives back nodes. Limits are
//     numbers, not nodes, so they work with every placement.
//   - weights and fairShare: the components of a job's priority.
//   - reservationTable: the reservations. A reservation is computed only when a
//     later job fits now and might delay it. The order and the results are the same
//     as if all reservations were computed at once.
//
// With a cycle, every promised time is the time of a pass (passAt). A question
// between two passes is answered by simulating the next pass on a copy of the
// state, from which all jobs that must have ended by then have been removed.
package hybrid

import (
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// HybridPolicy is S3's scheduling of CPU and GPU jobs. It handles the jobs by
// descending priority. A job starts if its limits and suitable free nodes allow it;
// otherwise it gets a reservation. No job starts that would delay a reservation
// made before it.
//
// A reservation promises a time. If the field Nodes is set, it also holds the nodes
// that the allocator would choose for it at that time. A job may then start only on
// nodes that are not held during its run. If the field is not set, a job may start
// on any free nodes, as long as every job with a reservation can still be placed by
// its promised time.
//
// A pass (S3's scheduling cycle) first runs steps a to g under the soft limits. It
// then considers the jobs that only soft limits held back. Such a job may start
// under its hard limits beside the reservations of all other jobs; it then gives up
// its own reservation. It must leave to those reservations what they need of the
// soft limits.
//
// With a cycle, passes run only at multiples of the cycle, counted from time 0,
// each after all other events of its instant. Nothing can start between two passes,
// so every promised time is the time of a pass: resources that become free at some
// time are available to a job from the next pass on. A question between two passes
// is answered as the next pass would decide if running jobs use their walltimes and
// no job arrives.
//
// Cost: O(waiting jobs) a pass besides the allocator. A reservation is computed
// only when a job fits now and the reservation may begin before that job would end.
// Most reservations of the previous pass are only verified (reservationTable). If
// reservations promise only times, a job may start on nodes that are planned for a
// reservation. Then the affected reservations are computed again until one would be
// delayed (startAnywhere); under overload that is most of the cost of a pass.
//
// If the field Windows is greater than 1, a job is promised the best of several
// scheduling windows (queue.Pass.PickWindow) and starts when that window begins.
// Reservations then hold nodes, since a window is chosen for its placement.
//
// Source: S3, claims 1 to 5 and steps a to g of the description (there again as h
// to n); SOURCES.md S3.1 to S3.9. INFERRED: a job over a limit is promised the
// earliest time at which limits and nodes allow it, considering running jobs'
// walltimes and reservations; limits count what a job really holds, node by node
// (see settle); soft and hard limits are checked in two rounds, as in Maui; a
// reservation promises what is described above. LIMITATIONS: promises hold only if
// walltimes are not exceeded and no job with a higher priority arrives. Jobs that
// may start only under hard limits may starve, and their promises come after those
// of all jobs that keep to soft limits, whatever the priority. Outside counting
// mode, only two placements of a job are tried (see startAnywhere), and a later
// time is promised only on nodes beside those that earlier jobs have in the plan.
type HybridPolicy struct {
	Weights queue.Weights
	Limits  []queue.Limit
	Cycle   simtime.Duration // interval between scheduling passes; if 0, a pass follows every event
	Depth   int32            // number of jobs with reservations; if 0, every job that must wait has a reservation
	Nodes   bool             // reservations hold nodes, not only times
	Windows int32            // number of scheduling windows compared for each promise
}

// Weighs implements Windowed.
func (h HybridPolicy) Weighs() int32 { return h.Windows }

// ReservesNodes implements Reserver.
func (HybridPolicy) ReservesNodes() {}

// UsedNodesOnly implements queue.UsedNodesOnly.
func (HybridPolicy) UsedNodesOnly() {}

// Schedule implements Policy.
func (h HybridPolicy) Schedule(q *queue.Pass) {
	p := pass{q, q.Own().(*state)}
	if !p.inCycle() {
		return
	}
	p.weigh()
	if p.newcomerWaits() {
		return
	}
	for again := true; again; {
		agenda := p.reservationTable(h.Depth)
		for job := range p.Waiting() { // step g: by descending priority
			if job.Request == p.d.until {
				return
			}
			if h.step(p, agenda, job); !agenda.valid {
				break
			}
		}
		again = !agenda.valid || p.startAboveSoft(agenda)
	}
	p.sleep()
}

// step runs S3's steps a to f for one job.
func (h HybridPolicy) step(p pass, agenda *reservationTable, job *queue.Waiting) {
	agenda.blocker = workload.NoJob
	if over, need := p.d.ledger.over(factsOf(job), p.Now(), false); over != nil { // a
		p.reserveOver(job, agenda, over, need) // b
		return
	}
	if p.startAnywhere(job, agenda, false) || p.decideWindow(job, agenda) {
		return
	}
	free, ok := p.filter(job, agenda) // c
	if !ok {
		p.reserveShort(job, agenda) // d
		return
	}
	where, reason := p.choose(job, agenda, free, false) // e
	switch {
	case reason.OK():
		p.launch(job, agenda, where, reason) // f
	case reason.Code == why.OverLimit: // step a, for the resources that the job would really hold
		p.reserveLimited(job, agenda, &where) // b
	default:
		p.reserveShort(job, agenda)          // d
		if agenda.times && p.d.ledger.soft { // under its hard limits the job may still get nodes that no reservation needs
			agenda.above = append(agenda.above, job)
		}
	}
}

// state is the policy's state, which lasts from pass to pass: what each owner
// holds, what users have used, and counts that are costly to recompute.
type state struct {
	queue.Stateless
	weights  *weights
	dynamic  bool // the order of waiting jobs may change while they wait
	order    queue.Order
	census   *census
	keepers  keepers
	ledger   ledger
	fair     fairShare
	shapes   shapes
	table    reservationTable
	alarm    simtime.Time // next time at which a limit that falls with time may let a job start
	cycle    simtime.Time // interval between scheduling passes; 0: one pass after every event
	cycled   simtime.Time // time of the last pass; used only with a cycle
	capacity int32        // size of the empty machine, in counting mode

	until *workload.Request // job for which the free resources are asked, else nil; if set, the query pass stops when it reaches this job
}

// NewState implements Stateful.
func (h HybridPolicy) NewState(cfg *queue.Config) queue.PolicyState {
	d := &state{weights: (*weights)(&h.Weights), dynamic: (*weights)(&h.Weights).dynamic(), order: cfg.Order, census: newCensus(cfg.Machine)}
	d.ledger, d.fair, d.alarm = newLedger(h.Limits), newFairShare((*weights)(&h.Weights)), simtime.Never
	d.cycle, d.cycled = max(0, simtime.Time(h.Cycle)), -1
	_, d.table.monotone = cfg.Allocator.(alloc.Monotone)
	d.table.filling = newFilling(cfg.Allocator, cfg.Machine)
	d.table.judge, d.table.times = cfg.Judge, !h.Nodes && cfg.Judge == nil
	d.table.counted, d.capacity = d.table.times && cfg.Counted && !h.placeMatters(cfg, d.census), cfg.Capacity
	return d
}

// placeMatters reports whether limits may depend on the nodes that a job gets. If
// so, counting alone does not decide whether a job may start, even in counting
// mode.
func (h HybridPolicy) placeMatters(cfg *queue.Config, c *census) bool {
	return slices.ContainsFunc(h.Limits, func(l queue.Limit) bool {
		if k, ok := l.Measure.Counts(); ok {
			return cfg.Whole && c.varies[k]
		}
		return !cfg.Whole && l.Measure != queue.Jobs
	})
}

// Clone implements queue.PolicyState. The counts of the copy are recomputed when
// needed.
func (d *state) Clone() queue.PolicyState {
	c := *d
	c.ledger, c.fair = d.ledger.clone(), d.fair.clone()
	c.shapes, c.table = d.shapes.clone(), d.table.clone()
	c.keepers = keepers{}
	return &c
}

// facts returns the facts of an arriving job.
func (d *state) facts(r *workload.Request, now simtime.Time) *facts {
	f := &facts{arrived: now, target: d.fair.of(r.User), shape: d.shapes.of(r)}
	f.amounts = d.census.least(r, r.Size())
	for k, name := range [...]string{queue.ByUser: r.User, queue.ByGroup: r.Group, queue.ByQueue: r.Queue} {
		f.owners[k] = d.ledger.place(queue.Owner(k), name)
	}
	d.ledger.suit(f, r, d.census)
	f.static = d.weights.static(r, d.census)
	return f
}

// Admit implements queue.PolicyState. It computes the job's facts and its sort key.
func (d *state) Admit(w *queue.Waiting, since simtime.Time, _ bool) {
	f := d.facts(w.Request, since)
	w.Kept = f
	w.SetWall(d.holds(w.Request))
	w.SetKey(d.key(f, w.Request, since), d.order)
}

// Start implements queue.PolicyState. It adds the job to the counts of running
// jobs.
func (d *state) Start(w *queue.Waiting, where cluster.Placement, p *queue.Pass) {
	until := p.Now().Add(w.Wall())
	f := factsOf(w).with(d.census.on(w.Request, where))
	d.ledger.begin(w.ID, f, until)
	d.fair.hold(f.target, f.amounts[queue.CPUs], p.Now())
	d.shapes.note(where)
	d.table.running.started(d.shapes.partOf(w.Request, factsOf(w).shape), w.ID, where, p.Now().Add(w.Walltime))
	d.table.started(w, where, until, pass{p, d})
}

// End implements queue.PolicyState. It removes the job from the counts of running
// jobs.
func (d *state) End(job *cluster.Running, now simtime.Time) {
	if f := d.ledger.running[job.Request.ID]; f != nil {
		d.fair.hold(f.target, -f.amounts[queue.CPUs], now)
	}
	d.ledger.end(job.Request.ID)
	d.shapes.note(heldBy(job))
	d.table.running.ended(job, now)
}

// Extend implements queue.Planner.
func (d *state) Extend(state *cluster.State) { d.ledger.resync(state) }

// factsOf returns the facts of a waiting job.
func factsOf(w *queue.Waiting) *facts { return w.Kept.(*facts) }

// pass is a scheduling pass together with the policy's state.
type pass struct {
	*queue.Pass
	d *state
}

// Resize implements queue.PolicyState. It counts a running job with its new size,
// including what is frozen for its growth.
func (d *state) Resize(job *cluster.Running, now simtime.Time) {
	f := d.ledger.running[job.Request.ID]
	if f == nil {
		return
	}
	changed := *f
	changed.amounts = d.census.holds(job)
	changed.amounts[queue.NodeSeconds] = product(changed.amounts[queue.Nodes], int64(job.Limit.Sub(job.Start)))
	d.fair.hold(f.target, changed.amounts[queue.CPUs]-f.amounts[queue.CPUs], now)
	d.ledger.change(job.Request.ID, changed.amounts, job.Limit)
	d.ledger.running[job.Request.ID] = &changed
}

// passAt returns the time of the first pass at t or later. If the policy has a
// cycle, this is the next multiple of the cycle.
//
// Source: S3, steps S2 and S6; SOURCES.md S3.4. INFERRED: the first cycle is at
// time 0.
func (d *state) passAt(t simtime.Time) simtime.Time {
	if d.cycle == 0 || t == simtime.Never {
		return t
	}
	return (t + d.cycle - 1) / d.cycle * d.cycle
}

// nextPass returns the time of the first pass, from now on, that has not run yet.
func (d *state) nextPass(now simtime.Time) simtime.Time {
	next := d.passAt(now)
	if d.cycle > 0 && next == d.cycled {
		next += d.cycle
	}
	return next
}

// holds returns the longest time that a job can hold its nodes. A job with walltime
// 0 ends after the pass that started it. With a cycle, no other job can use its
// nodes before the next pass, so its walltime counts as at least one tick.
func (d *state) holds(r *workload.Request) simtime.Duration {
	if d.cycle > 0 {
		return max(r.Walltime, 1)
	}
	return r.Walltime
}

// allowedAt returns the time of the first pass at which limits allow a job to
// start, or simtime.Never. The search begins at q.t.
func (d *state) allowedAt(w *queue.Waiting, q limitQuery) simtime.Time {
	for {
		t := d.ledger.allowed(factsOf(w), w.Wall(), q)
		if q.t = d.passAt(t); q.t == t {
			return t
		}
	}
}

// inCycle reports whether this pass is a scheduling cycle. Without a period, every
// pass is. With a period, only a pass at a multiple of the period is, after all
// other events of that instant. Any other pass only makes sure that the next cycle
// runs.
//
// Source: S3, steps S2 and S6; SOURCES.md S3.4.
func (p pass) inCycle() bool {
	d := p.d
	if d.cycle == 0 || p.Asking() {
		return true
	}
	if next := d.nextPass(p.Now()); next > p.Now() || p.Trigger() != queue.Alarm {
		p.WakeAt(next)
		return false
	}
	d.cycled = p.Now()
	return true
}

// Rehearse implements queue.Planner. It turns the query pass into a prediction of
// the next pass. With a cycle, it first ends the jobs whose walltimes end by that
// pass.
func (d *state) Rehearse(p *queue.Pass) { p.RehearseAt(d.nextPass(p.Now()), d.cycle > 0) }

// newcomerWaits reports whether nothing can start in this pass. This is certain
// under three conditions: a submission is the only event since the last pass, the
// submitted job is the last in the order, and it cannot start. A submitted job
// before other jobs moves their reservations, so one of them may start. Jobs above
// soft limits are considered after all others, so the result is false if there are
// soft limits.
func (p pass) newcomerWaits() bool {
	d := p.d
	d.shapes.sync(p.Cluster())
	if d.cycle > 0 || d.dynamic || d.ledger.soft || d.table.judge != nil || !p.Unchanged() {
		d.alarm = simtime.Never
		return false
	}
	w := p.Newcomer()
	if w == nil || w != p.Last() {
		d.alarm = simtime.Never
		return false
	}
	if over, _ := d.ledger.over(factsOf(w), p.Now(), false); over != nil {
		d.alarmFor(w, p.Now(), d.ledger.allowed(factsOf(w), w.Wall(), limitQuery{t: p.Now(), now: p.Now()}))
	} else if d.shapes.fits(w, &p.Cluster().Free) {
		return false
	}
	p.WakeAt(d.alarm)
	return true
}

// sleep makes sure that a pass runs when the passage of time alone may let a job
// start. There are three such cases. A limit on node-seconds falls while jobs run.
// Priorities may change the order until the next cycle. A chosen window may begin
// when no job ends, or be replaced by another window at the next cycle. In all
// other cases an event causes the pass.
func (p pass) sleep() {
	d := p.d
	at := d.alarm
	if d.cycle > 0 && (d.table.judge != nil || d.dynamic && p.Cluster().NumRunning() > 0) {
		at = p.Now() + 1
	}
	if d.table.judge != nil {
		for _, x := range d.table.spans {
			if x.from > p.Now() {
				at = min(at, x.from)
			}
		}
	}
	if p.Len() > 0 {
		p.WakeAt(d.passAt(at))
	}
}

// alarmFor sets the alarm for a job that has a limit on node-seconds, because the
// passage of time may let such a limit allow the job. The parameter earliest is the
// time at which the limits allow w to start. The alarm is set no later than this
// time, and no later than the time at which the hard limits allow w to start.
func (d *state) alarmFor(w *queue.Waiting, now, earliest simtime.Time) {
	for _, at := range factsOf(w).owners {
		if at == none || !d.ledger.owners[at].falls() {
			continue
		}
		hard := d.ledger.allowed(factsOf(w), w.Wall(), limitQuery{t: now, now: now, hard: true})
		for _, t := range [...]simtime.Time{earliest, hard} {
			if t > now {
				d.alarm = min(d.alarm, t)
			}
		}
	}
}

// falls reports whether the owner has a limit on node-seconds.
func (o *owner) falls() bool {
	for i := range o.rules {
		if o.rules[i].measure == queue.NodeSeconds {
			return true
		}
	}
	return false
}
