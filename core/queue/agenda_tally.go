package queue

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// tally is how much of a job fits on every node throughout a span of time,
// beside the reservations. It is brought up to date only where something
// changes, so that a time at which too little is free costs next to nothing.
type tally struct {
	w        *Waiting
	r        *workload.Request
	t, until simtime.Time // the span
	next     int          // the first of the state's limits after t
	begun    bool
	trials   []trial // of a search
	needs    []need  // of its tasks
	base     *base   // for tasks; nil where shapes are not counted
	total    int64
	slots    []int32          // by node; for tasks
	nodes    topology.NodeSet // for whole nodes
}

// begin begins a search for a span that is long enough for w.
func (s *tally) begin(w *Waiting) { s.w, s.r, s.begun = w, w.Request, false }

// fits moves the span of a search, never back, and reports whether there is room
// enough for its job. Cost: for whole nodes O(nodes/64 + runs of what ends before
// then and of the reservations in the way); for tasks O(reservations, and nodes
// of what begins or ends between), at first as open and beside.
func (a *Agenda) fits(s *tally, t simtime.Time, p *Pass) bool {
	switch {
	case s.r.Whole():
		s.t, s.until = t, t.Add(s.w.wall)
		a.vacant.move(t, a.now, &a.running, a.state)
		s.next = a.vacant.next
		if s.total = int64(a.vacant.nodes.Len()); s.total < int64(s.w.need) {
			return false
		}
		a.openNodes(s, &a.vacant.nodes)
		for i := range a.spans[:a.reused] {
			if a.spans[i].meets(t, s.until) {
				s.nodes.Remove(a.held[i].nodes)
			}
		}
		s.total = int64(s.nodes.Len())
	case !s.begun:
		a.openTasks(s, t, p)
	case t > s.t:
		a.forward(s, t)
	}
	s.begun = true
	return s.total >= int64(s.w.need)
}

// open begins a tally of w from now on; reservations are not counted yet. Cost:
// O(nodes) of copying.
func (a *Agenda) open(s *tally, w *Waiting, t simtime.Time, p *Pass) {
	s.begin(w)
	s.t, s.until, s.next = t, t.Add(w.wall), 0
	free := &p.state.Free
	if w.Whole() {
		a.openNodes(s, free.Idle())
		s.total = int64(s.nodes.Len())
		return
	}
	s.needsOf(w)
	if w.facts.shape == none {
		a.countAll(s)
		return
	}
	shapes := &p.queue.desk.shapes
	x := &shapes.all[w.facts.shape]
	s.total = shapes.count(x, free)
	s.slots = append(s.slots[:0], x.slots...)
}

// openTasks begins a search for tasks at t.
func (a *Agenda) openTasks(s *tally, t simtime.Time, p *Pass) {
	s.t, s.until = t, t.Add(s.w.wall)
	s.needsOf(s.w)
	if s.base = a.baseOf(s, p); s.base != nil {
		s.total, s.next = s.base.total, s.base.next
		s.slots = append(s.slots[:0], s.base.slots...)
	} else {
		s.next = 0
		a.countAll(s)
		a.mark++
		a.recountEnded(s)
	}
	a.mark++
	for i := range a.spans[:a.reused] {
		if a.spans[i].meets(t, s.until) {
			a.recount(s, a.held[i].where)
		}
	}
}

// needsOf notes what tasks of w need.
func (s *tally) needsOf(w *Waiting) {
	s.needs = s.needs[:0]
	for k, amount := range w.PerTask {
		if amount > 0 {
			s.needs = append(s.needs, need{workload.Resource(k), amount})
		}
	}
}

// countAll counts what is free now, node by node.
func (a *Agenda) countAll(s *tally) {
	free := &a.state.Free
	n := free.Machine().NumNodes()
	s.slots, s.total = slices.Grow(s.slots[:0], n)[:n], 0
	for n := range s.slots {
		s.slots[n] = free.Slots(s.r, topology.NodeID(n))
		s.total += int64(s.slots[n])
	}
}

// base is how much of a shape running jobs leave on every node at a time that is
// moved to and fro: where searches for it begin.
type base struct {
	epoch int
	slots []int32
	total int64
	next  int // the first of the state's limits after it
}

// baseOf is the base of a search at its time, nil if its job has no shape. Cost:
// O(nodes) of copying after each change of the machine, and O(nodes of what ends
// between its time and that of the last search for the shape).
func (a *Agenda) baseOf(s *tally, p *Pass) *base {
	at := int(s.w.facts.shape)
	if s.w.facts.shape == none {
		return nil
	}
	for len(a.bases) <= at {
		a.bases = append(a.bases, base{epoch: -1})
	}
	b := &a.bases[at]
	if b.epoch != a.epoch || a.nearerNow(b, s) {
		shapes := &p.queue.desk.shapes
		x := &shapes.all[at]
		b.total, b.next, b.epoch = shapes.count(x, &a.state.Free), 0, a.epoch
		b.slots = append(b.slots[:0], x.slots...)
	}
	a.moveBase(b, s)
	return b
}

// nearerNow reports whether it is less to go to the time of a search from now
// than from where a base is.
func (a *Agenda) nearerNow(b *base, s *tally) bool {
	limits := a.state.Limits()
	return b.next > 1 && max(limits[b.next/2].At, a.now+1) > s.t
}

// moveBase moves a base to the time of a search, and with it the tally of a search
// that has begun.
func (a *Agenda) moveBase(b *base, s *tally) {
	limits := a.state.Limits()
	first, last := b.next, b.next
	for ; last < len(limits) && max(limits[last].At, a.now+1) <= s.t; last++ {
	}
	b.next = last
	for ; first > 0 && max(limits[first-1].At, a.now+1) > s.t; first-- {
		b.next = first - 1
	}
	a.mark++
	for _, l := range limits[first:last] {
		job := a.state.Job(l.Slot)
		for _, where := range [...]cluster.Placement{job.Placement, job.Frozen} {
			for _, run := range where {
				for n := run.First; n <= run.Last; n++ {
					if a.marks[n] == a.mark {
						continue
					}
					a.marks[n] = a.mark
					k := a.slotsBeside(s, n, s.t)
					b.total += int64(k - b.slots[n])
					if b.slots[n] = k; s.begun {
						s.set(n, a.slots(s, n))
					}
				}
			}
		}
	}
}

// openNodes begins with nodes that nobody has.
func (a *Agenda) openNodes(s *tally, idle *topology.NodeSet) {
	s.nodes.CopyFrom(idle)
	if m := a.state.Machine(); m.Selects(s.r) {
		for n := range idle.All {
			if m.Slots(s.r, n) == 0 {
				s.nodes.RemoveRange(n, n)
			}
		}
	}
}

// forward moves the span of a tally of tasks to a later time. Cost:
// O(reservations), and O(nodes of what begins or ends between).
func (a *Agenda) forward(s *tally, t simtime.Time) {
	was, until := s.t, s.until
	s.t, s.until = t, until.Add(t.Sub(was))
	if s.base != nil {
		a.moveBase(s.base, s)
		s.next = s.base.next
	} else {
		a.mark++
		a.recountEnded(s)
	}
	for i := range a.spans[:a.reused] {
		if x := &a.spans[i]; x.until > was && x.until <= t || x.from >= until && x.from < s.until {
			a.recount(s, a.held[i].where)
		}
	}
}

// recountEnded recounts the nodes of the running jobs that have ended by the time
// of the tally.
func (a *Agenda) recountEnded(s *tally) {
	limits := a.state.Limits()
	for ; s.next < len(limits) && max(limits[s.next].At, a.now+1) <= s.t; s.next++ {
		job := a.state.Job(limits[s.next].Slot)
		a.recount(s, job.Placement)
		a.recount(s, job.Frozen)
	}
}

// beside counts a reservation more, if it is in the way.
func (a *Agenda) beside(s *tally, i int) {
	switch {
	case !a.spans[i].meets(s.t, s.until):
	case s.r.Whole():
		s.nodes.Remove(a.held[i].nodes)
		s.total = int64(s.nodes.Len())
	default:
		a.mark++
		a.recount(s, a.held[i].where)
	}
}

func (s *tally) set(n topology.NodeID, slots int32) {
	s.total += int64(slots - s.slots[n])
	s.slots[n] = slots
}

// recount counts nodes anew that are not marked, and marks them.
func (a *Agenda) recount(s *tally, where cluster.Placement) {
	for _, run := range where {
		for n := run.First; n <= run.Last; n++ {
			if a.marks[n] == a.mark {
				continue
			}
			a.marks[n] = a.mark
			s.set(n, a.slots(s, n))
		}
	}
}

// slots is how much of the tally's job fits on node n throughout its span: the
// least at its beginning and at those of reservations, for between them running
// jobs only end.
func (a *Agenda) slots(s *tally, n topology.NodeID) int32 {
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

// slotsAt is how much of it fits at an instant.
func (a *Agenda) slotsAt(s *tally, n topology.NodeID, t simtime.Time) int32 {
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

// slotsBeside is how much of it fits at an instant without reservations.
func (a *Agenda) slotsBeside(s *tally, n topology.NodeID, t simtime.Time) int32 {
	have := s.freeAt(n, t, a.now, &a.state.Free, &a.running)
	return s.slotsIn(&have)
}

// need is how much of a resource a task needs.
type need struct {
	of     workload.Resource
	amount int64
}

// amountOf is an amount for each of the needs of a tally.
type amountOf [workload.NumResources]int64

// slotsIn is how many tasks fit in what there is of what they need.
func (s *tally) slotsIn(have *amountOf) int32 {
	most := int64(1 << 30)
	for i, need := range s.needs {
		if have[i] < need.amount {
			return 0
		}
		most = min(most, cluster.Quotient(have[i], need.amount))
	}
	return int32(most)
}

// freeAt is occupancy.freeAt of what the tasks need.
func (s *tally) freeAt(n topology.NodeID, t, now simtime.Time, free *cluster.Free, o *occupancy) (have amountOf) {
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
