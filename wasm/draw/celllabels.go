package draw

import (
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// numberNodes writes node numbers into the nodes of a small tree.
func (l *Layout) numberNodes(b *Buffer, m *MachineScene) {
	if l.blocks[0].cw < minNumbered {
		return
	}
	lo, hi := l.visibleNodes()
	l.segments(topology.NodeID(lo), topology.NodeID(hi), func(k *block, _, _, _, _ float64, from, to int) {
		for cell := from; cell <= to; cell++ {
			col, row := k.cellAt(cell)
			x, y, w, h := l.tile(k, col, row)
			text := m.nodeName(cell, w-2)
			if TextWidth(text, 10, false) > w-2 || x < 0 || x+w > l.size.W {
				continue
			}
			c, style := Soft, Style{Size: 10, Align: Centre, Middle: true}
			if id := l.frame.owner[cell]; id >= 0 {
				c, style.Halo = m.Jobs.Colour(id).On(), m.halo(id)
			} else if id == shared {
				c, style.Halo = Ink, Panel
			}
			if m.patterned(topology.NodeID(cell)) {
				c, style.Halo = Ink, Panel
			}
			if len(m.GPUs) > 0 {
				y -= 3
			}
			b.Text(c, x+w/2, y+h/2, text, style)
		}
	})
}

// nameInside writes the names of jobs into the large nodes of a small tree, and the
// nodes' numbers below the nodes. It omits the jobs of shared nodes, which
// drawParts names.
func (l *Layout) nameInside(b *Buffer, m *MachineScene) {
	lo, hi := l.visibleNodes()
	drop := 14.0
	if m.Units != nil {
		drop = 17
	}
	l.segments(topology.NodeID(lo), topology.NodeID(hi), func(k *block, _, _, _, _ float64, from, to int) {
		for cell := from; cell <= to; cell++ {
			col, row := k.cellAt(cell)
			x, y, w, h := l.tile(k, col, row)
			if x < 0 || x+w > l.size.W {
				continue
			}
			if id := l.frame.owner[cell]; id >= 0 {
				l.name(b, m, id, x+w/2, y+h/2, w)
			}
			b.Text(Soft, x+w/2, y+h+drop, m.nodeName(cell, w-2), Style{Size: labelSize, Align: Centre})
		}
	})
}

// name writes "job 9" in the text colour for the job's fill. It writes only "9" if
// there is no room for more.
func (l *Layout) name(b *Buffer, m *MachineScene, id workload.JobID, x, y, w float64) {
	number := m.Jobs.Number(id)
	bold := id == m.Highlight.Current
	for _, text := range []string{m.Words.Job + " " + number, number} {
		if TextWidth(text, labelSize, bold) <= w-2 {
			b.Text(m.Jobs.Colour(id).On(), x, y, text, Style{Size: labelSize, Bold: bold, Align: Centre, Middle: true, Halo: m.halo(id)})
			return
		}
	}
}

// numberCells writes into each cell the number of the job that holds it.
func (l *Layout) numberCells(b *Buffer, m *MachineScene) {
	for i := range l.blocks {
		k := &l.blocks[i]
		c0, c1, r0, r1 := l.window(k)
		for r := r0; r < r1; r++ {
			for c := c0; c < c1; c++ {
				cell, ok := k.cell(c, r)
				if !ok || l.frame.owner[cell] < 0 {
					continue
				}
				x, y, w, h := l.tile(k, c, r)
				id := l.frame.owner[cell]
				text := m.Jobs.Number(id)
				size := min(labelSize, w*0.62)
				if size >= 8 && TextWidth(text, size, false) <= w-1 {
					colour, style := m.Jobs.Colour(id).On(), Style{Size: size, Align: Centre, Middle: true, Halo: m.halo(id)}
					if l.per == 1 && m.patterned(topology.NodeID(cell)) {
						colour, style.Halo = Ink, Panel
					}
					b.Text(colour, x+w/2, y+h/2, text, style)
				}
			}
		}
	}
}

// nameLongest writes the name of each job once, in the job's longest range of
// nodes, if there is room. It is used where cells are too small for a number each.
func (l *Layout) nameLongest(b *Buffer, m *MachineScene) {
	for i := 0; i < len(m.Holds); {
		id, best := m.Holds[i].Job, i
		for ; i < len(m.Holds) && m.Holds[i].Job == id; i++ {
			if m.Holds[i].Last-m.Holds[i].First > m.Holds[best].Last-m.Holds[best].First {
				best = i
			}
		}
		x, y, w, h := l.largestRect(m.Holds[best].First, m.Holds[best].Last)
		number := m.Jobs.Number(id)
		for _, text := range []string{m.Words.Job + " " + number, number} {
			if h >= labelSize && TextWidth(text, labelSize, true) <= w-4 {
				b.Text(Ink, x+w/2, y+h/2, text,
					Style{Size: labelSize, Bold: true, Align: Centre, Middle: true, Halo: Panel})
				break
			}
		}
	}
}

// largestRect returns the largest rectangle on the canvas that consecutive nodes
// cover. The rectangle consists of one row of cells, or of several rows with the
// same left and right edge.
func (l *Layout) largestRect(first, last topology.NodeID) (x, y, w, h float64) {
	var run struct{ x, y, w, h float64 }
	l.segments(first, last, func(_ *block, sx, sy, sw, sh float64, _, _ int) {
		left, top := max(sx, 0), max(sy, 0)
		right, low := min(sx+sw, l.size.W), min(sy+sh, l.size.H)
		if run.w > 0 && run.x == left && run.w == right-left && top-(run.y+run.h) < 0.5 {
			run.h = low - run.y
		} else {
			run.x, run.y, run.w, run.h = left, top, right-left, low-top
		}
		if run.w*run.h > w*h {
			x, y, w, h = run.x, run.y, run.w, run.h
		}
	})
	return x, y, w, h
}
