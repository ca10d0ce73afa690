package profile

import (
	"iter"
	"slices"
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// PerNode describes the free resources of each node from a first instant on, for
// machines and policies where counting is not enough. It is a list of steps. Each
// step has a cluster.Free that is valid until the next step. Reservations in a
// PerNode occupy particular nodes.
//
// Costs are given in s, the number of steps, which is at most twice the number of
// jobs that run or have a reservation, and n, the number of nodes.
type PerNode struct {
	at     []simtime.Time  // start of each step
	free   []*cluster.Free // what is free in each step
	idle   []*cluster.Free // memory of deleted steps, for reuse
	window *cluster.Free   // last result of Throughout, ThroughoutIfFits or Holes, which is valid until the next call
	// Joins makes Release join steps that have become equal. It is meant for plans in
	// which only the set of idle nodes matters.
	Joins bool
	growth
	span slidingSpan // memory for Holes
}

// Reset discards all steps and begins a new one now. Its free resources are a copy
// of the given ones. Cost: O(n).
func (p *PerNode) Reset(now simtime.Time, free *cluster.Free) {
	p.idle = append(p.idle, p.free...)
	p.at, p.free = append(p.at[:0], now), append(p.free[:0], p.copy(free))
	p.growth = unmarked
}

// Then returns the free resources from the given time on, which must not be before
// the start of the last step. The caller may add resources to the result until the
// next call. If the time is after the start of the last step, a copy of this step
// is first appended, and the copy begins at the given time. Cost: O(n) if a step is
// appended.
func (p *PerNode) Then(at simtime.Time) *cluster.Free {
	last := len(p.at) - 1
	if at > p.at[last] {
		p.at, p.free = append(p.at, at), append(p.free, p.copy(p.free[last]))
		last++
	}
	return p.free[last]
}

// copy returns a copy of the given free resources. It reuses the memory of a
// deleted step if there is one.
func (p *PerNode) copy(free *cluster.Free) *cluster.Free {
	last := len(p.idle) - 1
	if last < 0 {
		return free.Clone()
	}
	c := p.idle[last]
	p.idle = p.idle[:last]
	c.CopyFrom(free)
	return c
}

// Trim discards everything before now. Cost: O(s).
func (p *PerNode) Trim(now simtime.Time) {
	if i := p.step(now); i > 0 {
		p.idle = append(p.idle, p.free[:i]...)
		p.at, p.free = slices.Delete(p.at, 0, i), slices.Delete(p.free, 0, i)
	}
	p.at[0] = now
}

// step returns the index of the step that contains time t, or 0 if t is before all
// steps.
func (p *PerNode) step(t simtime.Time) int {
	return max(sort.Search(len(p.at), func(i int) bool { return p.at[i] > t })-1, 0)
}

// cut ensures that a step begins at time t, and returns its index. For
// simtime.Never it returns the number of steps.
func (p *PerNode) cut(t simtime.Time) int {
	if t == simtime.Never {
		return len(p.at)
	}
	i, there := slices.BinarySearch(p.at, t)
	if !there {
		p.at = slices.Insert(p.at, i, t)
		p.free = slices.Insert(p.free, i, p.copy(p.free[max(i-1, 0)]))
	}
	return i
}

// Release makes the placement of r free between two times. Cost: O(s·runs), plus
// O(n) for each of the two times at which no step begins yet.
func (p *PerNode) Release(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	p.Lift(r, where, from, to)
	p.Lifted(from, to)
}

// Lift frees the placement of r for a search. Afterwards, the caller either reserves
// the same placement again, or calls Lifted. Cost: the cost of Release.
func (p *PerNode) Lift(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	for _, free := range p.between(from, to) {
		free.Give(r, where)
	}
}

// Lifted completes a release that Lift began: it records the release for Grown, and
// joins steps that have become equal if Joins is set. Cost: O(n/64).
func (p *PerNode) Lifted(from, to simtime.Time) {
	if from < to {
		p.note(to)
	}
	if p.Joins {
		p.join(to)
		p.join(from)
	}
}

// join removes the step that begins at time t if the same nodes are idle in the step
// before.
func (p *PerNode) join(t simtime.Time) {
	i, there := slices.BinarySearch(p.at, t)
	if !there || i == 0 || !p.free[i].SameIdle(p.free[i-1]) {
		return
	}
	p.idle = append(p.idle, p.free[i])
	p.at, p.free = slices.Delete(p.at, i, i+1), slices.Delete(p.free, i, i+1)
}

// Reserve occupies the placement of r between two times. Cost: the cost of Release.
func (p *PerNode) Reserve(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	for _, free := range p.between(from, to) {
		free.Take(r, where)
	}
}

// between returns the free resources of all steps between two times. If a step
// contains one of these times, between first divides the step there.
func (p *PerNode) between(from, to simtime.Time) []*cluster.Free {
	if from >= to {
		return nil
	}
	a := p.cut(from)
	return p.free[a:p.cut(to)]
}

// startWindow makes the window a copy of the given step, and returns it.
func (p *PerNode) startWindow(i int) *cluster.Free { return copyInto(&p.window, p.free[i]) }

// copyInto copies the resources in from to *to, reuses the memory of *to, and returns it.
func copyInto(to **cluster.Free, from *cluster.Free) *cluster.Free {
	if *to == nil {
		*to = from.Clone()
	} else {
		(*to).CopyFrom(from)
	}
	return *to
}

// Starts yields the start of each step in which r fits.
func (p *PerNode) Starts(r *workload.Request) iter.Seq[simtime.Time] {
	return func(yield func(simtime.Time) bool) {
		for i, at := range p.at {
			if p.free[i].Fits(r) && !yield(at) {
				return
			}
		}
	}
}

// Gains reports whether some node has more resources free in the step that contains
// the given time than in the step before. For the first step it returns true. Cost:
// O(n).
func (p *PerNode) Gains(at simtime.Time) bool {
	i := p.step(at)
	return i == 0 || p.free[i].Exceeds(p.free[i-1])
}

// Throughout returns the resources that are free during a whole period. The period
// begins with the start of the step that contains the first time, and ends at the
// second time. The result is valid until the next call of Throughout or
// ThroughoutIfFits. Cost: O(s·n).
func (p *PerNode) Throughout(from, until simtime.Time) *cluster.Free {
	return p.throughout(from, until, nil)
}

// ThroughoutIfFits returns the result of Throughout if r fits in it, otherwise nil.
// It stops as soon as r does not fit. If the period lies within a single step, it
// does not check whether r fits.
func (p *PerNode) ThroughoutIfFits(r *workload.Request, from, until simtime.Time) *cluster.Free {
	return p.throughout(from, until, r)
}

// Loss returns the first time before the given one by which so much of what is free in
// the first step has been taken that r no longer fits in the rest, and the first node
// that is lost then. It returns false if r fits throughout, or not even in the first
// step. Cost: O(s·n).
func (p *PerNode) Loss(r *workload.Request, until simtime.Time) (at simtime.Time, node topology.NodeID, lost bool) {
	if !p.free[0].Fits(r) {
		return 0, 0, false
	}
	window := p.startWindow(0)
	for j := 1; j < len(p.at) && p.at[j] < until; j++ {
		before := window.Clone()
		if window.Intersect(p.free[j]); window.Fits(r) {
			continue
		}
		for n := range topology.NodeID(window.Machine().NumNodes()) {
			if window.Slots(r, n) < before.Slots(r, n) {
				return p.at[j], n, true
			}
		}
	}
	return 0, 0, false
}

func (p *PerNode) throughout(from, until simtime.Time, r *workload.Request) *cluster.Free {
	i := p.step(from)
	p.startWindow(i)
	for j := i + 1; j < len(p.at) && p.at[j] < until; j++ {
		if p.window.Intersect(p.free[j]); r != nil && !p.window.Fits(r) {
			return nil
		}
	}
	return p.window
}

// Clone returns an independent copy. Cost: O(s·n).
func (p *PerNode) Clone() PerNode {
	c := PerNode{at: slices.Clone(p.at), Joins: p.Joins, growth: p.growth}
	for _, free := range p.free {
		c.free = append(c.free, free.Clone())
	}
	return c
}
