package hybrid

import (
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// slotsNow returns how much of a job fits on a node throughout the span, beside the
// present jobs and reservations.
func (a *reservationTable) slotsNow(s *slotCount, n topology.NodeID) int32 {
	if !s.r.Whole() {
		s.base = nil
		return a.slots(s, n)
	}
	for e := a.heads[n]; e != none; e = a.entries[e].next {
		if x := &a.entries[e]; int(x.booking) < a.reused && a.spans[x.booking].meets(s.t, s.until) {
			return 0
		}
	}
	return a.wholeAt(s, n)
}

// wholeAt returns the slots of a node (0 or 1) if no running job uses it when the
// span begins, else 0.
func (a *reservationTable) wholeAt(s *slotCount, n topology.NodeID) int32 {
	o := &a.running
	if o.heads[n] == none && !a.state.Idle().Has(n) {
		return 0 // the node is down
	}
	for l := o.heads[n]; l != none; l = o.loads[l].next {
		if max(o.loads[l].until, a.now+1) > s.t {
			return 0
		}
	}
	return a.state.Machine().Slots(s.r, n)
}

// slotsThen returns a lower bound of how much of the job fitted on node n
// throughout the span when the reservation k was found.
func (a *reservationTable) slotsThen(s *slotCount, k *kept, n topology.NodeID) int32 {
	x := a.slotsThenAt(s, k, n, s.t)
	for e := a.heads[n]; e != none && x > 0; e = a.entries[e].next {
		if e := &a.entries[e]; int(e.booking) < a.reused && e.born <= k.right {
			if span := &a.spans[e.booking]; span.from > s.t && span.meets(s.t, s.until) {
				x = min(x, a.slotsThenAt(s, k, n, span.from))
			}
		}
	}
	c := &a.running.changelog
	for i := c.first[n]; i != none && x > 0; i = c.formed[i].next {
		if f := &c.formed[i]; f.was(k) && f.from > s.t && f.from < s.until && f.until > f.from {
			x = min(x, a.slotsThenAt(s, k, n, f.from))
		}
	}
	return x
}

// slotsThenAt returns the same as slotsThen, but for the single instant t.
func (a *reservationTable) slotsThenAt(s *slotCount, k *kept, n topology.NodeID, t simtime.Time) int32 {
	o, left := &a.running, a.state.Free.Left(n)
	var have amountOf
	for l := o.heads[n]; l != none; l = o.loads[l].next {
		switch l := &o.loads[l]; {
		case l.born <= k.right && max(l.until, a.now+1) > t:
			if l.whole || s.r.Whole() {
				return 0
			}
		case l.whole:
			left = &a.state.Machine().Spec(n).Resources
		default:
			for i, need := range s.needs {
				have[i] += l.of(need.of)
			}
		}
	}
	took := func(x *part) bool {
		if x.whole || s.r.Whole() {
			return false
		}
		for i, need := range s.needs {
			have[i] -= x.of(need.of)
		}
		return true
	}
	for e := a.heads[n]; e != none; e = a.entries[e].next {
		e := &a.entries[e]
		if x := &a.spans[e.booking]; int(e.booking) < a.reused && e.born <= k.right && x.from <= t && t < x.until && !took(&e.part) {
			return 0
		}
	}
	c := &o.changelog
	for i := c.first[n]; i != none; i = c.formed[i].next {
		if f := &c.formed[i]; f.was(k) && f.from <= t && t < f.until && !took(&f.part) {
			return 0
		}
	}
	if s.r.Whole() {
		return a.state.Machine().Slots(s.r, n)
	}
	for i, need := range s.needs {
		have[i] += left[need.of]
	}
	return s.slotsIn(&have)
}
