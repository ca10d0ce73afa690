package draw

import "math"

// drawWires draws the links of a grid. A link between two nodes of one job has the
// job's colour, so that contiguous nodes of a job look connected. Short stubs at
// the edges of a slice stand for the links that wrap around.
func (l *Layout) drawWires(b *Buffer, m *MachineScene) {
	for i := range l.blocks {
		k := &l.blocks[i]
		c0, c1, r0, r1 := l.window(k)
		if c0 >= c1 || r0 >= r1 {
			continue
		}
		for _, held := range []bool{false, true} {
			for r := r0; r < r1; r++ {
				for c := c0; c < c1; c++ {
					l.drawWire(b, m, k, c, r, held)
				}
			}
		}
		if l.shape.Wraps && !k.snake {
			l.drawStubs(b, m, k, c0, c1, r0, r1)
		}
		if k.snake {
			l.drawReturn(b, k)
		}
		if len(l.blocks) > 1 && r0 == 0 {
			b.Text(Soft, max(k.x, 0), k.y-4, l.sliceName(i), Style{Size: 10})
		}
	}
}

// drawWire draws the links from a cell to the cells on its right and below it. It
// is called twice. The first call draws the plain links. The second call, with held
// set, draws the links in a special colour: links between nodes of one job, and
// links with a load. These are therefore on top.
func (l *Layout) drawWire(b *Buffer, m *MachineScene, k *block, c, r int, held bool) {
	cell, ok := k.cell(c, r)
	if !ok {
		return
	}
	x, y := k.x+(float64(c)+0.5)*k.cw, k.y+(float64(r)+0.5)*k.ch
	link := func(other int, x2, y2 float64) {
		id := l.frame.owner[cell]
		same := id >= 0 && id == l.frame.owner[other]
		if held && len(m.Highlight.Route) > 0 && m.Highlight.cabled(l.shape.Wire(cell, other)) {
			b.Segment(Ink, 6, 0, x, y, x2, y2)
		}
		if m.Loads != nil || len(m.Broken) > 0 && m.broken(l.shape.Wire(cell, other)) {
			wire := l.shape.Wire(cell, other)
			if w := m.weigh(wire); (w.colour != Line) == held {
				if wire == m.Highlight.Cable {
					b.Segment(Ink, w.line+2.5, 0, x, y, x2, y2)
				}
				b.Segment(w.colour, w.line, w.dash(), x, y, x2, y2)
				if w.torn {
					l.frame.torn = append(l.frame.torn, corner{(x + x2) / 2, (y + y2) / 2})
				}
				if w.full {
					b.Segment(Panel, w.line*0.3, 4, x, y, x2, y2)
				}
			}
			return
		}
		if same != held {
			return
		}
		w := weight{colour: Line, line: 1.4}
		if same {
			w = weight{colour: m.Jobs.Colour(id), line: max(3, k.cw*0.16)}
		}
		if same && id == m.Highlight.Current {
			w.colour = Accent
		}
		b.Segment(w.colour, w.line, 0, x, y, x2, y2)
	}
	if right, ok := k.cell(c+1, r); ok && c+1 < k.cols && !(l.shape.Cube && c&1 == 1) {
		link(right, x+k.cw, y)
	}
	below, ok := k.cell(c, r+1)
	if ok && (!k.snake || below == cell+1) && !(l.shape.Cube && r&1 == 1) {
		link(below, x, y+k.ch)
	}
}

// drawStubs draws short dashed lines at the edges of a slice, for the links that
// wrap around. Such a link has a stub at both ends, and the two look alike.
func (l *Layout) drawStubs(b *Buffer, m *MachineScene, k *block, c0, c1, r0, r1 int) {
	out, in := k.cw*0.28, k.cw*0.16
	w := weight{colour: Line, line: 1.4}
	stub := func(x1, y1, x2, y2 float64) {
		b.Segment(w.colour, w.line, 2, x1, y1, x2, y2)
		if w.torn {
			l.frame.torn = append(l.frame.torn, corner{x2, y2})
		}
	}
	weigh := func(c, r, c2, r2 int) {
		a, _ := k.cell(c, r)
		z, _ := k.cell(c2, r2)
		if m.Loads != nil || len(m.Broken) > 0 {
			w = m.weigh(l.shape.Wire(a, z))
		} else if len(m.Highlight.Route) > 0 {
			w = weight{colour: Line, line: 1.4}
			if m.Highlight.cabled(l.shape.Wire(a, z)) {
				w = weight{colour: Ink, line: 3}
			}
		}
	}
	for r := r0; r < r1 && k.cols > 2; r++ {
		y := k.y + (float64(r)+0.5)*k.ch
		weigh(k.cols-1, r, 0, r)
		if c0 == 0 {
			stub(k.x+in, y, k.x-out, y)
		}
		if c1 == k.cols {
			stub(k.x+k.w()-in, y, k.x+k.w()+out, y)
		}
	}
	for c := c0; c < c1 && k.rows() > 2; c++ {
		x := k.x + (float64(c)+0.5)*k.cw
		weigh(c, k.rows()-1, c, 0)
		if r0 == 0 {
			stub(x, k.y+in, x, k.y-out)
		}
		if r1 == k.rows() {
			stub(x, k.y+k.h()-in, x, k.y+k.h()+out)
		}
	}
}

// drawReturn draws the link from the last node of a ring back to the first. The
// link runs around the left side, or below the row if there is only one.
func (l *Layout) drawReturn(b *Buffer, k *block) {
	if !l.shape.Wraps || k.n < 3 {
		return
	}
	col, row := k.cellAt(k.first + k.n - 1)
	x1, y1 := k.x+0.5*k.cw, k.y+0.5*k.ch
	x2, y2 := k.x+(float64(col)+0.5)*k.cw, k.y+(float64(row)+0.5)*k.ch
	under, side := k.y+k.h()+4, k.x-6
	switch {
	case row == 0: // the link runs below the only row
		l.plain(b, x1, y1, x1, under)
		l.plain(b, x1, under, x2, under)
		l.plain(b, x2, under, x2, y2)
		return
	case col > 0: // the last row ends at the right side, or short of the left side
		l.plain(b, x2, y2, x2, under)
		l.plain(b, x2, under, side, under)
		y2 = under
	default:
		l.plain(b, x2, y2, side, y2)
	}
	l.plain(b, side, y2, side, y1)
	l.plain(b, side, y1, x1, y1)
}

// plain draws the visible part of a vertical or horizontal link.
func (l *Layout) plain(b *Buffer, x1, y1, x2, y2 float64) {
	w, h := l.size.W, l.size.H
	if max(x1, x2) < 0 || min(x1, x2) > w || max(y1, y2) < 0 || min(y1, y2) > h {
		return
	}
	b.Segment(Line, 1.4, 0, min(max(x1, 0), w), min(max(y1, 0), h), min(max(x2, 0), w), min(max(y2, 0), h))
}

// wireAt returns the link of a grid that is drawn at a point, or -1 if there is
// none.
func (l *Layout) wireAt(x, y float64) int32 {
	cell, ok := l.cellAt(x, y)
	if !ok {
		return -1
	}
	k := &l.blocks[l.blockOf(cell)]
	col, row := k.cellAt(cell)
	left, top, w, h := l.tile(k, col, row)
	if x >= left && x < left+w && y >= top && y < top+h {
		return -1
	}
	dx, dy := x-left-w/2, y-top-h/2
	switch {
	case math.Abs(dy) < 6 && dx > 0:
		col++
	case math.Abs(dy) < 6:
		col--
	case math.Abs(dx) < 6 && dy > 0:
		row++
	case math.Abs(dx) < 6:
		row--
	default:
		return -1
	}
	other, ok := k.cell(col, row)
	if !ok || col < 0 || row < 0 || col >= k.cols || k.snake && other != cell+1 && other != cell-1 {
		return -1
	}
	return l.shape.Wire(min(cell, other), max(cell, other))
}
