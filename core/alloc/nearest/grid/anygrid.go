package grid

// anyGrid implements geometry for grids with arbitrary sides.
type anyGrid struct {
	*FreeGrid
	coords [][]int32   // coords[i]: by node, the coordinate along dimension i
	self   *radiusSums // slots on each node itself
	near   *radiusSums // slots within a distance along all dimensions, the first one added last
	speeds *radiusSums // speed of these slots; nil unless mixed
}

// newAnyGrid prepares the counts. Cost: O(dims·nodes).
func newAnyGrid(s *FreeGrid) *anyGrid {
	g := &anyGrid{FreeGrid: s}
	for i := range s.sides {
		along := make([]int32, s.nodes)
		for n := range along {
			along[n] = int32(s.coordinate(n, i))
		}
		g.coords = append(g.coords, along)
	}
	if g.mixed {
		g.speeds = &radiusSums{g: g, each: s.speeds()}
	}
	g.self = &radiusSums{g: g, each: g.room}
	g.near = g.self
	for i := len(g.sides) - 1; i >= 0; i-- {
		g.near = g.near.along(i)
		if g.mixed {
			g.speeds = g.speeds.along(i)
		}
	}
	return g
}

// count implements geometry.
func (g *anyGrid) count(r int) []int64 { return g.near.within(r) }

// speedWithin implements geometry.
func (g *anyGrid) speedWithin(r int) []int64 { return g.speeds.within(r) }

// shell implements geometry.
func (g *anyGrid) shell(dst []int32, x, r int) []int32 {
	return g.shellAlong(dst, 0, x, 0, r)
}

// shellAlong visits the dimensions from dim on. The node base has the coordinates
// chosen so far, and left is the remaining distance.
func (g *anyGrid) shellAlong(dst []int32, dim, x, base, left int) []int32 {
	side, here := g.sides[dim], int(g.coords[dim][x])
	if dim == len(g.sides)-1 {
		a, b := g.ends(dim, here, left, false)
		if a >= 0 && g.room[base+a] > 0 {
			dst = append(dst, int32(base+a))
		}
		if b >= 0 && g.room[base+b] > 0 {
			dst = append(dst, int32(base+b))
		}
		return dst
	}
	for _, part := range g.reach(here, left, side, false) {
		for c := part[0]; c <= part[1]; c++ {
			dst = g.shellAlong(dst, dim+1, x, base+c*g.strides[dim], left-g.steps(c, here, side))
		}
	}
	return dst
}

// ends returns the coordinates at distance left from here, in ascending or
// descending order, or -1 for one that does not exist.
func (g *anyGrid) ends(dim, here, left int, falling bool) (a, b int) {
	side := g.sides[dim]
	a, b = here-left, here+left
	switch {
	case g.wraps && 2*left > side:
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
	if falling {
		return b, a
	}
	return a, b
}

// radiusSums is a count, for every node of a grid, of the slots within each
// distance along some of the dimensions. It is computed for all nodes at once, one
// radius after the other.
//
// Consider the slots within r of x when one more dimension is added. On each side
// of x along that dimension, these are the slots within r-k of the node k steps
// away, in the other dimensions, for all k. Their sum is called a slant. The slant
// of radius r at x is the number within r of x itself, plus the slant of radius r-1
// at the next node. Each radius therefore costs O(nodes) for each dimension,
// however large it is. On a ring a slant ends half way round.
type radiusSums struct {
	g     *anyGrid
	inner *radiusSums // sums without dimension dim; nil if there are no dimensions
	each  []int64     // slots, or another quantity, by node; used if inner is nil
	dim   int         // meaningless if inner is nil
	sums  [][]int64
	front []int64 // slants of the last radius, from each node forwards
	back  []int64 // the same backwards, without the node itself
	spare []int64 // memory for the next slants
}

// along returns the sums with one more dimension.
func (b *radiusSums) along(dim int) *radiusSums { return &radiusSums{g: b.g, inner: b, dim: dim} }

// within returns the number of slots within r of each node. The caller must not
// change it.
func (b *radiusSums) within(r int) []int64 {
	if b.inner == nil {
		return b.each
	}
	return b.tables(r)[r]
}

// tables returns the numbers of slots within 0 to r of each node, and perhaps for
// larger radii.
func (b *radiusSums) tables(r int) [][]int64 {
	for len(b.sums) <= r {
		switch {
		case b.inner == nil:
			b.sums = append(b.sums, b.each)
		case b.inner.inner == nil:
			b.sums = append(b.sums, b.line(len(b.sums)))
		default:
			b.sums = append(b.sums, b.slants(len(b.sums)))
		}
	}
	return b.sums
}

// half returns the numbers of steps ahead of a node and behind it within which
// going that way is the shortest way.
func (b *radiusSums) half() (ahead, behind int) {
	side := b.g.sides[b.dim]
	if !b.g.wraps {
		return side, side
	}
	return side / 2, (side - 1) / 2
}

// line returns the number of slots within r along a single dimension. It adds one
// node on each side to those within r-1.
func (b *radiusSums) line(r int) []int64 {
	each := b.inner.each
	if r == 0 {
		return each
	}
	ahead, behind := b.half()
	if r > ahead {
		return b.sums[r-1]
	}
	sum := make([]int64, b.g.nodes)
	copy(sum, b.sums[r-1])
	b.g.addShifted(sum, each, b.dim, r, 1)
	if r <= behind {
		b.g.addShifted(sum, each, b.dim, -r, 1)
	}
	return sum
}

// slants returns the number of slots within r along several dimensions.
func (b *radiusSums) slants(r int) []int64 {
	inner := b.inner.tables(r)
	if r == 0 {
		b.front, b.back, b.spare = make([]int64, b.g.nodes), make([]int64, b.g.nodes), make([]int64, b.g.nodes)
		copy(b.front, inner[0])
		return inner[0]
	}
	ahead, behind := b.half()
	front := b.spare
	copy(front, inner[r])
	b.g.addShifted(front, b.front, b.dim, 1, 1)
	if past := r - 1 - ahead; past >= 0 {
		b.g.addShifted(front, inner[past], b.dim, ahead+1, -1)
	}
	back := b.front
	clear(back)
	if behind > 0 {
		b.g.addShifted(back, inner[r-1], b.dim, -1, 1)
		b.g.addShifted(back, b.back, b.dim, -1, 1)
		if past := r - 1 - behind; past >= 0 {
			b.g.addShifted(back, inner[past], b.dim, -behind-1, -1)
		}
	}
	b.front, b.back, b.spare = front, back, b.back
	sum := make([]int64, b.g.nodes)
	for x, k := range front {
		sum[x] = k + back[x]
	}
	return sum
}

// addShifted adds to each node of to the value in from of the node k steps further
// along a dimension, multiplied by times. Nothing lies beyond the end of a line; a
// ring continues at the other end.
func (g *anyGrid) addShifted(to, from []int64, dim, k int, times int64) {
	stride := g.strides[dim]
	block := stride * g.sides[dim] // consecutive nodes that differ only in this and later dimensions
	shift := k * stride
	if g.wraps {
		shift = ((shift % block) + block) % block
	}
	for base := 0; base < g.nodes; base += block {
		to, from := to[base:base+block], from[base:base+block]
		switch {
		case shift >= block || -shift >= block:
		case shift >= 0:
			addTimes(to[:block-shift], from[shift:], times)
			if g.wraps {
				addTimes(to[block-shift:], from[:shift], times)
			}
		default:
			addTimes(to[-shift:], from[:block+shift], times)
		}
	}
}

// addTimes adds times·from to to, element by element.
func addTimes(to, from []int64, times int64) {
	from = from[:len(to)]
	for i, k := range from {
		to[i] += times * k
	}
}
