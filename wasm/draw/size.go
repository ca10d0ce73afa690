package draw

// Size is a canvas: width and height in CSS pixels, and how many device pixels
// one of them is.
type Size struct{ W, H, Scale float64 }

// View is the part of a machine that a canvas shows. The zero View is the whole.
type View struct {
	Zoom float64 // 1 (or 0) shows the whole; 2 half of it in each direction that zooms
	X, Y float64 // where the left and top edge are in the whole, 0 to 1-1/Zoom
}

// ZoomAt returns the view zoomed by factor about a point of the canvas, given
// as fractions of its width and height. Zoom stays within 1 and MaxZoom.
func (v View) ZoomAt(fx, fy, factor float64) View {
	old := v.zoom()
	v.Zoom = min(max(old*factor, 1), MaxZoom)
	v.X += fx/old - fx/v.Zoom
	v.Y += fy/old - fy/v.Zoom
	return v.clamp()
}

// Pan returns the view moved by fractions of the canvas; positive dx shows
// what lies to the right.
func (v View) Pan(dx, dy float64) View {
	v.X += dx / v.zoom()
	v.Y += dy / v.zoom()
	return v.clamp()
}

// MaxZoom is as close as a view gets.
const MaxZoom = 4096

func (v View) zoom() float64 { return max(v.Zoom, 1) }

func (v View) clamp() View {
	room := 1 - 1/v.zoom()
	v.X = min(max(v.X, 0), room)
	v.Y = min(max(v.Y, 0), room)
	return v
}

// lesser and greater are min and max for numbers that are not NaN, where it
// counts: for floats the built-in ones are calls into the runtime under
// WebAssembly, and took most of the time of a frame.
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
