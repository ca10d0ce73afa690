package draw

import (
	"slices"

	"hopyard/core/topology"
)

// drawStates marks the nodes that are not available as usual, with a different
// pattern for each state. Nodes set aside for a job to grow get falling lines in a
// frame of the job's colour, and nodes that a job keeps free of other jobs upright
// ones. Promised nodes get rising or upright lines, failed nodes one
// stroke, down nodes crossed lines, sleeping nodes level lines, and offline nodes an
// empty dashed frame.
func (l *Layout) drawStates(b *Buffer, m *MachineScene) {
	kept, dash := Rising, 0.0
	if m.KeptNow {
		kept, dash = Upright, 3
	}
	for _, r := range m.Kept {
		l.eachTile(r.First, r.Last, func(x, y, w, h float64) {
			b.Hatch(Promised, kept, x, y, w, h)
			b.RoundOut(Promised, 1, dash, 2, x+0.5, y+0.5, w-1, h-1)
		})
	}
	for _, f := range m.Frozen {
		l.eachTile(f.First, f.Last, func(x, y, w, h float64) { frozenTile(b, m.Jobs.Colour(f.Job), x, y, w, h) })
	}
	if len(m.Blocked) > 0 {
		l.drawBlocked(b, m)
	}
	for _, r := range m.Failed {
		l.eachTile(r.First, r.Last, func(x, y, w, h float64) {
			if !l.fine() {
				b.Hatch(Bad, Falling, x, y, w, h)
				return
			}
			b.Segment(Panel, 4, 0, x+1, y+h-1, x+w-1, y+1)
			b.Segment(Bad, 2, 0, x+1, y+h-1, x+w-1, y+1)
		})
	}
	for _, r := range m.Down {
		l.eachTile(r.First, r.Last, func(x, y, w, h float64) {
			b.Fill(Panel, x, y, w, h)
			b.Hatch(Bad, Crossed, x, y, w, h)
			b.Stroke(Bad, 1, x+0.5, y+0.5, w-1, h-1)
		})
	}
	for _, r := range m.Asleep {
		l.eachTile(r.First, r.Last, func(x, y, w, h float64) {
			b.Fill(Panel, x, y, w, h)
			b.Hatch(Line, Level, x, y, w, h)
			b.RoundOut(Soft, 1, 0, 2, x+0.5, y+0.5, w-1, h-1)
		})
	}
	for _, r := range m.Offline {
		l.eachTile(r.First, r.Last, func(x, y, w, h float64) {
			b.Fill(Panel, x-0.5, y-0.5, w+1, h+1)
			b.RoundOut(Soft, 1, 2, 0, x+0.5, y+0.5, w-1, h-1)
		})
	}
}

// drawBlocked marks the nodes that jobs keep free of other jobs.
func (l *Layout) drawBlocked(b *Buffer, m *MachineScene) {
	for _, f := range m.Blocked {
		c := m.Jobs.Colour(f.Job)
		l.eachTile(f.First, f.Last, func(x, y, w, h float64) {
			b.Fill(Panel, x, y, w, h)
			b.Hatch(c, Upright, x, y, w, h)
			b.RoundOut(c, 1, 0, 2, x+0.5, y+0.5, w-1, h-1)
		})
	}
}

// patterned reports whether a node has a pattern, so that text on the node needs a
// halo.
func (m *MachineScene) patterned(n topology.NodeID) bool {
	in := func(r Range) bool { return r.First <= n && n <= r.Last }
	return slices.ContainsFunc(m.Down, in) || slices.ContainsFunc(m.Asleep, in) || slices.ContainsFunc(m.Failed, in) || slices.ContainsFunc(m.Kept, in) ||
		slices.ContainsFunc(m.Frozen, func(f Frozen) bool { return in(f.Range) }) ||
		slices.ContainsFunc(m.Blocked, func(f Frozen) bool { return in(f.Range) })
}

// frozenTile draws a rectangle for nodes that are set aside for a job.
func frozenTile(b *Buffer, c Colour, x, y, w, h float64) {
	b.Fill(Panel, x, y, w, h)
	b.Hatch(c, Falling, x, y, w, h)
	b.RoundOut(c, 1.5, 0, 2, x+0.75, y+0.75, w-1.5, h-1.5)
}

// broken reports whether a cable is down.
func (m *MachineScene) broken(cable int32) bool {
	if len(m.Broken) == 0 || cable < 0 {
		return false
	}
	_, found := slices.BinarySearch(m.Broken, cable)
	return found
}

// brokenLink is the style of a link that is down: a dashed line. A cross is drawn
// on the line's middle.
var brokenLink = weight{colour: Bad, line: 1.5, torn: true}

const tornDash = 3

// cross draws a small cross at a point.
func (b *Buffer) cross(c Colour, line, x, y, r float64) {
	b.Segment(c, line, 0, x-r, y-r, x+r, y+r)
	b.Segment(c, line, 0, x-r, y+r, x+r, y-r)
}

// tear draws the cross on the middle of a link that is down.
func (b *Buffer) tear(x, y float64) {
	b.Circle(Panel, 0, x, y, 6)
	b.cross(Bad, 2, x, y, 3)
}
