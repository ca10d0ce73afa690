package draw

import "math"

// rounds is the number of times that spread moves every device.
const rounds = 80

// spread places the devices of a graph. It moves them so that the distance between
// any two devices on the canvas is as close as possible to their distance in the
// graph; pairs that are close in the graph have more weight. Finally it rotates the
// graph so that it is wider than high. Cost: O(devices² · rounds).
//
// Source: SOURCES.md PAGE.1; stress majorization (Gansner, Koren and North 2004).
func (p *DeviceLayout) spread(n int) {
	d := p.distances(n)
	x, y := p.begin(d, n)
	for range rounds {
		for i := range n {
			sx, sy, sum := 0.0, 0.0, 0.0
			for j := range n {
				if i == j {
					continue
				}
				ideal := float64(d[i*n+j])
				w := 1 / (ideal * ideal)
				dx, dy := x[i]-x[j], y[i]-y[j]
				gap := math.Sqrt(dx*dx + dy*dy)
				if gap < 1e-6 {
					gap = 1e-6
				}
				sx += w * (x[j] + ideal*dx/gap)
				sy += w * (y[j] + ideal*dy/gap)
				sum += w
			}
			if sum > 0 {
				x[i], y[i] = sx/sum, sy/sum
			}
		}
	}
	turn(x, y)
	p.X, p.Y = make([]int32, n), make([]int32, n)
	for i := range n {
		p.X[i], p.Y[i] = int32(math.Round(x[i]*100)), int32(math.Round(y[i]*100))
	}
}

// distances returns the distances between all devices along cables, in either
// direction. A cable counts as the square root of its length, at most 3. Long
// cables are therefore drawn longer, but not in proportion.
func (p *DeviceLayout) distances(n int) []float32 {
	const far = 1e6
	d := make([]float32, n*n)
	for i := range d {
		d[i] = far
	}
	near := make([][]int32, n)
	for i := range p.Cables {
		c := &p.Cables[i]
		near[c.A], near[c.B] = append(near[c.A], int32(i)), append(near[c.B], int32(i))
	}
	for from := range n {
		row := d[from*n : (from+1)*n]
		row[from] = 0
		for queue := []int32{int32(from)}; len(queue) > 0; queue = queue[1:] {
			at := queue[0]
			for _, i := range near[at] {
				c := &p.Cables[i]
				other := c.A + c.B - at
				if there := row[at] + float32(math.Sqrt(float64(min(c.Length, 9)))); there < row[other] {
					row[other] = there
					queue = append(queue, other)
				}
			}
		}
	}
	most := float32(1)
	for _, v := range d {
		if v < far {
			most = max(most, v)
		}
	}
	for i := range d {
		d[i] = min(d[i], most+2) // devices in parts of the graph that are not connected
	}
	return d
}

// begin returns the initial positions for spread. It chooses two pairs of devices
// that are far apart. A device's coordinates follow from its distances to the two
// devices of each pair, plus a small offset so that no two devices coincide.
func (p *DeviceLayout) begin(d []float32, n int) (x, y []float64) {
	farthest := func(score func(i int) float32) int {
		best := 0
		for i := range n {
			if score(i) > score(best) {
				best = i
			}
		}
		return best
	}
	a := farthest(func(i int) float32 { return d[i] })
	b := farthest(func(i int) float32 { return d[a*n+i] })
	c := farthest(func(i int) float32 { return min(d[a*n+i], d[b*n+i]) })
	e := farthest(func(i int) float32 { return min(d[a*n+i], d[b*n+i], d[c*n+i]) })
	x, y = make([]float64, n), make([]float64, n)
	for i := range n {
		aside := float64(uint32(i)*2654435761) / (1 << 32)
		x[i] = float64(d[a*n+i]-d[b*n+i]) + 0.3*aside
		y[i] = float64(d[c*n+i]-d[e*n+i]) + 0.3*(1-aside)*aside + float64(i%7)*0.05
	}
	return x, y
}

// turn rotates the points so that their greatest extent is horizontal. It also
// mirrors them so that the first device is in the upper left half.
func turn(x, y []float64) {
	n := float64(len(x))
	mx, my := 0.0, 0.0
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	xx, yy, xy := 0.0, 0.0, 0.0
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xx, yy, xy = xx+dx*dx, yy+dy*dy, xy+dx*dy
	}
	// The direction of the eigenvector with the larger eigenvalue, by the
	// half-angle formulas.
	length := math.Sqrt((xx-yy)*(xx-yy) + 4*xy*xy)
	c, s := 1.0, 0.0
	if length > 1e-9 {
		c = math.Sqrt((1 + (xx-yy)/length) / 2)
		s = math.Sqrt(max(1-c*c, 0))
		if xy < 0 {
			s = -s
		}
	}
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		x[i], y[i] = c*dx+s*dy, c*dy-s*dx
	}
	flip := func(v []float64) {
		if v[0] > 0 {
			for i := range v {
				v[i] = -v[i]
			}
		}
	}
	flip(x)
	flip(y)
}
