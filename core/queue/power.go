package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
)

// UnpoweredPlan is a Policy with a plan of its own that counts neither the power that
// jobs draw nor the time until sleeping nodes are up. Its promises would not hold on a
// machine with a power cap, or with nodes that sleep.
type UnpoweredPlan interface {
	Policy
	UnpoweredPlan()
}

// lacksPower returns, in a query pass, the reason why w waits if it has to wait for
// power. The parameter at is the promised start of w.
func (p *Pass) lacksPower(w *Waiting, at simtime.Time) (why.Reason, bool) {
	if _, capped := p.Machine().Cap(); !capped || !p.asking {
		return why.Reason{}, false
	}
	_, reason := p.queue.cfg.Allocator.Allocate(w.Request, &p.state.Free, nil)
	reason.At = at
	return reason, reason.Code == why.PowerNotAvail
}

// endsOn returns the end of the walltime of w if it starts on the given nodes now.
func (p *Pass) endsOn(w *Waiting, where cluster.Placement) simtime.Time {
	return p.now.Add(p.state.Lead(where, p.now)).Add(w.Walltime)
}

// endsBy frees, in the plan, what is reserved for a job beyond its walltime, because
// it has started on nodes of which fewer sleep than the plan counted on.
func (q *Queue) endsBy(w *Waiting, where cluster.Placement, now, until simtime.Time) {
	if q.cfg.Lead > 0 && q.plan != nil && q.plan.placed && w.Promised == now {
		q.plan.release(w.Request, where, until, now.Add(w.wall))
	}
}
