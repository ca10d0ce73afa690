package draw

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// SVG returns the picture as a complete SVG file. The palette holds CSS colours in
// the order of Tokens.
func SVG(b *Buffer, palette []string) string {
	w, h := b.size()
	s := svg{palette: palette}
	s.open(w, h)
	for c := range b.commands {
		s.command(c)
	}
	s.out.WriteString("</svg>\n")
	return s.out.String()
}

// SVGPart returns the picture as a part of a larger SVG picture: an svg element at
// the position x, y. The prefix is put before all ids in the element, because ids
// must be unique within a document.
func SVGPart(b *Buffer, palette []string, prefix string, x, y float64) string {
	w, h := b.size()
	s := svg{palette: palette, prefix: prefix}
	fmt.Fprintf(&s.out, `<svg x="%s" y="%s" width="%s" height="%s">`, short(x), short(y), short(w), short(h))
	for c := range b.commands {
		s.command(c)
	}
	s.out.WriteString("</svg>")
	return s.out.String()
}

// open writes the beginning of a complete SVG file.
func (s *svg) open(w, h float64) {
	fmt.Fprintf(&s.out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%[1]s" height="%[2]s" font-family="system-ui,sans-serif">`,
		short(w), short(h))
	fmt.Fprintf(&s.out, `<rect width="%s" height="%s" fill="%s"/>`, short(w), short(h), s.colour(Panel))
}

// svg is an SVG picture that is being written.
type svg struct {
	out     strings.Builder
	palette []string
	prefix  string   // text put before every id
	hatches []string // ids of the patterns that are already defined
	clips   int
}

func (s *svg) colour(c Colour) string {
	if c == None || int(c) >= len(s.palette) {
		return "none"
	}
	return html.EscapeString(s.palette[c])
}

func (s *svg) command(c command) {
	colour := s.colour(c.colour)
	switch c.op {
	case opFill, opRound:
		s.rects(c, fmt.Sprintf(`fill="%s"`, colour), append(c.params, 0)[0])
	case opStroke:
		s.rects(c, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s"`, colour, short(c.params[0])), 0)
	case opRoundOut:
		s.rects(c, s.line(c), c.params[2])
	case opHatch:
		s.rects(c, fmt.Sprintf(`fill="url(#%s)"`, s.hatch(c.colour, Hatching(c.params[0]))), 0)
	case opLines, opCurves, opPath:
		s.path(c)
	case opCircles:
		paint := fmt.Sprintf(`fill="%s"`, colour)
		if c.params[0] > 0 {
			paint = s.line(c)
		}
		for _, f := range c.figures {
			fmt.Fprintf(&s.out, `<circle cx="%s" cy="%s" r="%s" %s/>`, short(f[0]), short(f[1]), short(f[2]), paint)
		}
	case opText:
		for i, f := range c.figures {
			s.text(colour, f[0], f[1], c.texts[i])
		}
	case opClip:
		s.clips++
		fmt.Fprintf(&s.out, `<clipPath id="%sc%d"><rect x="%s" y="%s" width="%s" height="%s"/></clipPath><g clip-path="url(#%[1]sc%[2]d)">`,
			s.prefix, s.clips, short(c.params[0]), short(c.params[1]), short(c.params[2]), short(c.params[3]))
	case opUnclip:
		s.out.WriteString("</g>")
	case opImage:
		s.image(c)
	}
}

// line returns the SVG attributes of an outline. The command's first parameter is
// the width of the line. The second, if there is one, is the length of the dashes.
func (s *svg) line(c command) string {
	paint := fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s"`, s.colour(c.colour), short(c.params[0]))
	if len(c.params) > 1 && c.params[1] > 0 {
		paint += fmt.Sprintf(` stroke-dasharray="%s %s"`, short(c.params[1]), short(c.params[1]*0.75))
	}
	return paint
}

func (s *svg) rects(c command, paint string, radius float64) {
	if radius > 0 {
		paint += fmt.Sprintf(` rx="%s"`, short(radius))
	}
	for _, f := range c.figures {
		fmt.Fprintf(&s.out, `<rect x="%s" y="%s" width="%s" height="%s" %s/>`, short(f[0]), short(f[1]), short(f[2]), short(f[3]), paint)
	}
}

func (s *svg) path(c command) {
	s.out.WriteString(`<path d="`)
	for i, f := range c.figures {
		if c.op != opPath || i == 0 {
			fmt.Fprintf(&s.out, "M%s %s", short(f[0]), short(f[1]))
			f = f[2:]
		}
		for j := 0; j < len(f); j += 2 {
			lead := " "
			if j == 0 {
				lead = map[bool]string{true: "C", false: "L"}[c.op == opCurves]
			}
			fmt.Fprintf(&s.out, "%s%s %s", lead, short(f[j]), short(f[j+1]))
		}
	}
	fmt.Fprintf(&s.out, `" %s/>`, s.line(c))
}

// hatch returns the id of a pattern. It writes the pattern's definition at the
// first use.
func (s *svg) hatch(c Colour, kind Hatching) string {
	id := fmt.Sprintf("%sh%d-%d", s.prefix, c, kind)
	if slices.Contains(s.hatches, id) {
		return id
	}
	s.hatches = append(s.hatches, id)
	d := [...]struct {
		path  string
		turn  int
		width string
	}{Rising: {"M1 0V6", 45, "1.6"}, Crossed: {"M1 0V6M0 1H6", 45, "1.4"}, Falling: {"M1 0V6", -45, "1.6"}, Level: {"M0 3H6", 0, "1"}, Upright: {"M3 0V6", 0, "1"}}[kind]
	fmt.Fprintf(&s.out, `<pattern id="%s" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(%d)"><path d="%s" stroke="%s" stroke-width="%s"/></pattern>`,
		id, d.turn, d.path, s.colour(c), d.width)
	return id
}

func (s *svg) text(colour string, x, y float64, t text) {
	for t.Max > 0 && TextWidth(t.words, t.Size, t.Bold) > t.Max && t.words != "…" {
		_, last := utf8.DecodeLastRuneInString(strings.TrimSuffix(t.words, "…"))
		t.words = strings.TrimSuffix(t.words, "…")
		t.words = t.words[:len(t.words)-last] + "…"
	}
	if t.Middle {
		y += t.Size * 0.36
	}
	attr := fmt.Sprintf(`x="%s" y="%s" font-size="%s" fill="%s" text-anchor="%s"`,
		short(x), short(y), short(t.Size), colour, [...]string{"start", "middle", "end"}[t.Align])
	if t.Bold {
		attr += ` font-weight="600"`
	}
	if t.Halo != None {
		attr += fmt.Sprintf(` paint-order="stroke" stroke="%s" stroke-width="4" stroke-linejoin="round"`, s.colour(t.Halo))
	}
	fmt.Fprintf(&s.out, `<text %s>%s</text>`, attr, html.EscapeString(t.words))
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
				fmt.Fprintf(&s.out, `<path fill="%s" d="M%s %sh%sv%sh%sz"/>`, s.colour(Colour(line[i])),
					short(c.params[0]+float64(i)*w), short(c.params[1]+float64(r)*h),
					short(float64(j-i)*w), short(math.Max(h, 0.01)), short(-float64(j-i)*w))
			}
			i = j
		}
	}
}
