package hybrid

import (
	"cmp"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// slotCount is a count of how much of a job fits on every node throughout a time
// span, beside the reservations. It is updated only where something changes, so a
// time at which too little is free costs almost nothing.
type slotCount struct {
	w        *queue.Waiting
	r        *workload.Request
	t, until simtime.Time // the span
	next     int          // index in state.Limits of the first walltime end after t
	begun    bool
	needs    []need // needs of one task
	base     *base  // for tasks; nil if the job has no shape
	total    int64
	slots    []int32          // for tasks: the number that fit, by node
	nodes    topology.NodeSet // for whole nodes: the nodes that are free throughout the span
}

// begin starts a search for spans that are long enough for w.
func (s *slotCount) begin(w *queue.Waiting) { s.w, s.r, s.begun = w, w.Request, false }

// span sets the span to the walltime of the job from t on. The span includes the
// instant t even if the walltime is 0, because what a reservation holds from t on is
// not free at t.
func (s *slotCount) span(t simtime.Time) { s.t, s.until = t, t.Add(max(s.w.Wall(), 1)) }

// fits moves the span of a search so that it begins at t, which must not be earlier
// than the present start. It reports whether the job fits throughout the span.
//
// Cost: for whole nodes O(nodes/64 + ranges of consecutive nodes of the jobs that
// end before t and of the reservations that overlap the span). For tasks
// O(reservations), plus O(nodes of the jobs and reservations that begin or end in
// between); the first call also has the cost of openTasks.
func (a *reservationTable) fits(s *slotCount, t simtime.Time, p pass) bool {
	switch {
	case s.r.Whole():
		s.span(t)
		a.vacant.move(t, a.now, &a.running, a.state)
		s.next = a.vacant.next
		if s.total = int64(a.vacant.nodes.Len()); s.total < int64(s.w.Need()) {
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
	return s.total >= int64(s.w.Need())
}

// open starts a count of w for a span that begins at t, without reservations. Cost:
// O(nodes) of copying.
func (a *reservationTable) open(s *slotCount, w *queue.Waiting, t simtime.Time, p pass) {
	s.begin(w)
	s.span(t)
	s.next = 0
	free := &p.Cluster().Free
	if w.Whole() {
		a.openNodes(s, free.Idle())
		s.total = int64(s.nodes.Len())
		return
	}
	s.needsOf(w)
	if factsOf(w).shape == none {
		a.countAll(s)
		return
	}
	shapes := &p.d.shapes
	x := &shapes.all[factsOf(w).shape]
	s.total = shapes.count(x, free)
	s.slots = append(s.slots[:0], x.slots...)
}

// openTasks starts a search for a job of tasks at t.
func (a *reservationTable) openTasks(s *slotCount, t simtime.Time, p pass) {
	s.span(t)
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

// needsOf records what a task of w needs.
func (s *slotCount) needsOf(w *queue.Waiting) {
	s.needs = s.needs[:0]
	for k, amount := range w.PerTask {
		if amount > 0 {
			s.needs = append(s.needs, need{workload.Resource(k), amount})
		}
	}
}

// countAll counts what is free now, node by node.
func (a *reservationTable) countAll(s *slotCount) {
	free := &a.state.Free
	n := free.Machine().NumNodes()
	s.slots, s.total = slices.Grow(s.slots[:0], n)[:n], 0
	for n := range s.slots {
		s.slots[n] = free.Slots(s.r, topology.NodeID(n))
		s.total += int64(s.slots[n])
	}
}

// openNodes starts a count for a whole-node job with the idle nodes that suit the
// job.
func (a *reservationTable) openNodes(s *slotCount, idle *topology.NodeSet) {
	s.nodes.CopyFrom(idle)
	if m := a.state.Machine(); m.Selects(s.r) {
		for n := range idle.All {
			if m.Slots(s.r, n) == 0 {
				s.nodes.RemoveRange(n, n)
			}
		}
	}
}

// forward moves the span of a count of tasks so that it begins at the later time t.
// Cost: O(reservations), and O(nodes of the jobs and reservations that begin or end
// in between).
func (a *reservationTable) forward(s *slotCount, t simtime.Time) {
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
// of the count.
func (a *reservationTable) recountEnded(s *slotCount) {
	limits := a.state.Limits()
	for ; s.next < len(limits) && max(limits[s.next].At, a.now+1) <= s.t; s.next++ {
		job := a.state.Job(limits[s.next].Slot)
		a.recount(s, job.Placement)
		a.recount(s, job.Frozen)
	}
}

// beside subtracts reservation i from the count if the reservation overlaps the
// span.
func (a *reservationTable) beside(s *slotCount, i int) {
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

func (s *slotCount) set(n topology.NodeID, slots int32) {
	s.total += int64(slots - s.slots[n])
	s.slots[n] = slots
}

// recount counts the nodes of the given placement again, except nodes that are
// already marked. It marks the nodes that it counts.
func (a *reservationTable) recount(s *slotCount, where cluster.Placement) {
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

// base is a count for the tasks of one shape: for every node, the number of tasks
// that fit beside the running jobs at a certain time. That time can be moved
// forward and back. Searches for the shape begin with this count.
type base struct {
	epoch int
	slots []int32
	total int64
	next  int // index in state.Limits of the first walltime end after that time
}

// baseOf returns the base of a search, moved to the time of the search. It returns
// nil if the job has no shape. Cost: O(nodes) of copying after each change of the
// machine, and O(nodes of jobs that end between this time and the time of the last
// search for the shape).
func (a *reservationTable) baseOf(s *slotCount, p pass) *base {
	at := int(factsOf(s.w).shape)
	if factsOf(s.w).shape == none {
		return nil
	}
	for len(a.bases) <= at {
		a.bases = append(a.bases, base{epoch: -1})
	}
	b := &a.bases[at]
	if b.epoch != a.epoch || a.nearerNow(b, s) {
		shapes := &p.d.shapes
		x := &shapes.all[at]
		b.total, b.next, b.epoch = shapes.count(x, &a.state.Free), 0, a.epoch
		b.slots = append(b.slots[:0], x.slots...)
	}
	a.moveBase(b, s)
	return b
}

// nearerNow reports whether it is less work to move to the search's time from now
// than from the base's time.
func (a *reservationTable) nearerNow(b *base, s *slotCount) bool {
	limits := a.state.Limits()
	return b.next > 1 && max(limits[b.next/2].At, a.now+1) > s.t
}

// moveBase moves a base to the time of a search, and updates the search's count if
// it has begun.
func (a *reservationTable) moveBase(b *base, s *slotCount) {
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

// openFuture returns the resources that are free after the walltime ends in
// state.Limits()[:next]. Cost: O(nodes of the running jobs whose walltime ends lie
// between next and the value of next in the previous call).
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

// filling is a substitute for an allocator that goes through the nodes in a fixed
// order. The choice of such an allocator follows from the number of free slots of
// each node. Therefore the allocator need not be called for reservations, and no
// set of free resources is needed.
type filling struct {
	order []topology.NodeID // nil if the nodes are taken by ascending number
	place []int32           // by node: its index in order
	takes []take
}

// take is a number of tasks taken on a node.
type take struct {
	node  topology.NodeID
	tasks int32
}

// newFilling returns the substitute for an allocator, or nil if the allocator has
// no fixed order.
func newFilling(a alloc.Allocator, m *cluster.Machine) *filling {
	if o, ok := a.(alloc.Ordered); ok {
		f := &filling{order: o.Order(m)}
		if f.order != nil {
			f.place = make([]int32, len(f.order))
			for i, n := range f.order {
				f.place[n] = int32(i)
			}
		}
		return f
	}
	return nil
}

// nodes appends to dst the nodes of the set that come first in the order. The
// parameter size is the number of nodes to append; the set must have enough nodes.
func (f *filling) nodes(set *topology.NodeSet, size int32, dst cluster.Placement) cluster.Placement {
	if f.order == nil {
		return dst.AppendIdle(set, 0, size)
	}
	f.takes = f.takes[:0]
	for i := 0; int32(len(f.takes)) < size; i++ {
		if n := f.order[i]; set.Has(n) {
			f.takes = append(f.takes, take{n, 1})
		}
	}
	return f.placed(dst)
}

// tasks appends to dst the free slots that come first in the order of the nodes.
// The parameter size is the number of slots to append; there must be enough slots.
func (f *filling) tasks(slots []int32, size int32, dst cluster.Placement) cluster.Placement {
	if f.order == nil {
		for n := 0; size > 0; n++ {
			if k := min(slots[n], size); k > 0 {
				dst = dst.Append(topology.NodeID(n), topology.NodeID(n), k)
				size -= k
			}
		}
		return dst
	}
	f.takes = f.takes[:0]
	for i := 0; size > 0; i++ {
		n := f.order[i]
		if k := min(slots[n], size); k > 0 {
			f.takes = append(f.takes, take{n, k})
			size -= k
		}
	}
	return f.placed(dst)
}

// placed appends the nodes and tasks in takes to a placement.
func (f *filling) placed(dst cluster.Placement) cluster.Placement {
	slices.SortFunc(f.takes, func(a, b take) int { return cmp.Compare(a.node, b.node) })
	for _, x := range f.takes {
		dst = dst.Append(x.node, x.node, x.tasks)
	}
	return dst
}

// before reports whether one node comes before another in the order.
func (f *filling) before(n, m topology.NodeID) bool {
	if f.order == nil {
		return n < m
	}
	return f.place[n] < f.place[m]
}
