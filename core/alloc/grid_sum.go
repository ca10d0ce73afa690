package alloc

import "slices"

// around is how the slots nearest to a node lie along each dimension of a
// grid; the sum of their distances follows from that, dimension by dimension.
type around struct {
	*grid
	but    []*balls // but[i]: along all dimensions but i
	axes   []axis
	open   int     // the largest radius at which no pair of slots is nearer round a ring
	single bool    // no node has two slots
	left   []int64 // memory for cuts
}

// summing implements geometry. Cost: O(dims²·nodes·radius) for the sums over
// the grid, and for each node O(dims·(radius or side)), and part of a shell for
// those whose sum may be small enough.
func (g *grid) summing() func(x, r int, enough int64) int64 {
	a := newAround(g)
	return func(x, r int, enough int64) int64 {
		if r > 0 && r <= a.open {
			if bound := a.bound(x, r); bound > enough {
				return bound
			}
		}
		return a.sum(x, r)
	}
}

func newAround(g *grid) *around {
	a := &around{grid: g, but: make([]*balls, len(g.sides)), axes: make([]axis, len(g.sides))}
	a.single, a.open = slices.Max(g.room) <= 1, g.nodes
	if g.wraps {
		a.open = slices.Min(g.sides) / 4
	}
	a.left = make([]int64, slices.Max(g.sides))
	// Along all dimensions but i; those after i are shared.
	after := g.self
	for i := len(g.sides) - 1; i >= 0; i-- {
		but := after
		for j := i - 1; j >= 0; j-- {
			but = but.along(j)
		}
		if i == 0 {
			but = g.near.inner
		}
		a.but[i] = but
		a.axes[i].at = make([]int64, g.sides[i])
		after = after.along(i)
	}
	return a
}

// sum is the sum of the pairwise distances of the n slots nearest to x, the
// farthest of which is at r.
func (a *around) sum(x, r int) int64 {
	if r == 0 {
		return 0
	}
	inner, all := a.count(r - 1)[x], a.count(r)[x]
	switch {
	case a.mixed:
		a.fill(x, r, r-1)
		a.addFastest(x, r, a.n-inner)
	case a.n-inner <= all-a.n:
		a.fill(x, r, r-1)
		a.addShell(0, x, 0, r, a.n-inner, 1)
	default: // shorter the other way round: all of the shell, less its last
		a.fill(x, r, r)
		a.addShell(0, x, 0, r, all-a.n, -1)
	}
	sum := int64(0)
	for i, side := range a.sides {
		sum += a.axes[i].sum(a.n, side, a.wraps)
	}
	return sum
}
