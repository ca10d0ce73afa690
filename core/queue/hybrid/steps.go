package hybrid

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// filter returns the resources that are free for w from now on throughout its
// walltime, beside the reservations. It returns false if they are certainly not
// enough for w. It also returns false if w would use up what limits leave for a job
// with a reservation.
func (p pass) filter(w *queue.Waiting, a *reservationTable) (offer, bool) {
	d := p.d
	if !d.shapes.fits(w, &p.Cluster().Free) {
		return offer{}, false
	}
	if !a.counted && !d.ledger.soft && p.refuses(w, a) { // with soft limits, startAboveSoft must know what limits say
		return offer{}, false
	}
	until := p.Now().Add(w.Wall())
	o, ok := offer{}, true
	if a.counted && !p.Asking() { // an explanation names the limits before the job in the way
		ok = p.workOutWhileFits(w, a, until)
	} else {
		p.workOut(a, until)
	}
	if ok {
		o, ok = p.window(w, a, until, false)
	}
	if !ok && d.ledger.soft {
		a.above = append(a.above, w)
	}
	return o, ok
}

// window returns the resources that are free from now until the given instant,
// beside the computed reservations. It returns false if limits forbid w to run
// beside these reservations. In counting mode, it also returns false if they leave
// too little for w.
func (p pass) window(w *queue.Waiting, a *reservationTable, until simtime.Time, hard bool) (offer, bool) {
	d := p.d
	if a.confirm(&d.ledger); a.reused == 0 {
		return offer{free: &p.Cluster().Free}, true
	}
	if d.ledger.allowed(factsOf(w), w.Wall(), limitQuery{t: p.Now(), now: p.Now(), hard: hard, booked: true}) > p.Now() {
		return offer{}, false
	}
	if a.counted {
		return offer{free: &p.Cluster().Free}, !a.scarce(w, until)
	}
	if a.filling != nil && !d.ledger.soft { // the method refuses has already counted the free resources for this job
		return offer{found: &a.beyond}, true
	}
	free := a.present.refresh(p.Cluster())
	a.narrow(free, p.Now(), until)
	return offer{free: free}, true
}

// choose asks the allocator for a placement of w on the resources in o, which
// filter returned.
func (p pass) choose(w *queue.Waiting, a *reservationTable, o offer, hard bool) (settled, why.Reason) {
	where, reason := p.settle(w, o, limitQuery{t: p.Now(), now: p.Now(), hard: hard, booked: true}, p.Room())
	if o.free != nil && o.free == a.present.free {
		a.widen(o.free)
	}
	return where, reason
}

// launch starts w. In a query pass it starts w on the pass's copy of the machine
// state.
func (p pass) launch(w *queue.Waiting, a *reservationTable, s settled, reason why.Reason) {
	p.explain(w, finding{at: p.Now(), starts: true, hard: true})
	if chosen, ok := p.WindowReason(w); ok && chosen.OK() {
		reason = chosen
	}
	if reason.Code == why.FitsNow {
		if reason.Code = why.InPriority; a.waits > 0 {
			reason.Code = why.HoleNow
		}
	}
	p.StartAt(w, s.where, reason)
}

// reserveOver gives a reservation to a job that a soft limit forbids to start now.
// The reservation begins at the earliest time at which both limits and nodes allow
// the job.
func (p pass) reserveOver(w *queue.Waiting, a *reservationTable, over *rule, need int64) {
	d := p.d
	earliest := d.ledger.allowed(factsOf(w), w.Wall(), limitQuery{t: p.Now(), now: p.Now()})
	d.alarmFor(w, p.Now(), earliest)
	at := p.ask(a, ask{w, earliest, false})
	p.explain(w, finding{at: at, over: over, need: need})
	if d.ledger.soft {
		if rule, _ := d.ledger.over(factsOf(w), p.Now(), true); rule == nil || earliest == simtime.Never || factsOf(w).aboveSoft {
			a.above = append(a.above, w)
		}
	}
}

// reserveShort gives a reservation to a job that does not fit now.
func (p pass) reserveShort(w *queue.Waiting, a *reservationTable) {
	p.explain(w, finding{at: p.ask(a, ask{w, p.fitsFrom(w), false})})
}

// fitsFrom returns a lower bound of the time at which w fits.
func (p pass) fitsFrom(w *queue.Waiting) simtime.Time {
	switch {
	case p.d.shapes.fits(w, &p.Cluster().Free):
		return p.Now()
	case len(p.Cluster().Limits()) == 0:
		return simtime.Never
	}
	return p.Now() + 1
}

// startAboveSoft considers the jobs that only their soft limits hold back. It
// starts the first of them that fits beside the reservations of all other jobs, and
// returns true; reservations may move after that. A job that does not fit and can
// never keep to its soft limits gets a reservation under its hard limits. If no job
// starts, it returns false.
func (p pass) startAboveSoft(a *reservationTable) bool {
	for _, w := range a.above {
		if !p.startAbove(w, a) {
			p.reserveAbove(w, a)
		} else {
			a.valid = false // reservations within soft limits may move
			return true
		}
	}
	return false
}

// startAbove starts w under its hard limits and reports whether it did.
func (p pass) startAbove(w *queue.Waiting, a *reservationTable) bool {
	d := p.d
	if over, _ := d.ledger.over(factsOf(w), p.Now(), true); over != nil || !d.shapes.fits(w, &p.Cluster().Free) {
		return false
	}
	p.workOut(a, simtime.Never)
	a.confirm(&d.ledger)
	own := a.drop(w.ID, &d.ledger)
	if a.blocker = workload.NoJob; p.startAnywhere(w, a, true) {
		return true
	}
	if free, ok := p.window(w, a, p.Now().Add(w.Wall()), true); ok {
		if where, reason := p.choose(w, a, free, true); reason.OK() {
			p.launch(w, a, where, reason)
			return true
		}
	}
	a.restore(own, &d.ledger)
	return false
}

// reserveAbove gives w a reservation under its hard limits if w can never keep to
// its soft limits. Other jobs already have a reservation within their soft limits.
func (p pass) reserveAbove(w *queue.Waiting, a *reservationTable) {
	l := &p.d.ledger
	if !factsOf(w).aboveSoft {
		return
	}
	q := limitQuery{t: p.Now(), now: p.Now(), hard: true}
	x := finding{at: p.ask(a, ask{w, l.allowed(factsOf(w), w.Wall(), q), true}), hard: true}
	x.over, x.need = l.over(factsOf(w), p.Now(), true)
	p.explain(w, x)
}

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

// reserveLimited gives a reservation to a job that fits the free nodes but would
// exceed a limit.
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
