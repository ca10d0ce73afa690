package draw

import (
	"cmp"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// mostPromises bounds how many reservations a timeline draws, earliest first:
// conservative backfilling makes one for every waiting job.
const mostPromises = 64

// drawPromises hatches the reservations. One that names no nodes takes, as an
// example, the lowest rows that are free at its start by the walltimes of the
// jobs that run and by the promises before it; its frame is dashed, because
// only its time and its size are promised. Cost: O(promises × nodes), for at
// most mostPromises.
func (t *Timeline) drawPromises(b *Buffer, p *plot) {
	t.frame.promised = t.frame.promised[:0]
	list := slices.Clone(t.Promises)
	slices.SortStableFunc(list, func(a, b Promise) int { return cmp.Compare(a.Start, b.Start) })
	for i := range list[:min(len(list), mostPromises)] {
		q := &list[i]
		first := len(t.frame.promised)
		if q.Nodes != nil {
			for _, r := range q.Nodes {
				t.place(p, q, r.First, r.Last)
			}
		} else {
			t.placeLowest(p, q)
		}
		t.drawPromise(b, q, t.frame.promised[first:])
	}
}

// placeLowest gives a promise the lowest rows that are free at its start; if
// that are too few, the lowest of all.
func (t *Timeline) placeLowest(p *plot, q *Promise) {
	until := t.frame.until
	free := 0
	for _, at := range until {
		if at <= q.Start {
			free++
		}
	}
	need, from := min(q.Count, len(until)), -1
	for n := 0; n <= len(until); n++ {
		take := n < len(until) && need > 0 && (until[n] <= q.Start || free < q.Count)
		if take {
			until[n] = max(until[n], q.End)
			need--
			if from < 0 {
				from = n
			}
			continue
		}
		if from >= 0 {
			t.place(p, q, topology.NodeID(from), topology.NodeID(n-1))
			from = -1
		}
	}
}

// place notes where a part of a promise is on the canvas.
func (t *Timeline) place(p *plot, q *Promise, first, last topology.NodeID) {
	x, y, w, h := p.clamp(p.timeX(q.Start), p.timeX(q.End), p.nodeY(first), p.nodeY(last+1))
	if w <= 0 || h <= 0 || q.Start >= simtime.Never {
		return
	}
	t.frame.promised = append(t.frame.promised, promised{q.Job, x, y, w, h})
}

func (t *Timeline) drawPromise(b *Buffer, q *Promise, parts []promised) {
	if len(parts) == 0 {
		return
	}
	dash, best := 0.0, 0
	if q.Nodes == nil {
		dash = 3
	}
	for i, r := range parts {
		w, h := trim(r.w, r.h)
		b.Hatch(Promised, Rising, r.x, r.y, w, h)
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

// drawCover covers what is to come.
func (t *Timeline) drawCover(b *Buffer, p *plot) {
	if t.Covered == "" {
		return
	}
	if x := max(p.timeX(t.Now), p.x); x < p.x+p.w {
		b.Fill(Band, x, p.y, p.x+p.w-x, p.h)
		b.Hatch(Line, Rising, x, p.y, p.x+p.w-x, p.h)
	}
}

// drawQuestion writes over the cover: the moments that were promised before now,
// the moment that the reader chose, and what is asked.
func (t *Timeline) drawQuestion(b *Buffer, p *plot) {
	if t.Covered == "" {
		return
	}
	list := slices.Clone(t.Promises)
	slices.SortStableFunc(list, func(a, b Promise) int { return cmp.Compare(a.Start, b.Start) })
	y := p.y + p.h - 6
	for i := range list[:min(len(list), mostBeyond)] {
		q := &list[i]
		text := t.Words.Job + " " + t.Jobs.Number(q.Job) + t.Words.Promised + " " + t.Words.Clock(q.Start)
		t.moment(b, p, Accent, 4, q.Start, text, y)
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

// moment is a line at an instant with a text beside its foot.
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
