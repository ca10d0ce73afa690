package hybrid

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

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
