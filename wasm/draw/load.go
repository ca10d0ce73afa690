package draw

import (
	"math"
	"strconv"
)

// Load is the load of a cable in the direction with the higher load, as fractions
// of the cable's capacity. Carried is the actual load. Wanted is the load if the
// running jobs communicated at full speed.
type Load struct{ Carried, Wanted float32 }

// weight is the style of the line by which a link is drawn.
type weight struct {
	colour Colour
	line   float64
	full   bool // whether the link is overloaded, so that at least one job is slowed down
	torn   bool // whether the link is down
}

// dash returns the length of the line's dashes, or 0 for an unbroken line. Only
// links that are down have dashes.
func (w *weight) dash() float64 {
	if w.torn {
		return tornDash
	}
	return 0
}

// weigh returns the style of a cable. Its width and colour show the cable's load.
func (m *MachineScene) weigh(cable int32) weight {
	var load Load
	if cable >= 0 && int(cable) < len(m.Loads) {
		load = m.Loads[cable]
	}
	w := weight{colour: Line, line: 1.2}
	switch {
	case m.broken(cable):
		return brokenLink
	case load.Wanted <= 0:
		return w
	case load.Wanted < 0.5:
		w.colour = Warm1
	case load.Wanted <= fullLoad:
		w.colour = Warm2
	default:
		w.colour, w.full = Warm3, true
	}
	w.line = 1.6 + 4.4*min(float64(load.Carried), 1)
	return w
}

// fullLoad is the load above which a link slows jobs down.
const fullLoad = 1.0005

// percent formats a load as a label.
func percent(v float32) string { return strconv.Itoa(int(v*100+0.5)) + " %" }

// Cables returns how many numbers the cables of a shape have; some numbers can be
// unused. A plan has a list of cables. A tree has a cable above each switch other
// than the root, numbered level by level, and then a cable above each node. A grid
// has, for each dimension, a number for the cable from each node to the next. For
// the last node along a dimension, this cable may not exist.
func (s *MachineShape) Cables() int {
	switch {
	case s.Plan != nil:
		return len(s.Plan.Cables)
	case len(s.Tree) > 0:
		return int(s.cableAbove(len(s.Tree), s.Nodes))
	}
	return len(s.Dims) * s.Nodes
}

// cableAbove returns the number of the cable above a switch. Nodes count as the
// level below the last level of switches.
func (s *MachineShape) cableAbove(level, place int) int32 {
	n := place
	for _, first := range s.Tree[1:level] {
		n += len(first) - 1
	}
	return int32(n)
}

// Above returns the number of the cable above a switch of a tree, or -1 for the
// root.
func (s *MachineShape) Above(at SwitchID) int32 {
	if at.Level < 1 || int(at.Level) > len(s.Tree) {
		return -1
	}
	return s.cableAbove(int(at.Level), int(at.Place))
}

// Below returns the switch at the lower end of a tree's cable. It is the inverse of
// Above. If a node is at the lower end, the result has the level below the last
// level of switches.
func (s *MachineShape) Below(cable int32) SwitchID {
	n := int(cable)
	for level := 1; level < len(s.Tree); level++ {
		if k := len(s.Tree[level]) - 1; n >= k {
			n -= k
		} else {
			return SwitchID{int32(level), int32(n)}
		}
	}
	return SwitchID{int32(len(s.Tree)), int32(n)}
}

// drawLoads writes the load beside the most heavily loaded links, as far as there
// is room. It labels only links that slow a job down.
func (l *Layout) drawLoads(b *Buffer, m *MachineScene) {
	const most, wide, high = 8, 40.0, 14.0
	var hot [most]int32 // the most heavily loaded links, in descending order
	n := 0
	for i := range m.Loads {
		if m.Loads[i].Wanted <= fullLoad {
			continue
		}
		at := n
		for at > 0 && m.Loads[hot[at-1]].Wanted < m.Loads[i].Wanted {
			at--
		}
		if n = min(n+1, most); at < most {
			copy(hot[at+1:n], hot[at:])
			hot[at] = int32(i)
		}
	}
	var taken [most][2]float64
	labels := 0
	for _, i := range hot[:n] {
		x, y, ok := l.cableMiddle(i)
		for _, t := range taken[:labels] {
			ok = ok && (math.Abs(t[0]-x) > wide || math.Abs(t[1]-y) > high)
		}
		if !ok || x < 14 || y < 8 || x > l.size.W-14 || y > l.size.H-8 {
			continue
		}
		taken[labels] = [2]float64{x, y}
		labels++
		b.Text(Ink, x, y, percent(m.Loads[i].Wanted), Style{Size: 10, Bold: true, Align: Centre, Middle: true, Halo: Panel})
	}
}

// cableMiddle returns the position for a label on a cable, or false if there is no
// room for one.
func (l *Layout) cableMiddle(i int32) (x, y float64, ok bool) {
	switch {
	case l.spots != nil:
		x, y, _, _, _ = l.middle(&l.shape.Plan.Cables[i])
		return x, y, true
	case l.racks != nil:
		return l.racks.linkMiddle(i)
	case len(l.levels) > 0:
		return l.linkMiddle(i)
	}
	return 0, 0, false // in a grid there is no room between the nodes
}

// linkMiddle returns the position for a label on a cable of a tree.
func (l *Layout) linkMiddle(i int32) (x, y float64, ok bool) {
	at := l.shape.Below(i)
	if int(at.Level) == len(l.shape.Tree) {
		if !l.row {
			return 0, 0, false
		}
		v := &l.levels[len(l.levels)-1]
		s := l.blockOf(int(at.Place))
		k := &l.blocks[s]
		col, _ := k.cellAt(int(at.Place))
		return (v.x[s] + 2*(k.x+(float64(col)+0.5)*k.cw)) / 3, v.y + (k.y-v.y)*0.66, true
	}
	for k := 1; k < len(l.levels); k++ {
		if v, up := &l.levels[k], &l.levels[k-1]; v.of == int(at.Level) {
			p := up.over(nodeOf(v.first[at.Place]))
			y := 0.42*up.y + 0.58*v.y
			return curveX(up.x[p], v.x[at.Place], 0.6, 0.32), y, true
		}
	}
	return 0, 0, false
}
