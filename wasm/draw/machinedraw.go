package draw

import (
	"math"

	"hopyard/core/topology"
)

// Draw appends the picture of m. Cost: O(cells + nodes held + links shown).
func (l *Layout) Draw(b *Buffer, m *Machine) {
	if len(l.blocks) == 0 {
		return
	}
	l.frame.fill(l, m)
	b.Clip(0, 0, l.size.W, l.size.H)
	switch {
	case len(l.levels) > 0:
		l.drawLinks(b, m)
	case l.wires:
		l.drawWires(b, m)
	}
	for i := range l.blocks {
		l.drawBlock(b, m, &l.blocks[i])
	}
	if l.fine() {
		l.frame.tiles.draw(b, l.radius())
		l.frame.tiles.reset()
		l.drawParts(b, m)
		l.drawGPUs(b, m)
	}
	l.drawStates(b, m)
	l.drawUnits(b, m)
	l.drawSwitches(b, m)
	l.drawHighlight(b, m)
	l.drawLabels(b, m)
	b.Unclip()
}

// fine reports whether cells are drawn one by one.
func (l *Layout) fine() bool { return l.row || l.blocks[0].cw >= roundCell }

func (l *Layout) radius() float64 { return min(3, l.blocks[0].cw*0.3) }

// tile is a cell's rectangle within its pitch.
func (l *Layout) tile(b *block, col, row int) (x, y, w, h float64) {
	inset := min(max(0.6, b.cw*0.05), b.cw*0.1, 2)
	if l.wires {
		inset = b.cw * 0.16
	}
	down := inset
	if l.row {
		down = 0
	}
	return b.x + float64(col)*b.cw + inset, b.y + float64(row)*b.ch + down, b.cw - 2*inset, b.ch - 2*down
}

// window is the columns and rows of a block that the canvas shows.
func (l *Layout) window(b *block) (c0, c1, r0, r1 int) {
	c0, r0 = max(int(-b.x/b.cw), 0), max(int(-b.y/b.ch), 0)
	c1 = min(int(math.Ceil((l.size.W-b.x)/b.cw)), b.cols)
	r1 = min(int(math.Ceil((l.size.H-b.y)/b.ch)), b.rows())
	return c0, c1, r0, r1
}

// drawBlock gathers the tiles of a block, or appends it as an image where cells
// are too small to be drawn one by one.
func (l *Layout) drawBlock(b *Buffer, m *Machine, k *block) {
	c0, c1, r0, r1 := l.window(k)
	if c0 >= c1 || r0 >= r1 {
		return
	}
	if !l.fine() {
		l.drawImage(b, m, k, c0, c1, r0, r1)
		return
	}
	for r := r0; r < r1; r++ {
		for c := c0; c < c1; c++ {
			cell, ok := k.cell(c, r)
			if !ok {
				continue
			}
			x, y, w, h := l.tile(k, c, r)
			l.frame.tiles.add(l.colour(m, cell), x, y, w, h)
		}
	}
}

// colour is the fill of a cell; a cell of parts is filled later.
func (l *Layout) colour(m *Machine, cell int) Colour {
	if id := l.frame.owner[cell]; id >= 0 {
		return m.Jobs.Colour(id)
	}
	return Free
}

// cell is the number of the cell at a column and row, false beyond the last.
func (b *block) cell(col, row int) (int, bool) {
	if b.snake && row&1 == 1 {
		col = b.cols - 1 - col
	}
	i := row*b.cols + col
	return b.first + i, i < b.n
}

// drawImage appends the visible part of a block as one byte a cell, and the
// gaps between cells as lines over it.
func (l *Layout) drawImage(b *Buffer, m *Machine, k *block, c0, c1, r0, r1 int) {
	x, y := k.x+float64(c0)*k.cw, k.y+float64(r0)*k.ch
	w, h := float64(c1-c0)*k.cw, float64(r1-r0)*k.ch
	pixels := b.Image(x, y, w, h, c1-c0, r1-r0)
	for i := range pixels {
		cell, ok := k.cell(c0+i%(c1-c0), r0+i/(c1-c0))
		if !ok {
			continue
		}
		pixels[i] = byte(Free)
		if id := l.frame.job(cell); id >= 0 {
			pixels[i] = byte(m.Jobs.Colour(id))
		}
	}
	if k.cw < solidCell {
		return
	}
	for c := c0; c <= c1; c++ {
		at := k.x + float64(c)*k.cw
		b.Segment(Panel, 0.8, 0, at, y, at, y+h)
	}
	for r := r0; r <= r1; r++ {
		at := k.y + float64(r)*k.ch
		b.Segment(Panel, 0.8, 0, x, at, x+w, at)
	}
}

// drawParts stacks the jobs that share a node from the bottom up, each as high
// as its part of the node's cores.
func (l *Layout) drawParts(b *Buffer, m *Machine) {
	f := &l.frame
	if len(f.sums) == 0 {
		return
	}
	for i := range m.Holds {
		h := &m.Holds[i]
		if h.Part == 255 {
			continue
		}
		l.segments(h.First, h.Last, func(k *block, _, _, _, _ float64, from, to int) {
			for cell := from; cell <= to; cell++ {
				if f.owner[cell] != shared {
					continue
				}
				col, row := k.cellAt(cell)
				x, y, w, high := l.tile(k, col, row)
				s := &f.sums[cell]
				top := min(int(s.filled)+int(h.Part), 255)
				lower, upper := y+high*(1-float64(s.filled)/255), y+high*(1-float64(top)/255)
				s.filled = uint8(top)
				b.Fill(m.Jobs.Colour(h.Job), x, upper, w, max(lower-upper-0.5, 0.5))
			}
		})
	}
}

// drawGPUs marks a node's accelerators with dots along its lower edge: a disc
// for one in use, a ring for a free one; a single mark where there is no room.
func (l *Layout) drawGPUs(b *Buffer, m *Machine) {
	if len(m.GPUs) == 0 || l.per > 1 {
		return
	}
	used := append(l.frame.gpus[:0], make([]uint8, l.cells())...)
	l.frame.gpus = used
	for i := range m.Holds {
		h := &m.Holds[i]
		for n := max(h.First, 0); h.GPUs > 0 && n <= h.Last && int(n) < len(used); n++ {
			used[n] += h.GPUs
		}
	}
	for _, g := range m.GPUs {
		l.segments(g.First, g.Last, func(k *block, _, _, _, _ float64, from, to int) {
			for cell := from; cell <= to; cell++ {
				col, row := k.cellAt(cell)
				x, y, w, h := l.tile(k, col, row)
				marks, busy := int(g.Count), int(used[cell])
				if float64(marks)*4 > w {
					busy, marks = (busy+marks-1)/max(marks, 1), 1
				}
				ink := Soft
				if id := l.frame.owner[cell]; id >= 0 {
					ink = m.Jobs.Colour(id).On()
				}
				left := x + w/2 - float64(marks-1)*2
				for i := range marks {
					if i < busy {
						b.Circle(ink, 0, left+4*float64(i), y+h-4, 1.5)
					} else {
						b.Circle(ink, 0.8, left+4*float64(i), y+h-4, 1.3)
					}
				}
			}
		})
	}
}

// drawStates hatches nodes that do not work and nodes that are kept.
func (l *Layout) drawStates(b *Buffer, m *Machine) {
	for _, r := range m.Kept {
		l.eachTile(r.First, r.Last, func(x, y, w, h float64) { b.Hatch(Promised, Rising, x, y, w, h) })
	}
	for _, r := range m.Down {
		l.eachTile(r.First, r.Last, func(x, y, w, h float64) {
			b.Fill(Panel, x, y, w, h)
			b.Hatch(Bad, Crossed, x, y, w, h)
			b.Stroke(Bad, 1, x+0.5, y+0.5, w-1, h-1)
		})
	}
}

// eachTile calls yield for each cell of a range, or for each row of cells where
// these are not drawn one by one.
func (l *Layout) eachTile(first, last topology.NodeID, yield func(x, y, w, h float64)) {
	l.segments(first, last, func(k *block, x, y, w, h float64, from, to int) {
		if !l.fine() {
			yield(x, y, w, h)
			return
		}
		for cell := from; cell <= to; cell++ {
			col, row := k.cellAt(cell)
			yield(l.tile(k, col, row))
		}
	})
}

// drawUnits draws a bracket under each unit: thin for a free one, dashed for a
// busy one, thick for one that is allocated.
func (l *Layout) drawUnits(b *Buffer, m *Machine) {
	for _, u := range m.Units {
		l.segments(u.First, u.Last, func(_ *block, x, y, w, h float64, _, _ int) {
			y += h + 3.5
			if !l.row {
				y -= 4
			}
			c, line, dash := Soft, 1.0, 0.0
			switch u.State {
			case UnitBusy:
				line, dash = 2, 3
			case UnitAllocated:
				c, line = Ink, 2.5
			}
			b.Segment(c, line, dash, x+1, y, x+w-1, y)
			if l.row {
				b.Segment(c, 1, 0, x+1, y-2.5, x+1, y)
				b.Segment(c, 1, 0, x+w-1, y-2.5, x+w-1, y)
			}
		})
	}
}
