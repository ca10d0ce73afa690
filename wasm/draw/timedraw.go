package draw

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// timeFrame holds the data that are collected while a frame of a timeline is drawn.
// Its memory is reused for the next frame.
type timeFrame struct {
	solid    []shownBar
	tiles    tiles
	edges    []int32 // by row: first line of pixels of the row
	promised []promised
}

// shownBar is the visible part of a bar.
type shownBar struct {
	*Bar
	x, y, w, h float64 // rectangle up to now, or up to the end of the bar if it has ended
	tail       float64 // width of the part from now to the limit
}

// promised is the rectangle of a part of a reservation on the canvas.
type promised struct {
	job        workload.JobID
	x, y, w, h float64
}

// Draw appends the picture of the timeline. Cost: O(bars shown + nodes), plus the
// cost of finding the bars (see Bars).
func (t *Timeline) Draw(b *Buffer) {
	p := t.plot()
	if p.w < 20 || p.h < 10 {
		return
	}
	t.drawBands(b, &p)
	b.Clip(p.x-4, 0, p.w+8, t.Size.H)
	t.drawCover(b, &p)
	if len(t.Kept) > 0 {
		t.drawKept(b, &p)
	}
	if n := t.begin(); n > rasterFrom {
		t.drawRaster(b, &p, n)
	} else {
		t.gather(&p)
		t.drawDeadlines(b, &p, true)
		t.drawBars(b, &p)
	}
	t.drawOutages(b, &p)
	if t.Covered == "" {
		t.drawPromises(b, &p)
	}
	t.drawGrowing(b, &p)
	t.drawSubmission(b, &p)
	t.drawMarked(b, &p)
	t.drawDeadlines(b, &p, false)
	b.Unclip()
	t.drawAxis(b, &p)
	t.drawShadow(b, &p)
	t.drawBeyond(b, &p)
	t.drawQuestion(b, &p)
	t.drawNow(b, &p)
}

// begin discards what the last frame collected. It returns the approximate number
// of visible bars.
func (t *Timeline) begin() int {
	f := &t.frame
	f.solid = f.solid[:0]
	n := 0
	t.Bars.between(t.Step, t.Window.From, t.Window.To, func(bars []Bar) {
		for i := range bars {
			if bars[i].last() >= t.Window.From {
				n++
			}
		}
	})
	return n
}

// gather collects the visible bars and computes their positions.
func (t *Timeline) gather(p *plot) {
	from, f := t.Window.From, &t.frame
	t.Bars.between(t.Step, from, t.Window.To, func(bars []Bar) {
		for i := range bars {
			bar := &bars[i]
			if bar.last() < from {
				continue
			}
			f.solid = append(f.solid, shownBar{Bar: bar})
			if !t.show(p, &f.solid[len(f.solid)-1]) {
				f.solid = f.solid[:len(f.solid)-1]
			}
		}
	})
}

// show computes the visible part of a bar. It returns false if no part is visible.
func (t *Timeline) show(p *plot, s *shownBar) bool {
	end, tail := s.End, s.End
	if t.running(s.Bar) {
		end, tail = t.known(), t.until(s.Bar)
	}
	right, below := p.x+p.w, p.y+p.h
	x0, x1, x2 := p.timeX(s.Start), p.timeX(end), p.timeX(tail)
	if x0 > right || x2 < p.x {
		return false
	}
	low, high := s.lanes()
	top := greater(p.nodeY(s.First)+p.row*low/255, p.y)
	s.x, s.y = greater(x0, p.x), top
	s.h = lesser(p.nodeY(s.Last)+p.row*high/255, below) - top
	s.w = greater(lesser(x1, right)-s.x, 0)
	s.tail = greater(lesser(x2, right)-greater(x1, p.x), 0)
	return s.h > 0 && (s.w > 0 || s.tail > 0 || x1 >= p.x)
}

// drawBars draws the bars. A bar is solid up to now. The part from now to the job's
// limit is light. A gap of one pixel separates bars that are large enough.
func (t *Timeline) drawBars(b *Buffer, p *plot) {
	f := &t.frame
	f.tiles.reset()
	for i := range f.solid {
		s := &f.solid[i]
		c := t.Jobs.Colour(s.Job)
		w, h := trim(s.w, s.h)
		if s.Kind == Suspended {
			continue
		}
		if s.Kind == SetAside {
			if s.small() {
				f.tiles.add(c.Light(), s.x, s.y, greater(w, 0.8), greater(h, 0.5))
			}
			continue
		}
		if s.tail > 0 {
			tail, _ := trim(s.tail, s.h)
			rest := c.Light()
			if s.Job == t.Highlight.Current && s.Start >= t.Now {
				rest = c // the job that starts now is solid up to its limit, so that it stands out
			}
			if t.Covered != "" {
				b.RoundOut(c, 1.6, 4, 2, s.x+s.w, s.y+0.5, max(tail-1, 1), max(h-1, 1))
			} else {
				f.tiles.add(rest, s.x+s.w, s.y, tail, h)
			}
			w = s.w
		}
		if s.w > 0 || s.tail == 0 {
			f.tiles.add(c, s.x, s.y, greater(w, 0.8), greater(h, 0.5))
		}
	}
	radius := 0.0
	if p.row >= 3 && len(f.solid) < 2000 {
		radius = 2
	}
	f.tiles.draw(b, radius)
	t.drawPatterns(b)
	t.drawSpeeds(b, p)
	t.drawParts(b, p)
	t.drawFrozen(b, p)
	t.drawSuspended(b)
	t.drawEndings(b)
	if t.Outline {
		for i := range f.solid {
			if s := &f.solid[i]; s.Kind != Suspended && s.w+s.tail >= leastOutlined && s.h >= leastOutlined {
				b.Stroke(Ink, 1, s.x, s.y, s.w+s.tail, s.h)
			}
		}
	}
	t.labelBars(b)
}

// leastOutlined is the minimum width and height, in pixels, of a bar with an
// outline. The outline would hide the colour of a smaller bar.
const leastOutlined = 5

// drawSpeeds shows the speed of jobs in their bars. The part of a bar's height that
// stays solid is proportional to the speed; the rest is drawn in the light colour.
func (t *Timeline) drawSpeeds(b *Buffer, p *plot) {
	for i := range t.frame.solid {
		s := &t.frame.solid[i]
		if int(s.Job) >= len(t.Speeds) || s.h < 3 || s.w < 1 || s.Kind == Suspended {
			continue
		}
		w, h := trim(s.w, s.h)
		if s.tail > 0 {
			w = s.w
		}
		list := t.Speeds[s.Job]
		for k := range list {
			to := s.x + w
			if k+1 < len(list) {
				to = lesser(to, p.timeX(list[k+1].From))
			}
			from := greater(s.x, p.timeX(list[k].From))
			if list[k].Part < 0.9995 && to > from {
				b.Fill(t.Jobs.Colour(s.Job).Light(), from, s.y, to-from, h*(1-float64(list[k].Part)))
			}
			if list[k].Part == 0 && to > from { // the job makes no progress: draw a line
				b.Fill(t.Jobs.Colour(s.Job), from, s.y+h/2-min(1, h/4), to-from, min(2, h/2))
			}
		}
	}
}

// slowedAt reports whether a job is below its full speed at an instant.
func (t *Timeline) slowedAt(id workload.JobID, at simtime.Time) bool {
	slow := false
	if int(id) < len(t.Speeds) {
		for _, v := range t.Speeds[id] {
			if v.From <= at {
				slow = v.Part < 0.9995
			}
		}
	}
	return slow
}

// trim returns the width and height of a bar without the gap to its neighbours. It
// omits the gap if the bar is too small.
func trim(w, h float64) (float64, float64) {
	if w >= 4 {
		w--
	}
	if h >= 3 {
		h -= lesser(1, h*0.15)
	}
	return w, h
}

// labelBars writes the number of each job into the largest of the job's bars, with
// the word for "job" if there is room. The bars of a job are consecutive in the
// list.
func (t *Timeline) labelBars(b *Buffer) {
	list := t.frame.solid
	for i := 0; i < len(list); {
		best, j := i, i+1
		for j < len(list) && list[j].Job == list[i].Job && list[j].Begin == list[i].Begin && list[j].Kind == list[i].Kind {
			if list[j].h > list[best].h {
				best = j
			}
			j++
		}
		i = j
		s := &list[best]
		w := s.w + s.tail
		if s.h < 12 || w < 12 || s.Kind != Runs {
			continue
		}
		number := t.Jobs.Number(s.Job)
		for _, text := range []string{t.Words.Job + " " + number, number} {
			half := TextWidth(text, labelSize, true) / 2
			if 2*half > w-6 {
				continue
			}
			c, x := t.Jobs.Colour(s.Job).On(), s.x+s.w/2
			if t.Covered != "" && 2*half > s.w-6 {
				b.Text(Ink, max(s.x+s.w/2, s.x+s.w+min(s.tail/2, half+8)), s.y+s.h/2, text, Style{Size: labelSize, Bold: true, Align: Centre, Middle: true, Halo: Panel})
				break
			}
			if s.Job == t.Highlight.Current { // the bar of the current job is solid up to its limit
				x = s.x + w/2
			} else if 2*half > s.w-6 { // not enough room in the part before now, so the light part is used, too
				c, x = Ink, s.x+w/2
				if s.tail > s.w {
					x = max(x, s.x+s.w+half+3)
				}
			}
			style := Style{Size: labelSize, Bold: true, Align: Centre, Middle: true}
			if c != Ink && (t.slowedAt(s.Job, t.TimeAt(x-half)) || t.slowedAt(s.Job, t.TimeAt(x+half))) {
				c, style.Halo = Ink, Panel
			}
			if t.Patterns && style.Halo == None {
				if style.Halo = t.Jobs.Colour(s.Job); c == Ink {
					style.Halo = Panel
				}
			}
			b.Text(c, x, s.y+s.h/2, text, style)
			break
		}
	}
}
