package draw

import (
	"sort"

	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// Outage is consecutive nodes that do not work for a while.
type Outage struct {
	From        simtime.Time
	Noticed     simtime.Time // by the resource system; simtime.Never if it does not
	To          simtime.Time // simtime.Never if they do not come back
	First, Last topology.NodeID
	Begin       int32 // the step in which they failed,
	Notice      int32 // that in which it was noticed; Unfinished,
	Finish      int32 // that in which they came back; Unfinished
	Offline     bool  // they were not there from the beginning
}

// until is where an outage ends in the picture, and from where it is known.
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

// drawOutages shades the rows of nodes that do not work, lightly until that is
// noticed, and marks the instants at which they fail. Cost: O(outages that
// began before the window's end).
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
		if o.Offline {
			shade(Line, Level, o.From, until)
			continue
		}
		shade(Bad, Level, o.From, known)
		shade(Bad, Crossed, known, until)
		t.markFailure(b, p, o)
	}
}

// markFailure marks the instant at which nodes failed: a cross on each row that
// has room for one, or a line.
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

// outageAt is the outage of a node at an instant, the latest; -1 if it works.
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
