package draw

// Size is the size of a canvas: its width and height in CSS pixels, and the number
// of device pixels per CSS pixel.
type Size struct{ W, H, Scale float64 }

// View is the part of a machine that a canvas shows. The zero value shows the whole
// machine.
type View struct {
	Zoom float64 // magnification: 1 (or 0) shows the whole machine, 2 shows half of its width and height
	X, Y float64 // position of the left and the top edge of the view within the whole machine, from 0 to 1-1/Zoom
}

// ZoomAt returns the view magnified by factor, so that a point of the canvas stays
// in place. The point is given by fractions of the canvas's width and height. Zoom
// stays between 1 and MaxZoom.
func (v View) ZoomAt(fx, fy, factor float64) View {
	old := v.zoom()
	v.Zoom = min(max(old*factor, 1), MaxZoom)
	v.X += fx/old - fx/v.Zoom
	v.Y += fy/old - fy/v.Zoom
	return v.clamp()
}

// Pan returns the view moved by fractions of the canvas. A positive dx shows what
// is further right, and a positive dy what is further down.
func (v View) Pan(dx, dy float64) View {
	v.X += dx / v.zoom()
	v.Y += dy / v.zoom()
	return v.clamp()
}

// MaxZoom is the greatest zoom of a view.
const MaxZoom = 4096

func (v View) zoom() float64 { return max(v.Zoom, 1) }

func (v View) clamp() View {
	room := 1 - 1/v.zoom()
	v.X = min(max(v.X, 0), room)
	v.Y = min(max(v.Y, 0), room)
	return v
}

// lesser returns the smaller of two numbers, which must not be NaN. Frequently
// called code uses lesser and greater instead of min and max. In WebAssembly, the
// built-in functions for floats are calls into the runtime, which took most of the
// time of a frame.
func lesser(a, b float64) float64 {
	if a < b {
		return a
	}
	return b
}

func greater(a, b float64) float64 {
	if a > b {
		return a
	}
	return b
}
