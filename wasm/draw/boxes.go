package draw

import "hopyard/core/topology"

// Box is a rectangle of a picture, in its pixels.
type Box struct{ X, Y, W, H float64 }

// Boxes are the rectangles that consecutive nodes fill on the canvas, one for each row
// of cells; what lies beyond the canvas is left out.
func (l *Layout) Boxes(first, last topology.NodeID) (out []Box) {
	l.segments(first, last, func(_ *block, x, y, w, h float64, _, _ int) {
		left, top := max(x, 0), max(y, 0)
		right, low := min(x+w, l.size.W), min(y+h, l.size.H)
		if right > left && low > top {
			out = append(out, Box{left, top, right - left, low - top})
		}
	})
	return out
}
