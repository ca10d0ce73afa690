package grid

import (
	"iter"
	"math"
	"sort"

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
// which this is positive. The partial sum grows with the radius, and a centre is
// discarded as soon as its partial sum exceeds the least cost known.
type Chebyshev struct {
	windowSums
	before, faster []int64 // prefix sums, by node number, of the slots and of their speed; nil until needed
}

// NewChebyshev returns a search for the slots in s. Cost: O(1).
func NewChebyshev(s *FreeGrid) *Chebyshev { return &Chebyshev{windowSums: windowSums{FreeGrid: s}} }

// candidate is a centre with the cost of its slots.
type candidate struct {
	x, last int   // node number of the centre (x), and number of the last shell used
	cost    int64 // sum of the shell numbers of the slots
}

// least returns the centres with the least cost in ascending order, or every centre
// if all is true. Cost: O(dims·nodes·radius).
func (s *Chebyshev) least(all bool) []candidate {
	alive := make([]int32, 0, s.nodes)
	for x := range s.nodes {
		if s.isCandidate(x) {
			alive = append(alive, int32(x))
		}
	}
	cost, last := make([]int64, s.nodes), make([]int32, s.nodes)
	best := int64(math.MaxInt64)
	for r := 0; len(alive) > 0; r++ {
		count := s.within(s.room, r)
		still := alive[:0]
		for _, x := range alive {
			switch {
			case count[x] >= s.n:
				last[x] = int32(r) + 1 // last shell plus 1, because 0 means not found
				best = min(best, cost[x])
			case all || cost[x]+s.n-count[x] <= best:
				cost[x] += s.n - count[x]
				still = append(still, x)
			}
		}
		alive = still
	}
	var found []candidate
	for x, r := range last {
		if r > 0 && (all || cost[x] == best) {
			found = append(found, candidate{x, int(r) - 1, cost[x]})
		}
	}
	return found
}

// Choose returns the slots around the centre with the least cost. Ties are broken
// by the larger total speed, then by the lower node number. Cost:
// O(dims·nodes·radius). Where nodes differ, the cost also includes O(nodes within
// the radius) for each centre of least cost.
func (s *Chebyshev) Choose() nearest.Set {
	found := s.least(false)
	best := found[0]
	if s.mixed {
		fastest := int64(-1)
		for _, c := range found {
			if speed := s.totalSpeed(c); speed > fastest {
				best, fastest = c, speed
			}
			if fastest == s.n*s.fastest {
				break
			}
		}
	}
	return s.set(best)
}

// totalSpeed returns the total speed of the slots of a centre. Cost: the cost of
// nodesOf. If shell 1 contains all nodes except the centre, as on every hypercube,
// the cost is only O(log nodes). The slots are then those of the centre and of the
// lowest-numbered other nodes.
func (s *Chebyshev) totalSpeed(c candidate) int64 {
	if c.last != 1 || !s.everywhere(1) {
		return s.speedOf(s.nodesOf(c))
	}
	if s.before == nil {
		s.before, s.faster = make([]int64, s.nodes+1), make([]int64, s.nodes+1)
		for n, k := range s.room {
			s.before[n+1], s.faster[n+1] = s.before[n]+k, s.faster[n]+k*s.speed[n]
		}
	}
	own := s.room[c.x]
	end := sort.Search(s.nodes, func(n int) bool { // the nodes up to n, together with the centre, have at least as many slots as needed
		if n >= c.x {
			return s.before[n+1] >= s.n
		}
		return s.before[n+1]+own >= s.n
	})
	have, sum := s.before[end], s.faster[end]
	if end < c.x {
		have, sum = have+own, sum+own*s.speed[c.x]
	}
	return sum + (s.n-have)*s.speed[end]
}

// set returns the slots of a centre as a nearest.Set.
func (s *Chebyshev) set(c candidate) nearest.Set {
	return nearest.Set{Centre: topology.DeviceID(c.x), Nodes: s.nodesOf(c), Cost: c.cost}
}

// nodesOf returns the n slots nearest to a centre: all slots in the shells before
// the last, and the slots of the lowest-numbered nodes in the last shell. Cost:
// O(nodes within the last shell).
func (s *Chebyshev) nodesOf(c candidate) []nearest.NodeSlots {
	var nodes []nearest.NodeSlots
	left := s.n
	take := func(n int) bool {
		if k := min(s.room[n], left); k > 0 {
			nodes = append(nodes, nearest.NodeSlots{Node: topology.NodeID(n), Slots: int32(k)})
			left -= k
		}
		return left > 0
	}
	if c.last > 0 {
		s.box(c.x, c.last-1, func(n, _ int) bool { return take(n) })
	}
	s.box(c.x, c.last, func(n, away int) bool { return away < c.last || take(n) })
	return nodes
}

// All yields the sets of all candidate centres in ascending order.
func (s *Chebyshev) All() iter.Seq[nearest.Set] {
	return func(yield func(nearest.Set) bool) {
		for _, c := range s.least(true) {
			if !yield(s.set(c)) {
				return
			}
		}
	}
}

// windowSums counts the slots within each L_inf distance of each node of a grid,
// for all nodes at once. The nodes within a distance form a box. A box is a product
// of windows (ranges of coordinates), one for each dimension, so the sum over a box
// is computed one dimension after the other.
type windowSums struct {
	*FreeGrid
	sums, spare []int64
}

// within returns for each node n the sum of each[m] over all nodes m in the box of
// radius r around n. The result is valid until the next call. Cost: O(dims·nodes),
// or O(nodes) if every box is the whole grid.
func (b *windowSums) within(each []int64, r int) []int64 {
	if r == 0 {
		return each
	}
	if b.sums == nil {
		b.sums, b.spare = make([]int64, b.nodes), make([]int64, b.nodes)
	}
	if b.everywhere(r) {
		all := int64(0)
		for _, k := range each {
			all += k
		}
		for n := range b.sums {
			b.sums[n] = all
		}
		return b.sums
	}
	from := each
	for dim := range b.sides {
		b.windows(b.spare, from, dim, r)
		b.sums, b.spare = b.spare, b.sums
		from = b.sums
	}
	return b.sums
}

// everywhere reports whether every node is within r of every other node.
func (b *windowSums) everywhere(r int) bool {
	for _, side := range b.sides {
		if b.wraps && r < side/2 || !b.wraps && r < side-1 {
			return false
		}
	}
	return true
}

// windows sets each element of out to the sum of the elements of in that are at
// most r steps away along dimension dim. Nodes that differ only in later dimensions
// are consecutive and form a row.
func (b *windowSums) windows(out, in []int64, dim, r int) {
	side, stride := b.sides[dim], b.strides[dim]
	row := func(s []int64, base, c int) []int64 { return s[base+c*stride : base+(c+1)*stride] }
	for base := 0; base < b.nodes; base += side * stride {
		first := row(out, base, 0)
		clear(first)
		if b.wraps && 2*r+1 >= side {
			for c := range side {
				addTimes(first, row(in, base, c), 1)
			}
			for c := 1; c < side; c++ {
				copy(row(out, base, c), first)
			}
			continue
		}
		for c := range min(r+1, side) {
			addTimes(first, row(in, base, c), 1)
		}
		if b.wraps {
			for c := side - r; c < side; c++ {
				addTimes(first, row(in, base, c), 1)
			}
		}
		for c := 1; c < side; c++ {
			next := row(out, base, c)
			copy(next, row(out, base, c-1))
			enters, leaves := c+r, c-r-1
			if b.wraps {
				enters, leaves = enters%side, (leaves+side)%side
			}
			if enters < side {
				addTimes(next, row(in, base, enters), 1)
			}
			if leaves >= 0 {
				addTimes(next, row(in, base, leaves), -1)
			}
		}
	}
}

// box calls yield in ascending order for each node at most r away from x along
// every dimension, until yield returns false. The parameter away of yield is the
// L_inf distance from x.
func (b *windowSums) box(x, r int, yield func(n, away int) bool) {
	b.boxAlong(0, x, 0, 0, r, yield)
}

// boxAlong visits the nodes that have the coordinates already chosen for the
// dimensions before dim. The parameter base is the first node with these
// coordinates, and away is the largest distance from x along these dimensions.
func (b *windowSums) boxAlong(dim, x, base, away, r int, yield func(n, away int) bool) bool {
	if dim == len(b.sides) {
		return yield(base, away)
	}
	side, here := b.sides[dim], b.coordinate(x, dim)
	for _, part := range b.reach(here, r, side, false) {
		for c := part[0]; c <= part[1]; c++ {
			if !b.boxAlong(dim+1, x, base+c*b.strides[dim], max(away, b.steps(c, here, side)), r, yield) {
				return false
			}
		}
	}
	return true
}
