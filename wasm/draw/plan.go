package draw

import "hopyard/core/topology"

// Plan is where the devices of a small machine are drawn that is neither tree
// nor grid: a graph, a dragonfly, a hypercube. Devices are its switches and
// then its nodes, as topology numbers them.
type Plan struct {
	Switches int
	X, Y     []int32 // by device, in any unit; nil for a dragonfly
	Cables   []Cable
	Fly      []int // of a dragonfly: groups, routers of a group, nodes of a router
}

// Cable is what is drawn as one line: two links, one each way, or one.
type Cable struct {
	A, B   int32 // devices; a link each way, or from A to B
	OneWay bool
	Length int32 // 1 is a plain link
	Bend   int32 // how far the line bows to the left of its way, in thousandths of its length
}

// The largest machine that is drawn with all of its links.
const (
	planNodes   = 256
	planDevices = 400
	planCables  = 1500
	planCube    = 6
)

// planOf is the plan of a small machine, nil for others.
func planOf(t topology.Topology) *Plan {
	d, ok := t.(topology.Routed)
	if !ok || t.NumNodes() > planNodes || d.NumSwitches()+t.NumNodes() > planDevices || d.NumLinks() > 2*planCables {
		return nil
	}
	p := &Plan{Switches: d.NumSwitches()}
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
	case *topology.Graph:
		p.read(d, t.Weight)
		p.spread(d.NumSwitches() + t.NumNodes())
		p.part()
	default:
		return nil
	}
	return p
}

// read lists the cables: links of equal length that go both ways between two
// devices are one. It returns for each link twice its cable's number, and one
// more for the way back.
func (p *Plan) read(t topology.Routed, weight func(topology.LinkID) int64) []int32 {
	waiting := map[int64][]int32{} // cables from a device to another that have no way back yet
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

// part bows cables that join the same two devices away from each other.
func (p *Plan) part() {
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

// spreadCube places a hypercube: up to 4 dimensions in parallel projection,
// beyond that in rows and columns, by bits, with bows between columns (rows)
// that are not neighbours.
func (p *Plan) spreadCube(dims int) {
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
