package plot

import (
	"math"
	"strings"

	"hopyard/wasm/app"
	"hopyard/wasm/app/curves"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// Lengths in pixels.
const (
	curvesWidth  = 1000.0
	curvesHeight = 420.0
	axisWidth    = 46.0 // left of the curves, for the numbers
	titleHeight  = 18.0 // above each curve
	timeHeight   = 18.0 // below the last curve, for the times
	textSize     = 11.0
)

// curvesSVG returns the curves of a run as an SVG file.
func curvesSVG(m *app.App, palette []string) html.HTML {
	p := export.PictureLayout{Palette: palette, X: export.PictureMargin, W: curvesWidth - 2*export.PictureMargin, Y: export.PictureMargin}
	title := m.Export.FileTitle()
	p.Text(draw.Ink, 17, true, title)
	p.Text(draw.Soft, 12, false, m.Export.Caption())
	p.Y += 6
	var b draw.Buffer
	size := draw.Size{W: p.W, H: curvesHeight, Scale: 1}
	b.Reset(size)
	scene(m)(&b, size)
	p.Out.Add(draw.SVGPart(&b, palette, "c", p.X, p.Y))
	p.Y += curvesHeight + 8
	body, h := p.Finish(title, curvesWidth)
	return export.SvgFile(body, m.Words.Code, curvesWidth, h)
}

// scene returns a function that draws the curves of a run, one below the other, with the
// titles, units and times that the page shows.
func scene(m *app.App) func(b *draw.Buffer, size draw.Size) {
	return func(b *draw.Buffer, size draw.Size) {
		plots := curves.Plots[:curves.Shown(m.Shares())]
		each := (size.H - timeHeight) / float64(len(plots))
		for i := range plots {
			y := float64(i) * each
			b.Text(draw.Soft, axisWidth, y+textSize, m.Words.Say(plots[i].Title), draw.Style{Size: textSize})
			curve(b, m, &plots[i], y+titleHeight, size.W-axisWidth-1, each-titleHeight-8)
		}
		times(b, m, size)
	}
}

// curve draws a curve to the right of its axis. Its corner is at axisWidth, y.
func curve(b *draw.Buffer, m *app.App, plot *curves.Plot, y, w, h float64) {
	top := plot.Most
	if top == 0 {
		for i := range m.Run.Curve {
			top = max(top, plot.Value(&m.Run.Curve[i]))
		}
	}
	for _, share := range [...]float64{0, 1} {
		at := y + h*(1-share)
		b.Segment(draw.Line, 1, 0, axisWidth, at, axisWidth+w, at)
		if share == 0 || top > 0 {
			b.Text(draw.Soft, axisWidth-6, at, strings.ReplaceAll(plot.Unit, "{value}", number(m.Words, top*share)), draw.Style{Size: textSize, Align: draw.Right, Middle: true})
		}
	}
	if top == 0 {
		top = 1
	}
	place := func(p *message.Point) (px, py float64) {
		return axisWidth + w*float64(p.Time)/float64(max(m.Run.Last, 1)), y + h*(1-plot.Value(p)/top)
	}
	points := m.Run.Curve
	var line []float64
	for i := range points {
		px, py := place(&points[i])
		if i > 0 {
			line = append(line, px, line[len(line)-1]) // the value holds until the next point
		}
		line = append(line, px, py)
	}
	line = append(line, axisWidth+w, line[len(line)-1])
	b.Path(draw.Accent, 1.4, 0, line...)
}

// times draws the times of the axis that all curves share.
func times(b *draw.Buffer, m *app.App, size draw.Size) {
	scale := curves.ScaleOf(m.Run.Last, m.Words)
	last := float64(m.Run.Last) / float64(scale.Unit)
	step := round(last / mostTimes)
	for at := 0.0; at <= last && step > 0; at += step {
		x := axisWidth + (size.W-axisWidth-1)*at/last
		b.Text(draw.Soft, x, size.H-4, strings.ReplaceAll(scale.Label, "{value}", number(m.Words, at)), draw.Style{Size: textSize, Align: draw.Centre})
	}
}

// mostTimes is the largest number of times beside 0 on the axis.
const mostTimes = 8

// round returns the least of the numbers 1, 2, 5, 10, 20, 50 and so on, or 0.1, 0.2, 0.5 and so
// on, that is not below x.
func round(x float64) float64 {
	if x <= 0 {
		return 0
	}
	ten := math.Pow(10, math.Floor(math.Log10(x)))
	for _, n := range [...]float64{1, 2, 5} {
		if n*ten >= x {
			return n * ten
		}
	}
	return 10 * ten
}

// number formats a number with as many digits as it needs, and at most two after the point.
func number(words *i18n.Catalog, x float64) string {
	for decimals := range 2 {
		if power := math.Pow(10, float64(decimals)); math.Abs(x*power-math.Round(x*power)) < 1e-6 {
			return words.Float(x, decimals)
		}
	}
	return words.Float(x, 2)
}
