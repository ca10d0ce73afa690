package alloc

import (
	"math"

	"hopyard/core/cluster"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Powered returns an allocator that places jobs as a does, on a machine that has a
// power cap or lets nodes sleep. It refuses a placement that would bring the machine
// above its cap. It gives a job sleeping nodes only if the job has no
// place without them.
//
// Source: Slurm, which gives nodes that must be booted a higher weight (SOURCES.md
// POWER.3); for the cap, POWER.2 (INFERRED). LIMITATIONS: where nodes differ, only the
// placement that a prefers is compared with the cap, although another may draw less.
func Powered(a Allocator) Allocator {
	p := powered{a}
	if _, limits := a.(SwitchLimiter); limits {
		return poweredLimiter{p}
	}
	return p
}

type powered struct{ Allocator }

type poweredLimiter struct{ powered }

// LimitsSwitches implements SwitchLimiter.
func (poweredLimiter) LimitsSwitches() {}

// Capacity implements ShapeConstrained.
func (p powered) Capacity(r *workload.Request, free *cluster.Free) int32 {
	if x, constrained := p.Allocator.(ShapeConstrained); constrained {
		return x.Capacity(r, free)
	}
	return free.Count(r)
}

// Allocate implements Allocator.
func (p powered) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if where, reason := p.awake(r, free, dst); reason.OK() {
		reason.Have = free.Count(r) // sleeping nodes are free, too
		return where, reason
	}
	return p.within(r, free, free, dst)
}

// within places r on nodes of room. It refuses a placement that would bring the machine
// above its cap.
func (p powered) within(r *workload.Request, room, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	where, reason := p.Allocator.Allocate(r, room, dst)
	m := free.Machine()
	if _, capped := m.Cap(); !capped || !reason.OK() {
		return where, reason
	}
	if more, spare := m.JobWatts(r, where), free.SpareWatts(); more > spare {
		return nil, why.Reason{Code: why.PowerNotAvail, Need: watts(more + 999), Have: watts(spare), Blocker: workload.NoJob}
	}
	return where, reason
}

// awake places r on nodes that do not sleep. It refuses r if no node sleeps.
func (p powered) awake(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if free.Asleep().Len() == 0 {
		return nil, why.Reason{}
	}
	up := free.Clone()
	for n := range free.Asleep().All {
		up.Put(n, workload.Resources{}, false)
	}
	if !up.Fits(r) {
		return nil, why.Reason{}
	}
	return p.within(r, up, free, dst)
}

// watts returns thousandths of a watt as whole watts, rounded down.
func watts(milli int64) int32 { return int32(min(max(milli, 0)/1000, math.MaxInt32)) }
