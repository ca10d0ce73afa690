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
	Stateless
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

// NewState implements Stateful.
func (h Hybrid) NewState(cfg *Config) State {
	d := &desk{weights: &h.Weights, dynamic: h.Weights.dynamic(), order: cfg.Order, census: newCensus(cfg.Machine)}
	d.ledger, d.fair, d.alarm = newLedger(h.Limits), newFairShare(&h.Weights), simtime.Never
	d.cycle, d.cycled = max(0, simtime.Time(h.Cycle)), -1
	_, d.agenda.monotone = cfg.Allocator.(alloc.Monotone)
	d.agenda.filling = newFilling(cfg.Allocator, cfg.Machine)
	return d
}

// Clone implements State; counts are made anew.
func (d *desk) Clone() State {
	c := *d
	c.ledger, c.fair = d.ledger.clone(), d.fair.clone()
	c.shapes, c.agenda = d.shapes.clone(), d.agenda.clone()
	c.ahead, c.keepers = ahead{changes: -1}, keepers{}
	return &c
}

// facts are those of a job that arrives.
func (d *desk) facts(r *workload.Request, now simtime.Time) *facts {
	f := &facts{arrived: now, target: d.fair.of(r.User), shape: d.shapes.of(r)}
	f.amounts = d.census.least(r, r.Size())
	for k, name := range [...]string{ByUser: r.User, ByGroup: r.Group, ByQueue: r.Queue} {
		f.owners[k] = d.ledger.place(Owner(k), name)
	}
	d.ledger.suit(f, r, d.census)
	f.static = d.weights.static(r, d.census)
	return f
}

// Admit implements State: it gives a job its facts and its place in the order.
func (d *desk) Admit(w *Waiting, since simtime.Time, _ bool) {
	if d.order != SubmitOrder {
		w.tie = d.order.key(w.Request, w.arrival)
	}
	w.facts = d.facts(w.Request, since)
	w.wall = d.holds(w.Request)
	w.key = d.key(w.facts, w.Request, since)
}

// Start implements State: it counts a job that is on the machine now.
func (d *desk) Start(w *Waiting, where cluster.Placement, p *Pass) {
	until := p.now.Add(w.wall)
	f := w.facts.with(d.census.on(w.Request, where))
	d.ledger.begin(w.ID, f, until)
	d.fair.hold(f.target, f.amounts[CPUs], p.now)
	d.shapes.note(where)
	d.agenda.running.started(d.shapes.partOf(w.Request, w.facts.shape), w.ID, where, p.now.Add(w.Walltime))
	d.agenda.started(w, where, until, p)
}

// End implements State.
func (d *desk) End(job *cluster.Running, now simtime.Time) {
	if f := d.ledger.running[job.Request.ID]; f != nil {
		d.fair.hold(f.target, -f.amounts[CPUs], now)
	}
	d.ledger.end(job.Request.ID)
	d.shapes.note(job.Placement)
	d.agenda.running.ended(job, now)
}

// resync reads again until when jobs run, if one was given more time.
func (q *Queue) resync(state *cluster.State) {
	if q.unplanned && q.desk != nil {
		q.desk.ledger.resync(state)
	}
}

// Resize implements State: it counts a running job as a job of the size that it
// has now, with what is frozen for it.
func (d *desk) Resize(job *cluster.Running, now simtime.Time) {
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
