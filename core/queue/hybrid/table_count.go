package hybrid

import (
	"slices"

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
