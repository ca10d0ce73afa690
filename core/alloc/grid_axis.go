package alloc

// axis is the slots by coordinate along one dimension, from a first one on.
type axis struct {
	first int     // the coordinate of at[0]
	here  int     // the place of the node itself in at
	at    []int64 // at most one place for each coordinate
}

// place is where a coordinate is in at.
func (v *axis) place(c, side int) int {
	if c -= v.first; c < 0 {
		c += side
	}
	return c
}

// fill sets the axes, wide enough for radius r, to the slots within reach of x.
func (a *around) fill(x, r, reach int) {
	for i, side := range a.sides {
		c, v := int(a.coords[i][x]), &a.axes[i]
		var width int
		if a.wraps {
			v.here, width = min(r, (side-1)/2), min(2*r+1, side)
			v.first = (c - v.here + side) % side
		} else {
			v.here = min(r, c)
			v.first = c - v.here
			width = v.here + min(r, side-1-c) + 1
		}
		v.at = v.at[:width]
		near := a.but[i].tables(reach)
		stride := a.strides[i]
		n, past := x, x+(side-c)*stride // past the end of the line through x
		for j := v.here; j < width; j++ {
			if v.at[j] = 0; j-v.here <= reach {
				v.at[j] = near[reach-j+v.here][n]
			}
			if n += stride; n == past {
				n -= side * stride
			}
		}
		n, past = x, x-(c+1)*stride
		for j := v.here - 1; j >= 0; j-- {
			if n -= stride; n == past {
				n += side * stride
			}
			if v.at[j] = 0; v.here-j <= reach {
				v.at[j] = near[reach-v.here+j][n]
			}
		}
	}
}

// add adds k slots of node n to the axes.
func (a *around) add(n int, k int64) {
	for i := range a.axes {
		v := &a.axes[i]
		v.at[v.place(int(a.coords[i][n]), a.sides[i])] += k
	}
}

// sum is the sum of distances along the axis of n slots, on a dimension of the
// given side.
func (v *axis) sum(n int64, side int, wraps bool) int64 {
	if !wraps || len(v.at) <= side/2+1 { // no pair is nearer the other way round
		left, sum := int64(0), int64(0)
		for _, k := range v.at {
			left += k
			sum += left * (n - left)
		}
		return sum
	}
	width := len(v.at)
	at := v.at[:side]
	clear(at[width:])
	// Of the arcs of half the ring, twice as many separate two slots as they
	// are steps apart.
	arc, sum := int64(0), int64(0)
	for _, k := range at[:side/2] {
		arc += k
	}
	for c, k := range at {
		sum += arc * (n - arc)
		if c += side / 2; c >= side {
			c -= side
		}
		arc += at[c] - k
	}
	return sum / 2
}
