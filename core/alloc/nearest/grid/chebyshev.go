package grid

import (
	"iter"
	"math"

	"hopyard/core/alloc/nearest"
	"hopyard/core/topology"
)

// Chebyshev is a search that takes the slots around each candidate centre of a grid
// in shells of increasing L_inf distance. The cost of a centre is the sum of the
// shell numbers of its slots.
//
// The search computes the costs by counting. Let within(k) be the number of slots
// within distance k of the centre. If it is less than n, the other n - within(k) of
// the n nearest slots are beyond distance k. A slot in shell s is beyond the s
// distances 0 to s-1. The cost is therefore the sum of n - within(k) over all k for
// which this is positive.
type Chebyshev struct{ *FreeGrid }

// NewChebyshev returns a search for the slots in s. Cost: O(1).
func NewChebyshev(s *FreeGrid) *Chebyshev { return &Chebyshev{s} }

// candidate is a centre with the cost of its slots.
type candidate struct {
	x, last int   // node number of the centre (x), and number of the last shell used
	cost    int64 // sum of the shell numbers of the slots
}

// Choose returns the slots around the centre with the least cost. Ties are broken
// by the larger total speed, then by the lower node number. Cost:
// O(dims·nodes·radius). Where nodes differ, the cost also includes O(nodes within
// the radius) for each centre that may win.
func (s *Chebyshev) Choose() nearest.Set {
	best, fastest := candidate{cost: math.MaxInt64}, int64(0)
	for _, c := range s.candidates() {
		if c.cost > best.cost {
			continue
		}
		speed := int64(0)
		if s.mixed {
			speed = s.speedOf(s.nodesOf(c))
		}
		if c.cost < best.cost || speed > fastest {
			best, fastest = c, speed
		}
	}
	return s.set(best)
}

// All yields the sets of all candidate centres in ascending order.
func (s *Chebyshev) All() iter.Seq[nearest.Set] {
	return func(yield func(nearest.Set) bool) {
		for _, c := range s.candidates() {
			if !yield(s.set(c)) {
				return
			}
		}
	}
}

// candidates returns all candidate centres in ascending order. Cost:
// O(dims·nodes·radius).
func (s *Chebyshev) candidates() []candidate {
	var all []candidate
	for x := range s.nodes {
		if s.isCandidate(x) {
			all = append(all, candidate{x: x, last: -1})
		}
	}
	for r, left := 0, len(all); left > 0; r++ {
		count := s.within(r)
		for i := range all {
			switch c := &all[i]; {
			case c.last >= 0:
			case count[c.x] < s.n:
				c.cost += s.n - count[c.x]
			default:
				c.last = r
				left--
			}
		}
	}
	return all
}

// set returns the slots of a centre as a nearest.Set.
func (s *Chebyshev) set(c candidate) nearest.Set {
	return nearest.Set{Centre: topology.DeviceID(c.x), Nodes: s.nodesOf(c), Cost: c.cost}
}

// nodesOf returns the n slots nearest to a centre: all slots in the shells before
// the last, and the slots of the lowest-numbered nodes in the last shell. Cost:
// O(nodes within the last shell).
func (s *Chebyshev) nodesOf(c candidate) []nearest.NodeSlots {
	s.taken, s.left = nil, s.n
	s.shells(0, c.x, 0, 0, 0, c.last-1)
	s.shells(0, c.x, 0, 0, c.last, c.last)
	return s.taken
}

// shells takes the slots in a range of shells around node x, by ascending node,
// until none is left to take. It takes those on nodes that have the coordinates
// already chosen for the dimensions before dim. The parameter base is the first node
// with these coordinates, and away is the largest distance from x along these
// dimensions.
func (s *Chebyshev) shells(dim, x, base, away, first, last int) {
	if away >= first && s.covers(dim, last) {
		end := s.nodes
		if dim > 0 {
			end = base + s.strides[dim-1]
		}
		for n := base; n < end && s.left > 0; n++ {
			s.take(n)
		}
		return
	}
	if dim == len(s.sides) {
		return
	}
	side, here := s.sides[dim], s.coordinate(x, dim)
	for _, part := range s.reach(here, last, side) {
		for c := part[0]; c <= part[1] && s.left > 0; c++ {
			s.shells(dim+1, x, base+c*s.strides[dim], max(away, s.steps(c, here, side)), first, last)
		}
	}
}

// covers reports whether all coordinates of dimension dim and the later dimensions
// are within r of each other.
func (s *Chebyshev) covers(dim, r int) bool {
	for _, side := range s.sides[dim:] {
		if s.wraps && r < side/2 || !s.wraps && r < side-1 {
			return false
		}
	}
	return true
}

// within returns the number of slots within L_inf distance r of each node. The nodes
// within r form a box. A box is a product of ranges of coordinates, so the slots are
// summed along one dimension after the other. Cost: O(dims·nodes).
func (s *Chebyshev) within(r int) []int64 {
	sums := s.room
	for dim, side := range s.sides {
		stride, next := s.strides[dim], make([]int64, s.nodes)
		before := make([]int64, side+1) // before[c]: sum of the line up to coordinate c, exclusive
		boxes := make([][2][2]int, side)
		for c := range boxes {
			boxes[c] = s.reach(c, r, side)
		}
		for n := range s.nodes {
			if n/stride%side > 0 {
				continue // not the beginning of a line
			}
			for c := range side {
				before[c+1] = before[c] + sums[n+c*stride]
			}
			for c, box := range boxes {
				next[n+c*stride] = before[box[0][1]+1] - before[box[0][0]] + before[box[1][1]+1] - before[box[1][0]]
			}
		}
		sums = next
	}
	return sums
}
