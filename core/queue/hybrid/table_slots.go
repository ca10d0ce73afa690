package hybrid

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// slots returns how much of the count's job fits on node n throughout the span.
// That is the minimum over the start of the span and the starts of the reservations
// in the span, because between these times running jobs only end.
func (a *reservationTable) slots(s *slotCount, n topology.NodeID) int32 {
	if a.heads[n] == none {
		if s.base != nil {
			return s.base.slots[n]
		}
		return a.slotsBeside(s, n, s.t)
	}
	for e := a.heads[n]; e != none; e = a.entries[e].next {
		if x := &a.entries[e]; x.whole && int(x.booking) < a.reused && a.spans[x.booking].meets(s.t, s.until) {
			return 0
		}
	}
	k := a.slotsAt(s, n, s.t)
	for e := a.heads[n]; e != none && k > 0; e = a.entries[e].next {
		if x := &a.entries[e]; int(x.booking) < a.reused {
			if span := &a.spans[x.booking]; span.from > s.t && span.meets(s.t, s.until) {
				k = min(k, a.slotsAt(s, n, span.from))
			}
		}
	}
	return k
}

// slotsAt returns how much of the job fits on node n at the instant t.
func (a *reservationTable) slotsAt(s *slotCount, n topology.NodeID, t simtime.Time) int32 {
	have := s.freeAt(n, t, a.now, &a.state.Free, &a.running)
	for k := a.heads[n]; k != none; {
		e := &a.entries[k]
		if k = e.next; int(e.booking) >= a.reused {
			continue
		}
		if x := &a.spans[e.booking]; x.from <= t && t < x.until {
			if e.whole {
				return 0
			}
			for i, need := range s.needs {
				have[i] -= e.of(need.of)
			}
		}
	}
	return s.slotsIn(&have)
}

// slotsBeside returns how much of the job would fit on node n at the instant t if
// there were no reservations.
func (a *reservationTable) slotsBeside(s *slotCount, n topology.NodeID, t simtime.Time) int32 {
	have := s.freeAt(n, t, a.now, &a.state.Free, &a.running)
	return s.slotsIn(&have)
}

// need is the amount of a resource that a task needs.
type need struct {
	of     workload.Resource
	amount int64
}

// amountOf is a list of amounts, one for each resource in the needs of a count.
type amountOf [workload.NumResources]int64

// slotsIn returns how many tasks fit into the available amounts of the resources
// that they need.
func (s *slotCount) slotsIn(have *amountOf) int32 {
	most := int64(1 << 30)
	for i, need := range s.needs {
		if have[i] < need.amount {
			return 0
		}
		most = min(most, cluster.Quotient(have[i], need.amount))
	}
	return int32(most)
}

// freeAt works like occupancy.freeAt, but only for the resources that the tasks
// need.
func (s *slotCount) freeAt(n topology.NodeID, t, now simtime.Time, free *cluster.Free, o *occupancy) (have amountOf) {
	left := free.Left(n)
	if o.count[n] > 0 && max(o.soonest[n], now+1) <= t {
		for k := o.heads[n]; k != none; {
			l := &o.loads[k]
			k = l.next
			switch {
			case max(l.until, now+1) > t:
			case l.whole:
				left = &free.Machine().Spec(n).Resources
			default:
				for i, need := range s.needs {
					have[i] += l.of(need.of)
				}
			}
		}
	}
	for i, need := range s.needs {
		have[i] += left[need.of]
	}
	return have
}

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
