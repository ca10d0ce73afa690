package draw

// imageFrom is the number of cells from which a machine is drawn as an image, if
// its cells are too small to be drawn one by one. Fewer cells are drawn as
// rectangles, because an image costs as much as hundreds of rectangles.
const imageFrom = 8192

// drawCells draws the cells of the machine. Large cells are drawn one by one. Small
// cells are drawn as an image, or as rectangles that combine neighbouring cells of
// the same colour. The gaps between small cells are then drawn as lines.
func (l *Layout) drawCells(b *Buffer, m *MachineScene) {
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
		if k := &l.blocks[i]; k.cw >= solidCell && k.ch >= solidCell {
			l.drawGaps(b, k)
		}
	}
}

// gatherCells collects the visible cells of a block as tiles.
func (l *Layout) gatherCells(m *MachineScene, k *block, c0, c1, r0, r1 int) {
	for r := r0; r < r1; r++ {
		for c := c0; c < c1; c++ {
			if cell, ok := k.cell(c, r); ok {
				x, y, w, h := l.tile(k, c, r)
				l.frame.tiles.add(l.colour(m, cell), x, y, w, h)
			}
		}
	}
}

// gatherRuns collects the visible cells of a block as tiles. Neighbouring cells of
// one colour in a row, or in the only column, form one tile.
func (l *Layout) gatherRuns(m *MachineScene, k *block, c0, c1, r0, r1 int) {
	if k.cols == 1 {
		for r := r0; r < r1; {
			from, colour := r, l.coarse(m, k, 0, r)
			for r++; r < r1 && l.coarse(m, k, 0, r) == colour; r++ {
			}
			l.frame.tiles.add(colour, k.x, k.y+float64(from)*k.ch, k.cw, float64(r-from)*k.ch)
		}
		return
	}
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

// coarse returns the colour of a cell that is too small to show several jobs. It
// returns None after the block's last cell.
func (l *Layout) coarse(m *MachineScene, k *block, col, row int) Colour {
	cell, ok := k.cell(col, row)
	if !ok {
		return None
	}
	if id := l.frame.job(cell); id >= 0 {
		return m.Jobs.Colour(id)
	}
	return Free
}

// colour returns the colour that fills a cell. A cell that several jobs share gets
// the colour of a free cell, because drawParts fills the shares later.
func (l *Layout) colour(m *MachineScene, cell int) Colour {
	if id := l.frame.owner[cell]; id >= 0 {
		return m.Jobs.Colour(id)
	}
	return Free
}

// cell returns the number of the cell in a column and row. It returns false after
// the block's last cell.
func (b *block) cell(col, row int) (int, bool) {
	if b.snake && row&1 == 1 {
		col = b.cols - 1 - col
	}
	i := row*b.cols + col
	return b.first + i, i < b.n
}

// drawImage appends the visible part of a block as an image.
func (l *Layout) drawImage(b *Buffer, m *MachineScene, k *block, c0, c1, r0, r1 int) {
	x, y := k.x+float64(c0)*k.cw, k.y+float64(r0)*k.ch
	pixels := b.Image(x, y, float64(c1-c0)*k.cw, float64(r1-r0)*k.ch, c1-c0, r1-r0)
	for r := r0; r < r1; r++ {
		for c := c0; c < c1; c++ {
			pixels[(r-r0)*(c1-c0)+c-c0] = byte(l.coarse(m, k, c, r))
		}
	}
}

// drawGaps draws lines between the cells of a block.
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

// drawParts draws the jobs in nodes that they share. In each node the jobs are
// stacked from the bottom. The height of a job is its share of the node's cores.
func (l *Layout) drawParts(b *Buffer, m *MachineScene) {
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
				if f.owner[cell] != shared || f.sums[cell].seated {
					continue
				}
				col, row := k.cellAt(cell)
				x, y, w, high := l.tile(k, col, row)
				s := &f.sums[cell]
				top := min(int(s.filled)+int(h.Part), 255)
				if l.lying() {
					left, wide := x+w*float64(s.filled)/255, w*float64(top-int(s.filled))/255
					s.filled = uint8(top)
					b.Fill(m.Jobs.Colour(h.Job), left, y, max(wide-0.5, 0.5), high)
					if at := left + wide/2; high >= labelSize && at > 0 && at < l.size.W {
						l.name(b, m, h.Job, at, y+high/2, wide)
					}
					continue
				}
				lower, upper := y+high*(1-float64(s.filled)/255), y+high*(1-float64(top)/255)
				s.filled = uint8(top)
				b.Fill(m.Jobs.Colour(h.Job), x, upper, w, max(lower-upper-0.5, 0.5))
				if top == int(h.Part) && len(m.GPUs) > 0 && high < roomy {
					lower -= 8 // leave room for the GPU marks
				}
				if lower-upper >= labelSize && (!l.row || high >= roomy) {
					l.name(b, m, h.Job, x+w/2, (lower+upper)/2, w)
				}
			}
		})
	}
}

// drawGPUs draws a node's accelerators as chips along an edge of the node. Chips in
// use are filled, free chips are outlined. If there is not enough room for all
// chips, it draws a single chip.
func (l *Layout) drawGPUs(b *Buffer, m *MachineScene) {
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
				ink := Soft
				if id := l.frame.owner[cell]; id >= 0 {
					ink = m.Jobs.Colour(id).On()
				}
				if h >= roomy { // use the upper edge, because names are at the lower edge
					y -= h - 10
				}
				drawChips(b, ink, x, y+h-3, w, int(g.Count), int(used[cell]))
			}
		})
	}
}

// underlineGPUs draws a line at the bottom of the nodes that have accelerators. It
// is used if there is no room for chips, and does nothing if all nodes have
// accelerators.
func (l *Layout) underlineGPUs(b *Buffer, m *MachineScene) {
	all := 0
	for _, g := range m.GPUs {
		all += int(g.Last-g.First) + 1
	}
	if l.per > 1 || all >= l.shape.Nodes || len(l.blocks) > 0 && l.blocks[0].ch < 4 {
		return
	}
	for _, g := range m.GPUs {
		l.segments(g.First, g.Last, func(_ *block, x, y, w, h float64, _, _ int) {
			b.Fill(Ink, x+1, y+h-1.6, w-2, 0.8)
		})
	}
}

// drawChips draws the accelerators of a node as a line of chips. The parameter
// bottom is the lower edge of the chips. They are centred in the width w, which
// begins at x.
func drawChips(b *Buffer, ink Colour, x, bottom, w float64, marks, busy int) {
	if float64(marks)*3.6 > w {
		busy, marks = (busy+marks-1)/max(marks, 1), 1
	}
	pitch := min(7, (w-2)/float64(max(marks, 1)))
	side := max(min(pitch-1.6, 5), 2)
	left := x + w/2 - pitch*float64(marks)/2 + (pitch-side)/2
	for i := range marks {
		at := left + pitch*float64(i)
		if i < busy {
			b.Round(ink, 0.8, at, bottom-side, side, side)
		} else {
			b.RoundOut(ink, 0.9, 0, 0.8, at+0.45, bottom-side+0.45, side-0.9, side-0.9)
		}
	}
}
