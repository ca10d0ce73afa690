package export

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// PictureOf is the choice of what an exported picture shows: the machine, the
// timeline, or both.
type PictureOf uint8

// The possible contents of a picture.
const (
	OfBoth PictureOf = iota
	OfMachine
	OfTimeline
)

// Sizes of pictures, in pixels.
const (
	pictureWidth   = 1000.0
	MachineHeight  = 300.0
	TimelineHeight = 320.0
	PictureMargin  = 20.0
)

// Picture returns the step on screen as a self-contained SVG file, with its width
// and height. The picture has a title, the machine, the timeline, the sentence and
// a legend, in the colours of a palette (draw.Tokens).
func (m ExportPanel) Picture(of PictureOf, palette []string) (svg html.HTML, w, h float64) {
	body, h := m.picture(of, palette, "")
	return SvgFile(body, m.Words.Code, pictureWidth, h), pictureWidth, h
}

// picture returns the content of the SVG element, and its height. Each id in the
// content begins with prefix, so that several pictures can be in one file.
func (m ExportPanel) picture(of PictureOf, palette []string, prefix string) (html.HTML, float64) {
	p := PictureLayout{Palette: palette, X: PictureMargin, W: pictureWidth - 2*PictureMargin, Y: PictureMargin}
	title := m.FileTitle()
	p.Text(draw.Ink, 17, true, title)
	p.Text(draw.Soft, 12, false, m.Caption())
	p.Y += 6
	p.Scenes(m, of, prefix)
	p.sentence(m)
	p.Legend(m, of)
	return p.Finish(title, pictureWidth)
}

// FileTitle returns the title of the run for use in a file. A run without a title
// gets a general title.
func (m ExportPanel) FileTitle() string {
	if title := m.Title(); title != "" {
		return title
	}
	return m.Words.Say(i18n.OwnScenario)
}

// Caption returns the line below the title of a picture: the step, its time, the
// policies and the machine.
func (m ExportPanel) Caption() string {
	shape := m.Run.Machine.Shape
	parts := []string{m.StepNote() + ", " + m.ClockText(), m.PolicyTitle(m.Run.Choices.Queues, m.Run.Policy.Queue), m.PolicyTitle(m.Run.Choices.Allocators, m.Run.Policy.Allocator), m.ShapeText(&shape)}
	return i18n.Upper(strings.Join(parts, " · "))
}

// PictureLayout is a picture that is being made from the top downwards. Y is the
// position where the next element goes.
type PictureLayout struct {
	Out     html.Builder
	Palette []string
	X, W, Y float64
}

// Scenes draws the machine of a run, its timeline, or both, as the parameter of
// type PictureOf says. Each id in the drawing begins with the given prefix.
func (p *PictureLayout) Scenes(m ExportPanel, of PictureOf, prefix string) {
	var b draw.Buffer
	if of != OfTimeline {
		size := draw.Size{W: p.W, H: MachineHeight, Scale: 1}
		scene := draw.MachineScene{}
		m.Machine.FillMachine(&scene)
		layout := draw.NewLayout(m.Run.Machine.Drawn, size, m.View)
		b.Reset(size)
		layout.Draw(&b, &scene)
		p.Out.Add(draw.SVGPart(&b, p.Palette, prefix+"m", p.X, p.Y))
		p.Y += MachineHeight + 10
	}
	if of != OfMachine {
		lines := draw.Timeline{Size: draw.Size{W: p.W, H: TimelineHeight, Scale: 1}}
		m.Timeline.FillTimeline(&lines)
		b.Reset(lines.Size)
		lines.Draw(&b)
		p.Out.Add(draw.SVGPart(&b, p.Palette, prefix+"t", p.X, p.Y))
		p.Y += TimelineHeight + 8
	}
}

// sentence writes the sentence that says what happened in the step, and why.
func (p *PictureLayout) sentence(m ExportPanel) {
	main, also := m.Sentence()
	p.Text(draw.Ink, 14, false, i18n.Upper(html.Plain(main)))
	for _, text := range also[:min(len(also), 3)] {
		p.Text(draw.Soft, 12, false, i18n.Upper(html.Plain(text)))
	}
}

// Legend writes a line that explains the marks on a timeline, unless the picture
// shows only the machine.
func (p *PictureLayout) Legend(m ExportPanel, of PictureOf) {
	if of != OfMachine {
		p.Y += 2
		p.Text(draw.Soft, 11, false, m.Words.Say(i18n.PictureLegend))
	}
}

// Finish returns the content of the SVG element for this picture, and its height.
func (p *PictureLayout) Finish(title string, w float64) (html.HTML, float64) {
	h := p.Y + PictureMargin - 6
	return html.El("title", html.Text(clean(title))) + html.El("rect", html.Float("width", w), html.Float("height", h), html.Attr{"fill", p.Palette[draw.Panel]}) + p.Out.HTML(), h
}

// SvgFile returns a complete SVG file with the given content.
func SvgFile(body html.HTML, language string, w, h float64) html.HTML {
	return html.El("svg", html.Attr{"xmlns", "http://www.w3.org/2000/svg"}, html.Attr{"viewBox", fmt.Sprintf("0 0 %g %g", w, h)}, html.Float("width", w), html.Float("height", h),
		html.Attr{"font-family", "system-ui,sans-serif"}, html.Attr{"lang", language}, body) + "\n"
}

// Text writes a text, broken into lines that fit the width of the picture.
func (p *PictureLayout) Text(c draw.Colour, size float64, bold bool, text string) {
	for _, line := range wrapped(clean(text), p.W, size, bold) {
		p.Y += size * 1.35
		p.Out.El("text", html.Float("x", p.X), html.Tenth("y", p.Y-size*0.3), html.Float("font-size", size), html.Attr{"fill", p.Palette[c]},
			html.If(bold, html.Attr{"font-weight", "600"}), html.Text(line))
	}
}

// wrapped breaks a text into lines of at most the given width. It breaks at spaces
// and, in scripts without spaces, between any two characters.
func wrapped(text string, width, size float64, bold bool) []string {
	var lines []string
	line, word := "", ""
	put := func() {
		if line != "" && draw.TextWidth(line+word, size, bold) > width {
			lines = append(lines, strings.TrimRight(line, " "))
			line = ""
		}
		line, word = line+word, ""
	}
	for _, r := range text {
		word += string(r)
		if r == ' ' || r >= 0x2e80 {
			put()
		}
	}
	put()
	return append(lines, line)
}

// clean removes the characters that XML does not allow.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r < ' ' || r == 0xfffe || r == 0xffff || r == 0xfffd || r >= 0xd800 && r < 0xe000:
			return -1
		}
		return r
	}, text)
}
