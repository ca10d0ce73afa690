package queue

import (
	"maps"

	"hopyard/core/cluster"
	"hopyard/core/profile"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Plan is what will be free, from now on for ever, if every running job uses its
// whole walltime and every promise is kept. Where counting decides, it is a
// profile of a number; elsewhere one of nodes, and promises hold places in it.
type Plan struct {
	forOnePass bool          // begun anew by every pass
	counts     profile.Count // where counting decides
	placed     bool          // it does not:
	rooms      profile.Rooms
	where      map[workload.JobID]cluster.Placement // of the promises
}

// Plan is the plan of promises; it lasts from pass to pass.
func (p *Pass) Plan() *Plan {
	q := p.queue
	if q.plan == nil {
		q.plan = new(Plan)
		q.plan.begin(p)
	}
	q.plan.trim(p.now)
	return q.plan
}

// Replan is a plan of the running jobs alone, for this pass only: all promises
// are forgotten. Cost: O(running jobs), times O(nodes) where counting does not
// decide.
func (p *Pass) Replan() *Plan {
	q := p.queue
	if q.plan == nil {
		q.plan = &Plan{forOnePass: true}
	}
	q.plan.begin(p)
	return q.plan
}

// begin fills the plan with the running jobs.
func (p *Plan) begin(pass *Pass) {
	if p.placed = !pass.queue.cfg.Counted; !p.placed {
		p.counts.Reset(pass.now, pass.free())
		for _, end := range pass.state.Limits() {
			p.counts.Then(end.At, end.Size)
		}
		return
	}
	p.rooms.Reset(pass.now, &pass.state.Free)
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

// trim forgets the past.
func (p *Plan) trim(now simtime.Time) {
	if p.placed {
		p.rooms.Trim(now)
	} else {
		p.counts.Trim(now)
	}
}

// release frees the placement of r from one instant to another.
func (p *Plan) release(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	if p.placed {
		p.rooms.Release(r, where, from, to)
	} else {
		p.counts.Add(from, to, sizeOn(r, where))
	}
}

// reserve occupies it; where may be nil where counting decides.
func (p *Plan) reserve(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	if p.placed {
		p.rooms.Reserve(r, where, from, to)
	} else {
		p.counts.Add(from, to, -sizeOn(r, where))
	}
}

// sizeOn is the size of a job, or of what it has on a placement: it may have
// changed.
func sizeOn(r *workload.Request, where cluster.Placement) int32 {
	if where != nil {
		return int32(where.Tasks())
	}
	return r.Size()
}

// earliest is the first instant from which w fits for its walltime, and where
// counting does not decide the place that it would take then. Cost: that of
// profile.Count.Earliest, or O(steps² · nodes) at worst and an allocation a step.
func (p *Plan) earliest(pass *Pass, w *Waiting) (simtime.Time, cluster.Placement) {
	if !p.placed {
		return p.counts.Earliest(profile.Fit{Need: w.need, For: w.wall, From: pass.now, Before: simtime.Never, Held: simtime.Never}), nil
	}
	for at := range p.rooms.Starts(w.Request) { // S4's scheduling windows
		window := p.rooms.Throughout(at, at.Add(w.Walltime))
		if at == pass.now {
			window.SeatAs(&pass.state.Free)
		}
		if where, reason := pass.queue.cfg.Allocator.Allocate(w.Request, window, nil); reason.OK() {
			return at, where
		}
	}
	return simtime.Never, nil
}
