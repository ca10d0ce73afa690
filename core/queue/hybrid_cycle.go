package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// passAt is the first pass at an instant or later: with a cycle the next of its
// multiples.
//
// Source: S3, steps S2 and S6; SOURCES.md S3.4. INFERRED: the first cycle is at
// time 0.
func (d *desk) passAt(t simtime.Time) simtime.Time {
	if d.cycle == 0 || t == simtime.Never {
		return t
	}
	return (t + d.cycle - 1) / d.cycle * d.cycle
}

// nextPass is the first pass from now on that has not been.
func (d *desk) nextPass(now simtime.Time) simtime.Time {
	next := d.passAt(now)
	if d.cycle > 0 && next == d.cycled {
		next += d.cycle
	}
	return next
}

// holds is how long a job holds its nodes at most. One that ends at once does
// so after the pass that started it: with a cycle, nobody else has its nodes
// before the next one.
func (d *desk) holds(r *workload.Request) simtime.Duration {
	if d.cycle > 0 {
		return max(r.Walltime, 1)
	}
	return r.Walltime
}

// allowedAt is the first pass from a moment on in which limits allow a job to
// start, or simtime.Never.
func (d *desk) allowedAt(w *Waiting, q moment) simtime.Time {
	for {
		t := d.ledger.allowed(w.facts, w.wall, q)
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
func (p *Pass) inCycle() bool {
	d := p.queue.desk
	if d.cycle == 0 || p.asking {
		return true
	}
	if next := d.nextPass(p.now); next > p.now || p.trigger != Alarm {
		p.queue.wake = next
		return false
	}
	d.cycled = p.now
	return true
}

// rehearse makes this pass, which only asks, the next one that comes, as far as
// can be known: the jobs that must have ended by then have given back. It works
// on a copy of the state, on which jobs may start.
func (p *Pass) rehearse() {
	d := p.queue.desk
	next := d.nextPass(p.now)
	p.state = p.state.Clone()
	for limits := p.state.Limits(); d.cycle > 0 && len(limits) > 0 && limits[0].At <= next; limits = p.state.Limits() {
		job := p.state.End(limits[0].Slot)
		p.queue.Freed(&job, max(job.Limit, p.now))
	}
	p.now, p.starter, p.promised = next, rehearsed{p}, map[workload.JobID]simtime.Time{}
}

// rehearsed starts jobs for a pass that only asks.
type rehearsed struct{ p *Pass }

// StartJob implements Starter.
func (r rehearsed) StartJob(w *Waiting, where cluster.Placement, _ why.Reason) {
	r.p.state.Start(w.Request, where, r.p.now)
	r.p.promised[w.ID] = r.p.now
}

// Flag implements Starter.
func (rehearsed) Flag(*Waiting, why.Reason) {}

// Room implements Starter.
func (rehearsed) Room() cluster.Placement { return nil }

// forget drops the promises to jobs that still wait: a pass that only asks
// begins anew.
func (p *Pass) forget() {
	if p.asking {
		for w := range p.queue.line.all {
			delete(p.promised, w.ID)
		}
	}
}

// newcomerWaits reports whether nothing can start in this pass, because a
// submission is all that has happened and its job, the last in the order, does
// not fit. (One before others moves their reservations, so that one of them may
// start; and jobs over soft limits come after all others.)
func (p *Pass) newcomerWaits() bool {
	d := p.queue.desk
	d.shapes.sync(p.state)
	if d.cycle > 0 || d.dynamic || d.ledger.soft || !p.unchanged() {
		d.alarm = simtime.Never
		return false
	}
	w := p.newcomer()
	if w == nil || w != p.queue.line.tail() {
		d.alarm = simtime.Never
		return false
	}
	if over, _ := d.ledger.over(w.facts, p.now, false); over != nil {
		d.alarmFor(w, p.now, d.ledger.allowed(w.facts, w.wall, moment{t: p.now, now: p.now}))
	} else if d.shapes.fits(w, &p.state.Free) {
		return false
	}
	p.queue.wake = d.alarm
	return true
}

// sleep sees to it that a pass comes when time alone may let a job start: a
// limit on node-seconds falls while jobs run, and priorities may change places
// until the next cycle. Everything else comes with an event.
func (p *Pass) sleep() {
	d := p.queue.desk
	at := d.alarm
	if d.cycle > 0 && d.dynamic && p.state.NumRunning() > 0 {
		at = p.now + 1
	}
	if p.queue.line.n > 0 {
		p.queue.wake = d.passAt(at)
	}
}

// alarmFor notes when limits on node-seconds first let w start, which limits
// otherwise do at earliest.
func (d *desk) alarmFor(w *Waiting, now, earliest simtime.Time) {
	for _, at := range w.facts.owners {
		if at == none || !d.ledger.owners[at].falls() {
			continue
		}
		hard := d.ledger.allowed(w.facts, w.wall, moment{t: now, now: now, hard: true})
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
		if o.rules[i].measure == NodeSeconds {
			return true
		}
	}
	return false
}
