package queue

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Agenda is the reservations of a pass, on the nodes that the allocator chose
// for them, over what is free from now on if every running job uses its whole
// walltime. A reservation is worked out only when a job that fits now must be
// weighed against it; the result is the same as if each were worked out at
// once. It outlasts its pass, and serves the next one as long as the machine
// has not changed otherwise than by the starts that it knows of.
type Agenda struct {
	monotone bool // the allocator is alloc.Monotone
	valid    bool // what follows is right for changes of the state
	stamp    int  // of those
	depth    int32
	now      simtime.Time

	asked   []ask
	done    int          // of asked: those before it are worked out
	soonest simtime.Time // that one of them may begin
	above   []*Waiting   // over soft limits only
	held    []booking
	reused  int // held[reused:] are of the last pass, and not confirmed
	waits   int // jobs that must wait, so far

	entries []entry
	heads   []int32 // by node: its latest entry, or none
	arena   cluster.Placement

	present, future *cluster.Free // future is what is free at a time, without reservations
	fresh           bool          // both are
	at              simtime.Time  // that time
	next            int           // the first of the state's limits after it

	search tally   // for a reservation
	beyond tally   // for a job that may start
	marks  []int32 // by node
	mark   int32
	saved  []lowered
}

// ask is a job that is to have a reservation.
type ask struct {
	w        *Waiting
	earliest simtime.Time // not before then
	hard     bool         // within hard limits
}

// booking is a reservation.
type booking struct {
	job         workload.JobID
	facts       *facts
	request     *workload.Request
	from, until simtime.Time // from is Never if there is none, until is from if it was dropped
	where       cluster.Placement
	wall        simtime.Duration
	hard, bent  bool // bent: limits kept the allocator from its first choice
	takes       workload.Resources
	entries     int   // the place of its first entry
	made        int32 // reservations up to this one, without those that are never
}

// entry is a reservation's part on one node.
type entry struct {
	node    topology.NodeID
	tasks   int32
	booking int32
	next    int32              // an earlier entry of the node, or none
	base    workload.Resources // what running jobs leave free on the node when the reservation begins
}

// lowered is a node of a Free with what was free before it was lowered.
type lowered struct {
	node topology.NodeID
	idle bool
	have workload.Resources
}

// Agenda is the agenda of this pass, still empty. Depth bounds the
// reservations; 0 does not.
func (p *Pass) Agenda(depth int32) *Agenda {
	a := &p.queue.desk.agenda
	p.queue.resync(p.state) // a job that was started may overrun already
	p.queue.unplanned = false
	if !a.valid || !p.unchanged() || a.stamp != p.state.Changes() || p.queue.desk.dynamic {
		a.clear(p)
	}
	a.depth, a.now, a.valid, a.stamp = depth, p.now, true, p.state.Changes()
	a.asked, a.done, a.above, a.soonest, a.reused, a.waits = a.asked[:0], 0, a.above[:0], simtime.Never, 0, 0
	p.forget()
	return a
}

// clear forgets everything.
func (a *Agenda) clear(p *Pass) {
	a.cut(0, &p.queue.desk.ledger)
	a.arena, a.fresh, a.reused = a.arena[:0], false, 0
	if a.heads == nil {
		n := p.state.Machine().NumNodes()
		a.heads, a.marks = make([]int32, n), make([]int32, n)
		for i := range a.heads {
			a.heads[i] = none
		}
	}
}

// cut forgets all reservations but the first n.
func (a *Agenda) cut(n int, l *ledger) {
	for i := len(a.held) - 1; i >= n; i-- {
		b := &a.held[i]
		for k := len(a.entries) - 1; k >= b.entries; k-- {
			a.heads[a.entries[k].node] = a.entries[k].next
		}
		a.entries = a.entries[:b.entries]
		if b.from != simtime.Never {
			l.unbook(b.facts)
		}
	}
	a.held = a.held[:n]
}

// confirm drops what is left of the last pass.
func (a *Agenda) confirm(l *ledger) {
	if a.reused < len(a.held) {
		a.cut(a.reused, l)
	}
}

// add makes a reservation; future must be at its beginning.
func (a *Agenda) add(b booking, l *ledger) {
	a.confirm(l)
	b.entries = len(a.entries)
	if last := len(a.held) - 1; last >= 0 {
		b.made = a.held[last].made
	}
	if b.from != simtime.Never {
		b.made++
		l.book(b.job, b.facts, b.from, b.until, b.hard)
		for n, tasks := range b.where.All {
			a.entries = append(a.entries, entry{n, tasks, int32(len(a.held)), a.heads[n], a.future.Available(n)})
			a.heads[n] = int32(len(a.entries) - 1)
			for k, need := range b.request.PerTask {
				if b.request.Whole() {
					need = a.entries[len(a.entries)-1].base[k]
				}
				b.takes[k] += need * int64(tasks)
			}
		}
	}
	a.held = append(a.held, b)
	a.reused = len(a.held)
}

// full reports whether there are as many reservations as there may be.
func (a *Agenda) full() bool {
	return a.depth > 0 && a.reused > 0 && a.held[a.reused-1].made >= a.depth
}

// started takes note of a job that started now.
func (a *Agenda) started(w *Waiting, where cluster.Placement, until simtime.Time, p *Pass) {
	a.stamp = p.state.Changes()
	switch {
	case !a.valid:
		return
	case p.queue.unplanned || !a.monotone && len(a.held) > 0 || slices.ContainsFunc(a.held, func(b booking) bool { return b.bent }):
		a.valid = false // reservations may move
		return
	}
	if len(a.entries) > 0 {
		for n, tasks := range where.All {
			for k := a.heads[n]; k != none; k = a.entries[k].next {
				if e := &a.entries[k]; a.held[e.booking].from < until {
					lower(&e.base, w.Request, tasks)
				}
			}
		}
	}
	if !a.fresh {
		return
	}
	a.present.Take(w.Request, where)
	if max(until, a.now+1) <= a.at {
		a.next++
	} else {
		a.future.Take(w.Request, where)
	}
}

// lower takes so many tasks of r off what a node has; for a whole-node job all.
func lower(have *workload.Resources, r *workload.Request, tasks int32) {
	if r.Whole() {
		*have = workload.Resources{}
		return
	}
	for k, need := range r.PerTask {
		have[k] = max(0, have[k]-need*int64(tasks))
	}
}
