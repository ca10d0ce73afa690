package draw

import (
	"cmp"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// drawMarked frames the jobs that stand out, what happens now last.
func (t *Timeline) drawMarked(b *Buffer, p *plot) {
	h := &t.Highlight
	if h.Node >= 0 {
		x, y, w, high := p.clamp(p.x, p.x+p.w, p.nodeY(h.Node), p.nodeY(h.Node+1))
		if high > 0 {
			b.Stroke(Soft, 1, x, y, w, max(high, 1))
		}
	}
	for _, r := range h.Candidate {
		x, y, w, high := p.clamp(p.timeX(t.Now), p.x+p.w, p.nodeY(r.First), p.nodeY(r.Last+1))
		if w > 0 && high > 0 {
			b.RoundOut(Accent, 2, 4, 2, x, y, w, high)
		}
	}
	frame := func(id workload.JobID, c Colour, line float64) {
		for i := range t.frame.solid {
			if s := &t.frame.solid[i]; id >= 0 && s.Job == id {
				w, high := trim(s.w+s.tail, s.h)
				if c == Accent {
					b.RoundOut(Panel, line+2.5, 0, 3, s.x-0.5, s.y-0.5, w+1, high+1)
				}
				b.RoundOut(c, line, 0, 3, s.x-0.5, s.y-0.5, max(w, 1)+1, max(high, 1)+1)
			}
		}
		for _, q := range t.frame.promised {
			if id >= 0 && q.job == id {
				b.RoundOut(c, line, 0, 2, q.x, q.y, q.w, q.h)
			}
		}
	}
	frame(h.Pointed, Ink, 1.5)
	frame(h.Selected, Ink, 1.5)
	frame(h.Current, Accent, 2)
}

// drawAxis writes the times below the plot.
func (t *Timeline) drawAxis(b *Buffer, p *plot) {
	step := TickStep(simtime.Duration(t.Window.To-t.Window.From), int(p.w/76))
	at := t.Window.From / simtime.Time(step) * simtime.Time(step)
	for ; at <= t.Window.To; at += simtime.Time(step) {
		x := p.timeX(at)
		if x < p.x-0.5 {
			continue
		}
		b.Segment(Line, 1, 0, x, p.y+p.h, x, p.y+p.h+4)
		text := t.Words.Clock(at, t.Window.To, step)
		half := TextWidth(text, labelSize, false) / 2
		b.Text(Soft, min(x, t.Size.W-half-1), p.y+p.h+plotBottom-4, text, Style{Size: labelSize, Align: Centre})
	}
}

// drawShadow draws the dashed line at the shadow time with its name.
func (t *Timeline) drawShadow(b *Buffer, p *plot) {
	if t.Shadow == simtime.Never || t.Shadow < t.Window.From || t.Shadow > t.Window.To {
		return
	}
	x := p.timeX(t.Shadow)
	b.Segment(Accent, 1.4, 4, x, 0, x, p.y+p.h+4)
	step := TickStep(simtime.Duration(t.Window.To-t.Window.From), int(p.w/76))
	text := t.Words.Shadow + " " + t.Words.Clock(t.Shadow, t.Window.To, min(step, simtime.Minute))
	s := Style{Size: labelSize, Halo: Panel}
	at := x + 5
	if at+TextWidth(text, labelSize, false) > t.Size.W {
		s.Align, at = Right, x-5
	}
	b.Text(Accent, at, p.y+p.h-6, text, s)
}

// mostBeyond is how many promises past the end of the window are named.
const mostBeyond = 4

// drawBeyond names, at the right edge, the promises that begin after the end of
// the window, the earliest first, with an arrow to where they are.
func (t *Timeline) drawBeyond(b *Buffer, p *plot) {
	if t.Now < t.Window.From {
		return
	}
	var list []Promise
	for _, q := range t.Promises {
		if q.Start >= t.Window.To && q.Start < simtime.Never {
			list = append(list, q)
		}
	}
	slices.SortStableFunc(list, func(a, b Promise) int { return cmp.Compare(a.Start, b.Start) })
	step := TickStep(simtime.Duration(t.Window.To-t.Window.From), int(p.w/76))
	y := p.y + p.h - 20
	for i := min(len(list), mostBeyond) - 1; i >= 0 && y > p.y+8; i-- {
		q := &list[i]
		text := t.Words.Job + " " + t.Jobs.Number(q.Job) + t.Words.Promised + " " + t.Words.Clock(q.Start, t.Window.To, min(step, simtime.Minute)) + " →"
		b.Text(Soft, p.x+p.w-4, y, text, Style{Size: labelSize, Align: Right, Halo: Panel})
		y -= 15
	}
}

// drawNow draws the cursor.
func (t *Timeline) drawNow(b *Buffer, p *plot) {
	if t.Now < t.Window.From || t.Now > t.Window.To {
		return
	}
	x := p.timeX(t.Now)
	b.Segment(Ink, 1.5, 0, x, 3, x, p.y+p.h+4)
	b.Circle(Ink, 0, x, 3.5, 3.5)
}
