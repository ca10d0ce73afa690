package queue

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// desk is what Hybrid keeps from pass to pass, nil in queues of others: what
// each owner has, what users have used, and counts that are costly to make
// anew.
type desk struct {
	weights *Weights
	dynamic bool // the order of waiting jobs changes while they wait
	order   Order
	census  *census
	keepers keepers
	ledger  ledger
	fair    fairShare
	shapes  shapes
	agenda  Agenda
	ahead   ahead
	alarm   simtime.Time // when a limit that falls with time next lets a job start
	cycle   simtime.Time // between scheduling passes; 0: one after every event
	cycled  simtime.Time // when the last one was, with a cycle
}

func newDesk(cfg *Config) *desk {
	h, ok := cfg.Policy.(Hybrid)
	if !ok || cfg.Machine == nil {
		return nil
	}
	d := &desk{weights: &h.Weights, dynamic: h.Weights.dynamic(), order: cfg.Order, census: newCensus(cfg.Machine)}
	d.ledger, d.fair, d.alarm = newLedger(h.Limits), newFairShare(&h.Weights), simtime.Never
	d.cycle, d.cycled = max(0, simtime.Time(h.Cycle)), -1
	_, d.agenda.monotone = cfg.Allocator.(alloc.Monotone)
	return d
}

// clone is an independent copy; counts are made anew.
func (d *desk) clone() *desk {
	if d == nil {
		return nil
	}
	c := *d
	c.ledger, c.fair = d.ledger.clone(), d.fair.clone()
	c.shapes, c.agenda = d.shapes.clone(), Agenda{monotone: d.agenda.monotone}
	c.ahead, c.keepers = ahead{changes: -1}, keepers{}
	return &c
}

// facts are those of a job that arrives.
func (d *desk) facts(r *workload.Request, arrival int64, now simtime.Time) *facts {
	f := &facts{arrived: now, target: d.fair.of(r.User), shape: d.shapes.of(r)}
	f.amounts = d.census.least(r, r.Size())
	if f.tie = d.order.key(r, arrival); d.order == SubmitOrder {
		f.tie = 0 // then the arrival
	}
	for k, name := range [...]string{ByUser: r.User, ByGroup: r.Group, ByQueue: r.Queue} {
		f.owners[k] = d.ledger.place(Owner(k), name)
	}
	d.ledger.suit(f, r, d.census)
	f.static = d.weights.static(r, d.census)
	return f
}

// admit gives a job that arrives its facts and its place in the order.
func (d *desk) admit(w *Waiting, arrival int64, now simtime.Time) {
	if d != nil {
		w.facts = d.facts(w.Request, arrival, now)
		w.wall = d.holds(w.Request)
		w.key = d.key(w.facts, w.Request, now)
	}
}

// started counts a job that started now, and is on the machine.
func (d *desk) started(w *Waiting, where cluster.Placement, p *Pass) {
	if d == nil {
		return
	}
	until := p.now.Add(w.wall)
	f := w.facts.with(d.census.on(w.Request, where))
	d.ledger.begin(w.ID, f, until)
	d.fair.hold(f.target, f.amounts[CPUs], p.now)
	d.shapes.note(where)
	d.agenda.started(w, where, until, p)
}

// freed counts a job that gave its placement back.
func (d *desk) freed(job *cluster.Running, now simtime.Time) {
	if d == nil {
		return
	}
	if f := d.ledger.running[job.Request.ID]; f != nil {
		d.fair.hold(f.target, -f.amounts[CPUs], now)
	}
	d.ledger.end(job.Request.ID)
	d.shapes.note(job.Placement)
}

// resync reads again until when jobs run, if one was given more time.
func (q *Queue) resync(state *cluster.State) {
	if q.unplanned && q.desk != nil {
		q.desk.ledger.resync(state)
	}
}

// resized counts a running job as a job of the size that it has now, with what
// is frozen for it.
func (d *desk) resized(job *cluster.Running, now simtime.Time) {
	if d == nil {
		return
	}
	f := d.ledger.running[job.Request.ID]
	if f == nil {
		return
	}
	changed := *f
	changed.amounts = d.census.holds(job)
	changed.amounts[NodeSeconds] = product(changed.amounts[Nodes], int64(job.Limit.Sub(job.Start)))
	d.fair.hold(f.target, changed.amounts[CPUs]-f.amounts[CPUs], now)
	d.ledger.change(job.Request.ID, changed.amounts, job.Limit)
	d.ledger.running[job.Request.ID] = &changed
}
