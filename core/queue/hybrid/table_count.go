package hybrid

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// slotCount counts how much of a job fits on every node throughout a time span,
// beside the reservations. It is updated only where something changes, so a time at
// which too little is free costs almost nothing.
type slotCount struct {
	w        *queue.Waiting
	r        *workload.Request
	t, until simtime.Time // the span
	next     int          // index of the first of the state's limits after t
	begun    bool
	needs    []need // of one task
	base     *base  // for tasks; nil if the shape is not counted
	total    int64
	slots    []int32          // by node; for tasks
	nodes    topology.NodeSet // for whole nodes
}

// begin starts a search for spans that are long enough for w.
func (s *slotCount) begin(w *queue.Waiting) { s.w, s.r, s.begun = w, w.Request, false }

// fits moves the span of a search, never backwards, and reports whether its job has
// enough room. Cost: for whole nodes O(nodes/64 + runs of the jobs that end before
// then and of the reservations in the way); for tasks O(reservations, and nodes of
// what begins or ends in between), and at first the cost of openTasks.
func (a *reservationTable) fits(s *slotCount, t simtime.Time, p pass) bool {
	switch {
	case s.r.Whole():
		s.t, s.until = t, t.Add(s.w.Wall())
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

// open starts a count of w from t on, without reservations so far. Cost: O(nodes)
// of copying.
func (a *reservationTable) open(s *slotCount, w *queue.Waiting, t simtime.Time, p pass) {
	s.begin(w)
	s.t, s.until, s.next = t, t.Add(w.Wall()), 0
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

// openTasks starts a search for tasks at t.
func (a *reservationTable) openTasks(s *slotCount, t simtime.Time, p pass) {
	s.t, s.until = t, t.Add(s.w.Wall())
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

// openNodes starts with the idle nodes that suit the job.
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

// forward moves the span of a count of tasks to a later time. Cost:
// O(reservations), and O(nodes of what begins or ends in between).
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

// beside includes one more reservation in the count, if it is in the way.
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

// recount recounts the nodes of where that are not marked, and marks them.
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
