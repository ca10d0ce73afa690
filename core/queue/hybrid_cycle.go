package queue

import "hopyard/core/simtime"

// inCycle reports whether this pass is a scheduling cycle: with a period those
// at its multiples, after all that happens at that instant. Others only see to
// it that the next one comes.
//
// Source: S3, steps S2 and S6.
func (p *Pass) inCycle(cycle simtime.Duration) bool {
	d := p.queue.desk
	if cycle <= 0 || p.asking {
		return true
	}
	next := (p.now + simtime.Time(cycle) - 1) / simtime.Time(cycle) * simtime.Time(cycle)
	if next == p.now && next == d.cycled {
		next = next.Add(cycle)
	}
	if next > p.now || p.trigger != Alarm {
		p.queue.wake = next
		return false
	}
	d.cycled = p.now
	return true
}

// nextCycle is when the next scheduling cycle is due, for those who ask.
func (p *Pass) nextCycle() simtime.Time { return max(p.queue.wake, p.now) }

// newcomerWaits reports whether nothing can start in this pass, because a
// submission is all that has happened and its job, the last in the order, does
// not fit. (One before others moves their reservations, so that one of them may
// start; and jobs over soft limits come after all others.)
func (p *Pass) newcomerWaits(cycle simtime.Duration) bool {
	d := p.queue.desk
	d.shapes.sync(p.state)
	if cycle > 0 || d.dynamic || d.ledger.soft || !p.unchanged() {
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
func (p *Pass) sleep(cycle simtime.Duration) {
	d := p.queue.desk
	at := d.alarm
	if cycle > 0 {
		if d.dynamic && p.state.NumRunning() > 0 {
			at = p.now + 1
		}
		if at != simtime.Never {
			at = (at + simtime.Time(cycle) - 1) / simtime.Time(cycle) * simtime.Time(cycle)
		}
	}
	if p.queue.line.n > 0 {
		p.queue.wake = at
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
