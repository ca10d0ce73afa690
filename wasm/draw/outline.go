package draw

import (
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// drawHighlight frames what stands out, what happens now last.
func (l *Layout) drawHighlight(b *Buffer, m *Machine) {
	h := &m.Highlight
	if m.Outline {
		for i := range m.Holds {
			l.outline(b, m.Holds[i].First, m.Holds[i].Last, Ink, 1, 0, 0)
		}
	}
	for _, id := range []workload.JobID{h.Pointed, h.Selected} {
		l.outlineJob(b, m, id, Ink, 1.5, 0, 1)
	}
	for _, r := range h.Candidate {
		l.outline(b, r.First, r.Last, Panel, 4, 0, 1.5)
		l.outline(b, r.First, r.Last, Accent, 2, 4, 1.5)
	}
	l.outlineJob(b, m, h.Current, Panel, 4, 0, 1)
	l.outlineJob(b, m, h.Current, Accent, 2, 0, 2)
	if h.Node >= 0 {
		l.outline(b, h.Node, h.Node, Ink, 2, 0, 1.5)
	}
}

// outlineJob frames what a job holds.
func (l *Layout) outlineJob(b *Buffer, m *Machine, id workload.JobID, c Colour, line, dash, out float64) {
	for i := range m.Holds {
		if h := &m.Holds[i]; id >= 0 && h.Job == id {
			l.outline(b, h.First, h.Last, c, line, dash, out)
		}
	}
}

// outline frames consecutive nodes, one frame for each block: a rectangle
// within a row, a shape with steps over several, out pixels outside of the
// cells. A ring's rows run back and forth and are framed one by one.
func (l *Layout) outline(b *Buffer, first, last topology.NodeID, c Colour, line, dash, out float64) {
	var begin, end corner
	var k *block
	flush := func() {
		if k != nil {
			l.frameCells(b, k, begin, end, c, line, dash, out)
		}
		k = nil
	}
	l.segments(first, last, func(seg *block, x, y, w, h float64, from, to int) {
		if k != seg || k.snake {
			flush()
			k = seg
			begin = corner{x, y}
		}
		end = corner{x + w, y + h}
	})
	flush()
}

type corner struct{ x, y float64 }

// frameCells frames the cells from the one whose upper left is begin to the one
// whose lower right is end.
func (l *Layout) frameCells(b *Buffer, k *block, begin, end corner, c Colour, line, dash, out float64) {
	lo, hi := max(k.x, 0)-out, min(k.x+k.w(), l.size.W)+out
	x0, x1 := max(begin.x, 0)-out, min(end.x, l.size.W)+out
	y0, y1 := max(begin.y, 0)-out, min(end.y, l.size.H)+out
	second, last := begin.y+k.ch, end.y-k.ch // the upper edges of the second and of the last row
	switch {
	case end.y-begin.y < 1.5*k.ch:
		b.RoundOut(c, line, dash, min(4, k.cw/2), x0, y0, x1-x0, y1-y0)
	case last-begin.y < 1.5*k.ch && x1 <= x0: // two rows that do not touch
		b.RoundOut(c, line, dash, min(4, k.cw/2), x0, y0, hi-x0, second-begin.y+2*out)
		b.RoundOut(c, line, dash, min(4, k.cw/2), lo, last-out, x1-lo, end.y-last+2*out)
	default:
		b.Path(c, line, dash, x0, y0, hi, y0, hi, last+out, x1, last+out, x1, y1, lo, y1, lo, second-out, x0, second-out, x0, y0)
	}
}
