package draw

import (
	"math"

	"hopyard/core/simtime"
)

// rasterFrom is the maximum number of visible bars that are drawn as shapes. If
// there are more bars, they are painted into an image.
const rasterFrom = 20_000

// drawRaster paints all bars into an image with one byte per pixel. It collects
// individual bars only for highlighted jobs, which get a frame later. Cost: O(bars
// + pixels painted).
func (t *Timeline) drawRaster(b *Buffer, p *plot, bars int) {
	scale := 1.0 // with very many bars, a finer resolution than CSS pixels would not be visible
	if bars <= 2*rasterFrom {
		scale = max(min(t.Size.Scale, 2), 1)
	}
	cols, rows := int32(p.w*scale), int32(p.h*scale)
	pixels := b.Image(p.x, p.y, p.w, p.h, int(cols), int(rows))
	edges := t.edges(p, rows)
	k := p.perMilli * float64(cols) / p.w
	from, to := t.Window.From, t.Window.To
	x := func(at simtime.Time) int32 {
		switch {
		case at <= from:
			return 0
		case at >= to:
			return cols
		}
		return int32(float64(at-from) * k)
	}
	t.Bars.between(t.Step, from, to, func(bars []Bar) {
		for i := range bars {
			bar := &bars[i]
			t.mark(p, bar)
			if bar.last() < from || int(bar.Last) < p.first || int(bar.First) >= p.first+p.rows || bar.First < 0 || int(bar.Last) >= t.Nodes {
				continue
			}
			y0, y1 := edges[bar.First], edges[bar.Last+1]
			if bar.High > 0 {
				y0, y1 = y0+(y1-y0)*int32(bar.Low)/255, y0+(y1-y0)*int32(bar.High)/255
			}
			y1 = min(max(y1, y0+1), rows) // makes every bar visible, however thin
			x0, x1, x2 := x(bar.Start), x(bar.End), int32(0)
			if bar.Finish > t.Step {
				x1, x2 = max(x(t.known()), x0), x(t.until(bar)) // Now may be before the time of Step
			}
			if x1 == x0 && x2 <= x0 {
				if x0 == cols || x0 == 0 && bar.End < from { // the bar is outside the window
					continue
				}
				x1++
			}
			if bar.Kind == Suspended {
				continue
			}
			c := t.Jobs.Colour(bar.Job)
			if bar.Kind == SetAside {
				c = c.Light()
			}
			for at := y0 * cols; at < y1*cols; at += cols {
				paint(pixels[at+x0:at+x1], c)
				if x2 > x1 {
					paint(pixels[at+x1:at+x2], c.Light())
				}
			}
		}
	})
}

// mark collects a bar if its job is highlighted.
func (t *Timeline) mark(p *plot, bar *Bar) {
	h := &t.Highlight
	if bar.Job == h.Current || bar.Job == h.Selected || bar.Job == h.Pointed {
		s := shownBar{Bar: bar}
		if t.show(p, &s) {
			t.frame.solid = append(t.frame.solid, s)
		}
	}
}

// edges returns the first line of pixels of each node's row, followed by the line
// after the last row.
func (t *Timeline) edges(p *plot, rows int32) []int32 {
	f := &t.frame
	if len(f.edges) != t.Nodes+1 {
		f.edges = make([]int32, t.Nodes+1)
	}
	for n := range f.edges {
		y := float64(n-p.first) * float64(rows) / float64(p.rows)
		f.edges[n] = int32(min(max(y, 0), float64(rows)))
	}
	return f.edges
}

func paint(line []byte, c Colour) {
	for i := range line {
		line[i] = byte(c)
	}
}

// tiles is a list of filled rectangles that do not overlap. They are collected so
// that they can be drawn colour by colour, because a change of colour costs the
// canvas more than a rectangle.
type tiles struct {
	list  []tile
	order []int32
}

type tile struct {
	x, y, w, h float32
	c          Colour
}

func (t *tiles) reset() { t.list = t.list[:0] }

func (t *tiles) add(c Colour, x, y, w, h float64) {
	if !(w > 0 && h > 0) {
		return
	}
	t.list = append(t.list, tile{float32(x), float32(y), float32(w), float32(h), c})
}

// draw appends the tiles, sorted by colour. If the radius is not 0, they have round
// corners. Cost: O(tiles).
func (t *tiles) draw(b *Buffer, radius float64) {
	var start [NumColours + 1]int32
	for i := range t.list {
		start[t.list[i].c+1]++
	}
	for c := range NumColours {
		start[c+1] += start[c]
	}
	if cap(t.order) < len(t.list) {
		t.order = make([]int32, len(t.list), 2*len(t.list))
	}
	t.order = t.order[:len(t.list)]
	next := start
	for i := range t.list {
		c := t.list[i].c
		t.order[next[c]] = int32(i)
		next[c]++
	}
	for c := range Colour(NumColours) {
		for rest := t.order[start[c]:start[c+1]]; len(rest) > 0; {
			n := min(len(rest), math.MaxUint16)
			if radius > 0 {
				b.command(opRound, c, n)
				b.words = append(b.words, word(radius))
			} else {
				b.command(opFill, c, n)
			}
			for _, i := range rest[:n] {
				r := &t.list[i]
				b.words = append(b.words, math.Float32bits(r.x), math.Float32bits(r.y), math.Float32bits(r.w), math.Float32bits(r.h))
			}
			rest = rest[n:]
		}
	}
}
