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
