package queue

import (
	"iter"
	"maps"

	"hopyard/core/cluster"
	"hopyard/core/profile"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Plan is a forecast of the free resources from now on. It assumes that every
// running job uses its whole walltime and that every promise is kept. In counting
// mode it is a profile of a single number over time. Otherwise it is a profile of
// nodes, and promises reserve particular nodes in it.
type Plan struct {
	forOnePass bool          // rebuilt in every pass
	counts     profile.Count // in counting mode
	placed     bool          // the plan is not in counting mode; the next two fields are used
	rooms      profile.PerNode
	where      map[workload.JobID]cluster.Placement // nodes reserved by the promises
}

// Plan returns the plan of promises, which lasts from pass to pass.
func (p *Pass) Plan() *Plan {
	q := p.queue
	if q.plan == nil {
		q.plan = new(Plan)
		q.plan.begin(p)
	}
	q.plan.trim(p.now)
	return q.plan
}

// Replan forgets all promises and returns a plan of the running jobs alone, which
// is valid for this pass only. Cost: O(running jobs), times O(nodes) outside
// counting mode.
func (p *Pass) Replan() *Plan {
	q := p.queue
	if q.plan == nil {
		q.plan = &Plan{forOnePass: true}
	}
	q.plan.begin(p)
	return q.plan
}

// begin initializes the plan from the running jobs.
func (p *Plan) begin(pass *Pass) {
	if p.placed = !pass.queue.cfg.Counted; !p.placed {
		p.counts.Reset(pass.now, pass.free())
		for _, end := range pass.state.Limits() {
			p.counts.Then(end.At, end.Size)
		}
		return
	}
	p.rooms.Reset(pass.now, &pass.state.Free)
	p.rooms.Joins = pass.queue.cfg.Named
	p.where = map[workload.JobID]cluster.Placement{}
	for _, end := range pass.state.Limits() {
		pass.state.Job(end.Slot).GiveTo(p.rooms.Then(end.At))
	}
}

func (p *Plan) clone() *Plan {
	c := &Plan{placed: p.placed, forOnePass: p.forOnePass, where: maps.Clone(p.where)}
	if p.placed {
		c.rooms = p.rooms.Clone()
	} else {
		c.counts = p.counts.Clone()
	}
	return c
}

// trim discards the part of the plan before now.
func (p *Plan) trim(now simtime.Time) {
	if p.placed {
		p.rooms.Trim(now)
	} else {
		p.counts.Trim(now)
	}
}

// release frees the placement of r between two instants.
func (p *Plan) release(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	if p.placed {
		p.rooms.Release(r, where, from, to)
	} else {
		p.counts.Add(from, to, sizeOn(r, where))
	}
}

// reserve occupies the placement of r between two instants. In counting mode, the
// placement may be nil.
func (p *Plan) reserve(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	if p.placed {
		p.rooms.Reserve(r, where, from, to)
	} else {
		p.counts.Add(from, to, -sizeOn(r, where))
	}
}

// sizeOn returns the number of nodes or tasks in the given placement, or the size
// of r if the placement is nil. The two numbers differ if the job has changed its
// size since it was placed.
func sizeOn(r *workload.Request, where cluster.Placement) int32 {
	if where != nil {
		return int32(where.Tasks())
	}
	return r.Size()
}

// earliest returns the first instant at which w can start and fits for its whole
// walltime. Outside counting mode it also returns the placement of w at that
// instant. Cost: that of profile.Count.Earliest, or at worst O(steps² · nodes) and
// one allocation a step.
func (p *Plan) earliest(pass *Pass, w *Waiting) (simtime.Time, cluster.Placement) {
	if !p.placed {
		return p.counts.Earliest(profile.Fit{Need: w.need, For: w.wall, From: pass.now, Before: simtime.Never, Held: simtime.Never}), nil
	}
	return p.earliestHole(pass, w, simtime.Never)
}

// earliestHole implements earliest outside counting mode, for starts before the given
// limit. It returns simtime.Never if there is none.
func (p *Plan) earliestHole(pass *Pass, w *Waiting, limit simtime.Time) (simtime.Time, cluster.Placement) {
	for at, window := range p.rooms.Holes(w.Request, w.wall, limit) { // S4's scheduling windows
		if at == pass.now {
			window.CopySeats(&pass.state.Free)
		}
		if where, reason := pass.queue.cfg.Allocator.Allocate(w.Request, window, nil); reason.OK() {
			return at, where
		}
	}
	return simtime.Never, nil
}

// promisedNode returns the reason NodePromised for w, which fits in what is free now.
// It returns false if reservations hold nodes only because counting does not decide,
// or if no promised node keeps w from starting. The parameter starts yields the
// promises to other jobs, with their times.
func (p *Plan) promisedNode(pass *Pass, w *Waiting, starts iter.Seq2[workload.JobID, simtime.Time]) (why.Reason, bool) {
	if !p.placed || !ReservesNodes(pass.queue.cfg.Policy) {
		return why.Reason{}, false
	}
	at, node, lost := p.rooms.Loss(w.Request, pass.now.Add(w.wall))
	if !lost {
		return why.Reason{}, false
	}
	for job, start := range starts {
		if start == at && job != w.ID && p.where[job].On(node) > 0 {
			return why.Reason{Code: why.NodePromised, Need: w.Size(), Have: int32(node), Blocker: job, At: at}, true
		}
	}
	return why.Reason{}, false
}
