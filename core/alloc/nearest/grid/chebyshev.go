package grid

import (
	"iter"
	"math"
	"sort"

	"hopyard/core/alloc/nearest"
	"hopyard/core/topology"
)

// Chebyshev finds, around each candidate centre of a grid, the slots in shells of
// rising L_inf distance, and what they cost: the sum of their shells' numbers.
//
// Of the slots asked for, n, those beyond distance k are n less the slots
// within k, and a slot in shell s is beyond s distances, 0 to s-1. So the cost
// is the sum over k of n - within(k), as long as that is positive: it grows
// with every radius, and a centre is given up once it costs more than the best.
type Chebyshev struct {
	windowSums
	before, faster []int64 // slots, and their speed, of the nodes before each; nil until needed
}

// NewChebyshev is that search among what is free. Cost: O(1).
func NewChebyshev(s *FreeGrid) *Chebyshev { return &Chebyshev{windowSums: windowSums{FreeGrid: s}} }

// candidate is a centre and what its slots cost.
type candidate struct {
	x, last int   // node, and the number of its last shell
	cost    int64 // the sum of shell numbers
}

// least is the centres of least cost by rising number, or every centre if all
// is set. Cost: O(dims·nodes·radius).
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
				last[x] = int32(r) + 1 // 0: not found
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

// Choose is the slots around the centre of least cost, then of largest total
// speed, then of lowest number. Cost: O(dims·nodes·radius), and where nodes differ
// O(nodes of the box) for each centre of equal cost.
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

// totalSpeed is the total speed of the slots of a centre. Cost: as nodesOf, but
// O(log nodes) where all that is not the centre is in shell 1, as it is on
// every hypercube: its slots are then those before some node, less the centre's.
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
	end := sort.Search(s.nodes, func(n int) bool { // the nodes up to n and the centre have all
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

// set is the slots of a centre.
func (s *Chebyshev) set(c candidate) nearest.Set {
	return nearest.Set{Centre: topology.DeviceID(c.x), Nodes: s.nodesOf(c), Cost: c.cost}
}

// nodesOf are the n slots nearest to a centre: all in the shells before the last,
// and of that one those of the first nodes by number. Cost: O(nodes of the box).
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

// All yields the centres in number order.
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
// for all nodes at once: a box is a window along each dimension, and a sum over
// windows is taken one dimension after the other.
type windowSums struct {
	*FreeGrid
	sums, spare []int64
}

// within is each, by node, added up over the nodes at most r away along every
// dimension; valid until the next call. Cost: O(dims·nodes), or O(nodes) once
// every box is the whole grid.
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

// everywhere reports whether every node is within r of every other.
func (b *windowSums) everywhere(r int) bool {
	for _, side := range b.sides {
		if b.wraps && r < side/2 || !b.wraps && r < side-1 {
			return false
		}
	}
	return true
}

// windows sets out to the sums of in over r steps to either side along dim.
// Nodes that differ in later dimensions only lie side by side, in rows.
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

// box calls yield with each node at most r away from x along every dimension
// and its L_inf distance, by rising number, until yield is false.
func (b *windowSums) box(x, r int, yield func(n, away int) bool) {
	b.boxAlong(0, x, 0, 0, r, yield)
}

// boxAlong goes through the dimensions from dim on; base is the node with the
// coordinates chosen before, away the largest of their distances.
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
