package draw

import (
	"math"
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Timeline is the scene of the timeline, which shows which jobs ran where and when.
// Its rows are nodes. Keep it between frames, because it holds memory that Draw
// reuses.
type Timeline struct {
	Size      Size
	Nodes     int
	Names     []string // names of the nodes; nil: nodes are shown by number
	Bands     []int32  // first node of each group of rows (see MachineShape.Bands); nil: no groups
	Bars      *Bars
	Jobs      *Jobs
	Words     Words
	Window    TimeWindow
	Now       simtime.Time
	Step      int32        // step on screen: bars that begin later are hidden, and bars that end later are still running
	Known     simtime.Time // instant up to which bars are known, if that is later than Now; 0: Now
	Promises  []Reservation
	Shadow    simtime.Time   // shadow time; simtime.Never: none
	Speeds    [][]SpeedSpan  // by job: times when its speed changes, ascending; empty: always full speed
	Outages   []Outage       // ordered by From and Begin
	Kept      []KeptNodes    // reservations, which keep nodes for some jobs or for maintenance
	Growths   []GrowthStages // completed growths, ordered by Begin
	Growing   []Growing      // growths in progress at Now
	Deadlines []simtime.Time // by job; 0 for a job without a deadline; nil: no job has one
	Due       []DeadlineMark // waiting jobs with deadlines
	Parts     [][]JobPart    // by job: its tasks in the sense of source S1; nil: no job has tasks
	Submitted simtime.Time   // submission time of the selected job; simtime.Never: not drawn
	Covered   string         // text written over the future while it is hidden from the reader; "": it is not hidden
	Marked    simtime.Time   // if Covered is set: time that the reader has chosen; simtime.Never: none
	Outline   bool           // whether every bar has an outline, for more contrast or if the system forces its colours
	Patterns  bool           // whether jobs have patterns in addition to their colours
	Highlight Highlight

	frame timeFrame
}

// Reservation is the reservation of a waiting job, as the timeline draws it.
type Reservation struct {
	Job        workload.JobID
	Start, End simtime.Time
	Nodes      cluster.Placement // nodes that are promised or that the allocator would choose at the start time; nil if unknown
	Held       bool              // whether the nodes are promised and not only the start time
}

// SpeedSpan is a change in the speed of a job. From the instant From on, the job
// runs at the fraction Part of its full speed.
type SpeedSpan struct {
	From simtime.Time
	Part float32
}

// TimeWindow is the part of a timeline that is visible: a period and a range of
// rows.
type TimeWindow struct {
	From, To    simtime.Time
	First, Last topology.NodeID // rows shown; all rows if Last is 0 or less
}

const leastSpan = 100 * simtime.Millisecond

// Zoom returns the window magnified by factor. The parameter at is the point that
// stays in place, as a fraction of the window's width. The result spans at least
// 100 ms and stays within the given limit.
func (w TimeWindow) Zoom(at, factor float64, limit TimeWindow) TimeWindow {
	span := float64(w.To - w.From)
	fixed := float64(w.From) + at*span
	span = min(max(span/factor, float64(leastSpan)), float64(limit.To-limit.From))
	w.From = simtime.Time(fixed - at*span)
	w.To = w.From + simtime.Time(span)
	return w.Within(limit)
}

// Pan returns the window moved in time by a fraction of its width. The result stays
// within the given limit.
func (w TimeWindow) Pan(by float64, limit TimeWindow) TimeWindow {
	d := simtime.Time(by * float64(w.To-w.From))
	w.From, w.To = w.From+d, w.To+d
	return w.Within(limit)
}

// Within returns the window moved so that its times lie within those of the given
// limit. If the window is longer than the limit, it is also shortened.
func (w TimeWindow) Within(limit TimeWindow) TimeWindow {
	span := min(w.To-w.From, limit.To-limit.From)
	w.From = max(min(w.From, limit.To-span), limit.From)
	w.To = w.From + span
	return w
}

// plot is the area of the canvas that shows the rows, with its scale.
type plot struct {
	x, y, w, h  float64
	from        simtime.Time
	perMilli    float64 // pixels per millisecond
	first, rows int
	row         float64 // height of a row in pixels
}

// The space around the rows, in pixels.
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

// nodeY returns the upper edge of a node's row.
func (p *plot) nodeY(n topology.NodeID) float64 { return p.y + float64(int(n)-p.first)*p.row }

// clamp returns the part of a rectangle that is inside the plot. If there is no
// such part, its width or height is 0 or negative.
func (p *plot) clamp(x0, x1, y0, y1 float64) (x, y, w, h float64) {
	x, y = max(x0, p.x), max(y0, p.y)
	return x, y, min(x1, p.x+p.w) - x, min(y1, p.y+p.h) - y
}

// X returns the x coordinate of an instant. It may be outside the canvas.
func (t *Timeline) X(at simtime.Time) float64 { p := t.plot(); return p.timeX(at) }

// TimeAt returns the instant at the x coordinate, rounded to milliseconds. For a
// point outside the plot it returns the instant at the nearest edge.
func (t *Timeline) TimeAt(x float64) simtime.Time {
	p := t.plot()
	return p.from + simtime.Time(math.Round((min(max(x, p.x), p.x+p.w)-p.x)/p.perMilli))
}

// Row returns the rectangle of a node's row between two instants, as far as it is
// inside the plot. The page draws the focus ring of the accessible grid there.
func (t *Timeline) Row(n topology.NodeID, from, to simtime.Time) (x, y, w, h float64) {
	p := t.plot()
	return p.clamp(p.timeX(from), p.timeX(to), p.nodeY(n), p.nodeY(n+1))
}

// At returns what lies at a point of the canvas. Its cost is that of finding the
// bars at an instant, see Bars.
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
	slack := simtime.Time(1 / p.perMilli) // lets the pointer hit a bar that is narrower than a pixel
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

// known returns the instant up to which bars are known.
func (t *Timeline) known() simtime.Time { return max(t.Now, t.Known) }

// until returns the instant at which a bar ends in the picture. It is the real end
// or, while the bar is running, the limit of the walltime.
func (t *Timeline) until(b *Bar) simtime.Time {
	if !t.running(b) {
		return b.End
	}
	if b.Limit == simtime.Never || b.Kind != Runs {
		return t.known()
	}
	return max(b.Limit, t.known())
}

// lanes returns the upper and the lower edge of a bar within its rows, on a scale
// from 0 to 255.
func (b *Bar) lanes() (low, high float64) {
	if b.High == 0 {
		return 0, 255
	}
	return float64(b.Low), float64(b.High)
}

// drawBands draws a tint behind every other group of rows, and writes the nodes'
// numbers. It combines groups that are too thin.
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

// numberRows writes the name or number of the first node of each group. If rows are
// high enough or there are no groups, it labels the nodes with round numbers
// instead.
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

// rowName returns the name of a node, or the node's number if there is no room for
// the name.
func (t *Timeline) rowName(n int) string {
	if n < len(t.Names) && TextWidth(t.Names[n], labelSize, false) <= plotLeft-9 {
		return t.Names[n]
	}
	return strconv.Itoa(n)
}
