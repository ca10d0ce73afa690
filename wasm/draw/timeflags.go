package draw

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// DeadlineMark is a waiting job that must complete by a deadline.
type DeadlineMark struct {
	Job      workload.JobID
	Latest   simtime.Time // latest start that meets the deadline, by the job's estimate
	Deadline simtime.Time
	AtRisk   bool // whether the job will be late
}

// drawEndings marks the bars of jobs that did not complete: with a wall where a job
// was killed at its walltime, a wall and a cross where it lost nodes and failed,
// and a broken wall where it waits again.
func (t *Timeline) drawEndings(b *Buffer) {
	for i := range t.frame.solid {
		s := &t.frame.solid[i]
		if s.How == Ended || s.How == Resized || t.running(s.Bar) || s.h < 3 || s.w < 6 || s.Kind == SetAside {
			continue
		}
		w, h := trim(s.w, s.h)
		x, y := s.x+w, s.y+h/2
		switch {
		case s.How == Requeued:
			b.Segment(Bad, min(2.5, w), 4, x-1.25, s.y, x-1.25, s.y+h)
		case s.How == Lost && w >= 12 && h >= 8:
			b.Fill(Bad, x-2.5, s.y, 2.5, h)
			b.Circle(Panel, 0, x-8, y, 5)
			b.cross(Bad, 1.8, x-8, y, 2.6)
		default:
			b.Fill(Bad, x-min(2.5, w), s.y, min(2.5, w), h)
		}
	}
}

// drawDeadlines puts a flag at each job's deadline. Dots join the end of the bar to
// the flag if there is slack left, and a line marks the time after the deadline.
// The flags of waiting jobs without a reservation are on the axis. The dots lie
// behind the bars, so a separate call with behind draws them.
func (t *Timeline) drawDeadlines(b *Buffer, p *plot, behind bool) {
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
		if len(list) > manyBars && s.h < 9 || int(s.Job) >= len(t.Deadlines) || t.Deadlines[s.Job] == 0 || s.Kind == SetAside || done && s.How >= Requeued {
			continue
		}
		end, due := t.until(s.Bar), t.Deadlines[s.Job]
		if done && due > end && t.taken(s, due) {
			continue // another job uses the row by then, and the flag would seem to be that job's
		}
		if behind {
			t.drawSlack(b, p, s.y+s.h/2, end, due)
			continue
		}
		t.flagBar(b, p, due, s.y, s.h, end, done && end > due || !done && t.Now > due)
	}
	if !behind {
		t.flagWaiting(b, p)
	}
}

// manyBars is the number of bars above which thin bars get no flags.
const manyBars = 1500

// taken reports whether another bar begins on a bar's rows between the bar's end
// and an instant. Cost: O(bars shown); above 500 bars it assumes so.
func (t *Timeline) taken(s *shownBar, until simtime.Time) bool {
	const most = 500
	if len(t.frame.solid) > most {
		return true
	}
	for i := range t.frame.solid {
		o := &t.frame.solid[i]
		if o.Start >= s.End && o.Start <= until && o.First <= s.Last && o.Last >= s.First && o.Bar != s.Bar {
			return true
		}
	}
	return false
}

// drawSlack draws dots from a job's end to a later deadline.
func (t *Timeline) drawSlack(b *Buffer, p *plot, y float64, end, due simtime.Time) {
	from, to := max(p.timeX(end), p.x), min(p.timeX(due), p.x+p.w)
	if to > from+3 {
		b.Segment(Soft, 1, 2, from, y, to, y)
	}
}

// flagBar draws the flag of a job, given the position of its largest bar and its
// end.
func (t *Timeline) flagBar(b *Buffer, p *plot, due simtime.Time, y, h float64, end simtime.Time, late bool) {
	x, stop := p.timeX(due), min(p.timeX(end), p.x+p.w)
	c := Ink
	if late {
		c = Bad
		if from := max(x, p.x); stop > from {
			b.Fill(Bad, from, y, stop-from, min(2.5, h/2))
		}
	}
	t.flag(b, p, c, x, y, h)
}

// flag draws one flag: a pole of the given height, at least 9 px, with a pennant at
// its top.
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

// flagPromise draws the flag of a waiting job that has a reservation.
func (t *Timeline) flagPromise(b *Buffer, q *Reservation, r promised) {
	if int(q.Job) >= len(t.Deadlines) || t.Deadlines[q.Job] == 0 {
		return
	}
	p, due := t.plot(), t.Deadlines[q.Job]
	t.drawSlack(b, &p, r.y+r.h/2, q.End, due)
	t.flagBar(b, &p, due, r.y, r.h, q.End, q.End > due)
}

// flagWaiting puts the flags of waiting jobs without a reservation on the axis,
// each with a line from the latest start that meets the deadline.
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
