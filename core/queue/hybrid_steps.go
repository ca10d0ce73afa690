package queue

import (
	"math"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// filter is what is free for w throughout its walltime from now on, beside the
// reservations. It is not ok if that is too little for certain, or if w would
// use up what limits leave a job with a reservation.
func (p *Pass) filter(w *Waiting, a *Agenda) (*cluster.Free, bool) {
	d := p.queue.desk
	if !d.shapes.fits(w, &p.state.Free) {
		return nil, false
	}
	if !d.ledger.soft && p.refuses(w, a) { // soft limits need to know what limits say
		return nil, false
	}
	until := p.now.Add(w.wall)
	p.workOut(a, until)
	free, ok := p.window(w, a, until, false)
	if !ok && d.ledger.soft {
		a.above = append(a.above, w)
	}
	return free, ok
}

// window is what is free until an instant beside the reservations worked out;
// not ok if limits forbid w beside them.
func (p *Pass) window(w *Waiting, a *Agenda, until simtime.Time, hard bool) (*cluster.Free, bool) {
	d := p.queue.desk
	if a.confirm(&d.ledger); a.reused == 0 {
		return &p.state.Free, true
	}
	if d.ledger.allowed(w.facts, w.wall, moment{t: p.now, now: p.now, hard: hard, booked: true}) > p.now {
		return nil, false
	}
	a.refresh(p.state)
	a.narrow(a.present, p.now, until)
	return a.present, true
}

// choose asks the allocator where w is to be put, of what filter has left.
func (p *Pass) choose(w *Waiting, a *Agenda, free *cluster.Free) (cluster.Placement, why.Reason) {
	where, reason := p.queue.cfg.Allocator.Allocate(w.Request, free, p.room())
	if free == a.present {
		a.widen(free)
	}
	return where, reason
}

// launch starts w. A pass that only asks keeps its place free instead.
func (p *Pass) launch(w *Waiting, a *Agenda, where cluster.Placement, reason why.Reason) {
	d := p.queue.desk
	if p.asking {
		p.Hold(w, why.Reason{Code: why.NextCycle, Need: reason.Need, Have: reason.Have, Blocker: workload.NoJob, At: p.nextCycle()})
		a.refresh(p.state)
		a.move(p.now, p.state)
		a.add(booking{job: w.ID, facts: w.facts, request: w.Request, from: p.now, until: p.now.Add(w.wall), where: where}, &d.ledger)
		return
	}
	if reason.Code == why.FitsNow {
		if reason.Code = why.InPriority; a.waits > 0 {
			reason.Code = why.HoleNow
		}
	}
	p.start(w, where, reason)
}

// reserveOver gives a reservation to a job that a soft limit forbids to start
// now: at the earliest time at which both limits and nodes allow.
func (p *Pass) reserveOver(w *Waiting, a *Agenda, over *rule, need int64) {
	d := p.queue.desk
	earliest := d.ledger.allowed(w.facts, w.wall, moment{t: p.now, now: p.now})
	d.alarmFor(w, p.now, earliest)
	at := p.ask(a, ask{w, earliest, false})
	if p.asking {
		p.Hold(w, overLimit(over, over.soft, need, at))
	}
	if d.ledger.soft {
		if rule, _ := d.ledger.over(w.facts, p.now, true); rule == nil || earliest == simtime.Never {
			a.above = append(a.above, w)
		}
	}
}

func overLimit(r *rule, bound, need int64, at simtime.Time) why.Reason {
	if r.measure == NodeSeconds {
		need, bound = (need+999)/1000, bound/1000
	}
	return why.Reason{Code: why.OverLimit, Need: narrow(need), Have: narrow(bound), Blocker: workload.NoJob, At: at, Which: int16(min(r.which, math.MaxInt16))}
}

func narrow(x int64) int32 { return int32(min(x, math.MaxInt32)) }

// reserveShort gives a reservation to a job that does not fit now.
func (p *Pass) reserveShort(w *Waiting, a *Agenda) {
	earliest := p.now
	if limits := p.state.Limits(); !p.queue.desk.shapes.fits(w, &p.state.Free) {
		if earliest = simtime.Never; len(limits) > 0 {
			earliest = p.ahead(w)
		}
	}
	at := p.ask(a, ask{w, earliest, false})
	if p.asking {
		p.holdShort(w, at)
	}
}

// holdShort says why w waits, which no limit forbids to start.
func (p *Pass) holdShort(w *Waiting, at simtime.Time) {
	reason := why.Reason{Code: why.Reserved, Need: w.need, Have: p.state.Count(w.Request), Blocker: workload.NoJob, At: at}
	if reason.Have < reason.Need {
		reason.Code = why.TooFewFree
	} else if held := p.queue.desk.agenda.held; at == simtime.Never && len(held) > 0 { // it has no reservation
		reason.Code, reason.Blocker, reason.At = why.WouldDelay, held[0].job, held[0].from
	}
	p.Hold(w, reason)
}

// startAboveSoft starts jobs that only their soft limits forbid to, if what is
// free beside all reservations but their own allows, and gives reservations
// within their hard limits to those that will never keep to the soft ones. It
// reports whether it has started one: reservations may move then.
func (p *Pass) startAboveSoft(a *Agenda) bool {
	for _, w := range a.above {
		if !p.startAbove(w, a) {
			p.reserveAbove(w, a)
		} else if !p.asking {
			a.valid = false // reservations within soft limits may move
			return true
		}
	}
	return false
}

// startAbove starts w within its hard limits.
func (p *Pass) startAbove(w *Waiting, a *Agenda) bool {
	d := p.queue.desk
	if over, _ := d.ledger.over(w.facts, p.now, true); over != nil || !d.shapes.fits(w, &p.state.Free) {
		return false
	}
	p.workOut(a, simtime.Never)
	a.confirm(&d.ledger)
	own := a.drop(w.ID, &d.ledger)
	if free, ok := p.window(w, a, p.now.Add(w.wall), true); ok {
		if where, reason := p.choose(w, a, free); reason.OK() {
			p.launch(w, a, where, reason)
			return true
		}
	}
	a.restore(own, &d.ledger)
	return false
}

// reserveAbove gives w a reservation within its hard limits, unless it has one
// within the soft ones.
func (p *Pass) reserveAbove(w *Waiting, a *Agenda) {
	l := &p.queue.desk.ledger
	q := moment{t: p.now, now: p.now}
	if l.allowed(w.facts, w.wall, q) != simtime.Never {
		return
	}
	q.hard = true
	at := p.ask(a, ask{w, l.allowed(w.facts, w.wall, q), true})
	if !p.asking {
		return
	}
	if over, need := l.over(w.facts, p.now, true); over != nil {
		p.Hold(w, overLimit(over, over.hard, need, at))
	} else {
		p.holdShort(w, at)
	}
}
