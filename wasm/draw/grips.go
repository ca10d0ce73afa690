package draw

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Box is the largest part of a job that the last frame drew: of its bars, or of
// its promise; false where it drew none. whole reports that it is no part of a
// node that the job shares. Cost: O(bars shown).
func (t *Timeline) Box(id workload.JobID) (x, y, w, h float64, whole, ok bool) {
	best := -1.0
	take := func(bx, by, bw, bh float64, all bool) {
		if bw*bh > best {
			best, x, y, w, h, whole, ok = bw*bh, bx, by, bw, bh, all, true
		}
	}
	for i := range t.frame.solid {
		if s := &t.frame.solid[i]; s.Job == id && s.Kind == Runs {
			take(s.x, s.y, s.w+s.tail, s.h, s.High == 0)
		}
	}
	if ok {
		return x, y, w, h, whole, ok
	}
	for _, q := range t.frame.promised {
		if q.job == id {
			take(q.x, q.y, q.w, q.h, true)
		}
	}
	return x, y, w, h, whole, ok
}

// Plot is the rectangle of the rows, how many pixels a row is high, and how
// many milliseconds a pixel is wide.
func (t *Timeline) Plot() (x, y, w, h, row, milli float64) {
	p := t.plot()
	return p.x, p.y, p.w, p.h, p.row, 1 / p.perMilli
}

// drawSubmission draws how long the chosen job has waited: a line from its
// submission to its bar.
func (t *Timeline) drawSubmission(b *Buffer, p *plot) {
	id := t.Highlight.Selected
	if t.Submitted == simtime.Never || id == workload.NoJob {
		return
	}
	x, y, _, h, _, ok := t.Box(id)
	from := p.timeX(t.Submitted)
	if !ok || x-from < 3 {
		return
	}
	y += h / 2
	b.Segment(Panel, 4, 0, from, y, x, y)
	b.Segment(Ink, 1.5, 3, from, y, x, y)
}
