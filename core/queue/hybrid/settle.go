package hybrid

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// settled is the result of placing a job: its placement and the amounts that it
// holds there.
type settled struct {
	where cluster.Placement
	facts *facts
	bent  bool         // because of limits, the allocator could not use its first choice
	later simtime.Time // if limits forbid every placement: when they may allow the job if nothing else changes
}

// settle asks the allocator for a placement of w on the resources in o. The amounts
// that the job really holds there must keep to the limits from q.t on.
//
// Source: S3, steps a, c and e; SOURCES.md S3.5. INFERRED: S3 checks limits before
// it knows the nodes. If the amounts that a job holds depend on its nodes, step a
// checks the least amounts, and the allocator's choice is checked again. If that
// choice would exceed a limit, the allocator chooses once more, among nodes that
// keep to the limit in any combination. So a job waits for a limit only if no free
// nodes would keep to that limit. LIMITATIONS: a shape-constrained allocator may
// refuse these nodes.
func (p pass) settle(w *queue.Waiting, o offer, q limitQuery, dst cluster.Placement) (settled, why.Reason) {
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
	if !w.Whole() { // for tasks, compute when limits would allow the job on as few nodes as possible; a limit on node-seconds may do so as time passes
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

// offer is the set of resources on which a job may be placed. It consists of either
// the free resources or the result of a search (found), which is enough for an
// allocator with a fixed order.
type offer struct {
	free  *cluster.Free
	found *slotCount
}

// slots returns how many tasks of r fit on a node; 0 or 1 for whole nodes.
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

// count returns the number of free nodes or tasks that the search has found. For
// tasks it stops counting at the job's size, like cluster.Free.Count.
func (s *slotCount) count() (sum int32) {
	if s.r.Whole() {
		return int32(s.nodes.Len())
	}
	for n := 0; n < len(s.slots) && sum < s.r.Tasks; n++ {
		sum += min(s.slots[n], s.r.Tasks)
	}
	return sum
}

// allocate asks the allocator for a placement of r on the resources in o. If o
// holds the result of a search, allocate itself makes the choice of an allocator
// with a fixed order.
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

// reserveLimited gives a reservation to a job that limits forbid to start on the
// free nodes.
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
