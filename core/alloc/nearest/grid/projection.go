package grid

import "slices"

// projection describes how the slots nearest to a node are distributed along each
// dimension of a grid. The sum of their pairwise distances is the sum, over the
// dimensions, of the distances along each dimension, which follows from the
// distribution.
type projection struct {
	*anyGrid
	but    []*radiusSums // but[i]: counts of slots within each distance along all dimensions except i
	axes   []axis
	open   int     // up to this radius, no pair of the slots within it is joined by a shorter path around a ring
	single bool    // no node has more than one slot
	left   []int64 // memory for the result of cuts
}

// summing implements geometry. Cost: O(dims²·nodes·radius) once for the sums over
// the grid, and O(dims·radius) for each node, or O(dims·side) if that is less. In
// addition, part of a shell for each node whose bound does not exceed the limit
// passed to the function.
func (g *anyGrid) summing() func(x, r int, enough int64) int64 {
	a := newProjection(g)
	return func(x, r int, enough int64) int64 {
		if r > 0 && r <= a.open {
			if bound := a.bound(x, r); bound > enough {
				return bound
			}
		}
		return a.sum(x, r)
	}
}

// newProjection prepares the counts. The dimensions share them where possible.
// Cost: O(dims²).
func newProjection(g *anyGrid) *projection {
	a := &projection{anyGrid: g, but: make([]*radiusSums, len(g.sides)), axes: make([]axis, len(g.sides))}
	a.single, a.open = slices.Max(g.room) <= 1, g.nodes
	if g.wraps {
		a.open = slices.Min(g.sides) / 4
	}
	a.left = make([]int64, slices.Max(g.sides))
	// The counts without dimension i are built from the counts along the dimensions
	// after i, which several dimensions share.
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

// sum returns the sum of the pairwise distances of the n slots nearest to x. The
// farthest of these slots is at distance r.
func (a *projection) sum(x, r int) int64 {
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
	default: // it is less work to add the whole shell and remove its last slots
		a.fill(x, r, r)
		a.addShell(0, x, 0, r, all-a.n, -1)
	}
	sum := int64(0)
	for i, side := range a.sides {
		sum += a.axes[i].sum(a.n, side, a.wraps)
	}
	return sum
}

// axis is the number of slots at each coordinate of one dimension, beginning with
// the coordinate first.
type axis struct {
	first int     // coordinate of at[0]
	here  int     // index in at of the coordinate of x
	at    []int64 // number of slots at each coordinate; no coordinate occurs twice
}

// place returns the index in at of coordinate c.
func (v *axis) place(c, side int) int {
	if c -= v.first; c < 0 {
		c += side
	}
	return c
}

// fill sets the axes to the distribution of the slots within the given distance of
// x. It makes the axes wide enough for slots at distance r to be added.
func (a *projection) fill(x, r, reach int) {
	for i, side := range a.sides {
		c, v := int(a.coords[i][x]), &a.axes[i]
		var width int
		if a.wraps {
			v.here, width = min(r, (side-1)/2), min(2*r+1, side)
			v.first = (c - v.here + side) % side
		} else {
			v.here = min(r, c)
			v.first = c - v.here
			width = v.here + min(r, side-1-c) + 1
		}
		v.at = v.at[:width]
		near := a.but[i].tables(reach)
		stride := a.strides[i]
		n, past := x, x+(side-c)*stride // one step past the end of the line through x
		for j := v.here; j < width; j++ {
			if v.at[j] = 0; j-v.here <= reach {
				v.at[j] = near[reach-j+v.here][n]
			}
			if n += stride; n == past {
				n -= side * stride
			}
		}
		n, past = x, x-(c+1)*stride
		for j := v.here - 1; j >= 0; j-- {
			if n -= stride; n == past {
				n += side * stride
			}
			if v.at[j] = 0; v.here-j <= reach {
				v.at[j] = near[reach-v.here+j][n]
			}
		}
	}
}

// add adds k slots of node n to the axes.
func (a *projection) add(n int, k int64) {
	for i := range a.axes {
		v := &a.axes[i]
		v.at[v.place(int(a.coords[i][n]), a.sides[i])] += k
	}
}

// sum returns the sum of the distances along the dimension over all pairs of the n
// slots.
func (v *axis) sum(n int64, side int, wraps bool) int64 {
	if !wraps || len(v.at) <= side/2+1 { // no pair has a shorter path around the ring
		left, sum := int64(0), int64(0)
		for _, k := range v.at {
			left += k
			sum += left * (n - left)
		}
		return sum
	}
	width := len(v.at)
	at := v.at[:side]
	clear(at[width:])
	// Consider all arcs that cover half of the ring. The number of arcs that
	// contain exactly one of two slots is twice the distance between the slots.
	arc, sum := int64(0), int64(0)
	for _, k := range at[:side/2] {
		arc += k
	}
	for c, k := range at {
		sum += arc * (n - arc)
		if c += side / 2; c >= side {
			c -= side
		}
		arc += at[c] - k
	}
	return sum / 2
}

// addShell adds up to the given number of slots, in the order of node numbers. It
// takes them from nodes that have the coordinates already chosen for the dimensions
// before dim. The parameter base is the first node with these coordinates. Along
// dimension dim and the later dimensions, the nodes are at distance left from x. If
// sign is -1, addShell instead removes slots, beginning with the last nodes. It
// returns the number of slots added or removed.
func (a *projection) addShell(dim, x, base, left int, slots, sign int64) int64 {
	side, stride, v := a.sides[dim], a.strides[dim], &a.axes[dim]
	here, step, found := int(a.coords[dim][x]), 1, int64(0)
	if dim == len(a.sides)-1 {
		one, other := a.ends(dim, here, left, sign < 0)
		for _, c := range [2]int{one, other} {
			if c >= 0 && a.room[base+c] > 0 {
				k := min(a.room[base+c], slots-found)
				v.at[v.place(c, side)] += sign * k
				found += k
			}
		}
		return found
	}
	if sign < 0 {
		step = -1
	}
	for _, part := range a.reach(here, left, side, sign < 0) {
		if (part[1]-part[0])*step < 0 {
			continue
		}
		for c := part[0]; c != part[1]+step && slots > found; c += step {
			away := max(c-here, here-c)
			if a.wraps {
				away = min(away, side-away)
			}
			k := a.addShell(dim+1, x, base+c*stride, left-away, slots-found, sign)
			if found += k; k != 0 {
				v.at[v.place(c, side)] += sign * k
			}
		}
	}
	return found
}

// addFastest adds the given number of slots from the fastest nodes at distance r
// from x. Among equally fast nodes, lower numbers come first.
func (a *projection) addFastest(x, r int, slots int64) {
	a.found = a.shell(a.found[:0], x, r)
	for _, s := range a.fastestOf(a.found, slots) {
		a.add(int(s.Node), int64(s.Slots))
	}
}
