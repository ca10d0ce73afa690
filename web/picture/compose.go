package picture

import (
	"strings"

	"hopyard/wasm/app"
	"hopyard/wasm/app/export"
	"hopyard/wasm/draw"
	"hopyard/web/api"
)

// The size of a picture in pixels, as recommended by services that show link
// previews.
const (
	Width  = 1200
	Height = 630
)

// The layout, in units. A unit is as large as the constant scale says. At that
// size, letters are still 8 pixels high when a chat program shows the picture at a
// third of its size.
const (
	scale       = 2.2 // pixels per unit
	across      = Width / scale
	down        = Height / scale
	margin      = 16.0
	bar         = 4.0
	titleSize   = 20.0
	captionSize = 11.5
	treeHeight  = 88.0
	gridWidth   = 195.0
	gap         = 8.0
)

// compose draws the title of the picture, and below it the machine and the
// timeline. Usually the machine is above the timeline. If the drawing of the
// machine is about as high as wide, the machine is to the left of the timeline.
// Examples are a grid, or a machine laid out in the plane. Either may be left out.
func (p *canvas) compose(m *app.App, of export.PictureOf) {
	y := p.heading(m)
	inner := across - 2*margin
	switch rest, d := down-y-gap, &m.Run.Machine.Drawn; {
	case of == export.OfMachine:
		p.machine(m, margin, y, inner, rest-gap)
	case of == export.OfTimeline:
		p.timeline(m, margin, y, inner, rest)
	case len(d.Dims) > 0 || d.Plan != nil:
		p.machine(m, margin, y, gridWidth, rest-gap)
		p.timeline(m, margin+gridWidth+gap, y, inner-gridWidth-gap, rest)
	default:
		p.machine(m, margin, y, inner, treeHeight)
		p.timeline(m, margin, y+treeHeight+gap, inner, rest-treeHeight-gap)
	}
}

// framed draws the title of the picture and below it a scene.
func (p *canvas) framed(m *app.App, fill func(b *draw.Buffer, size draw.Size)) {
	y := p.heading(m)
	var b draw.Buffer
	size := draw.Size{W: across - 2*margin, H: down - y - gap, Scale: scale}
	b.Reset(size)
	fill(&b, size)
	p.replay(&b, margin, y)
}

// heading draws the background, the title and the caption, and returns the position of what
// is below.
func (p *canvas) heading(m *app.App) (y float64) {
	p.Rect(draw.Panel, 0, 0, across, down, 0)
	p.Rect(draw.Accent, 0, 0, across, bar, 0)
	inner := across - 2*margin
	y = bar + margin + titleSize*0.75
	p.Text(draw.Ink, margin, y, draw.Style{Size: titleSize, Bold: true, Max: inner}, title(m))
	y += captionSize * 1.6
	p.Text(draw.Soft, margin, y, draw.Style{Size: captionSize, Max: inner}, caption(m))
	return y + gap + 2
}

// machine draws the machine with the jobs on its nodes.
func (p *canvas) machine(m *app.App, x, y, w, h float64) {
	var b draw.Buffer
	var scene draw.MachineScene
	size := draw.Size{W: w, H: h, Scale: scale}
	m.Machine.FillMachine(&scene)
	b.Reset(size)
	draw.NewLayout(m.Run.Machine.Drawn, size, draw.View{}).Draw(&b, &scene)
	p.replay(&b, x, y)
}

// timeline draws the timeline of the run up to the shown time, and the
// reservations.
func (p *canvas) timeline(m *app.App, x, y, w, h float64) {
	var b draw.Buffer
	lines := draw.Timeline{Size: draw.Size{W: w, H: h, Scale: scale}}
	m.Timeline.FillTimeline(&lines)
	b.Reset(lines.Size)
	lines.Draw(&b)
	p.replay(&b, x, y)
}

// replay paints the drawing commands of one part of the picture at the position x,
// y.
func (p *canvas) replay(b *draw.Buffer, x, y float64) {
	p.x, p.y = x, y
	draw.Replay(b, p)
	p.x, p.y = 0, 0
}

// title returns the scenario's title. If there is none, or if it contains
// characters that the fonts lack, title returns the numbers of jobs and nodes. Chat
// programs show the real title beside the picture in any case.
func title(m *app.App) string {
	if title := m.Title(); title != "" && hasGlyphs(title) {
		return title
	}
	return api.Counted(len(m.Run.Jobs), "job") + " on " + api.Counted(m.Run.Machine.Drawn.Nodes, "node")
}

// caption returns one line of text with the time, the discipline, the allocator and
// the machine.
func caption(m *app.App) string {
	return strings.Join([]string{m.ClockText(), m.PolicyTitle(m.Run.Choices.Queues, m.Run.Policy.Queue), m.AllocatorTitle(), m.ShapeText(&m.Run.Machine.Shape)}, " · ")
}
