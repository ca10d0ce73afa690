package hybrid

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// passAt is the first pass at an instant or later: with a cycle the next of its
// multiples.
//
// Source: S3, steps S2 and S6; SOURCES.md S3.4. INFERRED: the first cycle is at
// time 0.
func (d *state) passAt(t simtime.Time) simtime.Time {
	if d.cycle == 0 || t == simtime.Never {
		return t
	}
	return (t + d.cycle - 1) / d.cycle * d.cycle
}

// nextPass is the first pass from now on that has not been.
func (d *state) nextPass(now simtime.Time) simtime.Time {
	next := d.passAt(now)
	if d.cycle > 0 && next == d.cycled {
		next += d.cycle
	}
	return next
}

// holds is how long a job holds its nodes at most. One that ends at once does
// so after the pass that started it: with a cycle, nobody else has its nodes
// before the next one.
func (d *state) holds(r *workload.Request) simtime.Duration {
	if d.cycle > 0 {
		return max(r.Walltime, 1)
	}
	return r.Walltime
}

// allowedAt is the first pass from a moment on in which limits allow a job to
// start, or simtime.Never.
func (d *state) allowedAt(w *queue.Waiting, q moment) simtime.Time {
	for {
		t := d.ledger.allowed(factsOf(w), w.Wall(), q)
		if q.t = d.passAt(t); q.t == t {
			return t
		}
	}
}

// inCycle reports whether this pass is a scheduling cycle: with a period those
// at its multiples, after all that happens at that instant. Others only see to
// it that the next one comes.
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

// Rehearse implements queue.Planner: the pass is the next one that comes, as far
// as can be known; the jobs that must have ended by then have given back.
func (d *state) Rehearse(p *queue.Pass) { p.RehearseAt(d.nextPass(p.Now()), d.cycle > 0) }

// newcomerWaits reports whether nothing can start in this pass, because a
// submission is all that has happened and its job, the last in the order, does
// not fit. (One before others moves their reservations, so that one of them may
// start; and jobs over soft limits come after all others.)
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
		d.alarmFor(w, p.Now(), d.ledger.allowed(factsOf(w), w.Wall(), moment{t: p.Now(), now: p.Now()}))
	} else if d.shapes.fits(w, &p.Cluster().Free) {
		return false
	}
	p.WakeAt(d.alarm)
	return true
}

// sleep sees to it that a pass comes when time alone may let a job start: a
// limit on node-seconds falls while jobs run, priorities may change places
// until the next cycle, and a window that was chosen may begin when nothing ends,
// or another one with the next cycle. Everything else comes with an event.
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

// alarmFor notes when limits on node-seconds first let w start, which limits
// otherwise do at earliest.
func (d *state) alarmFor(w *queue.Waiting, now, earliest simtime.Time) {
	for _, at := range factsOf(w).owners {
		if at == none || !d.ledger.owners[at].falls() {
			continue
		}
		hard := d.ledger.allowed(factsOf(w), w.Wall(), moment{t: now, now: now, hard: true})
		for _, t := range [...]simtime.Time{earliest, hard} {
			if t > now {
				d.alarm = min(d.alarm, t)
			}
		}
	}
}

// falls reports whether a limit on node-seconds is among the owner's.
func (o *owner) falls() bool {
	for i := range o.rules {
		if o.rules[i].measure == queue.NodeSeconds {
			return true
		}
	}
	return false
}
