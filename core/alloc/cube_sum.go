package alloc

import "math/bits"

// cubeSum adds the distances of the slots nearest to a node of a hypercube:
// each dimension parts them in two, and a pair is as far apart as there are
// dimensions that part it.
type cubeSum struct {
	*cube
	over  []int64 // by dimension: chosen slots that differ from the centre
	spare []int64 // by dimension: slots of the last shell that do
}

// summing implements geometry. Cost: O(dims) for each node, and part of a
// shell for those whose sum may be small enough.
func (c *cube) summing() func(x, r int, enough int64) int64 {
	s := &cubeSum{cube: c, over: make([]int64, c.dims), spare: make([]int64, c.dims)}
	return s.sum
}

// sum is the sum for the n slots nearest to x, the farthest of which is at r;
// above enough it may be less than exact.
func (s *cubeSum) sum(x, r int, enough int64) int64 {
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
	default: // shorter the other way round: all of the shell, less its last
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

// bound is at most the sum if so many slots of the shell at r are added, of
// whichever nodes. Added slots differ from the centre r times each. Without
// that condition each dimension would best take none of its spare slots or as
// many as it can, since k·(n-k) is concave; any price for a difference, paid
// back on all of them, keeps such a choice a lower bound.
func (s *cubeSum) bound(r int, slots int64) int64 {
	price := int64(0)
	for i, k := range s.over {
		price += s.n - 2*k - min(s.spare[i], slots) // what one more costs, on average
	}
	price /= int64(s.dims)
	sum := price * int64(r) * slots
	for i, k := range s.over {
		most := min(s.spare[i], slots)
		sum += k*(s.n-k) + min(0, most*(s.n-2*k-most-price))
	}
	return sum
}

// addShell adds slots of the nodes that differ from x in so many of the lowest
// bits, and in no others, so many at most: of the first nodes by number, or
// (sign -1) it takes away those of the last. It returns how many there were.
func (s *cubeSum) addShell(x, bit, left int, slots, sign int64) int64 {
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
	case left == 1 && bit > 4: // below, fewer steps than bits to look for
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

// addNeighbours is addShell one step from x.
func (s *cubeSum) addNeighbours(x, bit int, slots, sign int64) (found int64) {
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

// addFastest adds slots of the fastest nodes at distance r from x, so many in
// all; of equally fast ones the first by number.
func (s *cubeSum) addFastest(x, r int, slots int64) {
	s.near = s.shell(s.near[:0], x, r)
	for _, p := range s.fastestOf(s.near, slots) {
		for apart := uint(p.node) ^ uint(x); apart != 0; apart &= apart - 1 {
			s.over[bits.TrailingZeros(apart)] += int64(p.tasks)
		}
	}
}
