package draw

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Highlight is the set of things that are highlighted in all panels. Start from
// NoHighlight, because the zero value highlights job 0 and node 0.
type Highlight struct {
	Current  workload.JobID // job of the step on screen: outline and links in the accent colour
	Selected workload.JobID // job that the reader has selected: outline in the ink colour
	Pointed  workload.JobID // job under the pointer, anywhere on the page: outline in the ink colour
	Node     topology.NodeID
	Switch   SwitchID
	Cable    int32 // -1: none
	// The following three fields hold what a word of the page's text refers to:
	// some nodes, an instant (simtime.Never: none), and the jobs that must end by
	// that instant.
	Nodes  cluster.Placement
	Time   simtime.Time
	Enders []workload.JobID
	// Ends holds the two nodes between which the reader wants to see the route; -1
	// stands for a node that is not chosen yet. Route holds the cables of the
	// route.
	Ends  [2]topology.NodeID
	Route []int32
	// Candidate is the placement under the pointer in the table of candidate
	// placements. Its nodes get a dashed frame in the accent colour.
	Candidate cluster.Placement
	// Held reports whether the Candidate is instead the placement that the reader
	// is choosing for a job by hand. Fits then reports whether the job could run
	// there.
	Held, Fits bool
	Until      simtime.Time // if Held is set: end of the job's walltime if it started now
}

// candidate returns the colour of the frame around the Candidate.
func (h *Highlight) candidate() Colour {
	switch {
	case h.Held && h.Fits:
		return Good
	case h.Held:
		return Bad
	}
	return Accent
}

// NoHighlight returns a highlight of nothing.
func NoHighlight() Highlight {
	return Highlight{Current: workload.NoJob, Selected: workload.NoJob, Pointed: workload.NoJob, Node: -1, Switch: NoSwitch, Cable: -1, Ends: NoEnds, Time: simtime.Never}
}

// NoEnds is the value of Highlight.Ends while no node is chosen.
var NoEnds = [2]topology.NodeID{-1, -1}

// cabled reports whether a cable is highlighted: it is under the pointer, or it
// belongs to the highlighted route.
func (h *Highlight) cabled(i int32) bool {
	return i >= 0 && (i == h.Cable || slices.Contains(h.Route, i))
}

// SwitchID identifies a switch of a tree by its level (0 is the root) and its
// position within the level, counted from the left.
type SwitchID struct{ Level, Place int32 }

// NoSwitch is the SwitchID that stands for no switch.
var NoSwitch = SwitchID{-1, -1}

// HitKind is the kind of thing that lies under a point.
type HitKind uint8

// The kinds of hits, with the fields of Hit that they set.
const (
	OnNothing HitKind = iota
	OnNode            // Node to Last (several nodes if a cell stands for several), and Job if a job holds them
	OnSwitch          // Switch, and Node to Last for the nodes below the switch
	OnLink            // Cable; in a tree also Switch at the lower end of the link, and Node to Last for the nodes below
	OnBar             // Job, Node, Time
	OnPromise         // Job, Time
	OnPlot            // an empty point of the timeline: Node, Time
	OnAxis            // the time axis: Time
)

// Hit describes what lies under a point of a canvas. Fields that its Kind does not
// set are -1, NoJob or NoSwitch.
type Hit struct {
	Kind       HitKind
	Node, Last topology.NodeID
	Job        workload.JobID
	Switch     SwitchID
	Cable      int32
	Time       int64 // simtime.Time in milliseconds
	Frozen     bool  // for OnBar: whether the node is only set aside for the job
	Outage     int32 // for OnBar and OnPlot: index in Timeline.Outages; -1: the node works
}

// drawHighlight draws frames around everything that is highlighted. The frame of
// the current job is drawn over the frames of other jobs. The frames of single
// nodes are drawn last.
func (l *Layout) drawHighlight(b *Buffer, m *MachineScene) {
	h := &m.Highlight
	if m.Outline {
		for i := range m.Holds {
			l.outline(b, m.Holds[i].First, m.Holds[i].Last, Ink, 1, 0, 0)
		}
	}
	for _, id := range []workload.JobID{h.Pointed, h.Selected} {
		l.outlineJob(b, m, id, Ink, 1.5, 0, 1)
	}
	for _, id := range h.Enders {
		l.outlineJob(b, m, id, Ink, 2, 0, 1)
	}
	for _, r := range h.Nodes {
		l.outline(b, r.First, r.Last, Ink, 2, 0, 1.5)
	}
	for _, r := range h.Candidate {
		l.outline(b, r.First, r.Last, Panel, 4, 0, 1.5)
		l.outline(b, r.First, r.Last, h.candidate(), 2, 4, 1.5)
	}
	l.outlineJob(b, m, h.Current, Panel, 4, 0, 1)
	l.outlineJob(b, m, h.Current, Accent, 2, 0, 2)
	if len(m.Cuts) > 0 {
		l.drawCuts(b, m)
	}
	for _, n := range [...]topology.NodeID{h.Node, h.Ends[0], h.Ends[1]} {
		if n >= 0 {
			l.outline(b, n, n, Ink, 2, 0, 1.5)
		}
	}
}

// outlineJob draws frames around the nodes that a job holds.
func (l *Layout) outlineJob(b *Buffer, m *MachineScene, id workload.JobID, c Colour, line, dash, out float64) {
	for i := range m.Holds {
		if h := &m.Holds[i]; id >= 0 && h.Job == id {
			l.outline(b, h.First, h.Last, c, line, dash, out)
		}
	}
}

// drawCuts draws lines between the segments or slices of a job, where they meet.
func (l *Layout) drawCuts(b *Buffer, m *MachineScene) {
	for _, c := range m.Cuts {
		line := Ink
		if c.Job == m.Highlight.Current {
			line = Accent
		}
		l.segments(c.Node, c.Node, func(k *block, x, y, w, h float64, cell, _ int) {
			if l.per > 1 || cell == k.first || l.frame.job(cell-1) != c.Job {
				return
			}
			x2, y2 := x, y+h
			if (cell-k.first)%k.cols == 0 && !k.snake { // the segment ends with a row
				x2, y2 = x+k.w(), y
			}
			b.Segment(Panel, 4, 0, x, y, x2, y2)
			b.Segment(line, 1.5, 0, x, y, x2, y2)
		})
	}
}

// outline draws frames around consecutive nodes, one frame for each block. The
// frame is out pixels outside the cells. It is a rectangle if the cells are in one
// row, and a stepped polygon over several rows. In a ring each row gets a separate
// frame, because the rows alternate in direction.
func (l *Layout) outline(b *Buffer, first, last topology.NodeID, c Colour, line, dash, out float64) {
	var begin, end corner
	var k *block
	flush := func() {
		if k != nil {
			l.frameCells(b, k, begin, end, c, line, dash, out)
		}
		k = nil
	}
	l.segments(first, last, func(seg *block, x, y, w, h float64, from, to int) {
		if k != seg || k.snake {
			flush()
			k = seg
			begin = corner{x, y}
		}
		end = corner{x + w, y + h}
	})
	flush()
}

type corner struct{ x, y float64 }

// frameCells draws a frame around a range of cells. The parameter begin is the
// upper left corner of the first cell, and end is the lower right corner of the
// last cell.
func (l *Layout) frameCells(b *Buffer, k *block, begin, end corner, c Colour, line, dash, out float64) {
	lo, hi := max(k.x, 0)-out, min(k.x+k.w(), l.size.W)+out
	x0, x1 := max(begin.x, 0)-out, min(end.x, l.size.W)+out
	y0, y1 := max(begin.y, 0)-out, min(end.y, l.size.H)+out
	second, last := begin.y+k.ch, end.y-k.ch // the upper edges of the second and of the last row
	switch {
	case end.y-begin.y < 1.5*k.ch:
		b.RoundOut(c, line, dash, min(4, k.cw/2), x0, y0, x1-x0, y1-y0)
	case last-begin.y < 1.5*k.ch && x1 <= x0: // two rows with no column in common
		b.RoundOut(c, line, dash, min(4, k.cw/2), x0, y0, hi-x0, second-begin.y+2*out)
		b.RoundOut(c, line, dash, min(4, k.cw/2), lo, last-out, x1-lo, end.y-last+2*out)
	default:
		b.Path(c, line, dash, x0, y0, hi, y0, hi, last+out, x1, last+out, x1, y1, lo, y1, lo, second-out, x0, second-out, x0, y0)
	}
}

// Box returns the largest rectangle by which the last frame drew a job: one of its
// bars or, if it has none, one of its reservation. ok is false if the frame did not
// draw the job. whole reports whether the rectangle covers whole nodes rather than
// a share of them. Cost: O(bars shown).
func (t *Timeline) Box(id workload.JobID) (x, y, w, h float64, whole, ok bool) {
	best := -1.0
	take := func(bx, by, bw, bh float64, all bool) {
		if bw*bh > best {
			best, x, y, w, h, whole, ok = bw*bh, bx, by, bw, bh, all, true
		}
	}
	for i := range t.frame.solid {
		if s := &t.frame.solid[i]; s.Job == id && s.Kind == Runs {
			take(s.x, s.y, s.w+s.tail, s.h, s.High == 0)
		}
	}
	if ok {
		return x, y, w, h, whole, ok
	}
	for _, q := range t.frame.promised {
		if q.job == id {
			take(q.x, q.y, q.w, q.h, true)
		}
	}
	return x, y, w, h, whole, ok
}

// Plot returns the rectangle that contains the rows of the timeline, the height of
// a row in pixels, and the number of milliseconds per pixel.
func (t *Timeline) Plot() (x, y, w, h, row, milli float64) {
	p := t.plot()
	return p.x, p.y, p.w, p.h, p.row, 1 / p.perMilli
}

// drawSubmission draws a line from the submission of the selected job to its bar.
// Its length shows how long the job has waited.
func (t *Timeline) drawSubmission(b *Buffer, p *plot) {
	id := t.Highlight.Selected
	if t.Submitted == simtime.Never || id == workload.NoJob {
		return
	}
	x, y, _, h, _, ok := t.Box(id)
	from := p.timeX(t.Submitted)
	if !ok || x-from < 3 {
		return
	}
	y += h / 2
	b.Segment(Panel, 4, 0, from, y, x, y)
	b.Segment(Ink, 1.5, 3, from, y, x, y)
}
