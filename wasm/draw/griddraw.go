package draw

// drawWires draws the links of a grid: in the colour of the job that holds both
// ends, so that a job in one piece looks like one piece; stubs at the edges of
// slices hint at links that wrap around.
func (l *Layout) drawWires(b *Buffer, m *Machine) {
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
			l.drawStubs(b, k, c0, c1, r0, r1)
		}
		if k.snake {
			l.drawReturn(b, k)
		}
		if len(l.blocks) > 1 && r0 == 0 {
			b.Text(Soft, max(k.x, 0), k.y-4, l.sliceName(i), Style{Size: 10})
		}
	}
}

// drawWire draws the links from a cell to the right and down, those between
// nodes of one job or the others.
func (l *Layout) drawWire(b *Buffer, m *Machine, k *block, c, r int, held bool) {
	cell, ok := k.cell(c, r)
	if !ok {
		return
	}
	x, y := k.x+(float64(c)+0.5)*k.cw, k.y+(float64(r)+0.5)*k.ch
	link := func(other int, x2, y2 float64) {
		id := l.frame.owner[cell]
		same := id >= 0 && id == l.frame.owner[other]
		if same != held {
			return
		}
		w := weight{Line, 1.4}
		if same {
			w = weight{m.Jobs.Colour(id), max(3, k.cw*0.16)}
		}
		if same && id == m.Highlight.Current {
			w.colour = Accent
		}
		b.Segment(w.colour, w.line, 0, x, y, x2, y2)
	}
	if right, ok := k.cell(c+1, r); ok && c+1 < k.cols {
		link(right, x+k.cw, y)
	}
	below, ok := k.cell(c, r+1)
	if ok && (!k.snake || below == cell+1) {
		link(below, x, y+k.ch)
	}
}

// drawStubs draws short dashed ends at the edges of a slice.
func (l *Layout) drawStubs(b *Buffer, k *block, c0, c1, r0, r1 int) {
	out, in := k.cw*0.28, k.cw*0.16
	stub := func(x1, y1, x2, y2 float64) { b.Segment(Line, 1.4, 2, x1, y1, x2, y2) }
	for r := r0; r < r1 && k.cols > 2; r++ {
		y := k.y + (float64(r)+0.5)*k.ch
		if c0 == 0 {
			stub(k.x+in, y, k.x-out, y)
		}
		if c1 == k.cols {
			stub(k.x+k.w()-in, y, k.x+k.w()+out, y)
		}
	}
	for c := c0; c < c1 && k.rows() > 2; c++ {
		x := k.x + (float64(c)+0.5)*k.cw
		if r0 == 0 {
			stub(x, k.y+in, x, k.y-out)
		}
		if r1 == k.rows() {
			stub(x, k.y+k.h()-in, x, k.y+k.h()+out)
		}
	}
}

// drawReturn joins the end of a ring to its beginning, around the left side.
func (l *Layout) drawReturn(b *Buffer, k *block) {
	if !l.shape.Wraps || k.n < 3 {
		return
	}
	col, row := k.cellAt(k.first + k.n - 1)
	x1, y1 := k.x+0.5*k.cw, k.y+0.5*k.ch
	x2, y2 := k.x+(float64(col)+0.5)*k.cw, k.y+(float64(row)+0.5)*k.ch
	under, side := k.y+k.h()+4, k.x-6
	switch {
	case row == 0: // beneath the one row
		l.wire(b, x1, y1, x1, under)
		l.wire(b, x1, under, x2, under)
		l.wire(b, x2, under, x2, y2)
		return
	case col > 0: // the last row ends away from the left side
		l.wire(b, x2, y2, x2, under)
		l.wire(b, x2, under, side, under)
		y2 = under
	default:
		l.wire(b, x2, y2, side, y2)
	}
	l.wire(b, side, y2, side, y1)
	l.wire(b, side, y1, x1, y1)
}

// wire draws an upright or level link as far as the canvas shows it.
func (l *Layout) wire(b *Buffer, x1, y1, x2, y2 float64) {
	w, h := l.size.W, l.size.H
	if max(x1, x2) < 0 || min(x1, x2) > w || max(y1, y2) < 0 || min(y1, y2) > h {
		return
	}
	b.Segment(Line, 1.4, 0, min(max(x1, 0), w), min(max(y1, 0), h), min(max(x2, 0), w), min(max(y2, 0), h))
}
