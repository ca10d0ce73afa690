package hybrid

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// stands compares a former reservation with what a new search would find. The first
// result reports whether the search would find no earlier time (none). The second
// result reports whether the search would find the same reservation (same). The
// check costs much less than a search. A false result may be wrong, but a true
// result never is.
//
// Jobs and reservations that were added since the reservation was found take
// resources away; jobs and reservations that were removed give resources back, on a
// few nodes. At each time that was tried, the free amount is at most the former
// free amount plus what has been given back. Between two such times the free amount
// only falls, except at the end of a job or reservation that was added. An
// allocator with a fixed order chooses the same nodes at the time of the
// reservation under two conditions: no node before them in the order has more free
// than before, and none of the chosen nodes has less. Cost: O(nodes that have
// changed · times that were tried).
func (a *reservationTable) stands(k *kept, x *ask, p pass) (none, same bool) {
	start := max(x.earliest, p.Now())
	if k.hard || k.lame || k.bent || k.from == simtime.Never || k.wall != x.w.Wall() || k.request != x.w.Request || k.turn != x.w.Place() || start > k.from {
		return false, false
	}
	s := &a.search
	s.begin(x.w)
	s.needsOf(x.w)
	if !a.suspect(s, k) || !a.noneBefore(s, k, start, p) {
		return false, false
	}
	return true, a.sameChoice(s, k) && a.allows(k, x.w, p)
}

// suspect is a node on which more may be free than before for jobs that start in a
// certain time span. The field from belongs to the span, the field until does not.
type suspect struct {
	node        topology.NodeID
	from, until simtime.Time
}

// mostSuspects is the number of suspect nodes above which a new search is cheaper
// than the check.
const mostSuspects = 60

// suspect collects the nodes from which a job or a reservation has been removed
// since the reservation k was found. It leaves out nodes on which running jobs
// leave too little free until that reservation begins. It returns false if there
// are too many nodes. Cost: O(removed parts).
func (a *reservationTable) suspect(s *slotCount, k *kept) bool {
	c := &a.running.changelog
	a.suspects = a.suspects[:0]
	a.mark++
	for i := len(c.formed) - 1; i >= 0 && c.formed[i].died > k.right; i-- {
		f := &c.formed[i]
		if !f.was(k) || f.until <= f.from {
			continue
		}
		from, until := f.from-simtime.Time(max(k.wall, 1))+1, f.until
		if a.marks[f.node] == a.mark {
			x := &a.suspects[a.places[f.node]]
			x.from, x.until = min(x.from, from), max(x.until, until)
			continue
		}
		a.marks[f.node], a.places[f.node] = a.mark, int32(len(a.suspects))
		a.suspects = append(a.suspects, suspect{f.node, from, until})
	}
	kept := a.suspects[:0]
	for _, x := range a.suspects {
		x.until = min(x.until, k.from+1)
		if x.from = max(x.from, a.leftFrom(s, x.node, x.until)); x.from < x.until {
			kept = append(kept, x)
		}
	}
	a.suspects = kept
	return len(kept) < mostSuspects
}

// allows reports whether limits still allow the job at the time of its reservation.
func (a *reservationTable) allows(k *kept, w *queue.Waiting, p pass) bool {
	d := p.d
	if d.ledger.ample(k.facts, false) {
		return true
	}
	q := limitQuery{t: k.from, now: p.Now(), booked: true}
	if d.allowedAt(w, q) > k.from {
		return false
	}
	if !factsOf(w).loose {
		return true
	}
	room := d.ledger.room(factsOf(w), w.Wall(), q)
	return k.facts.amounts.within(&room)
}

// noneBefore reports whether the job still cannot be placed from start until the
// reservation, because too little is free or limits forbid it. It appends the times
// that it tried, with the present amounts, to the trials.
func (a *reservationTable) noneBefore(s *slotCount, k *kept, start simtime.Time, p pass) bool {
	if start < k.first() {
		return false
	}
	for i, x := range k.trials {
		until := k.from
		if i+1 < len(k.trials) {
			until = k.trials[i+1].t
		}
		if until <= start {
			continue
		}
		if x.t = max(x.t, start); x.barred {
			if p.d.allowedAt(s.w, limitQuery{t: x.t, now: p.Now(), booked: true}) < until {
				return false
			}
			a.trials = append(a.trials, x)
			continue
		}
		if !a.within(s, k, x, until) {
			return false
		}
	}
	return true
}

// first returns the first time that was tried.
func (k *kept) first() simtime.Time {
	if len(k.trials) > 0 {
		return k.trials[0].t
	}
	return k.from
}

// within reports whether too little is free at every time from the trial x until
// the given instant, as before.
func (a *reservationTable) within(s *slotCount, k *kept, x trial, until simtime.Time) bool {
	first, slack := len(a.trials), int64(s.w.Need())-x.total
	a.trials = append(a.trials, x)
	for i := len(a.running.births) - 1; i >= 0 && a.running.births[i].born > k.right; i-- {
		if end := a.running.births[i].until; end > x.t && end < until {
			a.tryAt(first, end)
		}
	}
	for i := first; i < len(a.trials); i++ {
		gain := a.gain(s, k, a.trials[i].t, slack)
		if a.trials[i].total += gain; gain >= slack {
			a.trials = a.trials[:i]
			return false
		}
	}
	return true
}

// gain returns an upper bound of how many more of the job's nodes or tasks fit from
// t on than when the reservation was found: all that fit on the suspect nodes. It
// stops counting when the sum reaches the given limit (enough).
func (a *reservationTable) gain(s *slotCount, k *kept, t simtime.Time, enough int64) (sum int64) {
	s.span(t)
	for i := range a.suspects {
		if x := &a.suspects[i]; x.from <= t && t < x.until {
			if now := a.slotsNow(s, x.node); now > 0 {
				if sum += int64(now); sum >= enough {
					break
				}
			}
		}
	}
	return sum
}

// leftFrom returns an instant such that, before it, running jobs leave nothing free
// on node n for the job of a search. If nothing is free before the instant in the
// parameter by, the result is that instant or a later one.
func (a *reservationTable) leftFrom(s *slotCount, n topology.NodeID, by simtime.Time) simtime.Time {
	if !s.r.Whole() {
		if a.slotsBeside(s, n, by) == 0 {
			return by
		}
		return 0
	}
	o, from := &a.running, simtime.Time(0)
	if o.heads[n] == none && !a.state.Idle().Has(n) {
		return by
	}
	for l := o.heads[n]; l != none; l = o.loads[l].next {
		from = max(from, o.loads[l].until, a.now+1)
	}
	return from
}

// was reports whether this former part existed when the reservation k was found and
// mattered for the search that found it.
func (f *former) was(k *kept) bool {
	return f.born <= k.right && f.died > k.right && (f.running || f.turn.Before(&k.turn))
}

// sameChoice reports whether an allocator with a fixed order makes the same choice
// at the time of the reservation.
func (a *reservationTable) sameChoice(s *slotCount, k *kept) bool {
	s.span(k.from)
	last := topology.NodeID(-1) // the reserved node that comes last in the order
	for n := range k.where.All {
		if last < 0 || a.filling.before(last, n) {
			last = n
		}
	}
	for n, tasks := range k.where.All {
		if !a.touched(k, n) {
			continue
		}
		if x := a.slotsNow(s, n); x < tasks || x > tasks && n != last {
			return false
		}
	}
	for i := range a.suspects {
		x := &a.suspects[i]
		if x.from <= s.t && s.t < x.until && a.filling.before(x.node, last) && a.slotsNow(s, x.node) > 0 && k.where.On(x.node) == 0 {
			return false
		}
	}
	return true
}

// touched reports whether anything on a node has changed since a reservation was
// found.
func (a *reservationTable) touched(k *kept, n topology.NodeID) bool {
	o := &a.running
	if int(n) < len(o.first) && o.first[n] != none && o.formed[o.first[n]].died > k.right {
		return true
	}
	for l := o.heads[n]; l != none; l = o.loads[l].next {
		if o.loads[l].born > k.right {
			return true
		}
	}
	for e := a.heads[n]; e != none; e = a.entries[e].next {
		if a.entries[e].born > k.right {
			return true
		}
	}
	return false
}
