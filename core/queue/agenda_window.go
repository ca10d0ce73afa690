package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// refresh copies what is free now. Cost: O(nodes), once for each change of the
// machine that the agenda did not know of.
func (a *Agenda) refresh(state *cluster.State) {
	if a.fresh {
		return
	}
	if a.present == nil {
		a.present, a.future = state.Free.Clone(), state.Free.Clone()
	} else {
		a.present.CopyFrom(&state.Free)
		a.future.CopyFrom(&state.Free)
	}
	a.at, a.next, a.fresh = a.now, 0, true
}

// move brings future to t, which is now or later. Cost: O(nodes of the running
// jobs whose walltimes end between the times).
func (a *Agenda) move(t simtime.Time, state *cluster.State) {
	limits := state.Limits()
	for ; a.next < len(limits) && max(limits[a.next].At, a.now+1) <= t; a.next++ {
		state.Job(limits[a.next].Slot).GiveTo(a.future)
	}
	for ; a.next > 0 && max(limits[a.next-1].At, a.now+1) > t; a.next-- {
		state.Job(limits[a.next-1].Slot).TakeFrom(a.future)
	}
	a.at = t
}

// step is the next time after that of future at which something is given back,
// or simtime.Never.
func (a *Agenda) step(state *cluster.State) simtime.Time {
	next := simtime.Never
	if limits := state.Limits(); a.next < len(limits) {
		next = max(limits[a.next].At, a.now+1)
	}
	for i := range a.held[:a.reused] {
		if b := &a.held[i]; b.until > a.at && b.from != simtime.Never {
			next = min(next, b.until)
		}
	}
	return next
}

// narrow lowers f, which is what is free at t, to what is free throughout from
// t to until beside the reservations; widen undoes it. Cost: O(nodes of the
// reservations in that time).
func (a *Agenda) narrow(f *cluster.Free, t, until simtime.Time) {
	a.mark++
	a.saved = a.saved[:0]
	for i := range a.held[:a.reused] {
		b := &a.held[i]
		if b.from >= until || b.until <= t || b.until == b.from {
			continue
		}
		for n := range b.where.All {
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
func (a *Agenda) widen(f *cluster.Free) {
	for _, x := range a.saved {
		f.Put(x.node, x.have, x.idle)
	}
}

// throughout is what is free on node n from t to until, of which have is free
// at t beside the running jobs: the least at t and at the beginnings of
// reservations, for between them running jobs only end.
func (a *Agenda) throughout(n topology.NodeID, have workload.Resources, t, until simtime.Time) workload.Resources {
	a.occupy(&have, n, t)
	for k := a.heads[n]; k != none; k = a.entries[k].next {
		e := &a.entries[k]
		if int(e.booking) >= a.reused {
			continue
		}
		from := a.held[e.booking].from
		if from <= t || from >= until || a.held[e.booking].until == from {
			continue
		}
		then := e.base
		a.occupy(&then, n, from)
		for r := range have {
			have[r] = min(have[r], then[r])
		}
	}
	return have
}

// occupy takes off what reservations hold of node n at t.
func (a *Agenda) occupy(have *workload.Resources, n topology.NodeID, t simtime.Time) {
	for k := a.heads[n]; k != none; k = a.entries[k].next {
		e := &a.entries[k]
		if b := &a.held[e.booking]; int(e.booking) < a.reused && b.from <= t && t < b.until {
			lower(have, b.request, e.tasks)
		}
	}
}
