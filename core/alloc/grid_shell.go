package alloc

// shell implements geometry.
func (g *grid) shell(dst []int32, x, r int) []int32 {
	return g.shellAlong(dst, 0, x, 0, r)
}

// shellAlong goes through the dimensions from dim on; base is the node with the
// coordinates chosen before, and left the distance still to go.
func (g *grid) shellAlong(dst []int32, dim, x, base, left int) []int32 {
	side, here := g.sides[dim], int(g.coords[dim][x])
	if dim == len(g.sides)-1 {
		a, b := g.ends(dim, here, left, false)
		if a >= 0 && g.room[base+a] > 0 {
			dst = append(dst, int32(base+a))
		}
		if b >= 0 && g.room[base+b] > 0 {
			dst = append(dst, int32(base+b))
		}
		return dst
	}
	for _, part := range g.reach(here, left, side, false) {
		for c := part[0]; c <= part[1]; c++ {
			dst = g.shellAlong(dst, dim+1, x, base+c*g.strides[dim], left-g.steps(c, here, side))
		}
	}
	return dst
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
