package draw

import (
	"math"
	"strconv"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// MachineScene describes what the picture of the machine shows at one moment.
type MachineScene struct {
	Jobs     *Jobs
	Words    Words
	Holds    []Hold        // allocated nodes; the ranges of a job are consecutive and in ascending order
	Seats    []SocketShare // by node, then socket: cores that jobs hold on the sockets of shared nodes; nil: every node has one socket
	Units    []UnitScene   // groups of nodes with a common state (units of source S0); nil: none are drawn
	Failed   []Range       // nodes that have failed although the resource manager has not noticed it yet
	Down     []Range       // nodes known to be down
	Asleep   []Range       // nodes that are powered down because they were idle
	Offline  []Range       // nodes that do not exist yet, or belong to another partition of the machine
	Kept     []Range       // nodes promised to a waiting job
	KeptNow  bool          // whether the nodes in Kept are not promised; they are then the nodes that the job would get if it started now
	Frozen   []Frozen      // nodes set aside for jobs that are growing
	Blocked  []Frozen      // nodes that jobs keep free of other jobs
	GPUs     []GPUs        // nodes that have accelerators
	Names    []string      // names of the nodes; nil: nodes are shown by number
	Switches []string      // names of a tree's switches, level by level; nil: switches are shown by number
	// Loads holds the loads of the cables, numbered as in MachineShape.Cables. If
	// it is nil, the links of a tree show how many jobs cross them, and other links
	// show which job holds both of their ends.
	Loads     []Load
	Broken    []int32 // cables that are down, in ascending order; numbered like Loads
	Outline   bool    // whether every node has an outline, for more contrast or if the system forces its colours
	Patterns  bool    // whether jobs have patterns in addition to their colours
	Cuts      []Cut   // where the parts of highlighted jobs end that stay together
	Highlight Highlight
}

// Cut is a place between two nodes of a job: a segment or slice of the job ends
// before the node.
type Cut struct {
	Node topology.NodeID
	Job  workload.JobID
}

// nodeName returns the name of a node if it fits in the given width (in pixels) in
// small letters. Otherwise it returns the node's number.
func (m *MachineScene) nodeName(n int, width float64) string {
	if n < len(m.Names) && TextWidth(m.Names[n], 9, false) <= width {
		return m.Names[n]
	}
	return strconv.Itoa(n)
}

// Range is a range of consecutive nodes, from First to Last.
type Range struct{ First, Last topology.NodeID }

// Hold is the allocation of consecutive nodes to a job.
type Hold struct {
	First, Last topology.NodeID
	Job         workload.JobID
	Part        uint8 // share of each node's cores, in 255ths; 255 is the whole node
	GPUs        uint8 // accelerators held on each node
}

// Frozen is a range of nodes that are set aside for a job that does not use them: so
// that it can grow onto them (source S2, stage s1), or so that it has its blocks to
// itself (Slurm's --exclusive=topo). No other job may use them.
type Frozen struct {
	Range
	Job workload.JobID
}

// UnitState is the state of a unit in the sense of source S0: free, busy or
// allocated.
type UnitState uint8

// The states of a unit.
const (
	UnitFree      UnitState = iota // no node of the unit is in use
	UnitBusy                       // some nodes of the unit are in use
	UnitAllocated                  // all nodes belong to one allocation
)

// UnitScene is a unit, which is a group of consecutive nodes with a common state.
type UnitScene struct {
	Range
	State UnitState
	Left  int32 // number of unused nodes
}

// GPUs is a range of nodes with Count accelerators each.
type GPUs struct {
	Range
	Count uint8
}

// Draw appends the picture of the scene m to the buffer. Cost: O(cells + nodes held
// + links shown).
func (l *Layout) Draw(b *Buffer, m *MachineScene) {
	if len(l.blocks) == 0 {
		return
	}
	l.frame.fill(l, m)
	l.frame.torn = l.frame.torn[:0]
	l.airy = m.Loads != nil
	b.Clip(0, 0, l.size.W, l.size.H)
	switch {
	case l.spots != nil:
		l.drawPlan(b, m)
	case l.racks != nil:
		l.racks.draw(b, m)
	case len(l.levels) > 0:
		l.drawLinks(b, m)
	case l.wires:
		l.drawWires(b, m)
	}
	l.drawCells(b, m)
	l.drawPatterns(b, m)
	if len(l.shape.Fly) > 0 && l.blocks[0].cw*float64(l.blocks[0].cols) > 12 {
		for i := range l.blocks {
			if k := &l.blocks[i]; k.y > 0 && k.y < l.size.H+14 && k.x > -20 && k.x < l.size.W {
				if name := l.sliceName(i); TextWidth(name, 10, false) <= k.w() || i%5 == 0 {
					b.Text(Soft, max(k.x, 0), k.y-4, name, Style{Size: 10})
				}
			}
		}
	}
	if l.fine() {
		l.drawSeats(b, m)
		l.drawParts(b, m)
		l.drawGPUs(b, m)
	} else {
		l.underlineGPUs(b, m)
	}
	l.drawStates(b, m)
	for _, at := range l.frame.torn {
		b.tear(at.x, at.y)
	}
	l.drawUnits(b, m)
	l.drawSwitches(b, m)
	l.drawHighlight(b, m)
	l.drawLabels(b, m)
	if m.Loads != nil {
		l.drawLoads(b, m)
	}
	b.Unclip()
}

// fine reports whether cells are large enough to be drawn one by one.
func (l *Layout) fine() bool {
	return l.row || l.blocks[0].cw >= roundCell && l.blocks[0].ch >= solidCell
}

func (l *Layout) radius() float64 { return min(3, min(l.blocks[0].cw, l.blocks[0].ch)*0.3) }

// lying reports whether nodes are drawn so wide and low that the jobs that share a
// node are beside each other, not on top of each other.
func (l *Layout) lying() bool { return l.racks != nil && l.blocks[0].cw > 1.5*l.blocks[0].ch }

// tile returns the rectangle that is drawn for a cell, without the gap to the next
// cell.
func (l *Layout) tile(b *block, col, row int) (x, y, w, h float64) {
	side := b.cw
	if l.racks != nil {
		side = min(side, b.ch)
	}
	inset := min(max(0.6, side*0.05), side*0.1, 2)
	if l.wires {
		inset = b.cw * 0.16
	}
	if l.wires && l.airy {
		inset = b.cw * 0.24
	}
	down := inset
	if l.row {
		down = 0
	}
	return b.x + float64(col)*b.cw + inset, b.y + float64(row)*b.ch + down, b.cw - 2*inset, b.ch - 2*down
}

// window returns the part of a block that the canvas shows: the columns c0 to c1-1
// and the rows r0 to r1-1.
func (l *Layout) window(b *block) (c0, c1, r0, r1 int) {
	c0, r0 = max(int(-b.x/b.cw), 0), max(int(-b.y/b.ch), 0)
	c1 = min(int(math.Ceil((l.size.W-b.x)/b.cw)), b.cols)
	r1 = min(int(math.Ceil((l.size.H-b.y)/b.ch)), b.rows())
	return c0, c1, r0, r1
}

// eachTile calls yield with the rectangle of each cell in a range of nodes. If
// cells are too small to be drawn one by one, it calls yield for each row of cells
// instead.
func (l *Layout) eachTile(first, last topology.NodeID, yield func(x, y, w, h float64)) {
	l.segments(first, last, func(k *block, x, y, w, h float64, from, to int) {
		if !l.fine() {
			yield(x, y, w, h)
			return
		}
		for cell := from; cell <= to; cell++ {
			col, row := k.cellAt(cell)
			yield(l.tile(k, col, row))
		}
	})
}

// drawUnits draws a bracket below each unit. The line is thin for a free unit,
// dashed for a busy one, and thick for an allocated one.
func (l *Layout) drawUnits(b *Buffer, m *MachineScene) {
	for _, u := range m.Units {
		l.segments(u.First, u.Last, func(_ *block, x, y, w, h float64, _, _ int) {
			y += h + 3.5
			if !l.row {
				y -= 4
			}
			c, line, dash := Soft, 1.0, 0.0
			switch u.State {
			case UnitBusy:
				line, dash = 2, 3
			case UnitAllocated:
				c, line = Ink, 2.5
			}
			b.Segment(c, line, dash, x+1, y, x+w-1, y)
			if l.row {
				b.Segment(c, 1, 0, x+1, y-2.5, x+1, y)
				b.Segment(c, 1, 0, x+w-1, y-2.5, x+w-1, y)
			}
		})
	}
}
