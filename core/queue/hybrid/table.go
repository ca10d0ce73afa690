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

// reservationTable is the reservations of a pass, on the nodes that the allocator
// chose for them, over what is free from now on if every running job uses its whole
// walltime. A reservation is worked out only when a job that fits now must be
// weighed against it; the result is the same as if each were worked out at
// once. It outlasts its pass, and serves the next one as long as the machine
// has not changed otherwise than by the starts that it knows of.
//
// What makes it quick, each without a change of what is found:
//   - Nodes are counted, not lists of what is free made: whole nodes as bits
//     (vacancy), tasks by shape, from counts that go to and fro with the time
//     (base), with what jobs and reservations have of each node at hand (occupancy,
//     entries).
//   - Times at which a job of the same kind, no wider and no longer, found too little
//     in this pass are passed over: since then there are only more reservations
//     (full).
//   - An allocator that goes through the nodes in an order need not be asked
//     (filling).
//   - When jobs have ended, or others have started or come between, a reservation is
//     kept with the record of its search, if that shows on the few nodes that have
//     changed that a search would find the same (stands).
//
// Where counting decides and times are promised (counted), reservations are no more
// than times in a count; all that is about nodes is empty then.
type reservationTable struct {
	times   bool        // reservations promise times: their nodes may be exchanged
	counted bool        // and have none
	judge   alloc.Judge // weighs windows; nil: the earliest is taken
	counts  profile.Count
	blocker workload.JobID // whose promise the job that is looked at would break; NoJob if nobody's is known
	opens   bool           // a window of the job that is looked at begins now
	refused bool           // a job on any nodes, which may be let on others when another has started

	monotone bool     // the allocator is alloc.Monotone
	filling  *filling // nil if it is not alloc.Ordered
	keeping  bool     // reservations outlast changes
	valid    bool     // what follows is right for changes of the state
	stamp    int      // of those
	depth    int32
	now      simtime.Time
	state    *cluster.State // of this pass

	asked      []ask
	done       int              // of asked: those before it are worked out
	soonest    simtime.Time     // that one of them may begin
	above      []*queue.Waiting // over soft limits only
	held       []reservation
	all, spare []kept    // memory for former ones
	former     []kept    // of the passes before; those that still are are not worked out again
	spans      []stretch // when each of held is
	reused     int       // held[reused:] are of the last pass, and not confirmed
	waits      int       // jobs that must wait, so far

	entries []entry
	heads   []int32 // by node: its latest entry, or none
	arena   cluster.Placement
	trials  []trial // of all that is held

	arenaBefore  cluster.Placement // in which former ones may lie
	trialsBefore []trial

	fulls []full // what this pass has learned

	running occupancy // and what has come and gone
	epoch   int       // of what running jobs leave: bases of another are void
	vacant  vacancy
	bases   []base // by shape

	present, future snapshot

	search slotCount // for a reservation
	beyond slotCount // for a job that may start
	marks  []int32   // by node
	mark   int32
	saved  []lowered

	asideHeld  []reservation // memory for those that are made anew to try what happens
	asideSpans []stretch
	asideFulls []full
	given      []share // by those that have moved
	taken      []share // by them and the job that is tried
	loosened   bool    // limits may leave more

	suspects []suspect
	places   []int32 // by node that is marked: its place among them
}

// ask is a job that is to have a reservation.
type ask struct {
	w        *queue.Waiting
	earliest simtime.Time // not before then
	hard     bool         // within hard limits
}

// reservation is a job on nodes at a time to come.
type reservation struct {
	job        workload.JobID
	ask        ask
	facts      *facts
	request    *workload.Request
	where      cluster.Placement
	nodes      topology.Patch // of where
	wall       simtime.Duration
	hard, bent bool  // bent: limits kept the allocator from its first choice
	entries    int   // the place of its first entry
	made       int32 // reservations up to this one, without those that are never
	record
}

// stretch is when a reservation is: from Never if there is none, until from if
// it was dropped.
type stretch struct{ from, until simtime.Time }

// meets reports whether the reservation is in the way from t to until.
func (s *stretch) meets(t, until simtime.Time) bool {
	return s.from < until && s.until > t && s.until != s.from
}

// entry is a reservation's part on one node.
type entry struct {
	node    topology.NodeID
	booking int32
	next    int32 // an earlier entry of the node, or none
	born    int   // by the changelog
	part
}

// lowered is a node of a Free with what was free before it was lowered.
type lowered struct {
	node topology.NodeID
	idle bool
	have workload.Resources
}

// reservationTable is the table of this pass, still empty. Depth bounds the
// reservations; 0 does not.
func (p pass) reservationTable(depth int32) *reservationTable {
	a := &p.d.table
	if _, ordered := p.Allocator().(alloc.Ordered); !ordered && a.filling != nil { // somebody listens to what the allocator is asked
		a.filling, a.valid = nil, false
	}
	a.keeping = a.keeps(p)
	p.Resync() // a job that was started may overrun already
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

// clone is empty.
func (a *reservationTable) clone() reservationTable {
	c := reservationTable{monotone: a.monotone, times: a.times, counted: a.counted, judge: a.judge}
	if a.filling != nil {
		c.filling = &filling{order: a.filling.order, place: a.filling.place}
	}
	return c
}

// clear forgets everything.
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

// cut forgets all reservations but the first n.
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

// confirm drops what is left of the last pass.
func (a *reservationTable) confirm(l *ledger) {
	if a.reused < len(a.held) {
		a.retire(a.reused, l)
	}
}

// add makes a reservation.
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

// patch is memory for the nodes of the next reservation.
func (a *reservationTable) patch() topology.Patch {
	if n := len(a.held); n < cap(a.held) {
		return a.held[:n+1][n].nodes[:0]
	}
	return nil
}

// full reports whether there are as many reservations as there may be.
func (a *reservationTable) full() bool {
	return a.depth > 0 && a.reused > 0 && a.held[a.reused-1].made >= a.depth
}

// started takes note of a job that started now.
func (a *reservationTable) started(w *queue.Waiting, where cluster.Placement, until simtime.Time, p pass) {
	a.stamp = p.Cluster().Changes()
	a.leave(w.ID, p)
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
