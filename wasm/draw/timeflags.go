package draw

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Due is a waiting job that must be complete by an instant.
type Due struct {
	Job      workload.JobID
	Latest   simtime.Time // when it must start at the latest, by its estimate
	Deadline simtime.Time
	AtRisk   bool // it will be late
}

// drawEndings marks bars of jobs that did not end as they should: a wall where
// a job was killed at its walltime, a wall and a cross where it lost nodes for
// good, a hook back where it waits again.
func (t *Timeline) drawEndings(b *Buffer) {
	for i := range t.frame.solid {
		s := &t.frame.solid[i]
		if s.How == Ended || s.How == Resized || t.running(s.Bar) || s.h < 3 || s.Kind == SetAside {
			continue
		}
		w, h := trim(s.w, s.h)
		x, y := s.x+w, s.y+h/2
		switch {
		case s.How == Requeued && w >= 12 && h >= 8:
			r := min(h/4, 4)
			b.Fill(Panel, x-r-4, s.y, r+4, h)
			b.Segment(Bad, 1.6, 0, x, y-r, x-r, y)
			b.Segment(Bad, 1.6, 0, x-r, y, x, y+r)
		case s.How == Lost && w >= 12 && h >= 8:
			b.Fill(Bad, x-2.5, s.y, 2.5, h)
			b.Circle(Panel, 0, x-8, y, 5)
			b.cross(Bad, 1.8, x-8, y, 2.6)
		default:
			b.Fill(Bad, x-min(2.5, w), s.y, min(2.5, w), h)
		}
	}
}

// drawDeadlines puts a flag at each job's deadline, joined to its end by dots
// where there is slack left, and a line over what comes too late. Waiting jobs
// that have no promise get theirs on the axis.
func (t *Timeline) drawDeadlines(b *Buffer, p *plot) {
	list := t.frame.solid
	for i := 0; i < len(list) && t.Deadlines != nil; {
		best, j := i, i+1
		for ; j < len(list) && list[j].Job == list[i].Job && list[j].Begin == list[i].Begin; j++ {
			if list[j].h > list[best].h {
				best = j
			}
		}
		i = j
		s := &list[best]
		done := !t.running(s.Bar)
		if int(s.Job) >= len(t.Deadlines) || t.Deadlines[s.Job] == 0 || s.Kind == SetAside || done && s.How >= Requeued {
			continue
		}
		end := t.until(s.Bar)
		late := done && end > t.Deadlines[s.Job] || !done && t.Now > t.Deadlines[s.Job]
		t.flagBar(b, p, s.Job, s.y, s.h, end, late)
	}
	t.flagWaiting(b, p)
}

// flagBar is the flag of a job whose largest bar is given, ending at an instant.
func (t *Timeline) flagBar(b *Buffer, p *plot, id workload.JobID, y, h float64, end simtime.Time, late bool) {
	due := t.Deadlines[id]
	x, stop := p.timeX(due), min(p.timeX(end), p.x+p.w)
	c := Ink
	if late {
		c = Bad
		if from := max(x, p.x); stop > from {
			b.Fill(Bad, from, y, stop-from, min(2.5, h/2))
		}
	}
	if x > stop+3 && due > end {
		b.Segment(c, 1, 2, max(stop, p.x), y+h/2, min(x, p.x+p.w), y+h/2)
	}
	t.flag(b, p, c, x, y, h)
}

// flag draws one flag: a pole over the height given, at least 9 px, and a
// pennant at its top.
func (t *Timeline) flag(b *Buffer, p *plot, c Colour, x, y, h float64) {
	if x < p.x || x > p.x+p.w {
		return
	}
	if h < 9 {
		y, h = max(y+h-9, p.y), 9
	}
	pennant := x
	if x+8 > p.x+p.w {
		pennant = x - 7
	}
	b.Fill(Panel, x-1.75, y, 3.5, h)
	b.Fill(Panel, pennant-1, y, 9, 7.5)
	b.Segment(c, 1.5, 0, x, y+0.5, x, y+h-0.5)
	b.Fill(c, pennant, y+0.5, 7, 5.5)
}

// flagPromise is the flag of a waiting job that has a promise.
func (t *Timeline) flagPromise(b *Buffer, q *Promise, r promised) {
	if int(q.Job) >= len(t.Deadlines) || t.Deadlines[q.Job] == 0 {
		return
	}
	p := t.plot()
	t.flagBar(b, &p, q.Job, r.y, r.h, q.End, q.End > t.Deadlines[q.Job])
}

// flagWaiting puts the deadlines of waiting jobs without a promise on the axis:
// from the latest moment to start a line up to the flag.
func (t *Timeline) flagWaiting(b *Buffer, p *plot) {
	const most = 24
	free := 0.0
	for _, d := range t.Due[:min(len(t.Due), most)] {
		x, from := p.timeX(d.Deadline), max(p.timeX(d.Latest), p.x)
		c := Soft
		if d.AtRisk {
			c = Bad
		}
		y := p.y + p.h - 10
		if from < x && from < p.x+p.w {
			b.Segment(c, 1.5, 0, from, y+10, min(x, p.x+p.w), y+10)
			b.Segment(c, 1.5, 0, from, y+6, from, y+10)
		}
		t.flag(b, p, c, x, y, 10)
		number := t.Jobs.Number(d.Job)
		if w := TextWidth(number, 9, false); x >= p.x && x+10+w < p.x+p.w && x+9 > free {
			b.Text(c, x+9, y+5, number, Style{Size: 9, Middle: true, Halo: Panel})
			free = x + 13 + w
		}
	}
}
