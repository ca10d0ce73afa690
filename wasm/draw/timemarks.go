package draw

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// drawMarked draws frames around everything that is highlighted. The frame of the
// current job is drawn last.
func (t *Timeline) drawMarked(b *Buffer, p *plot) {
	h := &t.Highlight
	if h.Node >= 0 {
		x, y, w, high := p.clamp(p.x, p.x+p.w, p.nodeY(h.Node), p.nodeY(h.Node+1))
		if high > 0 {
			b.Stroke(Soft, 1, x, y, w, max(high, 1))
		}
	}
	for _, r := range h.Nodes {
		if x, y, w, high := p.clamp(p.x, p.x+p.w, p.nodeY(r.First), p.nodeY(r.Last+1)); high > 0 {
			b.Stroke(Ink, 1, x, y, w, max(high, 1))
		}
	}
	for _, r := range h.Candidate {
		until := p.x + p.w
		if h.Held {
			until = min(until, p.timeX(h.Until))
		}
		x, y, w, high := p.clamp(p.timeX(t.Now), until, p.nodeY(r.First), p.nodeY(r.Last+1))
		if w > 0 && high > 0 {
			b.RoundOut(h.candidate(), 2, 4, 2, x, y, w, high)
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
	t.drawMeant(b, p)
	for _, id := range h.Enders {
		frame(id, Ink, 2)
	}
	frame(h.Pointed, Ink, 1.5)
	frame(h.Selected, Ink, 1.5)
	frame(h.Current, Accent, 2)
}

// drawMeant shows the instant to which the word under the pointer refers. It draws
// a line at the instant. It draws a dot on the bar of each job that must end by
// then, and a ring where each reservation of that instant begins. The reader thus
// sees what makes the reservation possible.
func (t *Timeline) drawMeant(b *Buffer, p *plot) {
	h := &t.Highlight
	if h.Time < t.Window.From || h.Time > t.Window.To {
		return
	}
	x := p.timeX(h.Time)
	b.Segment(Ink, 2, 0, x, p.y, x, p.y+p.h+4)
	for i := range t.frame.solid {
		if s := &t.frame.solid[i]; slices.Contains(h.Enders, s.Job) && s.Start <= t.Now {
			b.Circle(Ink, 0, x, s.y+s.h/2, 5)
		}
	}
	for i := range t.Promises {
		if q := &t.Promises[i]; q.Start == h.Time && len(q.Nodes) > 0 {
			y := (p.nodeY(q.Nodes[0].First) + p.nodeY(q.Nodes[0].Last+1)) / 2
			b.Circle(Panel, 0, x, y, 5)
			b.Circle(Ink, 2, x, y, 5)
		}
	}
}

// drawAxis draws the ticks of the time axis and writes their times.
func (t *Timeline) drawAxis(b *Buffer, p *plot) {
	step := TickStep(simtime.Duration(t.Window.To-t.Window.From), int(p.w/76))
	at := t.Window.From / simtime.Time(step) * simtime.Time(step)
	for ; at <= t.Window.To; at += simtime.Time(step) {
		x := p.timeX(at)
		if x < p.x-0.5 {
			continue
		}
		b.Segment(Line, 1, 0, x, p.y+p.h, x, p.y+p.h+4)
		text := t.Words.Clock(at)
		if step >= simtime.Hour {
			text = strings.TrimSuffix(text, " 0:00") // omitted if ticks are at whole days
		}
		half := TextWidth(text, labelSize, false) / 2
		b.Text(Soft, min(x, t.Size.W-half-1), p.y+p.h+plotBottom-4, text, Style{Size: labelSize, Align: Centre})
	}
}

// drawShadow draws a dashed line at the shadow time and writes its name beside it.
func (t *Timeline) drawShadow(b *Buffer, p *plot) {
	if t.Shadow == simtime.Never || t.Shadow < t.Window.From || t.Shadow > t.Window.To {
		return
	}
	x := p.timeX(t.Shadow)
	b.Segment(Accent, 1.4, 4, x, 0, x, p.y+p.h+4)
	text := t.Words.Shadow + " " + t.Words.Clock(t.Shadow)
	s := Style{Size: labelSize, Halo: Panel}
	at := x + 5
	if at+TextWidth(text, labelSize, false) > t.Size.W {
		s.Align, at = Right, x-5
	}
	b.Text(Accent, at, p.y+p.h-6, text, s)
}

// mostBeyond is the maximum number of reservations that drawBeyond lists.
const mostBeyond = 4

// drawBeyond lists, at the right edge, the reservations that begin after the end of
// the window, ordered by start time. Each has an arrow to the right.
func (t *Timeline) drawBeyond(b *Buffer, p *plot) {
	if t.Now < t.Window.From {
		return
	}
	var list []Reservation
	for _, q := range t.Promises {
		if q.Start >= t.Window.To && q.Start < simtime.Never {
			list = append(list, q)
		}
	}
	slices.SortStableFunc(list, func(a, b Reservation) int { return cmp.Compare(a.Start, b.Start) })
	y := p.y + p.h - 20
	for i := min(len(list), mostBeyond) - 1; i >= 0 && y > p.y+8; i-- {
		q := &list[i]
		text := t.Words.Job + " " + t.Jobs.Number(q.Job) + t.Words.Promised + " " + t.Words.Clock(q.Start) + " →"
		b.Text(Soft, p.x+p.w-4, y, text, Style{Size: labelSize, Align: Right, Halo: Panel})
		y -= 15
	}
}

// drawNow draws the line that marks the current time.
func (t *Timeline) drawNow(b *Buffer, p *plot) {
	if t.Now < t.Window.From || t.Now > t.Window.To {
		return
	}
	x := p.timeX(t.Now)
	b.Segment(Ink, 1.5, 0, x, 3, x, p.y+p.h+4)
	b.Circle(Ink, 0, x, 3.5, 3.5)
}

// KeptNodes is a period in which nodes are kept for some jobs or for maintenance.
type KeptNodes struct {
	Name     string
	Nodes    cluster.Placement
	From, To simtime.Time
}

// drawKept draws a pattern, an outline and a name where nodes are kept. Bars of jobs
// cover them.
func (t *Timeline) drawKept(b *Buffer, p *plot) {
	for i := range t.Kept {
		k := &t.Kept[i]
		if k.To < t.Window.From || k.From > t.Window.To {
			continue
		}
		for _, run := range k.Nodes {
			if int(run.Last) < p.first || int(run.First) >= p.first+p.rows {
				continue
			}
			x, y, w, h := p.clamp(p.timeX(k.From), p.timeX(k.To), p.nodeY(run.First), p.nodeY(run.Last+1))
			b.Hatch(Line, Falling, x, y, w, h)
			b.Stroke(Soft, 1, x+0.5, y+0.5, w-1, h-1)
			if h >= 12 && TextWidth(k.Name, labelSize, false) < w-6 {
				b.Text(Soft, x+w/2, y+h/2, k.Name, Style{Size: labelSize, Align: Centre, Middle: true, Halo: Panel})
			}
		}
	}
}

// Outage is a period in which consecutive nodes are down or absent.
type Outage struct {
	From        simtime.Time
	Noticed     simtime.Time // when the resource manager notices the failure; simtime.Never if it does not
	To          simtime.Time // when the nodes return; simtime.Never if they do not
	First, Last topology.NodeID
	Begin       int32 // step in which the nodes failed
	Notice      int32 // step in which the failure was noticed; Unfinished if it was not
	Finish      int32 // step in which the nodes returned; Unfinished if they have not
	Offline     bool  // whether the nodes were absent from the beginning
	Elsewhere   bool  // whether the nodes work in another partition of the machine
	Asleep      bool  // whether the nodes are powered down because they were idle; Noticed is when that is done
}

// outage returns the instant from which the timeline shows a failure as noticed,
// and the instant up to which it shows the outage.
func (t *Timeline) outage(o *Outage) (known, until simtime.Time) {
	until = t.Now
	if o.Finish <= t.Step {
		until = o.To
	}
	known = until
	if o.Notice <= t.Step {
		known = min(o.Noticed, until)
	}
	return known, until
}

// drawOutages draws a pattern on the rows of nodes that are down. The pattern is
// light until the failure is noticed, and has crossed lines afterwards. drawOutages
// also marks the instants of failure. Cost: O(outages that began before the end of
// the window).
func (t *Timeline) drawOutages(b *Buffer, p *plot) {
	for i := range t.Outages {
		o := &t.Outages[i]
		if o.Begin > t.Step || o.From > t.Window.To {
			break
		}
		known, until := t.outage(o)
		if until < t.Window.From || int(o.Last) < p.first || int(o.First) >= p.first+p.rows {
			continue
		}
		shade := func(c Colour, kind Hatching, from, to simtime.Time) {
			x, y, w, h := p.clamp(p.timeX(from), p.timeX(to), p.nodeY(o.First), p.nodeY(o.Last+1))
			_, h = trim(w, h)
			b.Hatch(c, kind, x, y, w, max(h, min(1, p.row)))
		}
		if o.Offline || o.Elsewhere || o.Asleep {
			shade(Line, Level, o.From, until)
			continue
		}
		shade(Bad, Level, o.From, known)
		shade(Bad, Crossed, known, until)
		t.markFailure(b, p, o)
	}
}

// markFailure marks the instant at which nodes failed. It draws a cross on each row
// if rows are high enough, otherwise a line.
func (t *Timeline) markFailure(b *Buffer, p *plot, o *Outage) {
	x := p.timeX(o.From)
	if x < p.x-4 || x > p.x+p.w+4 {
		return
	}
	if p.row < 9 {
		_, y, _, h := p.clamp(x, x, p.nodeY(o.First), p.nodeY(o.Last+1))
		b.Fill(Bad, x-1, y, 2, max(h, 2))
		return
	}
	for n := max(int(o.First), p.first); n <= int(o.Last) && n < p.first+p.rows; n++ {
		y := p.nodeY(topology.NodeID(n)) + p.row/2
		r := min(p.row/3, 4)
		b.Circle(Panel, 0, x, y, r+2.5)
		b.cross(Bad, 2, x, y, r)
	}
}

// outageAt returns the index of a node's latest outage at an instant, or -1 if the
// node works then. The parameter slack is the tolerance in time for narrow outages.
func (t *Timeline) outageAt(n topology.NodeID, at, slack simtime.Time) int32 {
	k := sort.Search(len(t.Outages), func(i int) bool { return t.Outages[i].From > at+slack })
	for i := k - 1; i >= 0; i-- {
		o := &t.Outages[i]
		if o.Begin > t.Step || n < o.First || n > o.Last {
			continue
		}
		if _, until := t.outage(o); until >= at {
			return int32(i)
		}
	}
	return -1
}
