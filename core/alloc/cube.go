package alloc

import "math/bits"

// cube is the geometry of hypercubes, whose many short sides make sums along
// one dimension after the other slow.
//
// The slots at distance r from x follow from those at r-1 and r-2: going
// through the neighbours of x, a slot at distance r is counted r times at
// distance r-1, from each neighbour one step nearer, and one at r-2 from each of
// the dims-r+2 neighbours that are farther.
type cube struct {
	*sites
	dims   int
	beside []uint32 // by node: a bit for each dimension along which the neighbour has room
	slots  *cubeShells
	speeds *cubeShells // nil unless mixed
}

// cubeShells are sums over the nodes around each node of a hypercube.
type cubeShells struct {
	dims    int
	at      [][]int64 // by distance and node: what is there
	sums    [][]int64 // by radius and node: what is within
	parting [][]int64 // by radius and node: within r, r-2, r-4 and so on, added up
}

// newCube prepares to count. Cost: O(dims·nodes).
func newCube(s *sites) *cube {
	c := &cube{sites: s, dims: bits.Len(uint(s.nodes)) - 1}
	c.slots = &cubeShells{dims: c.dims, at: [][]int64{s.room}, sums: [][]int64{s.room}, parting: [][]int64{s.room}}
	c.beside = besides(s.room, c.dims)
	if s.mixed {
		each := s.speeds()
		c.speeds = &cubeShells{dims: c.dims, at: [][]int64{each}, sums: [][]int64{each}, parting: [][]int64{each}}
	}
	return c
}

// besides is, by node of a hypercube, a bit for each dimension along which its
// neighbour has room.
func besides(room []int64, dims int) []uint32 {
	with, beside := make([]uint32, len(room)), make([]uint32, len(room))
	for x, k := range room {
		with[x] = uint32(min(k, 1))
	}
	for x := range beside {
		set := uint32(0)
		for i := range dims {
			set |= with[x^1<<i] << i
		}
		beside[x] = set
	}
	return beside
}

// count implements geometry.
func (c *cube) count(r int) []int64 { return c.slots.within(r) }

// speedWithin implements geometry.
func (c *cube) speedWithin(r int) []int64 { return c.speeds.within(r) }

// within is what lies within r of each node. Cost: O(dims·nodes) for a new r.
func (s *cubeShells) within(r int) []int64 {
	for len(s.sums) <= r {
		s.widen()
	}
	return s.sums[r]
}

// widen adds the next distance.
func (s *cubeShells) widen() {
	r := len(s.at)
	nodes := len(s.at[0])
	near, here := s.at[r-1], make([]int64, nodes)
	for i := range s.dims {
		flip := 1 << i
		for base := 0; base < nodes; base += 2 * flip {
			addTimes(here[base:base+flip], near[base+flip:base+2*flip], 1)
			addTimes(here[base+flip:base+2*flip], near[base:base+flip], 1)
		}
	}
	sum, parting := make([]int64, nodes), make([]int64, nodes)
	for x := range here {
		if r > 1 {
			here[x] -= int64(s.dims-r+2) * s.at[r-2][x]
			parting[x] = s.parting[r-2][x]
		}
		here[x] /= int64(r)
		sum[x] = s.sums[r-1][x] + here[x]
		parting[x] += sum[x]
	}
	s.at, s.sums, s.parting = append(s.at, here), append(s.sums, sum), append(s.parting, parting)
}

// across is the slots within r of x that differ from x in the dimension of
// flip. They are within r-1 of x's neighbour there, as are those within r-2 of
// x that do not differ from it: so across(x, r) is what is within r-1 of the
// neighbour, less what is within r-2 of x, and across(x, r-2).
func (s *cubeShells) across(x, flip, r int) int64 {
	switch {
	case r < 1:
		return 0
	case r < 2:
		return s.parting[0][x^flip]
	}
	return s.parting[r-1][x^flip] - s.parting[r-2][x]
}

// shell implements geometry.
func (c *cube) shell(dst []int32, x, r int) []int32 { return c.shellBelow(dst, x, c.dims, r) }

// shellBelow goes through the nodes that differ from x in so many of the lowest
// bits, and in no others.
func (c *cube) shellBelow(dst []int32, x, bit, left int) []int32 {
	switch {
	case left > bit:
		return dst
	case left == bit && bit > 0:
		return c.shellBelow(dst, x^(1<<bit-1), 0, 0)
	case left == 0:
		if c.room[x] > 0 {
			dst = append(dst, int32(x))
		}
		return dst
	case left == 1:
		lower, upper := c.neighbours(x, bit)
		for ; lower != 0; lower &^= 1 << (bits.Len32(lower) - 1) {
			dst = append(dst, int32(x^1<<(bits.Len32(lower)-1)))
		}
		for ; upper != 0; upper &= upper - 1 {
			dst = append(dst, int32(x^1<<bits.TrailingZeros32(upper)))
		}
		return dst
	}
	bit--
	flip := 1 << bit
	if x&flip == 0 {
		dst = c.shellBelow(dst, x, bit, left)
		return c.shellBelow(dst, x^flip, bit, left-1)
	}
	dst = c.shellBelow(dst, x^flip, bit, left-1)
	return c.shellBelow(dst, x, bit, left)
}

// neighbours is the dimensions, of so many of the lowest, along which the
// neighbour of x has room: those where its number is lower, which the higher
// dimension makes lower still, and those where it is not.
func (c *cube) neighbours(x, bit int) (lower, upper uint32) {
	with := c.beside[x] & (1<<bit - 1)
	return with & uint32(x), with &^ uint32(x)
}
