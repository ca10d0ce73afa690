package draw

import (
	"strconv"

	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// Part is where and when one of a job's tasks in S1's sense runs: one after
// another on all nodes, or at once on shares of them.
type Part struct {
	First, Last topology.NodeID
	From, To    simtime.Time
	Number      int32 // from 1
	Shared      bool  // others run at once, on other nodes
}

// drawParts draws the tasks of jobs inside of their bars as far as they have
// come: lines between them, and a lighter rest where a share has nothing left
// to do while others still run.
func (t *Timeline) drawParts(b *Buffer, p *plot) {
	for i := range t.frame.solid {
		s := &t.frame.solid[i]
		if int(s.Job) >= len(t.Parts) || s.h < 7 || s.w < 10 || s.Kind == SetAside {
			continue
		}
		w, h := trim(s.w, s.h)
		if s.tail > 0 {
			w = s.w
		}
		for k := range t.Parts[s.Job] {
			q := &t.Parts[s.Job][k]
			if q.Last < s.First || q.First > s.Last || q.To <= s.Start || q.From >= t.until(s.Bar) {
				continue
			}
			t.drawPart(b, p, s, q, w, h)
		}
	}
}

func (t *Timeline) drawPart(b *Buffer, p *plot, s *shownBar, q *Part, w, h float64) {
	x0, x1 := max(p.timeX(q.From), s.x), min(p.timeX(q.To), s.x+w)
	y0, y1 := s.y, s.y+h
	if q.Shared {
		y0, y1 = max(p.nodeY(q.First), y0), min(p.nodeY(q.Last+1), y1)
		b.Fill(t.Jobs.Colour(s.Job).Light(), x1, y0, s.x+w-x1, y1-y0)
		if q.Last < s.Last && y1 < s.y+h {
			b.Segment(Panel, 1, 0, x0, y1, s.x+w, y1)
		}
	} else if x1 < s.x+w-0.5 {
		b.Segment(Panel, 1.5, 0, x1, y0, x1, y1)
	}
	name := strconv.Itoa(int(q.Number))
	room := 30.0 // the job's name stands in the middle
	if q.Shared && p.row*float64(s.Last-s.First+1) > p.row*float64(q.Last-q.First+1) {
		room = 11
	}
	if y1-y0 >= room && x1-x0 >= TextWidth(name, 9, false)+6 {
		b.Text(t.Jobs.Colour(s.Job).On(), x0+4, y0+6.5, name, Style{Size: 9, Middle: true})
	}
}
