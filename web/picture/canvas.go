package picture

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"git.sr.ht/~sbinet/gg"

	"hopyard/wasm/draw"
)

// canvas paints the drawing commands of wasm/draw into an image, in the same way as
// static/paint.js does in a browser.
type canvas struct {
	gg     *gg.Context
	image  *image.RGBA
	scale  float64 // pixels per unit of the layout
	x, y   float64 // position, in units, of the corner of the part of the picture that is being painted
	before []byte  // copy of the image as it was before Clip
	clip   image.Rectangle
	faces  faces
}

func newCanvas(w, h int, scale float64) *canvas {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	return &canvas{gg: gg.NewContextForRGBA(im), image: im, scale: scale, faces: faces{}}
}

// colours holds the colours of the theme, parsed only once.
var colours = func() (list [draw.NumColours]color.RGBA) {
	for i, hex := range light {
		if n, err := strconv.ParseUint(hex[min(1, len(hex)):], 16, 32); err == nil {
			list[i] = color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
		}
	}
	return list
}()

// begin sets the colour, and reports whether the colour is visible.
func (p *canvas) begin(c draw.Colour) bool {
	if c == draw.None || int(c) >= draw.NumColours {
		return false
	}
	p.gg.SetColor(colours[c])
	return true
}

func (p *canvas) at(x, y float64) (px, py float64) { return (p.x + x) * p.scale, (p.y + y) * p.scale }

// stroke draws the current path as a line of the given width. The line is dashed if
// the parameter dash, the length of a dash, is above 0. Both are in units.
func (p *canvas) stroke(line, dash float64) {
	p.gg.SetLineWidth(line * p.scale)
	p.gg.SetLineCapButt()
	if dash > 0 {
		p.gg.SetDash(dash*p.scale, dash*0.75*p.scale)
	} else {
		p.gg.SetDash()
	}
	p.gg.Stroke()
}

func (p *canvas) rect(x, y, w, h, radius float64) {
	x, y = p.at(x, y)
	if w, h = w*p.scale, h*p.scale; radius > 0 {
		p.gg.DrawRoundedRectangle(x, y, w, h, min(radius*p.scale, w/2, h/2))
	} else {
		p.gg.DrawRectangle(x, y, w, h)
	}
}

func (p *canvas) Rect(c draw.Colour, x, y, w, h, radius float64) {
	if p.begin(c) {
		p.rect(x, y, w, h, radius)
		p.gg.Fill()
	}
}

func (p *canvas) RectOut(c draw.Colour, line, dash, x, y, w, h, radius float64) {
	if p.begin(c) {
		p.rect(x, y, w, h, radius)
		p.stroke(line, dash)
	}
}

func (p *canvas) Lines(c draw.Colour, line, dash float64, points []float64) {
	if !p.begin(c) {
		return
	}
	for i := 0; i+1 < len(points); i += 2 {
		p.gg.LineTo(p.at(points[i], points[i+1])) // for the first point, LineTo only moves there
	}
	p.stroke(line, dash)
}

func (p *canvas) Curve(c draw.Colour, line, dash float64, points []float64) {
	if !p.begin(c) {
		return
	}
	var at [8]float64
	for i := 0; i < len(at); i += 2 {
		at[i], at[i+1] = p.at(points[i], points[i+1])
	}
	p.gg.MoveTo(at[0], at[1])
	p.gg.CubicTo(at[2], at[3], at[4], at[5], at[6], at[7])
	p.stroke(line, dash)
}

func (p *canvas) Circle(c draw.Colour, line, x, y, radius float64) {
	if !p.begin(c) {
		return
	}
	x, y = p.at(x, y)
	if p.gg.DrawCircle(x, y, radius*p.scale); line > 0 {
		p.stroke(line, 0)
	} else {
		p.gg.Fill()
	}
}

// Clip saves a copy of the image. After that, shapes are painted everywhere, and
// Unclip restores the image outside of the clip rectangle. This takes two copies of
// the image, whereas a mask would slow down every shape.
func (p *canvas) Clip(x, y, w, h float64) {
	p.before = append(p.before[:0], p.image.Pix...)
	x0, y0 := p.at(x, y)
	x1, y1 := p.at(x+w, y+h)
	pixel := func(v float64) int { return int(math.Round(v)) }
	p.clip = image.Rect(pixel(x0), pixel(y0), pixel(x1), pixel(y1)).Intersect(p.image.Rect)
}

func (p *canvas) Unclip() {
	for y := range p.image.Rect.Max.Y {
		from := p.image.PixOffset(0, y)
		to := from + p.image.Stride
		if y < p.clip.Min.Y || y >= p.clip.Max.Y {
			copy(p.image.Pix[from:to], p.before[from:to])
			continue
		}
		copy(p.image.Pix[from:], p.before[from:p.image.PixOffset(p.clip.Min.X, y)])
		copy(p.image.Pix[p.image.PixOffset(p.clip.Max.X, y):to], p.before[p.image.PixOffset(p.clip.Max.X, y):to])
	}
}
