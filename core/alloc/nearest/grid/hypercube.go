package grid

import "math/bits"

// hypercube implements geometry for hypercubes. They have many short sides, which
// makes it slow to sum along one dimension after the other.
//
// The number of slots at distance r from x follows from the numbers at distances
// r-1 and r-2. Add up the slots at distance r-1 from each neighbour of x. This
// counts a slot at distance r from x r times, once for each neighbour of x that is
// one step nearer to the slot. It counts a slot at distance r-2 from x dims-r+2
// times, once for each neighbour of x that is one step farther from the slot.
type hypercube struct {
	*FreeGrid
	dims   int
	beside []uint32 // for each node, a set of bits: bit i is set if the neighbour along dimension i has free slots
	slots  *shellSums
	speeds *shellSums // total speeds of the slots; nil unless mixed
}

// shellSums is a table of the sums of some quantity over the nodes around each node
// of a hypercube.
type shellSums struct {
	dims    int
	at      [][]int64 // at[r][n]: total of the nodes at distance r from node n
	sums    [][]int64 // sums[r][n]: total of the nodes within distance r of node n
	parting [][]int64 // parting[r][n]: sum of the totals within r, r-2, r-4 and so on of node n
}

// newHypercube prepares the counts. Cost: O(dims·nodes).
func newHypercube(s *FreeGrid) *hypercube {
	c := &hypercube{FreeGrid: s, dims: bits.Len(uint(s.nodes)) - 1}
	c.slots = newShellSums(s.room, c.dims)
	c.beside = neighboursWithRoom(s.room, c.dims)
	if s.mixed {
		c.speeds = newShellSums(s.speeds(), c.dims)
	}
	return c
}

// newShellSums returns a table that contains only radius 0, for which the sums are
// the given values of the nodes.
func newShellSums(each []int64, dims int) *shellSums {
	own := [][]int64{each}
	return &shellSums{dims: dims, at: own, sums: own, parting: own}
}

// neighboursWithRoom returns a set of bits for each node of a hypercube: bit i is
// set if the neighbour along dimension i has free slots.
func neighboursWithRoom(room []int64, dims int) []uint32 {
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
func (c *hypercube) count(r int) []int64 { return c.slots.within(r) }

// speedWithin implements geometry.
func (c *hypercube) speedWithin(r int) []int64 { return c.speeds.within(r) }

// within returns the total within distance r of each node. Cost: O(dims·nodes) for
// each radius that was not requested before.
func (s *shellSums) within(r int) []int64 {
	for len(s.sums) <= r {
		s.widen()
	}
	return s.sums[r]
}

// widen extends the table by the next distance.
func (s *shellSums) widen() {
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

// across returns the total of the nodes within r of x that are on the other side of
// a dimension. The parameter flip is the bit of the dimension. The nodes within r-1
// of x's neighbour in this dimension include all of these nodes. In addition they
// include the nodes within r-2 of x on x's own side. So across(x, r) equals the
// total within r-1 of the neighbour, minus the total within r-2 of x, plus
// across(x, r-2). The table parting contains these totals already added up.
func (s *shellSums) across(x, flip, r int) int64 {
	switch {
	case r < 1:
		return 0
	case r < 2:
		return s.parting[0][x^flip]
	}
	return s.parting[r-1][x^flip] - s.parting[r-2][x]
}

// shell implements geometry.
func (c *hypercube) shell(dst []int32, x, r int) []int32 { return c.shellBelow(dst, x, c.dims, r) }

// shellBelow appends to dst the nodes with free slots whose numbers differ from x
// in exactly left bits, all of them among the lowest bit bits.
func (c *hypercube) shellBelow(dst []int32, x, bit, left int) []int32 {
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

// neighbours returns the dimensions along which the neighbour of x has free slots,
// as two sets of bits. Only the lowest bits are considered; the parameter bit is
// their number. The set lower contains the dimensions whose neighbour has a lower
// number than x, and upper contains the others. A higher dimension means a greater
// difference of the numbers.
func (c *hypercube) neighbours(x, bit int) (lower, upper uint32) {
	with := c.beside[x] & (1<<bit - 1)
	return with & uint32(x), with &^ uint32(x)
}

// splitSum computes the sum of distances of the slots nearest to a node of a
// hypercube. Each dimension divides the slots into two sides. The distance between
// two slots is the number of dimensions in which they are on different sides.
type splitSum struct {
	*hypercube
	over  []int64 // for each dimension, the number of chosen slots on the side opposite to the centre
	spare []int64 // for each dimension, the number of slots of the last shell on the side opposite to the centre
}

// summing implements geometry. Cost: O(dims) for each node; in addition, part of a
// shell for each node whose bound does not exceed the limit passed to the function.
func (c *hypercube) summing() func(x, r int, enough int64) int64 {
	s := &splitSum{hypercube: c, over: make([]int64, c.dims), spare: make([]int64, c.dims)}
	return s.sum
}

// sum returns the sum of the distances of the n slots nearest to x. The farthest of
// these slots is at distance r. If the sum exceeds the given limit, any number
// above the limit may be returned.
func (s *splitSum) sum(x, r int, enough int64) int64 {
	if r == 0 {
		return 0
	}
	inner, all := s.slots.within(r - 1)[x], s.slots.within(r)[x]
	for i := range s.over {
		s.over[i] = s.slots.across(x, 1<<i, r-1)
		s.spare[i] = s.slots.across(x, 1<<i, r) - s.over[i]
	}
	if bound := s.bound(r, s.n-inner); bound > enough {
		return bound
	}
	switch {
	case s.mixed:
		s.addFastest(x, r, s.n-inner)
	case s.n-inner <= all-s.n:
		s.addShell(x, s.dims, r, s.n-inner, 1)
	default: // it is less work to add the whole shell and remove its last slots
		for i, k := range s.spare {
			s.over[i] += k
		}
		s.addShell(x, s.dims, r, all-s.n, -1)
	}
	sum := int64(0)
	for _, k := range s.over {
		sum += k * (s.n - k)
	}
	return sum
}

// bound returns a lower bound for the sum of distances if the given number of slots
// of the shell at distance r are added, from any of its nodes.
//
// A dimension contributes k·(n-k) to the sum, where k slots are on the side
// opposite to the centre. This is concave in k. Considered alone, it is therefore
// smallest if either none of the spare slots of the dimension or as many as
// possible are added. But each added slot differs from the centre in exactly r
// dimensions. The bound therefore subtracts a price for each difference in a
// dimension, and adds the price of all r·slots differences. The result is a lower
// bound for any price.
func (s *splitSum) bound(r int, slots int64) int64 {
	price := int64(0)
	for i, k := range s.over {
		price += s.n - 2*k - min(s.spare[i], slots) // average increase of the dimension's sum per added slot
	}
	price /= int64(s.dims)
	sum := price * int64(r) * slots
	for i, k := range s.over {
		most := min(s.spare[i], slots)
		sum += k*(s.n-k) + min(0, most*(s.n-2*k-most-price))
	}
	return sum
}

// addShell adds up to the given number of slots, in the order of node numbers. It
// takes them from the nodes that differ from x in exactly left bits. All of these
// bits are among the lowest bits, and the parameter bit is the number of lowest
// bits. If sign is -1, addShell instead removes slots, beginning with the last
// nodes. It returns the number of slots added or removed.
func (s *splitSum) addShell(x, bit, left int, slots, sign int64) int64 {
	switch {
	case left > bit || slots == 0:
		return 0
	case left == 0:
		return min(s.room[x], slots)
	case left == bit:
		k := min(s.room[x^(1<<bit-1)], slots)
		for i := range bit {
			s.over[i] += sign * k
		}
		return k
	case left == 1 && bit > 4: // with fewer bits, trying each bit is faster than looking for neighbours
		return s.addNeighbours(x, bit, slots, sign)
	}
	bit--
	flip := 1 << bit
	if (x&flip == 0) == (sign > 0) {
		found := s.addShell(x, bit, left, slots, sign)
		over := s.addShell(x^flip, bit, left-1, slots-found, sign)
		s.over[bit] += sign * over
		return found + over
	}
	over := s.addShell(x^flip, bit, left-1, slots, sign)
	s.over[bit] += sign * over
	return over + s.addShell(x, bit, left, slots-over, sign)
}

// addNeighbours implements addShell for nodes that are one step from x.
func (s *splitSum) addNeighbours(x, bit int, slots, sign int64) (found int64) {
	falling, rising := s.neighbours(x, bit)
	if sign < 0 {
		falling, rising = rising, falling
	}
	for falling != 0 && found < slots {
		i := bits.Len32(falling) - 1
		k := min(s.room[x^1<<i], slots-found)
		s.over[i] += sign * k
		found += k
		falling &^= 1 << i
	}
	for rising != 0 && found < slots {
		i := bits.TrailingZeros32(rising)
		k := min(s.room[x^1<<i], slots-found)
		s.over[i] += sign * k
		found += k
		rising &= rising - 1
	}
	return found
}

// addFastest adds the given number of slots from the fastest nodes at distance r
// from x. Among equally fast nodes, lower numbers come first.
func (s *splitSum) addFastest(x, r int, slots int64) {
	s.found = s.shell(s.found[:0], x, r)
	for _, p := range s.fastestOf(s.found, slots) {
		for apart := uint(p.Node) ^ uint(x); apart != 0; apart &= apart - 1 {
			s.over[bits.TrailingZeros(apart)] += int64(p.Slots)
		}
	}
}
