package draw

import (
	"math"
	"slices"
	"strconv"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// drawPlan draws the cables and the switches of a plan (DeviceLayout). Emphasized
// cables are drawn over plain ones.
func (l *Layout) drawPlan(b *Buffer, m *MachineScene) {
	p := l.shape.Plan
	for _, pass := range []bool{false, true} {
		for i := range p.Cables {
			w, out := l.weighCable(m, int32(i))
			if out != pass {
				continue
			}
			l.line(&p.Cables[i], func(x1, y1, x2, y2 float64) { l.segment(b, w.colour, w.line, w.dash(), x1, y1, x2, y2) })
			if w.torn {
				x, y, _, _, _ := l.middle(&p.Cables[i])
				b.tear(x, y)
			}
			if w.full {
				l.line(&p.Cables[i], func(x1, y1, x2, y2 float64) { l.segment(b, Panel, w.line*0.3, 4, x1, y1, x2, y2) })
			}
			l.drawMarks(b, i)
		}
	}
	for _, i := range append([]int32{m.Highlight.Cable}, m.Highlight.Route...) {
		if i < 0 || int(i) >= len(p.Cables) {
			continue
		}
		w, _ := l.weighCable(m, i)
		l.line(&p.Cables[i], func(x1, y1, x2, y2 float64) { l.segment(b, Ink, w.line+1.5, 0, x1, y1, x2, y2) })
	}
	for d := range p.Switches {
		s := &l.spots[d]
		if s.x < -9 || s.y < -9 || s.x > l.size.W+9 || s.y > l.size.H+9 {
			continue
		}
		edge, line := Soft, 1.2
		if m.Highlight.Switch == (SwitchID{0, int32(d)}) {
			edge, line = Ink, 2
		}
		r := l.dot
		if len(p.Fly) > 0 || r < 4 {
			b.Circle(Panel, 0, s.x, s.y, r)
			b.Circle(edge, line, s.x, s.y, r)
			continue
		}
		b.Round(Panel, r/2, s.x-r*1.3, s.y-r*0.85, r*2.6, r*1.7)
		b.RoundOut(edge, line, 0, r/2, s.x-r*1.3, s.y-r*0.85, r*2.6, r*1.7)
		if text := strconv.Itoa(d); r >= 7 && TextWidth(text, 9, false) < r*2.4 {
			b.Text(Soft, s.x, s.y, text, Style{Size: 9, Align: Centre, Middle: true})
		}
	}
}

// weighCable returns the style of a cable, and whether the cable is drawn over the
// others. The style shows the cable's load or, if loads are unknown, which job
// holds both ends.
func (l *Layout) weighCable(m *MachineScene, i int32) (weight, bool) {
	if m.Loads != nil || m.broken(i) {
		w := m.weigh(i)
		return w, w.colour != Line
	}
	c := &l.shape.Plan.Cables[i]
	a, z := l.jobAt(c.A), l.jobAt(c.B)
	one := a
	if one == workload.NoJob {
		one = z
	}
	switch {
	case one >= 0 && one == m.Highlight.Current && (a == z || a == workload.NoJob || z == workload.NoJob):
		return weight{colour: Accent, line: 2}, true
	case a >= 0 && a == z:
		return weight{colour: m.Jobs.Colour(a), line: min(max(2, l.side*0.14), 5)}, true
	}
	return weight{colour: Line, line: 1.2}, false
}

// jobAt returns the job that holds a device. It returns NoJob for a switch, a free
// node or a shared node.
func (l *Layout) jobAt(device int32) workload.JobID {
	if n := int(device) - l.shape.Plan.Switches; n >= 0 && l.frame.owner[n] >= 0 {
		return l.frame.owner[n]
	}
	return workload.NoJob
}

// drawMarks draws an arrow on a one-way cable, and writes the length of a long
// cable beside it.
func (l *Layout) drawMarks(b *Buffer, i int) {
	c := &l.shape.Plan.Cables[i]
	if !c.OneWay && c.Length <= 1 {
		return
	}
	x, y, dx, dy, size := l.middle(c)
	if size < 14 || x < 0 || y < 0 || x > l.size.W || y > l.size.H {
		return
	}
	if c.OneWay {
		k := min(5, size/5)
		l.segment(b, Soft, 1.4, 0, x-dx*k-dy*k, y-dy*k+dx*k, x+dx*k, y+dy*k)
		l.segment(b, Soft, 1.4, 0, x-dx*k+dy*k, y-dy*k-dx*k, x+dx*k, y+dy*k)
	}
	if c.Length > 1 && size > 34 {
		b.Text(Soft, x+dy*8, y-dx*8, strconv.Itoa(int(c.Length)), Style{Size: 9, Align: Centre, Middle: true, Halo: Panel})
	}
}

// middle returns the midpoint of a cable, the direction of the cable at that point
// as a unit vector, and the distance between the cable's ends.
func (l *Layout) middle(c *Cable) (x, y, dx, dy, size float64) {
	a, z := &l.spots[c.A], &l.spots[c.B]
	size = math.Hypot(z.x-a.x, z.y-a.y)
	piece, n := 0, 1
	if c.Bend != 0 || len(l.shape.Plan.Fly) > 0 && int(max(c.A, c.B)) < l.shape.Plan.Switches {
		n = linePieces
	}
	l.line(c, func(x1, y1, x2, y2 float64) {
		if piece == n/2 {
			x, y, dx, dy = x1, y1, x2-x1, y2-y1
			if n == 1 {
				x, y = (x1+x2)/2, (y1+y2)/2
			}
		}
		piece++
	})
	if d := math.Hypot(dx, dy); d > 0 {
		dx, dy = dx/d, dy/d
	}
	return x, y, dx, dy, size
}

// planAt completes a hit on a plan if the point is not on a node. It looks for a
// switch at the point, and then for a cable within 5 px.
func (l *Layout) planAt(hit Hit, x, y float64) Hit {
	p := l.shape.Plan
	for d := range p.Switches {
		if math.Hypot(l.spots[d].x-x, l.spots[d].y-y) < max(l.dot, 5)+3 {
			hit.Kind, hit.Switch = OnSwitch, SwitchID{0, int32(d)}
			return hit
		}
	}
	best := 5.0
	for i := range p.Cables {
		l.line(&p.Cables[i], func(x1, y1, x2, y2 float64) {
			if d := distanceToSegment(x, y, x1, y1, x2, y2); d < best {
				best, hit.Kind, hit.Cable = d, OnLink, int32(i)
			}
		})
	}
	return hit
}

// distanceToSegment returns the distance from the point x, y to a line segment.
func distanceToSegment(x, y, x1, y1, x2, y2 float64) float64 {
	dx, dy := x2-x1, y2-y1
	t := 0.0
	if d := dx*dx + dy*dy; d > 0 {
		t = min(max(((x-x1)*dx+(y-y1)*dy)/d, 0), 1)
	}
	return math.Hypot(x-x1-t*dx, y-y1-t*dy)
}

// numberSpots writes the name or number of each node of a plan below the node, if
// there is room.
func (l *Layout) numberSpots(b *Buffer, m *MachineScene) {
	if !l.numbers {
		return
	}
	for n, s := range l.spots[l.shape.Plan.Switches:] {
		if s.x < 0 || s.y < 0 || s.x > l.size.W || s.y > l.size.H {
			continue
		}
		b.Text(Soft, s.x, s.y+l.side/2+9, m.nodeName(n, l.side+10), Style{Size: 9, Align: Centre, Halo: Panel})
	}
}

// maxCabled is the maximum number of links of a machine whose loads are drawn.
const maxCabled = 1 << 18

// Cabling returns, for each link of the machine, the cable that shows the link in
// the picture. The value is twice the number of the cable, plus 1 if the link has
// the reverse direction (in a tree: downwards). It returns nil for a machine with
// too many links, and for a dragonfly without a plan. Cost: O(links·log switches).
func (s *MachineShape) Cabling(t topology.Routed) []int32 {
	n := t.NumLinks()
	switch {
	case n > maxCabled || len(s.Fly) > 0:
		return nil
	case s.Plan != nil:
		var weight func(topology.LinkID) int64
		if g, ok := t.(weighted); ok {
			weight = g.Weight
		}
		return (&DeviceLayout{}).read(t, weight)
	case len(s.Tree) > 0:
		return s.climb(t)
	}
	out := make([]int32, n)
	for l := range out {
		x := t.Link(topology.LinkID(l))
		wire := s.Wire(int(x.From), int(x.To))
		out[l] = 2 * wire
		if wire >= 0 && int(wire)%s.Nodes != int(x.From) {
			out[l]++
		}
	}
	return out
}

// climb returns the result of Cabling for a tree.
func (s *MachineShape) climb(t topology.Routed) []int32 {
	at := make([]SwitchID, t.NumSwitches()+s.Nodes) // by device: the switch or node that stands for it in the picture
	list := topology.Nesting(t)
	for i := range list {
		x := &list[i]
		first := s.Tree[x.Level][:len(s.Tree[x.Level])-1]
		place, _ := slices.BinarySearch(first, int32(x.First))
		here := s.Settle(SwitchID{x.Level, int32(place)})
		end := topology.DeviceID(t.NumSwitches())
		if i+1 < len(list) {
			end = list[i+1].Device
		}
		for d := x.Device; d < end; d++ { // the switch, and the switches that are parallel to it
			at[d] = here
		}
	}
	for n := range s.Nodes {
		at[t.NumSwitches()+n] = SwitchID{int32(len(s.Tree)), int32(n)}
	}
	out := make([]int32, t.NumLinks())
	for l := range out {
		x := t.Link(topology.LinkID(l))
		from, to := at[x.From], at[x.To]
		if from.Level > to.Level {
			out[l] = 2 * s.Above(from)
		} else {
			out[l] = 2*s.Above(to) + 1
		}
	}
	return out
}

// Settle returns the switch at a position of a tree. If the position is only a link
// that passes through the level, it returns the leaf switch at the lower end of the
// link.
func (s *MachineShape) Settle(at SwitchID) SwitchID {
	for int(at.Level) < len(s.Through) {
		if _, passes := slices.BinarySearch(s.Through[at.Level], at.Place); !passes {
			break
		}
		first := s.Tree[at.Level][at.Place]
		at.Level++
		place, _ := slices.BinarySearch(s.Tree[at.Level], first)
		at.Place = int32(place)
	}
	return at
}

// Wire returns the number of the cable between two neighbouring nodes of a grid, or
// -1 if the nodes are not neighbours. The cable is numbered by its dimension and
// its lower node. A cable that joins the two ends of a line is numbered by the last
// node of the line.
func (s *MachineShape) Wire(a, b int) int32 {
	stride := 1
	for dim := len(s.Dims) - 1; dim >= 0; dim-- {
		side := s.Dims[dim]
		switch x, y := a/stride%side, b/stride%side; {
		case x == y:
		case x+1 == y || s.Wraps && side > 2 && x == side-1 && y == 0:
			return int32(dim*s.Nodes + a)
		default:
			return int32(dim*s.Nodes + b)
		}
		stride *= side
	}
	return -1
}
