package grid

// anyGrid implements geometry for grids with sides of any length.
type anyGrid struct {
	*FreeGrid
	coords [][]int32   // coords[i][n]: coordinate of node n along dimension i
	self   *radiusSums // slots on each node itself, that is, within distance 0
	near   *radiusSums // slots within each distance along all dimensions; dimension 0 was added last
	speeds *radiusSums // total speed of the slots counted by near; nil unless mixed
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

// shellAlong appends the nodes of the shell that have the coordinates already
// chosen for the dimensions before dim. The parameter base is the first node with
// these coordinates. The parameter left is the distance that remains for dimension
// dim and the later dimensions.
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

// ends returns the two coordinates at distance left from the coordinate here in
// dimension dim. They are in ascending order, or in descending order if falling is
// true. A coordinate outside the grid is returned as a negative number. If both
// coordinates are the same, b is -1.
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
	g     *anyGrid
	inner *radiusSums // sums over the dimensions already added, without dim; nil if there are none
	each  []int64     // number of slots (or another quantity) on each node; used if inner is nil
	dim   int         // dimension that these sums add to inner; unused if inner is nil
	sums  [][]int64
	front []int64 // slants of the last radius, from each node in the direction of increasing coordinates
	back  []int64 // slants of the last radius in the opposite direction, without the node itself
	spare []int64 // memory for the slants of the next radius
}

// along returns the sums that result from adding a dimension to b.
func (b *radiusSums) along(dim int) *radiusSums { return &radiusSums{g: b.g, inner: b, dim: dim} }

// within returns the number of slots within r of each node. The caller must not
// change the result.
func (b *radiusSums) within(r int) []int64 {
	if b.inner == nil {
		return b.each
	}
	return b.tables(r)[r]
}

// tables returns the numbers of slots within each of the radii 0 to r of each node,
// and possibly those within larger radii.
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

// half returns the largest number of steps ahead along the dimension that is still
// a shortest path, and the largest number of steps back.
func (b *radiusSums) half() (ahead, behind int) {
	side := b.g.sides[b.dim]
	if !b.g.wraps {
		return side, side
	}
	return side / 2, (side - 1) / 2
}

// line returns for each node the number of slots within r along a single dimension.
// To the slots within r-1 it adds those on one more node on each side.
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

// slants returns for each node the number of slots within r along several
// dimensions. It must be called for one radius after the other.
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

// addShifted adds multiples of one list to another. Entry n grows by the given
// multiple of entry m of the other list. Node m is k steps further along the
// dimension than node n. On a line, nodes beyond the end are skipped. A ring
// continues at its other end.
func (g *anyGrid) addShifted(to, from []int64, dim, k int, times int64) {
	stride := g.strides[dim]
	block := stride * g.sides[dim] // number of consecutive nodes that differ only in this dimension and later ones
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

// addTimes adds to each entry of a list the given multiple of the same entry of
// another list.
func addTimes(to, from []int64, times int64) {
	from = from[:len(to)]
	for i, k := range from {
		to[i] += times * k
	}
}
