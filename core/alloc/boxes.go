package alloc

// boxes counts the slots within each L_inf distance of each node of a grid, for
// all nodes at once: a box is a window along each dimension, and a sum over
// windows is taken one dimension after the other.
type boxes struct {
	*sites
	sums, spare []int64
}

// within is each, by node, added up over the nodes at most r away along every
// dimension; valid until the next call. Cost: O(dims·nodes), or O(nodes) once
// every box is the whole grid.
func (b *boxes) within(each []int64, r int) []int64 {
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
func (b *boxes) everywhere(r int) bool {
	for _, side := range b.sides {
		if b.wraps && r < side/2 || !b.wraps && r < side-1 {
			return false
		}
	}
	return true
}

// windows sets out to the sums of in over r steps to either side along dim.
// Nodes that differ in later dimensions only lie side by side, in rows.
func (b *boxes) windows(out, in []int64, dim, r int) {
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
func (s *sites) box(x, r int, yield func(n, away int) bool) {
	s.boxAlong(0, x, 0, 0, r, yield)
}

// boxAlong goes through the dimensions from dim on; base is the node with the
// coordinates chosen before, away the largest of their distances.
func (s *sites) boxAlong(dim, x, base, away, r int, yield func(n, away int) bool) bool {
	if dim == len(s.sides) {
		return yield(base, away)
	}
	side, here := s.sides[dim], s.coordinate(x, dim)
	for _, part := range s.reach(here, r, side, false) {
		for c := part[0]; c <= part[1]; c++ {
			if !s.boxAlong(dim+1, x, base+c*s.strides[dim], max(away, s.steps(c, here, side)), r, yield) {
				return false
			}
		}
	}
	return true
}
