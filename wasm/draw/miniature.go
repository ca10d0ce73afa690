package draw

import (
	"fmt"
	"math"
	"strings"

	"hopyard/wasm/html"
)

// Miniature returns a small picture of a scene for use in lists, as SVG markup. The
// markup uses the page's own colours and has no fixed size. It shows the rectangle
// x, y, w, h of the canvas. To keep the markup small, Miniature omits all texts
// other than bold numbers, and rounds lengths. The patterns are defined by
// [MiniatureDefs], which the page must contain once.
func Miniature(b *Buffer, x, y, w, h float64) html.HTML {
	m := miniature{x: x, y: y, w: w, h: h}
	for c := range b.commands {
		m.command(c)
	}
	m.flush()
	return html.El("svg", html.Attr{"viewBox", fmt.Sprintf("0 0 %.0f %.0f", w, h)}, html.Hide{}, m.out.HTML())
}

// MiniatureDefs returns the definitions of the patterns that miniatures use.
func MiniatureDefs() html.HTML {
	s := svg{palette: variables()}
	var out html.Builder
	for _, c := range miniatureHatches {
		for kind := Rising; kind <= Upright; kind++ {
			out.Add(s.pattern(fmt.Sprintf("mini%d-%d", c, kind), c, kind))
		}
	}
	return out.HTML()
}

// miniatureHatches lists the colours in which miniatures can have patterns.
var miniatureHatches = [...]Colour{Promised, Bad, Soft, Line, Panel, Ink, Accent}

// variables returns the palette in the form of references to the page's CSS custom
// properties.
func variables() []string {
	list := strings.Fields(Tokens())
	for i, name := range list {
		list[i] = "var(" + name + ")"
	}
	return list
}

// miniature is a miniature that is being written. Consecutive figures with the same
// fill or stroke (paint) share an SVG path.
type miniature struct {
	out        html.Builder
	x, y, w, h float64
	paint      brush
	path       strings.Builder
}

// brush holds the attributes of a path: its fill and, if the path is a line, the
// stroke, the width and the dashes.
type brush [4]html.Attr

func (m *miniature) command(c command) {
	fill := filled(token(c.colour))
	switch c.op {
	case opFill, opRound:
		for _, f := range c.figures {
			m.rect(fill, f)
		}
	case opHatch:
		if h := hatchOf(c.colour); h != "" {
			for _, f := range c.figures {
				m.rect(filled(fmt.Sprintf("url(#%s-%d)", h, int(c.params[0]))), f)
			}
		}
	case opStroke, opRoundOut:
		for _, f := range c.figures {
			m.rect(stroke(c), f)
		}
	case opLines, opCurves, opPath:
		m.lines(c)
	case opCircles:
		if c.params[0] > 0 {
			fill = stroke(c)
		}
		for _, f := range c.figures {
			if r := math.Round(f[2]*2) / 2; m.shows(f[0]-r, f[1]-r, 2*r, 2*r) {
				m.add(fill, fmt.Sprintf("M%s %sa%s %[3]s 0 1 0 %s 0a%[3]s %[3]s 0 1 0-%[4]s 0", short(half(f[0]-m.x)-r), short(half(f[1]-m.y)), short(r), short(2*r)))
			}
		}
	case opText:
		for i, f := range c.figures {
			m.text(c.colour, f[0], f[1], c.texts[i])
		}
	}
}

func token(c Colour) string { return "var(--" + c.String() + ")" }

func hatchOf(c Colour) string {
	for _, known := range miniatureHatches {
		if c == known {
			return fmt.Sprintf("mini%d", c)
		}
	}
	return ""
}

func filled(fill string) brush { return brush{{"fill", fill}} }

func stroke(c command) brush {
	p := brush{{"fill", "none"}, {"stroke", token(c.colour)}}
	if line := math.Round(c.params[0]*2) / 2; line != 1 {
		p[2] = html.Attr{"stroke-width", short(max(line, 0.5))}
	}
	if len(c.params) > 1 && c.params[1] > 0 {
		p[3] = html.Attr{"stroke-dasharray", short(math.Ceil(c.params[1]))}
	}
	return p
}

func half(v float64) float64 { return math.Round(v*2) / 2 }

// shows reports whether a part of the given rectangle is inside the miniature.
func (m *miniature) shows(x, y, w, h float64) bool {
	return x < m.x+m.w && y < m.y+m.h && x+w > m.x && y+h > m.y
}

// rect adds a rectangle. It rounds the edges rather than the width and height, so
// that neighbours remain adjacent.
func (m *miniature) rect(p brush, f []float64) {
	x0, y0 := math.Round(max(f[0]-m.x, -2)), math.Round(max(f[1]-m.y, -2))
	x1, y1 := math.Round(min(f[0]+f[2]-m.x, m.w+2)), math.Round(min(f[1]+f[3]-m.y, m.h+2))
	if x1 <= x0 || y1 <= y0 || !m.shows(f[0], f[1], f[2], f[3]) {
		return
	}
	m.add(p, fmt.Sprintf("M%.0f %.0fh%.0fv%.0fh%.0fz", x0, y0, x1-x0, y1-y0, x0-x1))
}

func (m *miniature) lines(c command) {
	line := stroke(c)
	for i, f := range c.figures {
		if len(f) == 4 && !m.shows(min(f[0], f[2])-1, min(f[1], f[3])-1, math.Abs(f[0]-f[2])+2, math.Abs(f[1]-f[3])+2) {
			continue
		}
		for j := 0; j+1 < len(f); j += 2 {
			lead := "L"
			switch {
			case j == 0 && (c.op != opPath || i == 0):
				lead = "M"
			case c.op == opCurves && j == 2:
				lead = "C"
			case c.op == opCurves:
				lead = " "
			}
			m.add(line, lead+short(half(f[j]-m.x))+" "+short(half(f[j+1]-m.y)))
		}
	}
}

// text writes a text if it is bold and a number. It omits all other texts.
func (m *miniature) text(c Colour, x, y float64, t text) {
	words := strings.TrimSpace(t.words)
	if words == "" || strings.Trim(words, "0123456789") != "" || !t.Bold || !m.shows(x-4, y-4, 8, 8) {
		return
	}
	m.flush()
	if t.Middle {
		y += t.Size * 0.36
	}
	anchor := [...]string{"", "middle", "end"}[t.Align]
	m.out.El("text", html.Attr{"x", fmt.Sprintf("%.0f", x-m.x)}, html.Attr{"y", fmt.Sprintf("%.0f", y-m.y)}, html.Attr{"fill", token(c)}, html.If(anchor != "", html.Attr{"text-anchor", anchor}), html.Text(words))
}

// add appends a figure to the current path. It begins a new path if the fill or
// stroke changes.
func (m *miniature) add(p brush, d string) {
	if p != m.paint {
		m.flush()
		m.paint = p
	}
	m.path.WriteString(d)
}

func (m *miniature) flush() {
	if m.path.Len() > 0 {
		p := &m.paint
		m.out.El("path", p[0], p[1], p[2], p[3], html.Attr{"d", m.path.String()})
		m.path.Reset()
	}
	m.paint = brush{}
}
