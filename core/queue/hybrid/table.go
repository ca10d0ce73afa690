package hybrid

import (
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/profile"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// reservationTable is the list of the reservations of a pass, with the nodes that
// the allocator chose for them. It assumes that every running job uses its whole
// walltime. A reservation is computed only when a job that fits now must be
// compared with it; the result is the same as if all were computed at once. The
// table is kept for the next pass, as long as the machine has changed only by job
// starts that the table knows of.
//
// The following techniques make it fast without changing any result:
//   - It counts nodes instead of building sets of free resources: whole nodes as
//     bits (vacancy), tasks by shape, from counts that can be moved in time (base).
//     The amounts that jobs and reservations hold of each node are indexed
//     (occupancy, entries).
//   - It skips times at which too little was found in this pass for a job of the
//     same kind that is no larger and no longer (full). Since then reservations
//     were only added, so no more is free now.
//   - It does not call an allocator that goes through the nodes in a fixed order
//     (filling).
//   - When jobs have ended, started or arrived since the last pass, it keeps a
//     reservation if the few changed nodes show that a new search would find the
//     same reservation (stands). For this purpose it keeps a record of each search.
//
// In counting mode with promised times (counted), a reservation is only a time in a
// count, and all fields that concern nodes are empty.
type reservationTable struct {
	times   bool                 // reservations promise only times, so their nodes may be exchanged
	counted bool                 // times is set and counting mode applies: reservations have no nodes
	judge   alloc.PlacementJudge // compares scheduling windows; nil if the earliest window is taken
	counts  profile.Count
	blocker workload.JobID // job whose promise the current job would break; NoJob if unknown
	opens   bool           // a scheduling window that can hold the current job begins now
	refused bool           // a job was refused that may fit elsewhere once another has started

	monotone bool     // the allocator is alloc.Monotone
	filling  *filling // nil if the allocator is not alloc.Ordered
	keeping  bool     // reservations may outlast changes of the machine (see keeps)
	valid    bool     // the fields below are valid for change number stamp of the state
	stamp    int      // change number of the state
	depth    int32
	now      simtime.Time
	state    *cluster.State // the machine state of this pass

	asked      []ask
	done       int              // number of entries of asked that are computed
	soonest    simtime.Time     // earliest possible start of the entries of asked that are not computed
	above      []*queue.Waiting // jobs that only soft limits hold back
	held       []reservation
	all, spare []kept    // memory for the list former
	former     []kept    // reservations of earlier passes that have not been confirmed or dropped yet
	spans      []stretch // by index in held: the time span
	reused     int       // number of confirmed reservations; held[reused:] are left from the last pass and not confirmed yet
	waits      int       // number of jobs that must wait, so far

	entries []entry
	heads   []int32 // by node: index of its latest entry, or none
	arena   cluster.Placement
	trials  []trial // trials of all reservations in held

	arenaBefore  cluster.Placement // arena of the previous passes; former reservations may refer to it
	trialsBefore []trial

	fulls []full // spans in which too little is free for some jobs, learned in this pass

	running occupancy // running jobs by node, with the log of changes
	epoch   int       // version number of the running jobs; bases with another version number are invalid
	vacant  vacancy
	bases   []base // by shape

	present, future snapshot

	search slotCount // the search for a reservation
	beyond slotCount // the count for a job that may start now
	marks  []int32   // by node: value of the field mark when the node was last visited
	mark   int32
	saved  []lowered

	asideHeld  []reservation // memory for remake, which computes reservations again on trial
	asideSpans []stretch
	asideFulls []full
	given      []nodeSpan // nodes given up by reservations that have moved
	loosened   bool       // the limits may leave more than before

	suspects []suspect
	places   []int32 // by marked node: its index in suspects
}

// ask is a request for a reservation.
type ask struct {
	w        *queue.Waiting
	earliest simtime.Time // no reservation before this time
	hard     bool         // the reservation may exceed soft limits, but not hard ones
}

// reservation is a reserved time span and placement of a job.
type reservation struct {
	job        workload.JobID
	ask        ask
	facts      *facts
	request    *workload.Request
	where      cluster.Placement
	nodes      topology.Patch // the nodes of where
	wall       simtime.Duration
	hard, bent bool  // bent: because of limits, the allocator could not use its first choice of nodes
	entries    int   // index of its first entry
	made       int32 // number of reservations up to and including this one, without those that never begin
	record
}

// stretch is the time span of a reservation, given by its start (from) and its end
// (until). The start is Never if the job cannot be placed. If the reservation was
// dropped, start and end are equal.
type stretch struct{ from, until simtime.Time }

// meets reports whether the reservation overlaps the span from t to until.
func (s *stretch) meets(t, until simtime.Time) bool {
	return s.from < until && s.until > t && s.until != s.from
}

// entry is the part of a reservation on one node.
type entry struct {
	node    topology.NodeID
	booking int32
	next    int32 // index of an earlier entry of the node, or none
	born    int   // changelog time of its creation
	part
}

// lowered is a node of a cluster.Free, with the amounts that it had before they
// were reduced.
type lowered struct {
	node topology.NodeID
	idle bool
	have workload.Resources
}

// reservationTable returns the table for this pass, in which no reservation has
// been asked for yet. The parameter depth bounds the number of reservations; 0
// means no bound.
func (p pass) reservationTable(depth int32) *reservationTable {
	a := &p.d.table
	if _, ordered := p.Allocator().(alloc.Ordered); !ordered && a.filling != nil { // the allocator was wrapped to observe the calls to it
		a.filling, a.valid = nil, false
	}
	a.keeping = a.keeps(p)
	p.Resync() // a job that was started may already have overrun
	a.state = p.Cluster()
	if a.counted || !a.valid || !p.Unchanged() || a.stamp != p.Cluster().Changes() || p.d.dynamic {
		if a.running.heads == nil || a.running.changes != p.Cluster().Changes() {
			a.running.lost = true
		}
		left := len(a.former)
		a.retire(0, &p.d.ledger)
		a.swap(min(left, len(a.former)))
		a.clear(p)
		a.running.lost = false
	}
	a.trim()
	a.depth, a.now, a.valid, a.refused, a.stamp = depth, p.Now(), true, false, p.Cluster().Changes()
	a.fulls = a.fulls[:0]
	a.asked, a.done, a.above, a.soonest, a.reused, a.waits = a.asked[:0], 0, a.above[:0], simtime.Never, 0, 0
	if p.Asking() {
		p.Forget()
	}
	return a
}

// clone returns an empty table with the same configuration.
func (a *reservationTable) clone() reservationTable {
	c := reservationTable{monotone: a.monotone, times: a.times, counted: a.counted, judge: a.judge}
	if a.filling != nil {
		c.filling = &filling{order: a.filling.order, place: a.filling.place}
	}
	return c
}

// clear removes all reservations from the table and resets its counts to the
// running jobs.
func (a *reservationTable) clear(p pass) {
	a.cut(0, &p.d.ledger)
	a.present.fresh, a.future.fresh, a.reused = false, false, 0
	if a.counted {
		a.count(p)
		return
	}
	if a.heads == nil {
		n := p.Cluster().Machine().NumNodes()
		a.heads, a.marks, a.places = make([]int32, n), make([]int32, n), make([]int32, n)
		for i := range a.heads {
			a.heads[i] = none
		}
	}
	a.running.sync(&p.d.shapes, p.Cluster())
	a.epoch++
	a.vacant.reset(&p.Cluster().Free)
}

// cut removes all reservations except the first n.
func (a *reservationTable) cut(n int, l *ledger) {
	for i := len(a.held) - 1; i >= n; i-- {
		b := &a.held[i]
		for k := len(a.entries) - 1; k >= b.entries; k-- {
			a.heads[a.entries[k].node] = a.entries[k].next
		}
		a.entries = a.entries[:b.entries]
		if x := &a.spans[i]; x.from != simtime.Never {
			l.unbook(b.facts)
			if a.counted {
				a.counts.Add(x.from, x.until, b.request.Size())
			}
		}
	}
	a.held, a.spans = a.held[:n], a.spans[:n]
}

// confirm removes the reservations of the last pass that have not been confirmed.
func (a *reservationTable) confirm(l *ledger) {
	if a.reused < len(a.held) {
		a.retire(a.reused, l)
	}
}

// add adds a reservation.
func (a *reservationTable) add(b reservation, span stretch, l *ledger, shapes *shapes) {
	a.confirm(l)
	b.entries, b.made = len(a.entries), 0
	if last := len(a.held) - 1; last >= 0 {
		b.made = a.held[last].made
	}
	if span.from != simtime.Never {
		b.made++
		l.book(b.job, b.facts, span.from, span.until, b.hard)
		if a.counted {
			a.counts.Add(span.from, span.until, -b.request.Size())
		}
		b.nodes = a.patch()
		for _, run := range b.where {
			b.nodes = b.nodes.Append(run.First, run.Last)
		}
		x := shapes.partOf(b.request, b.facts.shape)
		for _, run := range b.where {
			x.tasks = run.Tasks
			for n := run.First; n <= run.Last; n++ {
				a.entries = append(a.entries, entry{n, int32(len(a.held)), a.heads[n], b.born, x})
				a.heads[n] = int32(len(a.entries) - 1)
			}
		}
	}
	a.held, a.spans = append(a.held, b), append(a.spans, span)
	a.reused = len(a.held)
}

// patch returns memory for the nodes of the next reservation.
func (a *reservationTable) patch() topology.Patch {
	if n := len(a.held); n < cap(a.held) {
		return a.held[:n+1][n].nodes[:0]
	}
	return nil
}

// full reports whether the number of reservations has reached the field depth.
func (a *reservationTable) full() bool {
	return a.depth > 0 && a.reused > 0 && a.held[a.reused-1].made >= a.depth
}

// started updates the table for a job that has just started.
func (a *reservationTable) started(w *queue.Waiting, where cluster.Placement, until simtime.Time, p pass) {
	a.stamp = p.Cluster().Changes()
	a.leave(w.ID)
	switch {
	case !a.valid:
		return
	case p.Unplanned() || a.refused || !a.counted && !a.monotone && len(a.held) > 0 || slices.ContainsFunc(a.held, func(b reservation) bool { return b.bent }):
		a.valid = false // reservations may move
		return
	}
	if a.counted {
		a.counts.Add(p.Now(), until, -w.Need())
		a.present.fresh = false
		return
	}
	a.epoch++
	a.vacant.reset(&p.Cluster().Free)
	if a.present.fresh {
		a.present.free.Take(w.Request, where)
	}
	a.future.fresh = false
}
