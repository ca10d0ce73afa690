package profile

import (
	"iter"
	"slices"
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Rooms is what is free on each node from one instant on for ever, where counting
// does not decide: a list of steps, each a cluster.Free that lasts to the next.
// Reservations hold nodes in it.
//
// Costs are given in s, the steps, which are at most twice the jobs that run or
// have a reservation, and n, the nodes.
type Rooms struct {
	at     []simtime.Time  // when the steps begin
	free   []*cluster.Free // in them
	idle   []*cluster.Free // memory of steps that are no more
	window *cluster.Free   // what Throughout answered last
}

// Reset makes free what is free from an instant on for ever. Cost: O(n).
func (p *Rooms) Reset(now simtime.Time, free *cluster.Free) {
	p.idle = append(p.idle, p.free...)
	p.at, p.free = append(p.at[:0], now), append(p.free[:0], p.copy(free))
}

// Then is what is free from an instant on, no earlier than the last step, to be
// added to before the next call. Cost: O(n) for an instant that is new.
func (p *Rooms) Then(at simtime.Time) *cluster.Free {
	last := len(p.at) - 1
	if at > p.at[last] {
		p.at, p.free = append(p.at, at), append(p.free, p.copy(p.free[last]))
		last++
	}
	return p.free[last]
}

// copy is a copy of what is free, in idle memory if there is some.
func (p *Rooms) copy(free *cluster.Free) *cluster.Free {
	last := len(p.idle) - 1
	if last < 0 {
		return free.Clone()
	}
	c := p.idle[last]
	p.idle = p.idle[:last]
	c.CopyFrom(free)
	return c
}

// Trim forgets what was before an instant. Cost: O(s).
func (p *Rooms) Trim(now simtime.Time) {
	if i := p.step(now); i > 0 {
		p.idle = append(p.idle, p.free[:i]...)
		p.at, p.free = slices.Delete(p.at, 0, i), slices.Delete(p.free, 0, i)
	}
	p.at[0] = now
}

// step is the step that an instant lies in; the first before them.
func (p *Rooms) step(t simtime.Time) int {
	return max(sort.Search(len(p.at), func(i int) bool { return p.at[i] > t })-1, 0)
}

// cut makes a step begin at an instant and returns its place.
func (p *Rooms) cut(t simtime.Time) int {
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

// Release frees the placement of r from one instant to another. Cost: O(s·runs),
// and O(n) for each of the two that is new.
func (p *Rooms) Release(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	for _, free := range p.between(from, to) {
		free.Give(r, where)
	}
}

// Reserve occupies it. Cost: that of Release.
func (p *Rooms) Reserve(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	for _, free := range p.between(from, to) {
		free.Take(r, where)
	}
}

// between are the steps from one instant to another.
func (p *Rooms) between(from, to simtime.Time) []*cluster.Free {
	if from >= to {
		return nil
	}
	a := p.cut(from)
	return p.free[a:p.cut(to)]
}

// Starts yields when each step begins in which r fits.
func (p *Rooms) Starts(r *workload.Request) iter.Seq[simtime.Time] {
	return func(yield func(simtime.Time) bool) {
		for i, at := range p.at {
			if p.free[i].Fits(r) && !yield(at) {
				return
			}
		}
	}
}

// Gains reports whether in the step that begins at an instant more is free
// somewhere than before. Cost: O(n).
func (p *Rooms) Gains(at simtime.Time) bool {
	i := p.step(at)
	return i == 0 || p.free[i].Exceeds(p.free[i-1])
}

// Throughout is what is free from the beginning of the step that an instant lies
// in until another. It holds until the next question. Cost: O(s·n).
func (p *Rooms) Throughout(from, until simtime.Time) *cluster.Free {
	return p.throughout(from, until, nil)
}

// Holds is Throughout, or nil as soon as r does not fit.
func (p *Rooms) Holds(r *workload.Request, from, until simtime.Time) *cluster.Free {
	return p.throughout(from, until, r)
}

func (p *Rooms) throughout(from, until simtime.Time, r *workload.Request) *cluster.Free {
	i := p.step(from)
	if p.window == nil {
		p.window = p.free[i].Clone()
	} else {
		p.window.CopyFrom(p.free[i])
	}
	for j := i + 1; j < len(p.at) && p.at[j] < until; j++ {
		if p.window.Meet(p.free[j]); r != nil && !p.window.Fits(r) {
			return nil
		}
	}
	return p.window
}

// Clone is an independent copy. Cost: O(s·n).
func (p *Rooms) Clone() Rooms {
	c := Rooms{at: slices.Clone(p.at)}
	for _, free := range p.free {
		c.free = append(c.free, free.Clone())
	}
	return c
}
