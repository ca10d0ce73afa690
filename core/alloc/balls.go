package alloc

// balls counts, on a grid, the slots within each distance of each node along
// some of the dimensions, for all nodes at once and one radius after the other.
//
// The slots within r of x along one more dimension are, on either side of x,
// those within r-k of the nodes k steps on: a sum along a slant. The slant of
// radius r at x is what x itself adds and the slant of r-1 at the next node,
// so that each radius costs O(nodes) for each dimension, however large it is.
// On a ring a slant ends half way round.
type balls struct {
	g     *grid
	inner *balls  // along the dimensions but dim; nil if there are none
	each  []int64 // slots, or what else is summed, by node; if inner is nil
	dim   int     // meaningless if inner is nil
	sums  [][]int64
	front []int64 // slants of the last radius from each node onwards
	back  []int64 // the same on the other side, without the node itself
	spare []int64 // memory for the next slants
}

// along is the balls along one more dimension.
func (b *balls) along(dim int) *balls { return &balls{g: b.g, inner: b, dim: dim} }

// within is the slots within r of each node; do not change it.
func (b *balls) within(r int) []int64 {
	if b.inner == nil {
		return b.each
	}
	return b.tables(r)[r]
}

// tables are the slots within 0 to r of each node, and perhaps more.
func (b *balls) tables(r int) [][]int64 {
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

// half is how many steps ahead of a node and behind it others are nearest to
// it that way.
func (b *balls) half() (ahead, behind int) {
	side := b.g.sides[b.dim]
	if !b.g.wraps {
		return side, side
	}
	return side / 2, (side - 1) / 2
}

// line is the slots within r along a single dimension: one node more on each
// side than within r-1.
func (b *balls) line(r int) []int64 {
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

// slants is the slots within r along several dimensions.
func (b *balls) slants(r int) []int64 {
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

// addShifted adds times from, k steps on along a dimension, to each node of
// to. Beyond the end of a line there is nothing; a ring goes on.
func (g *grid) addShifted(to, from []int64, dim, k int, times int64) {
	stride := g.strides[dim]
	block := stride * g.sides[dim] // consecutive nodes that differ in this dimension and later ones
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

func addTimes(to, from []int64, times int64) {
	from = from[:len(to)]
	for i, k := range from {
		to[i] += times * k
	}
}
