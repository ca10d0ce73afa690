package alloc

import "math"

// around is how the slots nearest to a node lie along each dimension of a
// grid; the sum of their distances follows from that, dimension by dimension.
type around struct {
	*grid
	but  []*balls // but[i]: along all dimensions but i
	axes []axis
	rank []int32 // by node: how many speeds are faster; nil if nodes are alike
	seen []int64 // scratch: slots of a shell by rank
}

// axis is the slots by coordinate along one dimension, from a first one on.
type axis struct {
	first int     // the coordinate of at[0]
	here  int     // the place of the node itself in at
	at    []int64 // at most one place for each coordinate
}

// leastSum implements centres. Cost: O(dims²·nodes·radius) for the sums over
// the grid, and for each node O(dims·(radius or side)) and part of a shell.
func (g *grid) leastSum() []spot {
	a := newAround(g)
	best, least, fastest := 0, int64(math.MaxInt64), int64(0)
	radius := g.radii()
	for x, r := range radius {
		sum := a.sum(x, int(r))
		if sum > least || sum == least && !g.mixed {
			continue
		}
		if g.mixed {
			speed := totalSpeed(g.speed, g.spots(x, int(r)))
			if sum == least && speed <= fastest {
				continue
			}
			fastest = speed
		}
		best, least = x, sum
	}
	return g.spots(best, int(radius[best]))
}

func newAround(g *grid) *around {
	a := &around{grid: g, axes: make([]axis, len(g.sides))}
	for i, side := range g.sides {
		var others []int
		for j := len(g.sides) - 1; j >= 0; j-- {
			if j != i {
				others = append(others, j)
			}
		}
		a.but = append(a.but, newBalls(g, g.room, others...))
		a.axes[i].at = make([]int64, side)
	}
	if g.mixed {
		var speeds int
		a.rank, speeds = ranks(g.fast)
		a.seen = make([]int64, speeds)
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
		a.addShell(x, r, a.n-inner, 1)
	default: // shorter the other way round: all of the shell, less its last
		a.fill(x, r, r)
		a.addShell(x, r, all-a.n, -1)
	}
	sum := int64(0)
	for i, side := range a.sides {
		sum += a.axes[i].sum(a.n, side, a.wraps)
	}
	return sum
}

// fill sets the axes, wide enough for radius r, to the slots within reach of x.
func (a *around) fill(x, r, reach int) {
	for i, side := range a.sides {
		stride := a.strides[i]
		c, v := x/stride%side, &a.axes[i]
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
		n, end := x+(v.first-c)*stride, x+(side-c)*stride // along the line through x
		for j := range v.at {
			if left := reach - max(j-v.here, v.here-j); left >= 0 {
				v.at[j] = a.but[i].within(len(a.sides)-1, left)[n]
			} else {
				v.at[j] = 0
			}
			if n += stride; n == end {
				n -= side * stride
			}
		}
	}
}

// add adds k slots of node n to the axes.
func (a *around) add(n int, k int64) {
	for i, side := range a.sides {
		j := n/a.strides[i]%side - a.axes[i].first
		if j < 0 {
			j += side
		}
		a.axes[i].at[j] += k
	}
}

// addShell adds slots of the first nodes at distance r from x by number, so
// many in all, or (sign -1) takes away those of the last.
func (a *around) addShell(x, r int, slots int64, sign int) {
	for n := range a.shell(x, r, sign < 0) {
		k := min(a.room[n], slots)
		if k > 0 {
			a.add(n, int64(sign)*k)
		}
		if slots -= k; slots == 0 {
			return
		}
	}
}

// addFastest adds slots of the fastest nodes at distance r from x, so many in
// all; of equally fast ones the first by number.
func (a *around) addFastest(x, r int, slots int64) {
	clear(a.seen)
	for n := range a.shell(x, r, false) {
		a.seen[a.rank[n]] += a.room[n]
	}
	slowest := 0 // rank of the slowest nodes that are needed, of which slots are
	for a.seen[slowest] < slots {
		slots -= a.seen[slowest]
		slowest++
	}
	for n := range a.shell(x, r, false) {
		k := a.room[n]
		if k == 0 || int(a.rank[n]) > slowest {
			continue
		}
		if int(a.rank[n]) == slowest {
			k = min(k, slots)
			slots -= k
		}
		a.add(n, k)
	}
}

// sum is the sum of distances along the axis of n slots, on a dimension of the
// given side.
func (v *axis) sum(n int64, side int, wraps bool) int64 {
	if !wraps || len(v.at) <= side/2+1 { // no pair is nearer the other way round
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
	// Of the arcs of half the ring, twice as many separate two slots as they
	// are steps apart.
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
