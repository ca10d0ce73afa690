package draw

import (
	"cmp"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// mostPromises is the maximum number of reservations that a timeline draws,
// earliest first. Conservative backfilling makes a reservation for every waiting
// job.
const mostPromises = 64

// drawPromises draws the reservations. Promised nodes get rising lines. If only a
// start time is promised, the nodes that the allocator would choose get upright
// lines in a dashed frame. A reservation without nodes is drawn as a line at its
// start time. Cost: O(node ranges of the first mostPromises reservations).
func (t *Timeline) drawPromises(b *Buffer, p *plot) {
	t.frame.promised = t.frame.promised[:0]
	list := t.soonest()
	y := p.y + p.h - 21
	for i := range list[:min(len(list), mostPromises)] {
		q := &list[i]
		first := len(t.frame.promised)
		for _, r := range q.Nodes {
			t.place(p, q, r.First, r.Last)
		}
		if t.drawPromise(b, q, t.frame.promised[first:]); q.Nodes == nil && i < mostBeyond && q.Start < t.Window.To {
			t.promiseLine(b, p, q, y)
			y -= 15
		}
	}
}

// soonest returns the reservations, ordered by start time.
func (t *Timeline) soonest() []Reservation {
	list := slices.Clone(t.Promises)
	slices.SortStableFunc(list, func(a, b Reservation) int { return cmp.Compare(a.Start, b.Start) })
	return list
}

// promiseLine draws a line at the start time of a reservation. Beside the line it
// writes a description, at the height y.
func (t *Timeline) promiseLine(b *Buffer, p *plot, q *Reservation, y float64) {
	t.moment(b, p, Accent, 4, q.Start, t.Words.Job+" "+t.Jobs.Number(q.Job)+t.Words.Promised+" "+t.Words.Clock(q.Start), y)
}

// place records where a part of a reservation is on the canvas.
func (t *Timeline) place(p *plot, q *Reservation, first, last topology.NodeID) {
	x, y, w, h := p.clamp(p.timeX(q.Start), p.timeX(q.End), p.nodeY(first), p.nodeY(last+1))
	if w <= 0 || h <= 0 || q.Start >= simtime.Never {
		return
	}
	t.frame.promised = append(t.frame.promised, promised{q.Job, x, y, w, h})
}

func (t *Timeline) drawPromise(b *Buffer, q *Reservation, parts []promised) {
	if len(parts) == 0 {
		return
	}
	dash, kind, best := 0.0, Rising, 0
	if !q.Held {
		dash, kind = 3, Upright
	}
	for i, r := range parts {
		w, h := trim(r.w, r.h)
		b.Hatch(Promised, kind, r.x, r.y, w, h)
		b.RoundOut(Promised, 1, dash, 2, r.x+0.5, r.y+0.5, w-1, h-1)
		if r.w*r.h > parts[best].w*parts[best].h {
			best = i
		}
	}
	r := parts[best]
	t.flagPromise(b, q, r)
	number := t.Jobs.Number(q.Job)
	full := t.Words.Job + " " + number
	for _, text := range []string{full + t.Words.Promised, full, number} {
		if r.h >= 12 && TextWidth(text, labelSize, true) <= r.w-6 {
			b.Text(Ink, r.x+r.w/2, r.y+r.h/2, text, Style{Size: labelSize, Bold: true, Align: Centre, Middle: true, Halo: Panel})
			return
		}
	}
}

// drawCover draws a pattern over the time after now, if the reader must not see the
// future.
func (t *Timeline) drawCover(b *Buffer, p *plot) {
	if t.Covered == "" {
		return
	}
	if x := max(p.timeX(t.Now), p.x); x < p.x+p.w {
		b.Fill(Band, x, p.y, p.x+p.w-x, p.h)
		b.Hatch(Line, Rising, x, p.y, p.x+p.w-x, p.h)
	}
}

// drawQuestion draws the things that are visible over the hidden future: lines at
// the start times of reservations, the time that the reader chose, and the
// question.
func (t *Timeline) drawQuestion(b *Buffer, p *plot) {
	if t.Covered == "" {
		return
	}
	list := t.soonest()
	y := p.y + p.h - 6
	for i := range list[:min(len(list), mostBeyond)] {
		t.promiseLine(b, p, &list[i], y)
		y -= 15
	}
	if t.Marked != simtime.Never {
		t.moment(b, p, Good, 0, t.Marked, t.Words.Clock(t.Marked/simtime.Time(simtime.Second)*simtime.Time(simtime.Second)), p.y+14)
	}
	x, half := max(p.timeX(t.Now), p.x), TextWidth(t.Covered, 14, true)/2+16
	if room := p.x + p.w - x; room > 2*half+20 && p.h > 80 {
		at, top := x+room*0.62, p.y+p.h*0.4-17
		at = min(at, p.x+p.w-half-6)
		b.Round(Panel, 17, at-half, top, 2*half, 34)
		b.RoundOut(Line, 1, 0, 17, at-half, top, 2*half, 34)
		b.Text(Ink, at, top+17, t.Covered, Style{Size: 14, Bold: true, Align: Centre, Middle: true})
	}
}

// moment draws a line at an instant. Beside the line it writes a text, at the
// height y.
func (t *Timeline) moment(b *Buffer, p *plot, c Colour, dash float64, at simtime.Time, text string, y float64) {
	if at < t.Window.From || at > t.Window.To {
		return
	}
	x := p.timeX(at)
	b.Segment(c, 1.6, dash, x, 2, x, p.y+p.h+4)
	s, beside := Style{Size: labelSize, Halo: Panel}, x+5
	if beside+TextWidth(text, labelSize, false) > t.Size.W {
		s.Align, beside = Right, x-5
	}
	b.Text(c, beside, y, text, s)
}
