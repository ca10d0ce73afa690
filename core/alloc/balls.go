package alloc

// balls counts, on a grid, the slots within each distance of each node along
// some of the dimensions, for all nodes at once and one radius after the other.
//
// The slots within r of x along one more dimension are, on either side of x,
// those within r-k of the nodes k steps on: a sum along a slant. The slant of
// radius r at x is what x itself adds and the slant of r-1 at the next node,
// so that each radius costs O(dims·nodes), however large it is. On a ring a
// slant ends half way round.
type balls struct {
	g     *grid
	each  []int64 // slots, or what else is summed, by node
	dims  []int
	sums  [][][]int64 // sums[i][r]: by node, within r along dims[:i+1]
	front [][]int64   // front[i]: slants of the last radius along dims[i], x itself and onwards
	back  [][]int64   // the same on the other side, without x
}

func newBalls(g *grid, each []int64, dims ...int) *balls {
	b := &balls{g: g, each: each, dims: dims, sums: make([][][]int64, len(dims)), front: make([][]int64, len(dims)), back: make([][]int64, len(dims))}
	for i := range dims {
		b.front[i], b.back[i] = make([]int64, g.nodes), make([]int64, g.nodes)
	}
	return b
}

// within is the slots within r of each node along the first dims of the
// balls; along none, those of the node itself.
func (b *balls) within(dims, r int) []int64 {
	if dims == 0 {
		return b.each
	}
	for len(b.sums[dims-1]) <= r {
		b.grow(dims - 1)
	}
	return b.sums[dims-1][r]
}

// grow adds the next radius along dims[:i+1].
func (b *balls) grow(i int) {
	r, dim := len(b.sums[i]), b.dims[i]
	inner := b.within(i, r)
	sum := make([]int64, b.g.nodes)
	ahead, behind := b.g.sides[dim]/2, (b.g.sides[dim]-1)/2 // steps to half way round
	if i == 0 {
		// Along one dimension the radius adds one node on each side.
		if r == 0 {
			copy(sum, inner)
		} else {
			copy(sum, b.sums[0][r-1])
			if !b.g.wraps || r <= ahead {
				b.g.addShifted(sum, inner, dim, r, 1)
			}
			if !b.g.wraps || r <= behind {
				b.g.addShifted(sum, inner, dim, -r, 1)
			}
		}
		b.sums[0] = append(b.sums[0], sum)
		return
	}
	copy(sum, inner)
	b.g.addShifted(sum, b.front[i], dim, 1, 1)
	other := make([]int64, b.g.nodes)
	if r > 0 && (!b.g.wraps || behind > 0) {
		b.g.addShifted(other, b.within(i, r-1), dim, -1, 1)
		b.g.addShifted(other, b.back[i], dim, -1, 1)
	}
	if past := r - 1 - ahead; b.g.wraps && past >= 0 {
		b.g.addShifted(sum, b.within(i, past), dim, ahead+1, -1)
	}
	if past := r - 1 - behind; b.g.wraps && past >= 0 && behind > 0 {
		b.g.addShifted(other, b.within(i, past), dim, -behind-1, -1)
	}
	b.front[i], b.back[i] = sum, other
	both := make([]int64, b.g.nodes)
	for x, k := range sum {
		both[x] = k + other[x]
	}
	b.sums[i] = append(b.sums[i], both)
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
