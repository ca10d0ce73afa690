package draw

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Highlight is the set of emphasized things, in all panels alike. Start from
// NoHighlight: the zero value names job 0 and node 0.
type Highlight struct {
	Current  workload.JobID // job of this step: accent outline and links
	Selected workload.JobID // job selected by the reader: ink outline
	Pointed  workload.JobID // job under the pointer, anywhere on the page: ink outline
	Node     topology.NodeID
	Switch   SwitchID
	Cable    int32 // -1: none
	// Nodes are the nodes to which a word of the page's text refers. Time is the
	// instant to which one refers, and Enders the jobs that must end by then;
	// simtime.Never: none.
	Nodes  cluster.Placement
	Time   simtime.Time
	Enders []workload.JobID
	// Ends are two nodes between which the reader wants to see the route, -1 where
	// none is chosen yet. Route holds the cables of that route.
	Ends  [2]topology.NodeID
	Route []int32
	// Candidate is the placement under the pointer in the table of candidates. Its
	// nodes get a dashed accent frame.
	Candidate cluster.Placement
	// Held reports whether the Candidate is instead where the job that the reader
	// is placing by hand would run. Fits reports whether it could run there.
	Held, Fits bool
	Until      simtime.Time // with Held, when the job's walltime would end
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

// NoEnds is the value of Highlight.Ends without any node.
var NoEnds = [2]topology.NodeID{-1, -1}

// cabled reports whether a cable is under the pointer or on the highlighted route.
func (h *Highlight) cabled(i int32) bool {
	return i >= 0 && (i == h.Cable || slices.Contains(h.Route, i))
}

// SwitchID identifies a switch of a Shape by its level (0 is the root) and its
// place from the left.
type SwitchID struct{ Level, Place int32 }

// NoSwitch is the SwitchID of no switch.
var NoSwitch = SwitchID{-1, -1}

// HitKind is the kind of thing under a point.
type HitKind uint8

// The kinds of hits.
const (
	OnNothing HitKind = iota
	OnNode            // Node to Last (several if a cell stands for several nodes), and Job if a job holds them
	OnSwitch          // Switch, and Node to Last the nodes under it
	OnLink            // Cable; in a tree the link from Switch upwards, and Node to Last the nodes under it
	OnBar             // Job, Node, Time
	OnPromise         // Job, Time
	OnPlot            // an empty point of the timeline: Node, Time
	OnAxis            // the time axis: Time
)

// Hit is the thing under a point of a canvas. Fields that its kind does not list
// are -1, NoJob or NoSwitch.
type Hit struct {
	Kind       HitKind
	Node, Last topology.NodeID
	Job        workload.JobID
	Switch     SwitchID
	Cable      int32
	Time       int64 // simtime.Time in milliseconds
	Frozen     bool  // OnBar: whether the node is only set aside for the job
	Outage     int32 // OnBar, OnPlot: index in Timeline.Outages; -1: the node works
}

// drawHighlight frames what is emphasized. The current job's frame is above those
// of other jobs, and the frames of single nodes are above that.
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
	for _, n := range [...]topology.NodeID{h.Node, h.Ends[0], h.Ends[1]} {
		if n >= 0 {
			l.outline(b, n, n, Ink, 2, 0, 1.5)
		}
	}
}

// outlineJob frames the nodes that a job holds.
func (l *Layout) outlineJob(b *Buffer, m *MachineScene, id workload.JobID, c Colour, line, dash, out float64) {
	for i := range m.Holds {
		if h := &m.Holds[i]; id >= 0 && h.Job == id {
			l.outline(b, h.First, h.Last, c, line, dash, out)
		}
	}
}

// outline frames consecutive nodes, with one frame for each block, out pixels
// outside the cells. The frame is a rectangle within one row and a stepped polygon
// over several rows. The rows of a ring alternate in direction and are framed
// separately.
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

// frameCells frames the cells between the upper left corner begin and the lower
// right corner end.
func (l *Layout) frameCells(b *Buffer, k *block, begin, end corner, c Colour, line, dash, out float64) {
	lo, hi := max(k.x, 0)-out, min(k.x+k.w(), l.size.W)+out
	x0, x1 := max(begin.x, 0)-out, min(end.x, l.size.W)+out
	y0, y1 := max(begin.y, 0)-out, min(end.y, l.size.H)+out
	second, last := begin.y+k.ch, end.y-k.ch // the upper edges of the second and of the last row
	switch {
	case end.y-begin.y < 1.5*k.ch:
		b.RoundOut(c, line, dash, min(4, k.cw/2), x0, y0, x1-x0, y1-y0)
	case last-begin.y < 1.5*k.ch && x1 <= x0: // two rows that do not touch
		b.RoundOut(c, line, dash, min(4, k.cw/2), x0, y0, hi-x0, second-begin.y+2*out)
		b.RoundOut(c, line, dash, min(4, k.cw/2), lo, last-out, x1-lo, end.y-last+2*out)
	default:
		b.Path(c, line, dash, x0, y0, hi, y0, hi, last+out, x1, last+out, x1, y1, lo, y1, lo, second-out, x0, second-out, x0, y0)
	}
}

// Box returns the largest part of a job that the last frame drew: of its bars or
// else of its reservation. ok is false if it drew none. whole reports whether the
// part covers whole nodes, rather than a share of them. Cost: O(bars shown).
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

// Plot returns the rectangle of the rows, the height of a row in pixels, and the
// number of milliseconds per pixel.
func (t *Timeline) Plot() (x, y, w, h, row, milli float64) {
	p := t.plot()
	return p.x, p.y, p.w, p.h, p.row, 1 / p.perMilli
}

// drawSubmission draws how long the selected job has waited: a line from its
// submission to its bar.
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
