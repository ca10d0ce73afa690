package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// tally is how much of a job fits on every node throughout a span of time,
// beside the reservations. It is brought up to date only where something
// changes, so that a time at which too little is free costs next to nothing.
type tally struct {
	r        *workload.Request
	free     *cluster.Free // what is free when the span begins, without reservations
	t, until simtime.Time  // the span
	next     int           // the first of the state's limits after t
	slots    []int32       // by node
	total    int64
}

// open begins a tally of w from now on, or from the time of future, which is
// free then, until an instant; reservations are not counted yet.
// Cost: O(nodes) of copying, and O(nodes of the running jobs that end before
// t), at most O(nodes).
func (a *Agenda) open(s *tally, w *Waiting, free *cluster.Free, t simtime.Time, p *Pass) {
	n := free.Machine().NumNodes()
	if len(s.slots) < n {
		s.slots = make([]int32, n)
	}
	s.r, s.free, s.t, s.until, s.next = w.Request, free, t, t.Add(w.wall), 0
	shapes := &p.queue.desk.shapes
	if free == a.future {
		s.next = a.next
	}
	at := w.facts.shape
	switch {
	case w.Whole():
		clear(s.slots)
		idle := free.IdleFor(w.Request)
		for n := range idle.All {
			s.slots[n] = 1
		}
		s.total = int64(idle.Len())
	case at == none || s.next > 100:
		s.total = 0
		for n := range s.slots {
			s.slots[n] = free.Slots(w.Request, topology.NodeID(n))
			s.total += int64(s.slots[n])
		}
	default:
		s.total = shapes.count(&shapes.all[at], &p.state.Free)
		copy(s.slots, shapes.all[at].slots)
		for _, l := range p.state.Limits()[:s.next] {
			a.recountJob(s, p.state.Job(l.Slot))
		}
	}
}

// forward brings the tally, of future, to a later time, at which future is
// already. Cost: O(reservations), and O(nodes of what begins or ends between).
func (a *Agenda) forward(s *tally, state *cluster.State) {
	t, until := s.t, s.until
	s.t, s.until = a.at, until.Add(a.at.Sub(t))
	for _, l := range state.Limits()[s.next:a.next] {
		a.recountJob(s, state.Job(l.Slot))
	}
	s.next = a.next
	for i := range a.held[:a.reused] {
		b := &a.held[i]
		if b.until > t && b.until <= s.t || b.from >= until && b.from < s.until {
			a.recount(s, b.where)
		}
	}
}

// beside counts a reservation, if it is in the way.
func (a *Agenda) beside(s *tally, b *booking) {
	if b.from < s.until && b.until > s.t && b.until != b.from {
		a.recount(s, b.where)
	}
}

func (a *Agenda) recountJob(s *tally, job *cluster.Running) {
	a.recount(s, job.Placement)
	a.recount(s, job.Frozen)
}

func (a *Agenda) recount(s *tally, where cluster.Placement) {
	for _, run := range where {
		for n := run.First; n <= run.Last; n++ {
			k := a.slots(s, n)
			s.total += int64(k - s.slots[n])
			s.slots[n] = k
		}
	}
}

// slots is how much of the tally's job fits on node n.
func (a *Agenda) slots(s *tally, n topology.NodeID) int32 {
	switch {
	case a.heads[n] == none:
		return s.free.Slots(s.r, n)
	case !s.r.Whole():
		have := a.throughout(n, s.free.Available(n), s.t, s.until)
		return cluster.Slots(&have, s.r)
	case s.free.Slots(s.r, n) == 0:
		return 0
	}
	for k := a.heads[n]; k != none; k = a.entries[k].next {
		at := a.entries[k].booking
		if b := &a.held[at]; int(at) < a.reused && b.from < s.until && b.until > s.t && b.until != b.from {
			return 0
		}
	}
	return 1
}
