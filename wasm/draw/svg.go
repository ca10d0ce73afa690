package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"hopyard/wasm/html"
)

// SVG returns the picture as a complete SVG file. The palette holds CSS colours in
// the order of Tokens.
func SVG(b *Buffer, palette []string) html.HTML {
	w, h := b.size()
	s := svg{palette: palette}
	s.out.El("rect", number("width", w), number("height", h), s.fill(Panel))
	for c := range b.commands {
		s.command(c)
	}
	return html.El("svg", html.Attr{"xmlns", "http://www.w3.org/2000/svg"}, html.Attr{"viewBox", "0 0 " + short(w) + " " + short(h)}, number("width", w), number("height", h),
		html.Attr{"font-family", "system-ui,sans-serif"}, s.out.HTML()) + "\n"
}

// SVGPart returns the picture as a part of a larger SVG picture: an svg element at
// the position x, y. The prefix is put before all ids in the element, because ids
// must be unique within a document.
func SVGPart(b *Buffer, palette []string, prefix string, x, y float64) html.HTML {
	w, h := b.size()
	s := svg{palette: palette, prefix: prefix}
	for c := range b.commands {
		s.command(c)
	}
	return html.El("svg", number("x", x), number("y", y), number("width", w), number("height", h), s.out.HTML())
}

// svg is an SVG picture that is being written.
type svg struct {
	out     html.Builder
	outside []clipped // what surrounds the clipped part that is being written
	palette []string
	prefix  string   // text put before every id
	hatches []string // ids of the patterns that are already defined
	clips   int
}

// clipped holds the markup before a clipped part, and the attribute of this part.
type clipped struct {
	before html.HTML
	clip   html.Attr
}

func (s *svg) colour(c Colour) string {
	if c == None || int(c) >= len(s.palette) {
		return "none"
	}
	return s.palette[c]
}

// number returns an attribute whose value is a number.
func number(name string, v float64) html.Attr { return html.Attr{name, short(v)} }
func (s *svg) fill(c Colour) html.Attr        { return html.Attr{"fill", s.colour(c)} }

func (s *svg) command(c command) {
	switch c.op {
	case opFill, opRound:
		s.rects(c, append(c.params, 0)[0], s.fill(c.colour))
	case opStroke:
		s.rects(c, 0, html.Attr{"fill", "none"}, html.Attr{"stroke", s.colour(c.colour)}, number("stroke-width", c.params[0]))
	case opRoundOut:
		s.rects(c, c.params[2], s.line(c)...)
	case opHatch:
		s.rects(c, 0, html.Attr{"fill", "url(#" + s.hatch(c.colour, Hatching(c.params[0])) + ")"})
	case opLines, opCurves, opPath:
		s.path(c)
	case opCircles:
		paint := []html.Piece{s.fill(c.colour)}
		if c.params[0] > 0 {
			paint = s.line(c)
		}
		for _, f := range c.figures {
			s.out.El("circle", append([]html.Piece{number("cx", f[0]), number("cy", f[1]), number("r", f[2])}, paint...)...)
		}
	case opText:
		for i, f := range c.figures {
			s.text(s.fill(c.colour), f[0], f[1], c.texts[i])
		}
	case opClip:
		s.clips++
		id := s.prefix + "c" + strconv.Itoa(s.clips)
		s.out.El("clipPath", html.ID(id), html.El("rect", number("x", c.params[0]), number("y", c.params[1]), number("width", c.params[2]), number("height", c.params[3])))
		s.outside = append(s.outside, clipped{s.out.HTML(), html.Attr{"clip-path", "url(#" + id + ")"}})
		s.out = html.Builder{}
	case opUnclip:
		if at := len(s.outside) - 1; at >= 0 {
			inside, outside := s.out.HTML(), s.outside[at]
			s.out, s.outside = html.Builder{}, s.outside[:at]
			s.out.Add(outside.before)
			s.out.El("g", outside.clip, inside)
		}
	case opImage:
		s.image(c)
	}
}

// line returns the SVG attributes of an outline. The command's first parameter is
// the width of the line. The second, if there is one, is the length of the dashes.
func (s *svg) line(c command) []html.Piece {
	paint := []html.Piece{html.Attr{"fill", "none"}, html.Attr{"stroke", s.colour(c.colour)}, number("stroke-width", c.params[0])}
	if len(c.params) > 1 && c.params[1] > 0 {
		paint = append(paint, html.Attr{"stroke-dasharray", short(c.params[1]) + " " + short(c.params[1]*0.75)})
	}
	return paint
}

func (s *svg) rects(c command, radius float64, paint ...html.Piece) {
	if radius > 0 {
		paint = append(paint, number("rx", radius))
	}
	for _, f := range c.figures {
		s.out.El("rect", append([]html.Piece{number("x", f[0]), number("y", f[1]), number("width", f[2]), number("height", f[3])}, paint...)...)
	}
}

func (s *svg) path(c command) {
	var d strings.Builder
	for i, f := range c.figures {
		if c.op != opPath || i == 0 {
			d.WriteString("M" + short(f[0]) + " " + short(f[1]))
			f = f[2:]
		}
		for j := 0; j < len(f); j += 2 {
			lead := " "
			if j == 0 {
				lead = map[bool]string{true: "C", false: "L"}[c.op == opCurves]
			}
			d.WriteString(lead + short(f[j]) + " " + short(f[j+1]))
		}
	}
	s.out.Add(html.Path(d.String(), s.line(c)...))
}

// hatch returns the id of a pattern. It writes the pattern's definition at the
// first use.
func (s *svg) hatch(c Colour, kind Hatching) string {
	id := fmt.Sprintf("%sh%d-%d", s.prefix, c, kind)
	if slices.Contains(s.hatches, id) {
		return id
	}
	s.hatches = append(s.hatches, id)
	s.out.Add(s.pattern(id, c, kind))
	return id
}

// pattern returns the definition of a hatching.
func (s *svg) pattern(id string, c Colour, kind Hatching) html.HTML {
	d := [...]struct {
		path  string
		turn  int
		width string
	}{Rising: {"M1 0V6", 45, "1.6"}, Crossed: {"M1 0V6M0 1H6", 45, "1.4"}, Falling: {"M1 0V6", -45, "1.6"}, Level: {"M0 3H6", 0, "1"}, Upright: {"M3 0V6", 0, "1"}}[kind]
	return html.El("pattern", html.ID(id), html.Attr{"width", "6"}, html.Attr{"height", "6"}, html.Attr{"patternUnits", "userSpaceOnUse"}, html.Attr{"patternTransform", fmt.Sprintf("rotate(%d)", d.turn)},
		html.Path(d.path, html.Attr{"stroke", s.colour(c)}, html.Attr{"stroke-width", d.width}))
}

func (s *svg) text(fill html.Attr, x, y float64, t text) {
	for t.Max > 0 && TextWidth(t.words, t.Size, t.Bold) > t.Max && t.words != "…" {
		_, last := utf8.DecodeLastRuneInString(strings.TrimSuffix(t.words, "…"))
		t.words = strings.TrimSuffix(t.words, "…")
		t.words = t.words[:len(t.words)-last] + "…"
	}
	if t.Middle {
		y += t.Size * 0.36
	}
	parts := []html.Piece{number("x", x), number("y", y), number("font-size", t.Size), fill, html.Attr{"text-anchor", [...]string{"start", "middle", "end"}[t.Align]},
		html.If(t.Bold, html.Attr{"font-weight", "600"}), html.Text(t.words)}
	if t.Halo != None {
		parts = append(parts, html.Attr{"paint-order", "stroke"}, html.Attr{"stroke", s.colour(t.Halo)}, html.Attr{"stroke-width", "4"}, html.Attr{"stroke-linejoin", "round"})
	}
	s.out.El("text", parts...)
}

// image writes an image as rectangles. Neighbouring cells of one colour in a row
// form one rectangle.
func (s *svg) image(c command) {
	cols, rows := int(c.params[4]), int(c.params[5])
	w, h := c.params[2]/float64(cols), c.params[3]/float64(rows)
	for r := range rows {
		line := c.cells[r*cols : (r+1)*cols]
		for i := 0; i < cols; {
			j := i + 1
			for j < cols && line[j] == line[i] {
				j++
			}
			if Colour(line[i]) != None {
				s.out.El("path", s.fill(Colour(line[i])), html.Attr{"d", fmt.Sprintf("M%s %sh%sv%sh%sz",
					short(c.params[0]+float64(i)*w), short(c.params[1]+float64(r)*h),
					short(float64(j-i)*w), short(math.Max(h, 0.01)), short(-float64(j-i)*w))})
			}
			i = j
		}
	}
}
