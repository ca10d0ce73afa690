package draw

import (
	"strconv"

	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// timeFrame is what a frame of a timeline gathers, and the memory for it.
type timeFrame struct {
	solid    []shownBar
	tiles    tiles
	until    []simtime.Time // by row: when it is free for promises
	edges    []int32        // by row: its first line of pixels
	promised []promised
}

// shownBar is a bar's visible part.
type shownBar struct {
	*Bar
	x, y, w, h float64 // up to now, or to its end
	tail       float64 // width from now to the limit
}

// promised is a part of a promise as it was drawn.
type promised struct {
	job        workload.JobID
	x, y, w, h float64
}

// Draw appends the picture. Cost: O(bars shown + nodes), see Bars for how the
// bars are found.
func (t *Timeline) Draw(b *Buffer) {
	p := t.plot()
	if p.w < 20 || p.h < 10 {
		return
	}
	t.drawBands(b, &p)
	b.Clip(p.x-4, 0, p.w+8, t.Size.H)
	if n := t.begin(); n > rasterFrom {
		t.drawRaster(b, &p, n)
	} else {
		t.gather(&p)
		t.drawBars(b, &p)
	}
	t.drawPromises(b, &p)
	t.drawMarked(b, &p)
	b.Unclip()
	t.drawAxis(b, &p)
	t.drawShadow(b, &p)
	t.drawNow(b, &p)
}

// drawBands tints every other group of rows and numbers the nodes. Where groups
// are too thin, several make one.
func (t *Timeline) drawBands(b *Buffer, p *plot) {
	bands := t.Bands
	total := max(len(bands), 1)
	join := 1
	for float64(p.rows)/float64(total)*p.row*float64(join) < 5 && join < total {
		join *= 2
	}
	at := func(i int) float64 {
		if i >= len(bands) {
			return p.nodeY(topology.NodeID(t.Nodes))
		}
		return p.nodeY(topology.NodeID(bands[i]))
	}
	for i := join; i < len(bands); i += 2 * join {
		x, y, w, h := p.clamp(p.x, p.x+p.w, at(i), at(i+join))
		b.Fill(Band, x, y, w, h)
	}
	b.Segment(Line, 1, 0, p.x, p.y+p.h+0.5, p.x+p.w, p.y+p.h+0.5)
	t.numberRows(b, p, join)
}

// numberRows writes node numbers beside the first row of groups, or beside
// round numbers where there are no groups.
func (t *Timeline) numberRows(b *Buffer, p *plot, join int) {
	const space = 15
	bottom := p.y
	write := func(n int) {
		y := p.nodeY(topology.NodeID(n))
		if y < bottom-0.01 || y+11 > p.y+p.h+6 {
			return
		}
		bottom = y + space
		b.Text(Soft, p.x-7, y+max(min(p.row/2, 8), 5.5), strconv.Itoa(n), Style{Size: labelSize, Align: Right, Middle: true})
	}
	if len(t.Bands) > 1 {
		for float64(join)*p.h*float64(t.Nodes)/float64(p.rows*len(t.Bands)) < space {
			join *= 2
		}
		if p.row < space {
			for i := 0; i < len(t.Bands); i += join {
				write(int(t.Bands[i]))
			}
			return
		}
	}
	step := 1
	for _, k := 0, []int{2, 5, 10}; float64(step)*p.row < space; {
		for _, f := range k {
			if float64(step*f)*p.row >= space || f == 10 {
				step *= f
				break
			}
		}
	}
	for n := (p.first + step - 1) / step * step; n < p.first+p.rows; n += step {
		write(n)
	}
}

// begin clears what the last frame gathered and returns about how many bars are
// visible.
func (t *Timeline) begin() int {
	f := &t.frame
	f.solid = f.solid[:0]
	if len(t.Promises) > 0 {
		if len(f.until) != t.Nodes {
			f.until = make([]simtime.Time, t.Nodes)
		}
		clear(f.until)
	}
	n := 0
	t.Bars.between(t.Step, t.Window.From, t.Window.To, func(*Bar) { n++ })
	return n
}

// from is the instant from which bars matter: jobs that run left of the window
// still keep promises from their rows.
func (t *Timeline) from() simtime.Time {
	if len(t.Promises) > 0 {
		return min(t.Window.From, t.Now)
	}
	return t.Window.From
}

// gather finds the visible bars and where they are, and when each row is free
// for promises.
func (t *Timeline) gather(p *plot) {
	t.Bars.between(t.Step, t.from(), t.Window.To, func(bar *Bar) {
		t.forbid(bar)
		if s, ok := t.shown(p, bar); ok {
			t.frame.solid = append(t.frame.solid, s)
		}
	})
}

// shown is the visible part of a bar, false if there is none.
func (t *Timeline) shown(p *plot, bar *Bar) (shownBar, bool) {
	end, tail := bar.End, bar.End
	if t.running(bar) {
		end, tail = t.Now, t.until(bar)
	}
	low, high := bar.lanes()
	y0, y1 := p.nodeY(bar.First)+p.row*low/255, p.nodeY(bar.Last)+p.row*high/255
	x0, x1, x2 := p.timeX(bar.Start), p.timeX(end), p.timeX(tail)
	x, y, w, h := p.clamp(x0, x1, y0, y1)
	rest := max(min(x2, p.x+p.w)-max(x1, p.x), 0)
	ok := h > 0 && (w >= 0 || rest > 0) && x0 <= p.x+p.w && x2 >= p.x
	return shownBar{bar, x, y, max(w, 0), h, rest}, ok
}

// forbid notes that a running bar keeps promises from its rows.
func (t *Timeline) forbid(b *Bar) {
	if len(t.Promises) == 0 || !t.running(b) {
		return
	}
	until := t.until(b)
	for n := max(b.First, 0); n <= b.Last && int(n) < t.Nodes; n++ {
		t.frame.until[n] = max(t.frame.until[n], until)
	}
}

// drawBars appends the bars: solid for what was, light for what a limit still
// allows. A gap of a pixel parts bars that are large enough for one.
func (t *Timeline) drawBars(b *Buffer, p *plot) {
	f := &t.frame
	f.tiles.reset()
	for i := range f.solid {
		s := &f.solid[i]
		c := t.Jobs.Colour(s.Job)
		w, h := trim(s.w, s.h)
		if s.tail > 0 {
			tail, _ := trim(s.tail, s.h)
			rest := c.Light()
			if s.Job == t.Highlight.Current {
				rest = c // what happens now is seen at once, even if it begins now
			}
			f.tiles.add(rest, s.x+s.w, s.y, tail, h)
			w = s.w
		}
		if s.w > 0 || s.tail == 0 {
			f.tiles.add(c, s.x, s.y, max(w, 0.8), max(h, 0.5))
		}
	}
	radius := 0.0
	if p.row >= 3 && len(f.solid) < 2000 {
		radius = 2
	}
	f.tiles.draw(b, radius)
	if t.Outline {
		for i := range f.solid {
			s := &f.solid[i]
			b.Stroke(Ink, 1, s.x, s.y, s.w+s.tail, s.h)
		}
	}
	t.labelBars(b)
}

// trim leaves a gap after a bar that is large enough.
func trim(w, h float64) (float64, float64) {
	if w >= 4 {
		w--
	}
	if h >= 3 {
		h -= min(1, h*0.15)
	}
	return w, h
}

// labelBars writes a job's number, or its name, into the largest of its bars
// if it fits there. The bars of a job follow each other.
func (t *Timeline) labelBars(b *Buffer) {
	list := t.frame.solid
	for i := 0; i < len(list); {
		best, j := i, i+1
		for j < len(list) && list[j].Job == list[i].Job && list[j].Begin == list[i].Begin {
			if list[j].h > list[best].h {
				best = j
			}
			j++
		}
		i = j
		s := &list[best]
		w := s.w + s.tail
		if s.h < 12 || w < 12 {
			continue
		}
		number := t.Jobs.Number(s.Job)
		for _, text := range []string{t.Words.Job + " " + number, number} {
			half := TextWidth(text, labelSize, true) / 2
			if 2*half > w-6 {
				continue
			}
			c, x := t.Jobs.Colour(s.Job).On(), s.x+s.w/2
			if 2*half > s.w-6 { // no room before now: where the light part is
				c, x = Ink, s.x+w/2
				if s.tail > s.w {
					x = max(x, s.x+s.w+half+3)
				}
			}
			b.Text(c, x, s.y+s.h/2, text, Style{Size: labelSize, Bold: true, Align: Centre, Middle: true})
			break
		}
	}
}

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

// drawNow draws the cursor.
func (t *Timeline) drawNow(b *Buffer, p *plot) {
	if t.Now < t.Window.From || t.Now > t.Window.To {
		return
	}
	x := p.timeX(t.Now)
	b.Segment(Ink, 1.5, 0, x, 3, x, p.y+p.h+4)
	b.Circle(Ink, 0, x, 3.5, 3.5)
}
