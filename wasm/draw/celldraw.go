package draw

// imageFrom is how many cells that are not drawn one by one become an image;
// fewer are drawn as rectangles, because an image costs as much as hundreds.
const imageFrom = 8192

// drawCells draws the cells: one by one where they are large, otherwise what
// lies side by side in one colour as one, with the gaps as lines over it.
func (l *Layout) drawCells(b *Buffer, m *Machine) {
	f := &l.frame
	f.tiles.reset()
	for i := range l.blocks {
		k := &l.blocks[i]
		c0, c1, r0, r1 := l.window(k)
		switch {
		case c0 >= c1 || r0 >= r1:
		case l.fine():
			l.gatherCells(m, k, c0, c1, r0, r1)
		case l.cells() < imageFrom:
			l.gatherRuns(m, k, c0, c1, r0, r1)
		default:
			l.drawImage(b, m, k, c0, c1, r0, r1)
		}
	}
	if l.fine() {
		f.tiles.draw(b, l.radius())
		return
	}
	f.tiles.draw(b, 0)
	for i := range l.blocks {
		if k := &l.blocks[i]; k.cw >= solidCell {
			l.drawGaps(b, k)
		}
	}
}

// gatherCells adds the visible cells of a block to the tiles.
func (l *Layout) gatherCells(m *Machine, k *block, c0, c1, r0, r1 int) {
	for r := r0; r < r1; r++ {
		for c := c0; c < c1; c++ {
			if cell, ok := k.cell(c, r); ok {
				x, y, w, h := l.tile(k, c, r)
				l.frame.tiles.add(l.colour(m, cell), x, y, w, h)
			}
		}
	}
}

// gatherRuns adds what lies side by side in one colour as one tile.
func (l *Layout) gatherRuns(m *Machine, k *block, c0, c1, r0, r1 int) {
	for r := r0; r < r1; r++ {
		for c := c0; c < c1; {
			from, colour := c, l.coarse(m, k, c, r)
			for c++; c < c1 && l.coarse(m, k, c, r) == colour; c++ {
			}
			if colour != None {
				l.frame.tiles.add(colour, k.x+float64(from)*k.cw, k.y+float64(r)*k.ch, float64(c-from)*k.cw, k.ch)
			}
		}
	}
}

// coarse is the one colour of a cell too small to be divided; None beyond the
// last cell.
func (l *Layout) coarse(m *Machine, k *block, col, row int) Colour {
	cell, ok := k.cell(col, row)
	if !ok {
		return None
	}
	if id := l.frame.job(cell); id >= 0 {
		return m.Jobs.Colour(id)
	}
	return Free
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

// drawImage appends the visible part of a block as one byte a cell.
func (l *Layout) drawImage(b *Buffer, m *Machine, k *block, c0, c1, r0, r1 int) {
	x, y := k.x+float64(c0)*k.cw, k.y+float64(r0)*k.ch
	pixels := b.Image(x, y, float64(c1-c0)*k.cw, float64(r1-r0)*k.ch, c1-c0, r1-r0)
	for r := r0; r < r1; r++ {
		for c := c0; c < c1; c++ {
			pixels[(r-r0)*(c1-c0)+c-c0] = byte(l.coarse(m, k, c, r))
		}
	}
}

// drawGaps parts the cells of a block by lines.
func (l *Layout) drawGaps(b *Buffer, k *block) {
	c0, c1, r0, r1 := l.window(k)
	if c0 >= c1 || r0 >= r1 {
		return
	}
	x, y := k.x+float64(c0)*k.cw, k.y+float64(r0)*k.ch
	w, h := float64(c1-c0)*k.cw, float64(r1-r0)*k.ch
	for c := c0; c <= c1; c++ {
		at := k.x + float64(c)*k.cw
		b.Segment(Panel, 0.8, 0, at, y, at, y+h)
	}
	for r := r0; r <= r1; r++ {
		at := k.y + float64(r)*k.ch
		b.Segment(Panel, 0.8, 0, x, at, x+w, at)
	}
}
