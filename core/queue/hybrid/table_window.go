package hybrid

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// snapshot is the set of resources that running jobs leave free at a certain time.
// It does not consider reservations.
type snapshot struct {
	free  *cluster.Free
	fresh bool // free is valid for the present machine state
	next  int  // index in state.Limits of the first walltime end after that time
}

// refresh returns what is free now, copied if necessary. Cost: O(nodes), once for
// each change of the machine that the table did not know of.
func (w *snapshot) refresh(state *cluster.State) *cluster.Free {
	if w.fresh {
		return w.free
	}
	if w.free == nil {
		w.free = state.Free.Clone()
	} else {
		w.free.CopyFrom(&state.Free)
	}
	w.next, w.fresh = 0, true
	return w.free
}

// openFuture returns the resources that are free after the first walltime ends in
// state.Limits. The parameter next is the number of these walltime ends. Cost:
// O(nodes of the running jobs whose walltimes end between the requested time and
// the time requested last).
func (a *reservationTable) openFuture(next int) *cluster.Free {
	f, limits := &a.future, a.state.Limits()
	f.refresh(a.state)
	for ; f.next < next; f.next++ {
		a.state.Job(limits[f.next].Slot).GiveTo(f.free)
	}
	for ; f.next > next; f.next-- {
		a.state.Job(limits[f.next-1].Slot).TakeFrom(f.free)
	}
	return f.free
}

// step returns the next time at which something is given back after the time of a
// search, or simtime.Never.
func (a *reservationTable) step(s *slotCount) simtime.Time {
	next := simtime.Never
	if limits := a.state.Limits(); s.next < len(limits) {
		next = max(limits[s.next].At, a.now+1)
	}
	for i := range a.spans[:a.reused] {
		if x := &a.spans[i]; x.until > s.t && x.until < next && x.from != simtime.Never {
			next = x.until
		}
	}
	return next
}

// narrow reduces f, which contains what is free at t. Afterwards f contains only
// what is free at every time from t until the given end of the span, beside the
// reservations. Cost: O(nodes of the reservations in the span).
func (a *reservationTable) narrow(f *cluster.Free, t, until simtime.Time) {
	a.mark++
	a.saved = a.saved[:0]
	for i := range a.held[:a.reused] {
		if !a.spans[i].meets(t, until) {
			continue
		}
		for n := range a.held[i].where.All {
			if a.marks[n] == a.mark {
				continue
			}
			a.marks[n] = a.mark
			was, idle := f.Available(n), f.Idle().Has(n)
			if have := a.throughout(n, was, t, until); idle || have != was {
				a.saved = append(a.saved, lowered{n, idle, was})
				f.Put(n, have, false)
			}
		}
	}
}

// widen undoes narrow.
func (a *reservationTable) widen(f *cluster.Free) {
	for _, x := range a.saved {
		f.Put(x.node, x.have, x.idle)
	}
}

// throughout returns what is free on node n at every time from t until the given
// end of the span. The parameter have is what the running jobs leave free at t. The
// result is the minimum over t and the starts of reservations, because between
// these times running jobs only end.
func (a *reservationTable) throughout(n topology.NodeID, have workload.Resources, t, until simtime.Time) workload.Resources {
	a.occupy(&have, n, t)
	for k := a.heads[n]; k != none; k = a.entries[k].next {
		e := &a.entries[k]
		if int(e.booking) >= a.reused {
			continue
		}
		x := &a.spans[e.booking]
		if x.from <= t || x.from >= until || x.until == x.from {
			continue
		}
		then := a.running.freeAt(n, x.from, a.now, &a.state.Free)
		a.occupy(&then, n, x.from)
		for r := range have {
			have[r] = min(have[r], then[r])
		}
	}
	return have
}

// occupy subtracts what reservations hold of node n at t.
func (a *reservationTable) occupy(have *workload.Resources, n topology.NodeID, t simtime.Time) {
	for k := a.heads[n]; k != none; k = a.entries[k].next {
		e := &a.entries[k]
		if x := &a.spans[e.booking]; int(e.booking) < a.reused && x.from <= t && t < x.until {
			e.lower(have)
		}
	}
}
