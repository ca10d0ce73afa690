package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// ask puts a reservation down to be worked out. For those who ask it is worked
// out at once, and its time returned; otherwise that is simtime.Never.
func (p *Pass) ask(a *Agenda, x ask) simtime.Time {
	a.waits++
	x.earliest = p.queue.desk.passAt(x.earliest)
	switch {
	case x.earliest == simtime.Never:
		return simtime.Never
	case !p.asking:
		a.asked = append(a.asked, x)
		a.soonest = min(a.soonest, x.earliest)
		return simtime.Never
	}
	before := a.reused
	p.reserve(a, &x)
	if a.reused == before || a.held[before].from == simtime.Never {
		return simtime.Never // there are as many as there may be, or it never fits
	}
	at := a.held[before].from
	p.promised[x.w.ID] = at
	return at
}

// workOut works out, in order, all reservations up to the last one that may
// begin before an instant.
func (p *Pass) workOut(a *Agenda, until simtime.Time) {
	for last := a.lastBefore(until); a.done <= last; {
		p.workOutNext(a)
	}
}

// lastBefore is the last of those asked, and not worked out, that may begin
// before an instant; -1 if there is none.
func (a *Agenda) lastBefore(until simtime.Time) int {
	if a.soonest >= until {
		return -1
	}
	for i := len(a.asked) - 1; i >= a.done; i-- {
		if a.asked[i].earliest < until {
			return i
		}
	}
	a.soonest = simtime.Never
	for i := a.done; i < len(a.asked); i++ {
		a.soonest = min(a.soonest, a.asked[i].earliest)
	}
	return -1
}

func (p *Pass) workOutNext(a *Agenda) {
	p.reserve(a, &a.asked[a.done])
	a.done++
}

// refuses reports that the reservations leave too little for w from now on. It
// works out only as many as it takes to tell.
func (p *Pass) refuses(w *Waiting, a *Agenda) bool {
	s := &a.beyond
	last := a.lastBefore(p.now.Add(w.wall))
	if last < 0 && a.reused == 0 {
		return false
	}
	a.open(s, w, &p.state.Free, p.now, p)
	for i := 0; s.total >= int64(w.need); i++ {
		for i == a.reused {
			if a.done > last {
				return false
			}
			p.workOutNext(a)
		}
		a.beside(s, &a.held[i])
	}
	return true
}

// reserve works out the next reservation: at the earliest time at which limits
// and nodes allow the job beside all reservations so far.
func (p *Pass) reserve(a *Agenda, x *ask) {
	if a.full() {
		return
	}
	if a.reused < len(a.held) {
		if b := &a.held[a.reused]; b.job == x.w.ID && b.hard == x.hard {
			a.reused++
			return
		}
	}
	l := &p.queue.desk.ledger
	a.confirm(l)
	b := booking{job: x.w.ID, request: x.w.Request, wall: x.w.wall, hard: x.hard}
	at, s := p.earliest(a, x)
	b.from, b.where, b.facts, b.bent = at, s.where, s.facts, s.bent
	b.until = b.from.Add(x.w.wall)
	a.add(b, l)
}

// earliest is the first pass in which the job can be put somewhere for its
// walltime, and where. Cost: O(nodes), besides the allocator once; for each
// time that is tried O(reservations), and O(nodes of what begins or ends).
func (p *Pass) earliest(a *Agenda, x *ask) (simtime.Time, settled) {
	a.refresh(p.state)
	w, d, s := x.w, p.queue.desk, &a.search
	q := moment{t: max(x.earliest, p.now), now: p.now, hard: x.hard, booked: true}
	for first := true; ; first = false {
		if q.t = d.allowedAt(w, q); q.t == simtime.Never {
			return q.t, settled{facts: w.facts}
		}
		a.move(q.t, p.state)
		if first {
			a.open(s, w, a.future, q.t, p)
			for i := range a.held[:a.reused] {
				a.beside(s, &a.held[i])
			}
		} else {
			a.forward(s, p.state)
		}
		later := simtime.Never
		if s.total >= int64(w.need) {
			a.narrow(a.future, q.t, q.t.Add(w.wall))
			where, reason := p.settle(w, a.future, q, a.room())
			a.widen(a.future)
			if reason.OK() {
				a.keep(where.where)
				return q.t, where
			}
			later = where.later
		}
		if q.t = min(a.step(p.state), later); q.t == simtime.Never {
			return q.t, settled{facts: w.facts}
		}
	}
}

// room is memory for one more placement.
func (a *Agenda) room() cluster.Placement { return a.arena[len(a.arena):] }

// keep makes room behind a placement that may lie in it.
func (a *Agenda) keep(where cluster.Placement) {
	if used := len(a.arena); cap(a.arena)-used >= len(where) && &where[0] == &a.arena[:used+1][used] {
		a.arena = a.arena[:used+len(where)]
	} else {
		a.arena = make(cluster.Placement, 0, max(64, 2*cap(a.arena)))
	}
}

// drop makes a job's reservation hold nothing, and returns its place; none if
// it has none.
func (a *Agenda) drop(job workload.JobID, l *ledger) int32 {
	for i := range a.held[:a.reused] {
		if b := &a.held[i]; b.job == job && b.from != simtime.Never {
			b.until = b.from
			l.drop(job, b.facts, b.from)
			return int32(i)
		}
	}
	return none
}

// restore undoes drop.
func (a *Agenda) restore(own int32, l *ledger) {
	if own != none {
		b := &a.held[own]
		b.until = b.from.Add(b.wall)
		l.drop(b.job, b.facts, b.until)
	}
}
