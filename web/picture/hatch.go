package picture

import (
	"math"

	"hopyard/wasm/draw"
)

// apart is the distance between the parallel lines of a hatching pattern, in units.
const apart = 6

// family is a set of parallel lines of a hatching pattern. A point is on one of the
// lines if nx·x + ny·y differs from the field first by a multiple of the constant
// apart.
type family struct{ nx, ny, first, width float64 }

var slope = math.Sqrt(0.5)

var hatchings = map[draw.Hatching][]family{
	draw.Rising:  {{slope, slope, 1, 1.6}},
	draw.Crossed: {{slope, slope, 1, 1.4}, {-slope, slope, 1, 1.4}},
	draw.Falling: {{slope, -slope, 1, 1.6}},
	draw.Level:   {{0, 1, 3, 1}},
	draw.Upright: {{1, 0, 3, 1}},
}

func (p *canvas) Hatch(c draw.Colour, kind draw.Hatching, x, y, w, h float64) {
	if !p.begin(c) {
		return
	}
	for _, f := range hatchings[kind] {
		corners := [4]float64{f.nx*x + f.ny*y, f.nx*(x+w) + f.ny*y, f.nx*x + f.ny*(y+h), f.nx*(x+w) + f.ny*(y+h)}
		least, most := min(corners[0], corners[1], corners[2], corners[3]), max(corners[0], corners[1], corners[2], corners[3])
		for at := math.Ceil((least-f.first)/apart)*apart + f.first; at < most; at += apart {
			if x0, y0, x1, y1, ok := f.within(at, x, y, w, h); ok {
				p.gg.MoveTo(p.at(x0, y0))
				p.gg.LineTo(p.at(x1, y1))
			}
		}
		p.stroke(f.width, 0)
	}
}

// within returns the part of a line that lies in a rectangle. The line consists of
// the points with nx·x + ny·y = at. If no part lies in the rectangle, ok is false.
func (f *family) within(at, x, y, w, h float64) (x0, y0, x1, y1 float64, ok bool) {
	px, py, dx, dy := f.nx*at, f.ny*at, -f.ny, f.nx // a point on the line, and the line's direction
	from, to := math.Inf(-1), math.Inf(1)
	for _, side := range [2][4]float64{{px, dx, x, x + w}, {py, dy, y, y + h}} {
		p, d, low, high := side[0], side[1], side[2], side[3]
		if d == 0 {
			continue // Hatch calls this only for lines that cross the rectangle
		}
		a, b := (low-p)/d, (high-p)/d
		from, to = max(from, min(a, b)), min(to, max(a, b))
	}
	return px + from*dx, py + from*dy, px + to*dx, py + to*dy, from < to
}
