package alloc

// shell implements geometry.
func (g *grid) shell(x, r int) func(func(n int) bool) {
	return func(yield func(n int) bool) {
		if len(g.sides) == 1 {
			a, b := g.ends(0, int(g.coords[0][x]), r, false)
			if (a < 0 || yield(a)) && b >= 0 {
				yield(b)
			}
			return
		}
		g.shellAlong(0, x, 0, r, yield)
	}
}

// shellAlong goes through the dimensions from dim on, which is not the last;
// base is the node with the coordinates chosen before, and left the distance
// still to go.
func (g *grid) shellAlong(dim, x, base, left int, yield func(n int) bool) bool {
	last := len(g.sides) - 1
	side, stride := g.sides[dim], g.strides[dim]
	here, deep := int(g.coords[dim][x]), int(g.coords[last][x])
	for _, part := range g.reach(here, left, side, false) {
		for c := part[0]; c <= part[1]; c++ {
			away := g.steps(c, here, side)
			if dim+1 < last {
				if !g.shellAlong(dim+1, x, base+c*stride, left-away, yield) {
					return false
				}
				continue
			}
			a, b := g.ends(last, deep, left-away, false)
			if a >= 0 && !yield(base+c*stride+a) || b >= 0 && !yield(base+c*stride+b) {
				return false
			}
		}
	}
	return true
}

// ends are the coordinates at distance left from here, in rising or falling
// order, or -1 where there is none.
func (g *grid) ends(dim, here, left int, falling bool) (a, b int) {
	side := g.sides[dim]
	a, b = here-left, here+left
	switch {
	case g.wraps && 2*left > side:
		return -1, -1
	case g.wraps && a < 0:
		a, b = b, a+side
	case g.wraps && b >= side:
		a, b = b-side, a
	case b >= side:
		b = -1
	}
	if a == b {
		return a, -1
	}
	if falling {
		return b, a
	}
	return a, b
}
