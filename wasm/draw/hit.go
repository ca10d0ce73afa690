package draw

import (
	"math"
	"sort"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

func nothing() Hit {
	return Hit{Node: -1, Last: -1, Job: workload.NoJob, Switch: NoSwitch, Cable: -1, Outage: -1}
}

// At returns what lies at a point of the canvas. Cost: O(log blocks + levels), and
// O(holds) to find the job. Between two levels of a tree it is O(switches shown).
func (l *Layout) At(x, y float64, m *MachineScene) Hit {
	hit := nothing()
	if l.wires && m.Loads != nil {
		if c := l.wireAt(x, y); c >= 0 {
			hit.Kind, hit.Cable = OnLink, c
			return hit
		}
	}
	if cell, ok := l.cellAt(x, y); ok {
		hit.Kind, hit.Node = OnNode, topology.NodeID(cell*l.per)
		hit.Last = topology.NodeID(min((cell+1)*l.per, l.shape.Nodes) - 1)
		hit.Job = l.holder(m, hit.Node, hit.Last, x, y)
		return hit
	}
	if l.spots != nil {
		return l.planAt(hit, x, y)
	}
	if l.racks != nil {
		return l.racks.at(hit, x, y)
	}
	for k := range l.levels {
		if v := &l.levels[k]; math.Abs(y-v.y) <= max(v.h/2, 5)+2 {
			if s, ok := v.near(l, x); ok {
				hit.Kind = OnSwitch
				return l.under(hit, v, s)
			}
		}
	}
	return l.link(hit, x, y)
}

// under sets the switch of a hit, and the range of nodes below the switch.
func (l *Layout) under(hit Hit, v *level, s int) Hit {
	hit.Switch = SwitchID{int32(v.of), int32(s)}
	hit.Node, hit.Last = nodeOf(v.first[s]), nodeOf(v.first[s+1]-1)
	return hit
}

func nodeOf(n int32) topology.NodeID { return topology.NodeID(n) }

// cellAt returns the cell at a point, or false if there is none. It uses binary
// search: blocks are ordered by lines from the top, and within a line from the
// left. Cost: O(log blocks), but O(nodes) in a plan and O(racks) among racks.
func (l *Layout) cellAt(x, y float64) (int, bool) {
	if l.spots != nil || l.racks != nil {
		for i := range l.blocks {
			b := &l.blocks[i]
			if x >= b.x && y >= b.y && x < b.x+b.w() && y < b.y+b.h() {
				return b.cell(int((x-b.x)/b.cw), int((y-b.y)/b.ch))
			}
		}
		return 0, false
	}
	line := sort.Search(len(l.blocks), func(i int) bool { return l.blocks[i].y+l.rowHeight() > y })
	end := line
	if line < len(l.blocks) {
		end = line + sort.Search(len(l.blocks)-line, func(i int) bool { return l.blocks[line+i].y > l.blocks[line].y })
	}
	i := line + sort.Search(end-line, func(i int) bool { return l.blocks[line+i].x > x }) - 1
	if i < line {
		return 0, false
	}
	b := &l.blocks[i]
	col, row := int(math.Floor((x-b.x)/b.cw)), int(math.Floor((y-b.y)/b.ch))
	if col < 0 || col >= b.cols || row < 0 || row >= b.rows() {
		return 0, false
	}
	return b.cell(col, row)
}

// rowHeight returns the height of a line of blocks. Only trees have blocks of
// different heights, and all blocks of a tree are in a single line.
func (l *Layout) rowHeight() float64 {
	if len(l.levels) > 0 {
		return l.size.H
	}
	return l.blocks[0].h()
}

// holder returns the job that holds a range of nodes. If the range is a single node
// that several jobs share, it returns the job that is drawn at the point. For
// several nodes it returns the first job found.
func (l *Layout) holder(m *MachineScene, first, last topology.NodeID, x, y float64) workload.JobID {
	id, filled := workload.NoJob, 0
	b := &l.blocks[l.blockOf(int(first)/l.per)]
	col, row := b.cellAt(int(first) / l.per)
	left, top, wide, high := l.tile(b, col, row)
	at := (top + high - y) / high * 255 // height of the point above the node's lower edge, in 255ths of the node
	if l.lying() {
		at = (x - left) / wide * 255
	}
	for i := range m.Holds {
		h := &m.Holds[i]
		if h.First > last || h.Last < first {
			continue
		}
		if h.Part == 255 || l.per > 1 {
			return h.Job
		}
		if filled += int(h.Part); at <= float64(filled) {
			return h.Job
		}
	}
	return id
}

// near returns the switch of a level whose box is at the given x coordinate, with a
// small tolerance. It returns false if there is none.
func (v *level) near(l *Layout, x float64) (int, bool) {
	from, to := v.visible(l)
	s := from + sort.Search(to-from, func(i int) bool { return v.x[from+i] > x })
	best, gap := -1, math.Max(v.w/2+float64(v.boxes-1)/2*v.apart, 3)+2
	for _, c := range []int{s - 1, s} {
		if c >= from && c < to && !v.through(c) && math.Abs(v.x[c]-x) <= gap {
			best, gap = c, math.Abs(v.x[c]-x)
		}
	}
	return best, best >= 0
}

// link returns the nearest link of a tree within 5 px of a point. It can be a link
// between two drawn levels, or a link from a leaf switch down to a node.
func (l *Layout) link(hit Hit, x, y float64) Hit {
	best := 5.0
	for k := 1; k < len(l.levels); k++ {
		v, up := &l.levels[k], &l.levels[k-1]
		y1, y2 := up.y+up.h/2, v.y-v.h/2
		if y < y1 || y > y2 {
			continue
		}
		from, to := v.visible(l)
		for s := from; s < to; s++ {
			l.strands(k, s, func(x1, x2 float64) {
				at := func(y float64) float64 { return curveX(x1, x2, (y-y1)/(y2-y1), (v.y-up.y)*0.32/(y2-y1)) }
				// A link may be almost horizontal, so the distance is measured
				// perpendicular to the link and not horizontally.
				slope := at(y+0.5) - at(y-0.5)
				if d := math.Abs(at(y)-x) / math.Hypot(1, slope); d < best {
					best, hit.Kind = d, OnLink
					hit = l.under(hit, v, s)
					hit.Switch = l.shape.Settle(hit.Switch)
					hit.Cable = l.shape.Above(hit.Switch)
				}
			})
		}
	}
	if l.row && hit.Kind == OnNothing {
		return l.drop(hit, x, y)
	}
	return hit
}

// drop returns the nearest link from a leaf switch to a node, within 4 px of a
// point.
func (l *Layout) drop(hit Hit, x, y float64) Hit {
	v, best := &l.levels[len(l.levels)-1], 4.0
	if y < v.y+v.h/2 || y > l.blocks[0].y {
		return hit
	}
	from, to := v.visible(l)
	for s := from; s < to; s++ {
		k := &l.blocks[s]
		for i := range k.n {
			if d := distanceToSegment(x, y, v.x[s], v.y+v.h/2, k.x+(float64(i)+0.5)*k.cw, k.y); d < best {
				best, hit.Kind = d, OnLink
				hit.Node = topology.NodeID(k.first + i)
				hit.Last, hit.Cable = hit.Node, l.shape.cableAbove(len(l.shape.Tree), k.first+i)
			}
		}
	}
	return hit
}

// curveX returns the x coordinate of a point on a link that leads from x1 to x2.
// The parameter at is the height of the point, as a fraction of the link's height.
// The parameter bend is the length of the vertical bends in the same unit. The
// height of the Bézier curve grows with the curve's parameter. Bisection therefore
// finds the parameter, to a thousandth.
func curveX(x1, x2, at, bend float64) float64 {
	lo, hi := 0.0, 1.0
	for range 12 {
		t := (lo + hi) / 2
		if 3*t*(1-t)*(1-t)*bend+3*t*t*(1-t)*(1-bend)+t*t*t < at {
			lo = t
		} else {
			hi = t
		}
	}
	t := (lo + hi) / 2
	return x1 + (x2-x1)*(3*t*t-2*t*t*t)
}
