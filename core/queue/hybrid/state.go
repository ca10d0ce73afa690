package hybrid

import (
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// state is the policy's state, which lasts from pass to pass: what each owner
// holds, what users have used, and counts that are costly to recompute.
type state struct {
	queue.Stateless
	weights  *weights
	dynamic  bool // the order of waiting jobs may change while they wait
	order    queue.Order
	census   *census
	keepers  keepers
	ledger   ledger
	fair     fairShare
	shapes   shapes
	table    reservationTable
	alarm    simtime.Time // next time at which a limit that falls with time may let a job start
	cycle    simtime.Time // interval between scheduling passes; 0: one pass after every event
	cycled   simtime.Time // time of the last pass; used only with a cycle
	capacity int32        // size of the empty machine, in counting mode

	until *workload.Request // job for which the free resources are asked, else nil; if set, the query pass stops when it reaches this job
}

// NewState implements Stateful.
func (h HybridPolicy) NewState(cfg *queue.Config) queue.PolicyState {
	d := &state{weights: (*weights)(&h.Weights), dynamic: (*weights)(&h.Weights).dynamic(), order: cfg.Order, census: newCensus(cfg.Machine)}
	d.ledger, d.fair, d.alarm = newLedger(h.Limits), newFairShare((*weights)(&h.Weights)), simtime.Never
	d.cycle, d.cycled = max(0, simtime.Time(h.Cycle)), -1
	_, d.table.monotone = cfg.Allocator.(alloc.Monotone)
	d.table.filling = newFilling(cfg.Allocator, cfg.Machine)
	d.table.judge, d.table.times = cfg.Judge, !h.Nodes && cfg.Judge == nil
	d.table.counted, d.capacity = d.table.times && cfg.Counted && !h.placeMatters(cfg, d.census), cfg.Capacity
	return d
}

// placeMatters reports whether limits may depend on the nodes that a job gets. If
// so, counting alone does not decide whether a job may start, even in counting
// mode.
func (h HybridPolicy) placeMatters(cfg *queue.Config, c *census) bool {
	return slices.ContainsFunc(h.Limits, func(l queue.Limit) bool {
		if k, ok := l.Measure.Counts(); ok {
			return cfg.Whole && c.varies[k]
		}
		return !cfg.Whole && l.Measure != queue.Jobs
	})
}

// Clone implements queue.PolicyState. The counts of the copy are recomputed when
// needed.
func (d *state) Clone() queue.PolicyState {
	c := *d
	c.ledger, c.fair = d.ledger.clone(), d.fair.clone()
	c.shapes, c.table = d.shapes.clone(), d.table.clone()
	c.keepers = keepers{}
	return &c
}

// facts returns the facts of an arriving job.
func (d *state) facts(r *workload.Request, now simtime.Time) *facts {
	f := &facts{arrived: now, target: d.fair.of(r.User), shape: d.shapes.of(r)}
	f.amounts = d.census.least(r, r.Size())
	for k, name := range [...]string{queue.ByUser: r.User, queue.ByGroup: r.Group, queue.ByQueue: r.Queue} {
		f.owners[k] = d.ledger.place(queue.Owner(k), name)
	}
	d.ledger.suit(f, r, d.census)
	f.static = d.weights.static(r, d.census)
	return f
}

// Admit implements queue.PolicyState. It computes the job's facts and its sort key.
func (d *state) Admit(w *queue.Waiting, since simtime.Time, _ bool) {
	f := d.facts(w.Request, since)
	w.Kept = f
	w.SetWall(d.holds(w.Request))
	w.SetKey(d.key(f, w.Request, since), d.order)
}

// Start implements queue.PolicyState. It adds the job to the counts of running
// jobs.
func (d *state) Start(w *queue.Waiting, where cluster.Placement, p *queue.Pass) {
	until := p.Now().Add(w.Wall())
	f := factsOf(w).with(d.census.on(w.Request, where))
	d.ledger.begin(w.ID, f, until)
	d.fair.hold(f.target, f.amounts[queue.CPUs], p.Now())
	d.shapes.note(where)
	d.table.running.started(d.shapes.partOf(w.Request, factsOf(w).shape), w.ID, where, p.Now().Add(w.Walltime))
	d.table.started(w, where, until, pass{p, d})
}

// End implements queue.PolicyState. It removes the job from the counts of running
// jobs.
func (d *state) End(job *cluster.Running, now simtime.Time) {
	if f := d.ledger.running[job.Request.ID]; f != nil {
		d.fair.hold(f.target, -f.amounts[queue.CPUs], now)
	}
	d.ledger.end(job.Request.ID)
	d.shapes.note(heldBy(job))
	d.table.running.ended(job, now)
}

// Extend implements queue.Planner.
func (d *state) Extend(state *cluster.State) { d.ledger.resync(state) }

// factsOf returns the facts of a waiting job.
func factsOf(w *queue.Waiting) *facts { return w.Kept.(*facts) }

// pass is a scheduling pass together with the policy's state.
type pass struct {
	*queue.Pass
	d *state
}

// Resize implements queue.PolicyState. It counts a running job with its new size,
// including what is frozen for its growth.
func (d *state) Resize(job *cluster.Running, now simtime.Time) {
	f := d.ledger.running[job.Request.ID]
	if f == nil {
		return
	}
	changed := *f
	changed.amounts = d.census.holds(job)
	changed.amounts[queue.NodeSeconds] = product(changed.amounts[queue.Nodes], int64(job.Limit.Sub(job.Start)))
	d.fair.hold(f.target, changed.amounts[queue.CPUs]-f.amounts[queue.CPUs], now)
	d.ledger.change(job.Request.ID, changed.amounts, job.Limit)
	d.ledger.running[job.Request.ID] = &changed
}
