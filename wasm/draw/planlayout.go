package draw

import (
	"math"

	"hopyard/core/topology"
)

// spot is the position of the middle of a device. In a dragonfly, the unit vector
// nx, ny points away from the edge of the picture. It gives the direction in which
// the lines to other devices begin.
type spot struct{ x, y, nx, ny float64 }

// placePlan places the devices of a plan. Each node becomes a block of one cell.
func (l *Layout) placePlan() bool {
	p := l.shape.Plan
	if len(p.Fly) > 0 {
		l.placeRingOfGroups(p.Fly[0], p.Fly[1], p.Fly[2])
	} else {
		l.placeSpots(p)
	}
	side := l.side
	for n, s := range l.spots[p.Switches:] {
		l.blocks = append(l.blocks, block{first: n, n: 1, cols: 1, cw: side, ch: side, x: s.x - side/2, y: s.y - side/2})
	}
	return true
}

// placeSpots scales the positions of a plan to the canvas. To fill the canvas, it
// may stretch one direction up to 1.7 times as much as the other.
func (l *Layout) placeSpots(p *DeviceLayout) {
	minX, maxX, minY, maxY := p.X[0], p.X[0], p.Y[0], p.Y[0]
	for i := range p.X {
		minX, maxX = min(minX, p.X[i]), max(maxX, p.X[i])
		minY, maxY = min(minY, p.Y[i]), max(maxY, p.Y[i])
	}
	const room, stretch = 26, 1.7
	zoom := l.view.zoom()
	w, h := max(l.size.W-2*room, 1)*zoom, max(l.size.H-2*room, 1)*zoom
	sx, sy := w/float64(max(maxX-minX, 1)), h/float64(max(maxY-minY, 1))
	sx, sy = min(sx, stretch*sy), min(sy, stretch*sx)
	left, top := l.centre(float64(maxX-minX)*sx, float64(maxY-minY)*sy)
	l.spots = make([]spot, len(p.X))
	for i := range l.spots {
		l.spots[i] = spot{x: left + float64(p.X[i]-minX)*sx, y: top + float64(p.Y[i]-minY)*sy}
	}
	near := 3 * maxCell
	for i := range l.spots {
		for k := range i {
			gap := max(math.Abs(l.spots[i].x-l.spots[k].x), math.Abs(l.spots[i].y-l.spots[k].y))
			near = min(near, gap)
		}
	}
	l.side = min(max(near*0.62, 3), 32)
	l.numbers = near >= l.side+12 && l.side >= 16
	l.dot = min(max(near*0.3, 2), 9)
}

// placeRingOfGroups places the groups of a dragonfly around the canvas. The nodes
// are outside and the routers inside. The nodes of a router are in as many rows as
// makes the nodes largest.
func (l *Layout) placeRingOfGroups(groups, routers, nodes int) {
	zoom := l.view.zoom()
	w, h := max(l.size.W-2*margin, 1)*zoom, max(l.size.H-2*margin, 1)*zoom
	around := 2*math.Abs(w-h) + math.Pi*min(w, h)
	pitch, rows, slots := 0.0, 1, 1.0
	for q := 1; q <= nodes; q++ {
		n := float64(groups) * (float64(routers*((nodes+q-1)/q)) + 0.8)
		if p := min(around/n, min(w, h)/(2*float64(q)+6), maxCell); p > pitch {
			pitch, rows, slots = p, q, n
		}
	}
	l.numbers = rows == 1 && pitch > 18
	l.side, l.dot = pitch*0.86, min(max(pitch*0.3, 2), 7)
	left, top := l.centre(w, h)
	at := func(slot, inset float64) spot {
		s := stadium(w, h, around*math.Mod(slot/slots+0.999, 1))
		return spot{left + s.x + s.nx*inset, top + s.y + s.ny*inset, s.nx, s.ny}
	}
	across := float64((nodes + rows - 1) / rows)
	l.spots = make([]spot, groups*routers*(nodes+1))
	for r := range groups * routers {
		begin := float64(r)*across + 0.8*float64(r/routers) + 0.4
		l.spots[r] = at(begin+across/2, pitch*(float64(rows)+0.9))
		for k := range nodes {
			l.spots[groups*routers+r*nodes+k] = at(begin+float64(k/rows)+0.5, pitch*(float64(k%rows)+0.5))
		}
		if r > 0 {
			l.dot = max(min(l.dot, 0.44*math.Hypot(l.spots[r].x-l.spots[r-1].x, l.spots[r].y-l.spots[r-1].y)), 2)
		}
	}
}

// stadium returns a point on the outline of a stadium (a rectangle with round
// ends), and the direction inwards. The stadium is the largest in an area of w by
// h. The parameter along is the length of the outline from the upper left to the
// point, clockwise, in pixels.
func stadium(w, h, along float64) spot {
	if h > w {
		s := stadium(h, w, along)
		return spot{w - s.y, s.x, -s.ny, s.nx}
	}
	side, r := w-h, h/2
	end := func(cx, along, from float64) spot {
		sin, cos := math.Sincos(from + along/r)
		return spot{cx + r*cos, r + r*sin, -cos, -sin}
	}
	switch {
	case along < side:
		return spot{r + along, 0, 0, 1}
	case along < side+math.Pi*r:
		return end(w-r, along-side, -math.Pi/2)
	case along < 2*side+math.Pi*r:
		return spot{w - r - (along - side - math.Pi*r), h, 0, -1}
	}
	return end(r, along-2*side-math.Pi*r, math.Pi/2)
}

// linePieces is the number of straight pieces by which a curved line is drawn.
const linePieces = 14

// line calls yield for each straight piece of the line that shows a cable.
func (l *Layout) line(c *Cable, yield func(x1, y1, x2, y2 float64)) {
	a, b := &l.spots[c.A], &l.spots[c.B]
	dx, dy := b.x-a.x, b.y-a.y
	bent := math.Hypot(dx, dy)
	p, q := [2]float64{}, [2]float64{} // vectors from the ends to the control points of the Bézier curve
	switch {
	case len(l.shape.Plan.Fly) > 0 && int(max(c.A, c.B)) < l.shape.Plan.Switches:
		k := min(bent*0.36, l.size.H*l.view.zoom()*0.6)
		p, q = [2]float64{a.nx * k, a.ny * k}, [2]float64{b.nx * k, b.ny * k}
	case c.Bend != 0:
		k := float64(c.Bend) / 750
		p = [2]float64{dx/3 + dy*k, dy/3 - dx*k}
		q = [2]float64{-dx/3 + dy*k, -dy/3 - dx*k}
	default:
		yield(a.x, a.y, b.x, b.y)
		return
	}
	x1, y1 := a.x, a.y
	for i := 1; i <= linePieces; i++ {
		t := float64(i) / linePieces
		u := 1 - t
		x2 := u*u*u*a.x + 3*u*u*t*(a.x+p[0]) + 3*u*t*t*(b.x+q[0]) + t*t*t*b.x
		y2 := u*u*u*a.y + 3*u*u*t*(a.y+p[1]) + 3*u*t*t*(b.y+q[1]) + t*t*t*b.y
		yield(x1, y1, x2, y2)
		x1, y1 = x2, y2
	}
}

// segment appends the part of a straight line that is on the canvas or up to 8
// pixels outside.
func (l *Layout) segment(b *Buffer, c Colour, line, dash, x1, y1, x2, y2 float64) {
	from, to := 0.0, 1.0
	for _, e := range [4][2]float64{{x1 - x2, x1 + 8}, {x2 - x1, l.size.W + 8 - x1}, {y1 - y2, y1 + 8}, {y2 - y1, l.size.H + 8 - y1}} {
		switch t := e[1] / e[0]; { // At this edge of the canvas, the line leaves, or it enters, or it is parallel to the edge and outside.
		case e[0] > 0:
			to = min(to, t)
		case e[0] < 0:
			from = max(from, t)
		case e[1] < 0:
			return
		}
	}
	if from < to {
		b.Segment(c, line, dash, x1+from*(x2-x1), y1+from*(y2-y1), x1+to*(x2-x1), y1+to*(y2-y1))
	}
}

// DeviceLayout holds the positions of all devices of a small machine, also called
// its plan. It is used for graphs, dragonflies and hypercubes, which cannot be
// drawn as trees or grids. The devices are the switches followed by the nodes,
// numbered as in package topology.
type DeviceLayout struct {
	Switches int
	X, Y     []int32 // positions by device, in any unit; nil for a dragonfly
	Cables   []Cable
	Fly      []int // dragonfly only: number of groups, routers per group, nodes per router
}

// Cable is a line of the picture. It stands for two links in opposite directions,
// or for a single link.
type Cable struct {
	A, B   int32 // devices at its ends; a single link leads from A to B
	OneWay bool
	Length int32 // length of the link in the topology; 1 for an ordinary link
	Bend   int32 // distance by which the line bows to its left, in thousandths of its length
}

// Limits up to which a machine is drawn as a plan, with all of its links: number of
// nodes, of devices, of cables, and of dimensions of a hypercube.
const (
	planNodes   = 256
	planDevices = 400
	planCables  = 1500
	planCube    = 6
)

// planOf returns the plan of a small graph, dragonfly or hypercube. It returns nil
// for other machines.
func planOf(t topology.Topology) *DeviceLayout {
	d, ok := t.(topology.Routed)
	if !ok || t.NumNodes() > planNodes || d.NumSwitches()+t.NumNodes() > planDevices || d.NumLinks() > 2*planCables {
		return nil
	}
	p := &DeviceLayout{Switches: d.NumSwitches()}
	switch t := t.(type) {
	case topology.Hypercube:
		if n := len(t.Dims()); n < 3 || n > planCube {
			return nil
		}
		p.read(d, nil)
		p.spreadCube(len(t.Dims()))
	case topology.Dragonfly:
		if t.NumNodes() < 2 || t.Groups() > 24 {
			return nil
		}
		p.Fly = []int{t.Groups(), t.Routers(), t.RouterNodes()}
		p.read(d, nil)
	case weighted:
		p.read(d, t.Weight)
		p.spread(d.NumSwitches() + t.NumNodes())
		p.part()
	default:
		return nil
	}
	return p
}

// weighted is a machine whose links differ in length: a graph, or a machine that is
// made of one.
type weighted interface {
	topology.Routed
	Weight(topology.LinkID) int64
}

// read lists the cables of a machine. Two links of equal length in opposite
// directions between the same devices form one cable. For each link it returns
// twice the number of the link's cable, plus 1 if the link has the reverse
// direction.
func (p *DeviceLayout) read(t topology.Routed, weight func(topology.LinkID) int64) []int32 {
	waiting := map[int64][]int32{} // by ends and length: cables without a link in the reverse direction so far
	out := make([]int32, t.NumLinks())
	for l := range out {
		x := t.Link(topology.LinkID(l))
		length := int64(1)
		if weight != nil {
			length = weight(topology.LinkID(l))
		}
		back := int64(x.To)<<40 | int64(x.From)<<20 | length
		if list := waiting[back]; len(list) > 0 {
			p.Cables[list[0]].OneWay = false
			waiting[back] = list[1:]
			out[l] = 2*list[0] + 1
			continue
		}
		there := int64(x.From)<<40 | int64(x.To)<<20 | length
		out[l] = 2 * int32(len(p.Cables))
		waiting[there] = append(waiting[there], int32(len(p.Cables)))
		p.Cables = append(p.Cables, Cable{A: int32(x.From), B: int32(x.To), OneWay: true, Length: int32(length)})
	}
	return out
}

// part makes cables that join the same two devices bow away from each other.
func (p *DeviceLayout) part() {
	pair := func(c *Cable) [2]int32 { return [2]int32{min(c.A, c.B), max(c.A, c.B)} }
	for i := range p.Cables {
		before, all := int32(0), int32(0)
		for k := range p.Cables {
			if pair(&p.Cables[k]) == pair(&p.Cables[i]) {
				all++
				if k < i {
					before++
				}
			}
		}
		c := &p.Cables[i]
		c.Bend = (2*before - all + 1) * 90
		if c.A > c.B {
			c.Bend = -c.Bend
		}
	}
}

// spreadCube places the devices of a hypercube. Up to 4 dimensions are shown in
// parallel projection. More dimensions are shown as a grid whose rows and columns
// are chosen by the bits of a node's number. Lines between columns (or rows) that
// are not neighbours are bowed.
func (p *DeviceLayout) spreadCube(dims int) {
	views := [...][][2]int32{
		3: {{110, 0}, {0, 57}, {55, -29}},
		4: {{70, 0}, {0, 60}, {25, -25}, {120, 25}},
	}
	n := int32(1) << dims
	for k := range n {
		x, y := int32(0), int32(0)
		if dims < len(views) {
			for i, v := range views[dims] {
				x += v[0] * (k >> i & 1)
				y += v[1] * (k >> i & 1)
			}
		} else {
			col, row := k&7, k>>3
			x, y = 20*col+6*(col>>1)+8*(col>>2), 10*row+2*(row>>1)+2*(row>>2)
		}
		p.X, p.Y = append(p.X, x), append(p.Y, y)
	}
	for i := range p.Cables {
		c := &p.Cables[i]
		if d := c.A ^ c.B; dims >= len(views) {
			switch d {
			case 2, 16:
				c.Bend = -100
			case 4, 32:
				c.Bend = 60
			}
		}
	}
}
