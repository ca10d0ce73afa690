package hybrid

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// ask queues a request for a reservation, to be computed later, and returns
// simtime.Never. In a query pass, and if several scheduling windows are compared,
// the reservation is computed at once and its time is returned.
func (p pass) ask(a *reservationTable, x ask) simtime.Time {
	a.waits++
	x.earliest = p.d.passAt(x.earliest)
	switch {
	case x.earliest == simtime.Never || a.judge != nil && a.full():
		if a.judge != nil {
			x.w.Unplan() // so that the old promise does not restrict the windows that are considered later
		}
		return simtime.Never
	case !p.Asking() && a.judge == nil:
		a.asked = append(a.asked, x)
		a.soonest = min(a.soonest, x.earliest)
		return simtime.Never
	}
	before := a.reused
	p.reserve(a, &x)
	if a.reused == before || a.spans[before].from == simtime.Never {
		return simtime.Never // the maximum number of reservations is reached, or the job never fits
	}
	at := a.spans[before].from
	if p.Asking() {
		p.PromiseTo(x.w.ID, at)
	}
	return at
}

// workOut computes queued reservations in order. It stops after the last
// reservation that may begin before the given instant.
func (p pass) workOut(a *reservationTable, until simtime.Time) {
	for last := a.lastBefore(until); a.done <= last; {
		p.workOutNext(a)
	}
}

// lastBefore returns the index of the last queued reservation that has not been
// computed yet and may begin before the given instant. It returns -1 if there is
// none.
func (a *reservationTable) lastBefore(until simtime.Time) int {
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

func (p pass) workOutNext(a *reservationTable) {
	p.reserve(a, &a.asked[a.done])
	a.done++
}

// refuses reports whether the reservations leave too little for w from now on. It
// computes only as many reservations as it needs for the answer.
func (p pass) refuses(w *queue.Waiting, a *reservationTable) bool {
	s := &a.beyond
	last := a.lastBefore(p.Now().Add(w.Wall()))
	if last < 0 && a.reused == 0 {
		return false
	}
	a.open(s, w, p.Now(), p)
	for i := 0; s.total >= int64(w.Need()); i++ {
		for i == a.reused {
			if a.done > last {
				return false
			}
			p.workOutNext(a)
		}
		a.beside(s, i)
	}
	return true
}

// reserve computes the next reservation. It begins at the earliest time at which
// limits and nodes allow the job beside all reservations made so far.
func (p pass) reserve(a *reservationTable, x *ask) {
	if a.full() {
		return
	}
	if a.reused < len(a.held) {
		if b := &a.held[a.reused]; b.job == x.w.ID && b.hard == x.hard {
			b.ask = *x
			a.reused++
			return
		}
	}
	l := &p.d.ledger
	a.confirm(l)
	if a.recall(x, p) {
		return
	}
	b := reservation{job: x.w.ID, ask: *x, request: x.w.Request, wall: x.w.Wall(), hard: x.hard}
	at, where := p.best(a, x, &b.record)
	b.facts, b.where, b.bent = where.facts, where.where, where.bent
	span := stretch{at, at.Add(x.w.Wall())}
	if a.keeping {
		a.replaces(&b, x.w, span)
	} else {
		b.right = -1
	}
	a.add(b, span, l, &p.d.shapes)
}

// earliest returns the time of the first pass in which the job can be placed for
// its walltime, and the placement. Limits are checked only at times when enough is
// free. Only the instants at which something is given back need to be tried. The
// search stops at the given latest time; if it finds no pass up to that time, it
// returns a later time.
func (p pass) earliest(a *reservationTable, x *ask, r *record, latest simtime.Time) (simtime.Time, settled) {
	w, d, s := x.w, p.d, &a.search
	if a.counted {
		return p.earliestCounted(a, x), settled{facts: factsOf(w)}
	}
	q := limitQuery{t: max(x.earliest, p.Now()), now: p.Now(), hard: x.hard, booked: true}
	kind := a.kindOf(w)
	q.t = d.passAt(q.t)
	s.begin(w)
	first := len(a.trials)
	for since, known := q.t, first; q.t <= latest && q.t != simtime.Never; {
		q.t = d.passAt(a.skip(w, kind, q.t))
		if !a.fits(s, q.t, p) {
			a.trials = append(a.trials, trial{q.t, s.total, false})
			q.t = a.step(s)
			continue
		}
		a.learn(w, kind, since, q.t, a.trials[known:len(a.trials):len(a.trials)])
		if t := d.allowedAt(w, q); t > q.t {
			a.trials = append(a.trials, trial{t: q.t, barred: true})
			q.t, since, known = t, t, len(a.trials)
			continue
		}
		where, reason := p.settleAt(a, s, q)
		if reason.OK() {
			a.keep(where.where)
			r.trials = a.trials[first:len(a.trials):len(a.trials)]
			return q.t, where
		}
		r.lame = true
		q.t = min(a.step(s), where.later)
		since, known = q.t, len(a.trials)
	}
	return q.t, settled{facts: factsOf(w)}
}

// settleAt places a job at the time of a search that has found enough free nodes or
// tasks.
func (p pass) settleAt(a *reservationTable, s *slotCount, q limitQuery) (settled, why.Reason) {
	if a.filling != nil {
		return p.settle(s.w, offer{found: s}, q, a.room())
	}
	f := a.openFuture(s.next)
	a.narrow(f, q.t, s.until)
	where, reason := p.settle(s.w, offer{free: f}, q, a.room())
	a.widen(f)
	return where, reason
}

// room returns memory for one more placement.
func (a *reservationTable) room() cluster.Placement { return a.arena[len(a.arena):] }

// keep makes sure that the memory of a placement, which may be at the end of the
// arena, is not used for another placement.
func (a *reservationTable) keep(where cluster.Placement) {
	if used := len(a.arena); cap(a.arena)-used >= len(where) && &where[0] == &a.arena[:used+1][used] {
		a.arena = a.arena[:used+len(where)]
	} else {
		a.arena = make(cluster.Placement, 0, max(64, 2*cap(a.arena)))
	}
}

// drop makes a job's reservation empty and returns its index. It returns none if
// the job has no reservation.
func (a *reservationTable) drop(job workload.JobID, l *ledger) int32 {
	for i := range a.held[:a.reused] {
		if b, x := &a.held[i], &a.spans[i]; b.job == job && x.from != simtime.Never {
			if a.counted {
				a.counts.Add(x.from, x.until, b.request.Size())
			}
			x.until = x.from
			l.drop(job, b.facts, x.from)
			return int32(i)
		}
	}
	return none
}

// restore undoes drop.
func (a *reservationTable) restore(own int32, l *ledger) {
	if own != none {
		b, x := &a.held[own], &a.spans[own]
		x.until = x.from.Add(b.wall)
		l.drop(b.job, b.facts, x.until)
		if a.counted {
			a.counts.Add(x.from, x.until, -b.request.Size())
		}
	}
}
