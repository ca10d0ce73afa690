package draw

import (
	"math"
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Timeline is the scene of who ran where and when: rows are nodes. Keep it
// between frames: it holds memory that Draw uses again.
type Timeline struct {
	Size      Size
	Nodes     int
	Names     []string // of nodes; nil: their numbers
	Bands     []int32  // first nodes of groups of rows (Shape.Bands); nil: none
	Bars      *Bars
	Jobs      *Jobs
	Words     Words
	Window    TimeWindow
	Now       simtime.Time
	Step      int32        // bars that begin later are not shown, those that finish later run
	Known     simtime.Time // up to when bars are told where that is after Now; 0: up to Now
	Promises  []Reservation
	Shadow    simtime.Time   // simtime.Never: none
	Speeds    [][]SpeedSpan  // by job: as it changes, ascending; none: full speed
	Outages   []Outage       // in order of From and Begin
	Growths   []GrowthStages // as they happened, in order of Begin
	Growing   []Growing      // those in progress at Now
	Deadlines []simtime.Time // by job, 0 for jobs without one; nil: no job has one
	Due       []Due          // waiting jobs with deadlines
	Parts     [][]JobPart    // by job: its tasks in S1's sense; nil: no job has any
	Submitted simtime.Time   // when the chosen job was submitted; simtime.Never: nothing is drawn of it
	Covered   string         // what is written over the future, which is covered; "": it is not
	Marked    simtime.Time   // with Covered, a moment that the reader chose; simtime.Never: none
	Outline   bool           // outline every bar: more contrast, forced colours
	Patterns  bool           // jobs have patterns besides their colours
	Highlight Highlight

	frame timeFrame
}

// Reservation is a reservation.
type Reservation struct {
	Job        workload.JobID
	Start, End simtime.Time
	Nodes      cluster.Placement // where the allocator would put the job then; nil if it is not known
	Held       bool              // the nodes are promised, and not only the time
}

// SpeedSpan is a part of its full speed at which a job runs from an instant on.
type SpeedSpan struct {
	From simtime.Time
	Part float32
}

// TimeWindow is what a timeline shows: a span of time, and a span of rows.
type TimeWindow struct {
	From, To    simtime.Time
	First, Last topology.NodeID // rows; Last 0 or less: all
}

const leastSpan = 100 * simtime.Millisecond

// Zoom returns the window zoomed by factor about a fraction of its width; it
// shows at least 100 ms and stays within limit.
func (w TimeWindow) Zoom(at, factor float64, limit TimeWindow) TimeWindow {
	span := float64(w.To - w.From)
	fixed := float64(w.From) + at*span
	span = min(max(span/factor, float64(leastSpan)), float64(limit.To-limit.From))
	w.From = simtime.Time(fixed - at*span)
	w.To = w.From + simtime.Time(span)
	return w.Within(limit)
}

// Pan returns the window moved by a fraction of its width, within limit.
func (w TimeWindow) Pan(by float64, limit TimeWindow) TimeWindow {
	d := simtime.Time(by * float64(w.To-w.From))
	w.From, w.To = w.From+d, w.To+d
	return w.Within(limit)
}

// Within returns the window moved, and cut if it is wider, so that it lies
// within the times of limit.
func (w TimeWindow) Within(limit TimeWindow) TimeWindow {
	span := min(w.To-w.From, limit.To-limit.From)
	w.From = max(min(w.From, limit.To-span), limit.From)
	w.To = w.From + span
	return w
}

// plot is where the rows are on the canvas, and what they show.
type plot struct {
	x, y, w, h  float64
	from        simtime.Time
	perMilli    float64 // pixels
	first, rows int
	row         float64 // height
}

// The room around the plot.
const (
	plotLeft   = 46.0
	plotRight  = 8.0
	plotTop    = 6.0
	plotBottom = 20.0
)

func (t *Timeline) plot() plot {
	p := plot{x: plotLeft, y: plotTop, w: t.Size.W - plotLeft - plotRight, h: t.Size.H - plotTop - plotBottom}
	p.from = t.Window.From
	p.perMilli = p.w / float64(max(t.Window.To-t.Window.From, 1))
	p.first, p.rows = 0, max(t.Nodes, 1)
	if t.Window.Last > 0 {
		p.first = min(max(int(t.Window.First), 0), p.rows-1)
		p.rows = max(min(int(t.Window.Last), p.rows-1)-p.first+1, 1)
	}
	p.row = p.h / float64(p.rows)
	return p
}

func (p *plot) timeX(at simtime.Time) float64 { return p.x + float64(at-p.from)*p.perMilli }

// nodeY is the upper edge of a row.
func (p *plot) nodeY(n topology.NodeID) float64 { return p.y + float64(int(n)-p.first)*p.row }

// clamp returns the part of a rectangle within the plot; its width or height is
// 0 or less if there is none.
func (p *plot) clamp(x0, x1, y0, y1 float64) (x, y, w, h float64) {
	x, y = max(x0, p.x), max(y0, p.y)
	return x, y, min(x1, p.x+p.w) - x, min(y1, p.y+p.h) - y
}

// X is where an instant is on the canvas; it may lie outside.
func (t *Timeline) X(at simtime.Time) float64 { p := t.plot(); return p.timeX(at) }

// TimeAt is the instant at x, to the millisecond; that of the nearest edge
// outside the plot.
func (t *Timeline) TimeAt(x float64) simtime.Time {
	p := t.plot()
	return p.from + simtime.Time(math.Round((min(max(x, p.x), p.x+p.w)-p.x)/p.perMilli))
}

// Row is the rectangle of a node's row from one instant to another, as far as
// the plot shows it: where to put the focus ring of the grid beside the canvas.
func (t *Timeline) Row(n topology.NodeID, from, to simtime.Time) (x, y, w, h float64) {
	p := t.plot()
	return p.clamp(p.timeX(from), p.timeX(to), p.nodeY(n), p.nodeY(n+1))
}

// At is what lies at a point of the canvas. Cost: as finding the bars of an
// instant, see Bars.
func (t *Timeline) At(x, y float64) Hit {
	p, hit := t.plot(), nothing()
	if x < p.x-2 || x > p.x+p.w+2 || y < p.y || t.Size.W <= 0 {
		return hit
	}
	at := t.TimeAt(x)
	hit.Time = int64(at)
	if y >= p.y+p.h {
		hit.Kind = OnAxis
		return hit
	}
	row := (y - p.y) / p.row
	hit.Kind, hit.Node = OnPlot, topology.NodeID(p.first+int(row))
	hit.Last = hit.Node
	part := (row - math.Floor(row)) * 255
	slack := simtime.Time(1 / p.perMilli) // a bar narrower than a pixel can be hit
	t.Bars.between(t.Step, at-slack, at+slack+1, func(bars []Bar) {
		for i := range bars {
			b := &bars[i]
			low, high := b.lanes()
			if b.First <= hit.Node && hit.Node <= b.Last && t.until(b) >= at-slack && low <= part && part <= high {
				hit.Kind, hit.Job = OnBar, b.Job
				hit.Frozen = b.Kind == SetAside
			}
		}
	})
	hit.Outage = t.outageAt(hit.Node, at, slack)
	if hit.Kind == OnPlot {
		for _, q := range t.frame.promised {
			if x >= q.x && x <= q.x+q.w && y >= q.y && y <= q.y+q.h {
				hit.Kind, hit.Job = OnPromise, q.job
			}
		}
	}
	return hit
}

// running reports whether the bar has not ended by the timeline's step.
func (t *Timeline) running(b *Bar) bool { return b.Finish > t.Step }

// known is up to when bars are told.
func (t *Timeline) known() simtime.Time { return max(t.Now, t.Known) }

// until is where the bar ends in the picture: its end, or its limit while it runs.
func (t *Timeline) until(b *Bar) simtime.Time {
	if !t.running(b) {
		return b.End
	}
	if b.Limit == simtime.Never || b.Kind == SetAside {
		return t.known()
	}
	return max(b.Limit, t.known())
}

// lanes is the part of its rows that a bar takes, 0 to 255.
func (b *Bar) lanes() (low, high float64) {
	if b.High == 0 {
		return 0, 255
	}
	return float64(b.Low), float64(b.High)
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
		b.Text(Soft, p.x-7, y+max(min(p.row/2, 8), 5.5), t.rowName(n), Style{Size: labelSize, Align: Right, Middle: true})
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

// rowName is the name of a node if there is room for it, otherwise its number.
func (t *Timeline) rowName(n int) string {
	if n < len(t.Names) && TextWidth(t.Names[n], labelSize, false) <= plotLeft-9 {
		return t.Names[n]
	}
	return strconv.Itoa(n)
}
