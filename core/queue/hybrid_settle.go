package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
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
func (p *Pass) settle(w *Waiting, free *cluster.Free, q moment, dst cluster.Placement) (settled, why.Reason) {
	d, allocator := p.queue.desk, p.queue.cfg.Allocator
	where, reason := allocator.Allocate(w.Request, free, dst)
	s := settled{where: where, facts: w.facts, later: simtime.Never}
	if !w.facts.loose || !reason.OK() {
		return s, reason
	}
	room := d.ledger.room(w.facts, w.wall, q)
	first := d.census.on(w.Request, where)
	if s.facts = w.facts.with(first); first.within(&room) {
		return s, reason
	}
	few := int64(0)
	if !w.Whole() {
		few = d.keepers.fewest(w.Request, free)
	}
	if few <= room[Nodes] {
		if kept, ok := d.keepers.narrow(d.census, w.Request, free, &room, nil); ok {
			if where, reason = allocator.Allocate(w.Request, kept, dst); reason.OK() {
				return settled{where, w.facts.with(d.census.on(w.Request, where)), true, simtime.Never}, reason
			}
		}
	}
	s.where = nil
	if !w.Whole() { // as few nodes as can be: node-seconds may come to allow them
		least := *w
		a := first
		a[Nodes], a[NodeSeconds] = few, product(few, int64(w.wall))
		least.facts = w.facts.with(a)
		if s.later = d.ledger.allowed(least.facts, w.wall, q); s.later == q.t {
			s.later = simtime.Never // the allocator refuses those nodes
		}
		if q.t == q.now {
			d.alarmFor(&least, q.now, s.later)
		}
	}
	return s, why.Reason{Code: why.OverLimit, Need: w.need, Have: reason.Have, Blocker: workload.NoJob}
}

// reserveLimited gives a reservation to a job that its limits forbid to start on
// the nodes that are free.
func (p *Pass) reserveLimited(w *Waiting, a *Agenda, s *settled) {
	d := p.queue.desk
	earliest := p.now
	if w.facts.aboveSoft {
		earliest = simtime.Never
	}
	x := finding{at: p.ask(a, ask{w, earliest, false})}
	x.over, x.need = d.ledger.over(s.facts, p.now, false) // on the nodes that the allocator chose
	p.explain(w, x)
	if d.ledger.soft {
		a.above = append(a.above, w)
	}
}
