package hybrid

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// settled is where a job is put, and what it has there.
type settled struct {
	where cluster.Placement
	facts *facts
	bent  bool         // its limits kept the allocator from its first choice
	later simtime.Time // where limits forbid: when they may allow it, if nothing else changes
}

// settle asks the allocator where w is to be put of what is free, so that what
// it really holds keeps to its limits from a moment on.
//
// Source: S3, steps a, c and e; SOURCES.md S3.5. INFERRED: S3 checks limits
// before it knows the nodes; where what a job holds depends on them, step a
// checks what it holds at the least, and the allocator's choice is checked
// again. If that would pass a limit, the allocator chooses once more, of nodes
// any of which keep to it: so a job waits for a limit only if no nodes that are
// free would keep to it. LIMITATIONS: an allocator that refuses shapes may
// refuse these nodes.
func (p pass) settle(w *queue.Waiting, o offer, q moment, dst cluster.Placement) (settled, why.Reason) {
	d := p.d
	where, reason := p.allocate(w.Request, o, dst)
	s := settled{where: where, facts: factsOf(w), later: simtime.Never}
	if !factsOf(w).loose || !reason.OK() {
		return s, reason
	}
	first := d.census.on(w.Request, where)
	s.facts = factsOf(w).with(first)
	if d.ledger.ample(s.facts, q.hard && !q.booked) {
		return s, reason
	}
	room := d.ledger.room(factsOf(w), w.Wall(), q)
	if first.within(&room) {
		return s, reason
	}
	few := int64(0)
	d.keepers.look(d.census, w.Request, &o)
	if !w.Whole() {
		few = d.keepers.fewest(w.Request)
	}
	if few <= room[queue.Nodes] && d.keepers.choose(d.census, w.Request, &room, nil) {
		kept := d.keepers.leave(w.Request, &o)
		if where, again := p.allocate(w.Request, kept, dst); again.OK() {
			return settled{where, factsOf(w).with(d.census.on(w.Request, where)), true, simtime.Never}, again
		}
	}
	s.where = nil
	if !w.Whole() { // as few nodes as can be: node-seconds may come to allow them
		least := *w
		a := first
		a[queue.Nodes], a[queue.NodeSeconds] = few, product(few, int64(w.Wall()))
		fewer := factsOf(w).with(a)
		least.Kept = fewer
		if s.later = d.ledger.allowed(fewer, w.Wall(), q); s.later == q.t {
			s.later = simtime.Never // the allocator refuses those nodes
		}
		if q.t == q.now {
			d.alarmFor(&least, q.now, s.later)
		}
	}
	return s, why.Reason{Code: why.OverLimit, Need: w.Need(), Have: reason.Have, Blocker: workload.NoJob}
}

// offer is where a job may be put: what is free; or, for an allocator with an
// order, what a search has found, which is enough.
type offer struct {
	free  *cluster.Free
	found *slotCount
}

// slots is how much of r fits on a node.
func (o *offer) slots(r *workload.Request, n topology.NodeID) int32 {
	switch {
	case o.free != nil:
		return o.free.Slots(r, n)
	case !r.Whole():
		return o.found.slots[n]
	case o.found.nodes.Has(n):
		return 1
	}
	return 0
}

// count is how much of its job a search has found, as cluster.Free.Count has it.
func (s *slotCount) count() (sum int32) {
	if s.r.Whole() {
		return int32(s.nodes.Len())
	}
	for n := 0; n < len(s.slots) && sum < s.r.Tasks; n++ {
		sum += min(s.slots[n], s.r.Tasks)
	}
	return sum
}

// allocate asks the allocator, or does as it would.
func (p pass) allocate(r *workload.Request, o offer, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if o.free != nil {
		return p.Allocator().Allocate(r, o.free, dst)
	}
	reason := why.Reason{Code: why.FitsNow, Need: r.Size(), Have: o.found.count(), Blocker: workload.NoJob}
	fill := p.d.table.filling
	if r.Whole() {
		return fill.nodes(&o.found.nodes, r.Nodes, dst), reason
	}
	return fill.tasks(o.found.slots, r.Tasks, dst), reason
}

// reserveLimited gives a reservation to a job that its limits forbid to start on
// the nodes that are free.
func (p pass) reserveLimited(w *queue.Waiting, a *reservationTable, s *settled) {
	d := p.d
	earliest := p.Now()
	if factsOf(w).aboveSoft {
		earliest = simtime.Never
	}
	x := finding{at: p.ask(a, ask{w, earliest, false})}
	x.over, x.need = d.ledger.over(s.facts, p.Now(), false) // on the nodes that the allocator chose
	p.explain(w, x)
	if d.ledger.soft {
		a.above = append(a.above, w)
	}
}
