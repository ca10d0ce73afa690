package draw

import (
	"slices"

	"hopyard/core/topology"
)

// drawStates marks the nodes that cannot be used as others are, each state by a
// pattern of its own: frozen falling lines in the frame of the job that they
// wait for, kept rising or upright lines, failed one stroke, down crossed lines, offline a
// dashed frame around nothing.
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
	for _, r := range m.Offline {
		l.eachTile(r.First, r.Last, func(x, y, w, h float64) {
			b.Fill(Panel, x-0.5, y-0.5, w+1, h+1)
			b.RoundOut(Soft, 1, 2, 0, x+0.5, y+0.5, w-1, h-1)
		})
	}
}

// patterned reports whether a node has a pattern on which text needs a halo.
func (m *MachineScene) patterned(n topology.NodeID) bool {
	in := func(r Range) bool { return r.First <= n && n <= r.Last }
	return slices.ContainsFunc(m.Down, in) || slices.ContainsFunc(m.Failed, in) || slices.ContainsFunc(m.Kept, in) ||
		slices.ContainsFunc(m.Frozen, func(f Frozen) bool { return in(f.Range) })
}

// frozenTile is a rectangle set aside for a job.
func frozenTile(b *Buffer, c Colour, x, y, w, h float64) {
	b.Fill(Panel, x, y, w, h)
	b.Hatch(c, Falling, x, y, w, h)
	b.RoundOut(c, 1.5, 0, 2, x+0.75, y+0.75, w-1.5, h-1.5)
}

// broken reports whether a cable does not work.
func (m *MachineScene) broken(cable int32) bool {
	if len(m.Broken) == 0 || cable < 0 {
		return false
	}
	_, found := slices.BinarySearch(m.Broken, cable)
	return found
}

// torn is how a link that does not work is drawn: a broken line with a cross.
var torn = weight{colour: Bad, line: 1.5, torn: true}

const tornDash = 3

// cross marks a place by a small cross.
func (b *Buffer) cross(c Colour, line, x, y, r float64) {
	b.Segment(c, line, 0, x-r, y-r, x+r, y+r)
	b.Segment(c, line, 0, x-r, y+r, x+r, y-r)
}

// tear marks the middle of a link that does not work.
func (b *Buffer) tear(x, y float64) {
	b.Circle(Panel, 0, x, y, 6)
	b.cross(Bad, 2, x, y, 3)
}
