package hybrid

import (
	"iter"
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// decideWindow promises w the best of several scheduling windows and starts w if
// that window begins now. It reports whether it has made a decision about w. It
// makes none if the policy always takes the earliest window, or if the number of
// reservations has reached the depth.
func (p pass) decideWindow(w *queue.Waiting, a *reservationTable) bool {
	if a.judge == nil {
		return false
	}
	if a.full() {
		w.Unplan()
		return false
	}
	before := a.reused
	a.opens = true
	at := p.ask(a, ask{w, p.fitsFrom(w), false})
	if at > p.Now() {
		p.explain(w, finding{at: at})
		if p.d.ledger.soft && !a.opens { // if a window begins now, the job could start now and waits only for a better window
			a.above = append(a.above, w)
		}
		return true
	}
	b := &a.held[before]
	s := settled{where: slices.Clone(b.where), facts: b.facts, bent: b.bent}
	a.cut(before, &p.d.ledger)
	a.reused = before
	a.waits--
	p.launch(w, a, s, why.Reason{Code: why.FitsNow, Need: w.Need(), Have: p.Cluster().Count(w.Request), Blocker: workload.NoJob})
	return true
}

// best returns when and where the job gets its reservation.
func (p pass) best(a *reservationTable, x *ask, r *record) (simtime.Time, settled) {
	if a.judge == nil {
		return p.earliest(a, x, r, simtime.Never)
	}
	w, was := x.w, (*queue.Window)(nil)
	a.opens = false
	if w.Promised > p.Now() && w.Promised != simtime.Never {
		was = p.windowFrom(a, x)
	}
	best := p.PickWindow(w, was, false, p.eachWindow(a, x))
	if best == nil {
		return simtime.Never, settled{facts: factsOf(w)}
	}
	s := settled{where: best.Where, facts: factsOf(w), bent: factsOf(w).loose}
	if s.bent {
		s.facts = s.facts.with(p.d.census.on(w.Request, s.where))
	}
	return best.At, s
}

// windowFrom returns the window that begins at the job's last promised time. It
// returns nil if that window can no longer hold the job.
func (p pass) windowFrom(a *reservationTable, x *ask) *queue.Window {
	s := &a.search
	q := limitQuery{t: x.w.Promised, now: p.Now(), hard: x.hard, booked: true}
	if s.begin(x.w); p.d.passAt(q.t) != q.t || q.t < x.earliest || !a.fits(s, q.t, p) || p.d.allowedAt(x.w, q) > q.t {
		return nil
	}
	window, _ := p.windowAt(a, s, q)
	return window
}

// windowAt returns the window that begins at the time of a search. If the allocator
// or limits refuse this window, it returns nil and the time at which limits may
// allow the job.
func (p pass) windowAt(a *reservationTable, s *slotCount, q limitQuery) (*queue.Window, simtime.Time) {
	free := a.openFuture(s.next)
	a.narrow(free, q.t, s.until)
	defer a.widen(free)
	where, reason := p.settle(s.w, offer{free: free}, q, nil)
	if !reason.OK() {
		return nil, where.later
	}
	return &queue.Window{At: q.t, Where: where.where, Worth: a.judge.Judge(s.r, free, where.where)}, q.t
}

// eachWindow yields the windows that can hold the job and that limits allow, in
// order of time, up to the maximum number. Each window after the first begins in
// the first pass at which something is free that was not free at the pass before.
func (p pass) eachWindow(a *reservationTable, x *ask) iter.Seq[queue.Window] {
	return func(yield func(queue.Window) bool) {
		s, most := &a.search, p.MaxWindows()
		s.begin(x.w)
		q := limitQuery{t: p.d.passAt(max(x.earliest, p.Now())), now: p.Now(), hard: x.hard, booked: true}
		for found := int32(0); q.t != simtime.Never; {
			later := simtime.Never
			if a.fits(s, q.t, p) && (found == 0 || a.gains(q.t, p)) {
				if t := p.d.allowedAt(x.w, q); t > q.t {
					q.t = t
					continue
				}
				var window *queue.Window
				if window, later = p.windowAt(a, s, q); window != nil {
					a.opens = a.opens || q.t == p.Now()
					if found++; !yield(*window) || found == most {
						return
					}
					later = simtime.Never
				}
			}
			q.t = p.d.passAt(min(a.step(s), later))
		}
	}
}

// gains reports whether any node has more free resources at an instant than at the
// pass before. Cost: O(nodes).
func (a *reservationTable) gains(t simtime.Time, p pass) bool {
	before := t - max(p.d.cycle, 1)
	if before < a.now {
		return true
	}
	free := a.openFuture(a.passed(before))
	a.narrow(free, before, before+1)
	was := free.Clone()
	a.widen(free)
	free = a.openFuture(a.passed(t))
	a.narrow(free, t, t+1)
	defer a.widen(free)
	return free.Exceeds(was)
}

// passed returns the number of running jobs whose walltimes have ended at an
// instant.
func (a *reservationTable) passed(t simtime.Time) (n int) {
	limits := a.state.Limits()
	for n < len(limits) && max(limits[n].At, a.now+1) <= t {
		n++
	}
	return n
}
