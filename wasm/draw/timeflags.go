package draw

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// DeadlineMark is a waiting job that must complete by a deadline.
type DeadlineMark struct {
	Job      workload.JobID
	Latest   simtime.Time // latest start at which the job would meet the deadline, according to its estimated run time
	Deadline simtime.Time
	AtRisk   bool // whether the job will miss the deadline
}

// drawEndings marks the ends of bars whose jobs did not complete. A job killed at
// its walltime gets a thick line. A job that failed because it lost nodes also gets
// a cross. A job that returns to the queue gets a dashed line.
func (t *Timeline) drawEndings(b *Buffer) {
	for i := range t.frame.solid {
		s := &t.frame.solid[i]
		if s.How == Ended || s.How >= Resized || t.running(s.Bar) || s.h < 3 || s.w < 6 || s.Kind != Runs {
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

// drawDeadlines draws a flag at the deadline of each job. If the job ends before
// the deadline, a dotted line joins the bar's end to the flag. If it ends later, a
// line marks the time after the deadline. The flags of waiting jobs without a
// reservation are on the time axis. The dotted lines must lie behind the bars, so a
// separate call with behind set draws them.
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
		if len(list) > manyBars && s.h < 9 || int(s.Job) >= len(t.Deadlines) || t.Deadlines[s.Job] == 0 || s.Kind != Runs || done && s.How >= Requeued {
			continue
		}
		end, due := t.until(s.Bar), t.Deadlines[s.Job]
		if done && due > end && t.taken(s, due) {
			continue // another job uses the row before the deadline, and the flag would seem to belong to that job
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

// manyBars is the number of visible bars above which thin bars get no flags.
const manyBars = 1500

// taken reports whether another bar begins on the rows of a bar, between the bar's
// end and the given instant. Cost: O(bars shown). If more than 500 bars are shown,
// it returns true without checking.
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

// drawSlack draws a dotted line from the end of a job to its deadline, if the
// deadline is later.
func (t *Timeline) drawSlack(b *Buffer, p *plot, y float64, end, due simtime.Time) {
	from, to := max(p.timeX(end), p.x), min(p.timeX(due), p.x+p.w)
	if to > from+3 {
		b.Segment(Soft, 1, 2, from, y, to, y)
	}
}

// flagBar draws the flag of a job with a bar. The parameters y and h are the
// position and the height of the job's largest bar. If the job is late, it also
// draws the line after the deadline.
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

// flag draws a flag: a pole of the given height, or 9 px if that is more, with a
// pennant at the top.
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

// flagWaiting draws, on the time axis, a flag at the deadline of each waiting job that
// has no reservation. A line leads to the flag from the latest start that meets the
// deadline.
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
