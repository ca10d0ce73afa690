package grid

import (
	"slices"

	"hopyard/core/alloc/nearest"
)

// anyGrid implements geometry for grids with sides of any length.
//
// The sum of the pairwise distances of some slots is the sum, over the dimensions,
// of their distances along each dimension. These follow from the number of slots at
// each coordinate. How many of the slots within r of x have the coordinate of a node
// on the line through x is the number of slots within the remaining distance of
// this node along all other dimensions.
type anyGrid struct {
	*FreeGrid
	coords [][]int32     // coords[i][n]: coordinate of node n along dimension i
	near   *radiusSums   // slots within each distance along all dimensions
	but    []*radiusSums // but[i]: slots within each distance along all dimensions except i
	at     []int64       // scratch memory: number of slots at each coordinate
}

// newAnyGrid prepares the counts. The dimensions share them where possible. Cost:
// O(dims·nodes + dims²).
func newAnyGrid(s *FreeGrid) *anyGrid {
	g := &anyGrid{FreeGrid: s, but: make([]*radiusSums, len(s.sides)), at: make([]int64, slices.Max(s.sides))}
	for i := range s.sides {
		along := make([]int32, s.nodes)
		for n := range along {
			along[n] = int32(s.coordinate(n, i))
		}
		g.coords = append(g.coords, along)
	}
	// The counts without dimension i are built from the counts along the dimensions
	// after i, which several dimensions share.
	after := &radiusSums{FreeGrid: s}
	for i := len(g.sides) - 1; i >= 0; i-- {
		g.but[i] = after
		for j := i - 1; j >= 0; j-- {
			g.but[i] = g.but[i].along(j)
		}
		after = after.along(i)
	}
	g.near = after
	return g
}

// count implements geometry.
func (g *anyGrid) count(r int) []int64 { return g.near.within(r) }

// shell implements geometry.
func (g *anyGrid) shell(x, r int) { g.shellAlong(0, x, 0, r) }

// shellAlong takes the slots of the shell whose nodes have the coordinates already
// chosen for the dimensions before dim. The parameter base is the first node with
// these coordinates, and rest is the distance that remains for dimension dim and
// the later dimensions.
func (g *anyGrid) shellAlong(dim, x, base, rest int) {
	side, here := g.sides[dim], int(g.coords[dim][x])
	if dim == len(g.sides)-1 {
		a, b := g.ends(here, rest, side)
		if a >= 0 {
			g.take(base + a)
		}
		if b >= 0 {
			g.take(base + b)
		}
		return
	}
	for _, part := range g.reach(here, rest, side) {
		for c := part[0]; c <= part[1] && g.left > 0; c++ {
			g.shellAlong(dim+1, x, base+c*g.strides[dim], rest-g.steps(c, here, side))
		}
	}
}

// ends returns the two coordinates at the given distance from the coordinate here
// of a dimension, in ascending order. A coordinate outside the grid is returned as a
// negative number. If both coordinates are the same, b is -1.
func (g *anyGrid) ends(here, rest, side int) (a, b int) {
	a, b = here-rest, here+rest
	switch {
	case g.wraps && 2*rest > side:
		return -1, -1
	case g.wraps && a < 0:
		a, b = b, a+side
	case g.wraps && b >= side:
		a, b = b-side, a
	case b >= side:
		b = -1
	}
	if a == b {
		return a, -1
	}
	return a, b
}

// sum implements geometry. Cost: O(dims·radius), and the given slots.
func (g *anyGrid) sum(x, r int, last []nearest.NodeSlots) int64 {
	sum := int64(0)
	for i, side := range g.sides {
		here, stride := int(g.coords[i][x]), g.strides[i]
		first, end := here-r, here+r+1 // the coordinates within r of x; on a ring, those below 0 are higher by side
		switch {
		case !g.wraps:
			first, end = max(first, 0), min(end, side)
		case 2*r+1 > side:
			first, end = here-(side-1)/2, here+side/2+1
		}
		at := g.at[:end-first]
		clear(at)
		if r > 0 {
			near := g.but[i].tables(r - 1)
			for c := max(first, here-r+1); c < min(end, here+r); c++ {
				n := x + (c-here)*stride
				if c < 0 {
					n += side * stride
				} else if c >= side {
					n -= side * stride
				}
				at[c-first] = near[r-1-max(c-here, here-c)][n]
			}
		}
		for _, s := range last {
			c := int(g.coords[i][s.Node]) - first
			if c < 0 {
				c += side
			} else if c >= side {
				c -= side
			}
			at[c] += int64(s.Slots)
		}
		if g.wraps && len(at) > side/2+1 {
			sum += aroundRing(g.at[:side], end-first, g.n)
		} else {
			sum += alongLine(at, g.n)
		}
	}
	return sum
}

// alongLine returns the sum of the distances between all pairs of n slots on a line,
// where at[i] is the number of slots at coordinate i. The path of a pair crosses the
// gap between two neighbouring coordinates if one slot is on each side of it.
func alongLine(at []int64, n int64) int64 {
	left, sum := int64(0), int64(0)
	for _, k := range at {
		left += k
		sum += left * (n - left)
	}
	return sum
}

// aroundRing returns the sum of the distances over all pairs of n slots on a ring,
// given their number at each coordinate, which is 0 from the given width on. It
// considers all arcs that cover half of the ring. The number of arcs that contain
// exactly one of two slots is twice the distance between the slots.
func aroundRing(at []int64, width int, n int64) int64 {
	clear(at[width:])
	half := len(at) / 2
	arc, sum := int64(0), int64(0)
	for _, k := range at[:half] {
		arc += k
	}
	for c, k := range at {
		sum += arc * (n - arc)
		if c += half; c >= len(at) {
			c -= len(at)
		}
		arc += at[c] - k
	}
	return sum / 2
}

// radiusSums counts, for every node of a grid, the slots within each distance along
// some of the dimensions. The counts are computed for all nodes at once, one radius
// after the other.
//
// A dimension is added as follows. The slots within r of node x are the slots
// within r-k in the other dimensions of the node k steps from x along the new
// dimension, for all k. The sum of their numbers over the nodes on one side of x is
// called a slant. The slant of radius r at x is the number within r of x itself in
// the other dimensions, plus the slant of radius r-1 at the next node. Each radius
// therefore costs O(nodes) for each dimension, however large the radius is. On a
// ring a slant ends half way round.
type radiusSums struct {
	*FreeGrid
	inner *radiusSums // sums over the dimensions already added, without dim; nil if there are none
	dim   int         // dimension that these sums add to inner; unused if inner is nil
	sums  [][]int64
	front []int64 // slants of the last radius, from each node in the direction of increasing coordinates
	back  []int64 // slants of the last radius in the opposite direction, without the node itself
	spare []int64 // memory for the slants of the next radius
}

// along returns the sums that result from adding a dimension to b.
func (b *radiusSums) along(dim int) *radiusSums {
	return &radiusSums{FreeGrid: b.FreeGrid, inner: b, dim: dim}
}

// within returns the number of slots within r of each node. The caller must not
// change the result.
func (b *radiusSums) within(r int) []int64 { return b.tables(r)[r] }

// tables returns the numbers of slots within each of the radii 0 to r of each node,
// and possibly those within larger radii.
func (b *radiusSums) tables(r int) [][]int64 {
	for len(b.sums) <= r {
		if b.inner == nil || len(b.sums) == 0 {
			b.sums = append(b.sums, b.room)
		} else {
			b.sums = append(b.sums, b.widen(len(b.sums)))
		}
	}
	return b.sums
}

// widen returns for each node the number of slots within r. It must be called for
// one radius after the other, from 1 on.
func (b *radiusSums) widen(r int) []int64 {
	inner := b.inner.tables(r)
	if r == 1 {
		b.front, b.back, b.spare = slices.Clone(b.room), make([]int64, b.nodes), make([]int64, b.nodes)
	}
	ahead, behind := b.sides[b.dim], b.sides[b.dim] // how many steps in each direction are still a shortest path
	if b.wraps {
		ahead, behind = ahead/2, (behind-1)/2
	}
	front := b.spare
	copy(front, inner[r])
	b.addShifted(front, b.front, 1, 1)
	if past := r - 1 - ahead; past >= 0 {
		b.addShifted(front, inner[past], ahead+1, -1)
	}
	back := b.front
	clear(back)
	if behind > 0 {
		b.addShifted(back, inner[r-1], -1, 1)
		b.addShifted(back, b.back, -1, 1)
		if past := r - 1 - behind; past >= 0 {
			b.addShifted(back, inner[past], -behind-1, -1)
		}
	}
	b.front, b.back, b.spare = front, back, b.back
	sum := make([]int64, b.nodes)
	for x, k := range front {
		sum[x] = k + back[x]
	}
	return sum
}

// addShifted adds multiples of one list to another. Entry n grows by the given
// multiple of entry m of the other list. Node m is k steps further along the
// dimension than node n. On a line, nodes beyond the end are skipped. A ring
// continues at its other end.
func (b *radiusSums) addShifted(to, from []int64, k int, times int64) {
	stride := b.strides[b.dim]
	block := stride * b.sides[b.dim] // number of consecutive nodes that differ only in this dimension and later ones
	shift := k * stride
	if b.wraps {
		shift = ((shift % block) + block) % block
	}
	for base := 0; base < b.nodes; base += block {
		to, from := to[base:base+block], from[base:base+block]
		switch {
		case shift >= block || -shift >= block:
		case shift >= 0:
			addTimes(to[:block-shift], from[shift:], times)
			if b.wraps {
				addTimes(to[block-shift:], from[:shift], times)
			}
		default:
			addTimes(to[-shift:], from[:block+shift], times)
		}
	}
}

// addTimes adds to each entry of a list the given multiple of the same entry of
// another list.
func addTimes(to, from []int64, times int64) {
	from = from[:len(to)]
	for i, k := range from {
		to[i] += times * k
	}
}
