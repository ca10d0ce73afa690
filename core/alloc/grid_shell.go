package alloc

import "slices"

// shell calls yield with each node at distance r from x, by rising or falling
// number.
func (g *grid) shell(x, r int, falling bool) func(func(n int) bool) {
	return func(yield func(n int) bool) {
		if len(g.sides) > 0 {
			g.shellAlong(0, x, 0, r, falling, yield)
		}
	}
}

// shellAlong goes through the dimensions from dim on; base is the node with
// the coordinates chosen before it, and left the distance still to go.
func (g *grid) shellAlong(dim, x, base, left int, falling bool, yield func(n int) bool) bool {
	side, stride := g.sides[dim], g.strides[dim]
	here := x / stride % side
	if dim == len(g.sides)-1 {
		a, b := here-left, here+left
		if g.wraps {
			if 2*left > side {
				return true
			}
			if a < 0 {
				a += side
			}
			if b >= side {
				b -= side
			}
			a, b = min(a, b), max(a, b)
		}
		if falling {
			a, b = b, a
		}
		return !(a >= 0 && a < side && !yield(base+a)) && (a == b || !(b >= 0 && b < side && !yield(base+b)))
	}
	for _, part := range g.reach(here, left, side, falling) {
		step := 1
		if falling {
			step = -1
		}
		for i, c := 0, part[0]; i <= (part[1]-part[0])*step; i, c = i+1, c+step {
			if !g.shellAlong(dim+1, x, base+c*stride, left-g.steps(dim, here, c), falling, yield) {
				return false
			}
		}
	}
	return true
}

// reach is the coordinates within left of here, as up to two ranges in rising
// or falling order; an empty range has its ends the wrong way round.
func (g *grid) reach(here, left, side int, falling bool) [2][2]int {
	from, to := here-left, here+left
	low, high := [2]int{max(from, 0), min(to, side-1)}, [2]int{1, 0}
	switch {
	case !g.wraps:
	case 2*left+1 >= side:
		low = [2]int{0, side - 1}
	case from < 0:
		high = [2]int{from + side, side - 1}
	case to >= side:
		low, high = [2]int{0, to - side}, [2]int{from, side - 1}
	}
	if falling {
		return [2][2]int{{high[1], high[0]}, {low[1], low[0]}}
	}
	return [2][2]int{low, high}
}

// ranks numbers speeds, the largest 0, and counts them.
func ranks(speeds []int64) ([]int32, int) {
	kinds := slices.Clone(speeds)
	slices.Sort(kinds)
	kinds = slices.Compact(kinds)
	rank := make([]int32, len(speeds))
	for n, speed := range speeds {
		at, _ := slices.BinarySearch(kinds, speed)
		rank[n] = int32(len(kinds) - 1 - at)
	}
	return rank, len(kinds)
}
