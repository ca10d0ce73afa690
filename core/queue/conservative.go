package queue

import (
	"slices"

	"hopyard/core/profile"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Conservative is conservative backfilling. When a job is submitted, it is promised
// the earliest hole in the plan that delays no earlier promise. When a job ends,
// each waiting job, in queue order, is taken out of the plan and put back at its
// earliest time (compression). No promise ever moves later. Nodes that return after
// a failure have the same effect as a job end.
//
// Cost: O(steps of the plan) for a submission, O(waiting jobs · steps) for an end.
// A step is a time at which the free amount changes.
//
// Source: Mu'alem and Feitelson 2001; SOURCES.md CONS.1. Outside counting mode,
// promises reserve particular nodes in the plan (INFERRED: S4's scheduling
// windows).
//
// If the field Windows is greater than 1, several scheduling windows are compared
// for each promise: the first ones that can hold the job, at most Windows of them.
// The job is promised the window in which the allocator's placement costs least,
// which may not be the earliest. Compression then improves the placement as well as
// the time, and still moves no promise later.
//
// If the field Nodes is set, promises reserve particular nodes in counting mode,
// too: the nodes that the allocator chooses among those that are free for the whole
// walltime (SOURCES.md EASY.4).
//
// LIMITATIONS: it needs walltimes that are upper bounds. After an overrun
// ("overrun": "extend") and when nodes fail, all promises are made anew and may
// move later.
type Conservative struct {
	Windows int32
	Nodes   bool
}

// Weighs implements Windowed.
func (c Conservative) Weighs() int32 { return c.Windows }

// ReservesNodes implements NodeReserver.
func (c Conservative) ReservesNodes() bool { return c.Nodes }

// Schedule implements Policy.
func (Conservative) Schedule(p *Pass) {
	compresses := p.Compresses()
	for job := range p.Waiting() {
		p.Keep(job, compresses)
	}
}

// Compresses reports whether promises may move to earlier instants because
// resources have been given back. In a pass that has a plan of promises, call it
// before any promise is made.
func (p *Pass) Compresses() bool {
	plan := p.Plan()
	better := p.trigger == Ending || p.trigger == Change || p.trigger == Staging || p.relaxed // nodes came back, a growth was abandoned, or limits on leaf switches ended
	switch {
	case better && plan.placed:
		plan.rooms.Mark()
	case better:
		plan.counts.Mark()
	}
	return better
}

// Keep handles one job by the rules of conservative backfilling. If the pass
// compresses, the job moves to an earlier instant if there is one. A job without a
// promise gets a promise. If the promised start is now, the job starts.
func (p *Pass) Keep(w *Waiting, compresses bool) {
	if compresses {
		p.Improve(w)
	}
	if w.Promised == unplanned {
		p.Promise(w)
	}
	p.StartPromised(w)
}

// Improve takes w out of the plan and puts it back at its earliest time. If the new
// promise would be later than the old one, w keeps the old promise. This may happen
// because a shape-constrained allocator can refuse a larger set of free resources
// although it accepts a smaller one.
func (p *Pass) Improve(w *Waiting) {
	plan := p.queue.plan
	if !plan.placed {
		p.improveByCount(w)
		return
	}
	was, where := w.Promised, plan.where[w.ID]
	if p.queue.cfg.Named && w.hasPromise() {
		p.improveNamed(w)
		return
	}
	plan.withdraw(w)
	if was == unplanned || was == simtime.Never {
		return
	}
	if p.queue.cfg.Judge != nil {
		p.pick(w, &Window{was, where, p.queue.cfg.Judge.Judge(w.Request, plan.rooms.Throughout(was, was.Add(w.wall)), where)})
		return
	}
	if p.Promise(w); w.Promised > was {
		plan.withdraw(w)
		w.Promised, plan.where[w.ID] = was, where
		plan.reserve(w.Request, where, was, was.Add(w.wall))
	}
}

// improveNamed implements Improve for Config.Named. The allocator picks the same nodes
// again unless others have become free, which happens only before Grown. So w can only
// move to a start before Grown, and its nodes can only change if its present start is
// before Grown.
func (p *Pass) improveNamed(w *Waiting) {
	plan, was, until := p.queue.plan, w.Promised, w.Promised.Add(w.wall)
	rooms, where := &plan.rooms, plan.where[w.ID]
	rooms.Lift(w.Request, where, was, until)
	at, better := plan.earliestHole(p, w, min(was+1, rooms.Grown()))
	if at == simtime.Never || at == was && slices.Equal(better, where) {
		rooms.Reserve(w.Request, where, was, until)
		return
	}
	rooms.Lifted(was, until)
	w.Promised, plan.where[w.ID] = at, better
	rooms.Reserve(w.Request, better, at, at.Add(w.wall))
}

// improveByCount implements Improve in counting mode. It tries only times at which
// more has become free since the promise was made, because the job did not fit at
// any other earlier time.
func (p *Pass) improveByCount(w *Waiting) {
	counts, was := &p.queue.plan.counts, w.Promised
	if was == unplanned {
		return
	}
	at := counts.Earliest(profile.Fit{Need: w.need, For: w.wall, From: p.now, Before: min(was, counts.Grown()), Held: was})
	if at == simtime.Never {
		return
	}
	counts.Add(at, min(was, at.Add(w.wall)), -w.need)
	counts.Add(max(was, at.Add(w.wall)), was.Add(w.wall), w.need)
	w.Promised = at
}

// withdraw removes the promise of w from the plan.
func (p *Plan) withdraw(w *Waiting) {
	if w.Promised != unplanned && w.Promised != simtime.Never {
		p.release(w.Request, p.where[w.ID], w.Promised, w.Promised.Add(w.wall))
		delete(p.where, w.ID)
	}
	w.Promised = unplanned
}

// Promise puts w into the plan at its earliest time.
func (p *Pass) Promise(w *Waiting) {
	plan := p.queue.plan
	if p.queue.cfg.Judge != nil {
		p.pick(w, nil)
		return
	}
	at, where := plan.earliest(p, w)
	if w.Promised = at; at == simtime.Never {
		return
	}
	if plan.placed {
		plan.where[w.ID] = where
	}
	plan.reserve(w.Request, where, at, at.Add(w.wall))
}

// StartPromised starts w if its promised start is now. Otherwise it makes sure that
// a pass runs at the promised start.
func (p *Pass) StartPromised(w *Waiting) {
	if w.Promised > p.now {
		p.queue.wake = min(p.queue.wake, w.Promised)
		p.holdPromised(w)
		return
	}
	reason := why.Reason{Code: why.HoleNow, Need: w.Size(), Have: p.Count(w), Blocker: workload.NoJob}
	if p.Head() == w {
		reason.Code = why.FitsNow
	}
	if chosen, ok := p.WindowReason(w); ok {
		reason = chosen
	}
	plan := p.queue.plan
	where, planned := plan.where[w.ID]
	if p.asking || p.queue.unplanned {
		p.holdPromised(w) // the job starts in a later pass of this instant
		return
	}
	if planned {
		if !p.state.Has(w.Request, where) {
			return // wait until a job that ends at this instant has given its nodes back
		}
		delete(plan.where, w.ID)
	} else {
		var ok bool
		if where, _, ok = p.FindPlace(w); !ok {
			return
		}
	}
	p.StartAt(w, where, reason)
}

func (p *Pass) holdPromised(w *Waiting) {
	if !p.asking {
		return
	}
	reason := why.Reason{Code: why.Reserved, Need: w.Size(), Have: p.Count(w), Blocker: workload.NoJob, At: w.Promised}
	if reason.Have < reason.Need {
		reason.Code = why.TooFewFree
	}
	if promised, ok := p.promisedNode(w); ok {
		reason = promised
	}
	if power, lacks := p.lacksPower(w, w.Promised); lacks {
		reason = power
	}
	if better, ok := p.WindowReason(w); ok && better.Code == why.BetterWindow {
		reason = better
	}
	p.Hold(w, reason)
}

// promisedNode returns what Plan.promisedNode does for a job with a promise, in a
// query pass.
func (p *Pass) promisedNode(w *Waiting) (why.Reason, bool) {
	plan := p.queue.plan
	if !plan.placed || !w.hasPromise() || !ReservesNodes(p.queue.cfg.Policy) {
		return why.Reason{}, false
	}
	until := w.Promised.Add(w.wall)
	plan.rooms.Lift(w.Request, plan.where[w.ID], w.Promised, until)
	defer plan.rooms.Reserve(w.Request, plan.where[w.ID], w.Promised, until)
	return plan.promisedNode(p, w, func(yield func(workload.JobID, simtime.Time) bool) {
		for x := range p.Waiting() {
			if !yield(x.ID, x.Promised) {
				return
			}
		}
	})
}
