package network

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// addGrid adds the loads of an all-to-all on a grid with dimension-order routing,
// last dimension first. While a flow moves along one dimension, it already has the
// coordinates of its receiver in the later dimensions, and still has the
// coordinates of its sender in the earlier dimensions. These coordinates identify a
// line of nodes, along which the flow moves from the sender's coordinate to the
// receiver's coordinate.
//
// The number of flows that move from one coordinate to another on a line is a
// product. One factor is the number of senders with the line's earlier coordinates
// and the first coordinate. The other factor is the number of receivers with the
// second coordinate and the line's later coordinates.
//
// Cost: for each dimension O(groups of senders with equal coordinates ·
// combinations of later coordinates among the receivers · side), and O(dimensions)
// for each link used.
func (loads tally) addGrid(t topology.Routed, g topology.Grid, p cluster.Placement) {
	stride := 1
	for i := len(g.Dims()) - 1; i >= 0; i-- {
		side := g.Dims()[i]
		receivers, behind := receiversBy(p, side, stride)
		x := line{t: t, side: side, stride: stride, ring: g.Wraps() && side > 2}
		x.up.change, x.down.change = make([]int64, side), make([]int64, side)
		var senders []int64 // number of tasks at each coordinate of the line
		before := -1
		flush := func() {
			for _, s := range behind {
				for from, m := range senders {
					if m > 0 {
						x.addFrom(from, m, receivers[s*side:(s+1)*side])
					}
				}
				if before >= 0 {
					x.flush(loads, before*side*stride+s)
				}
			}
		}
		for n, tasks := range p.All {
			if b := int(n) / stride / side; b != before {
				flush()
				before, senders = b, append(senders[:0], make([]int64, side)...)
			}
			senders[int(n)/stride%side] += int64(tasks)
		}
		flush()
		stride *= side
	}
}

// receiversBy counts the tasks of p by their later coordinates and, within these,
// by their coordinate in the current dimension. It also returns the combinations of
// later coordinates that occur (behind).
func receiversBy(p cluster.Placement, side, stride int) (count []int64, behind []int) {
	count, seen := make([]int64, side*stride), make([]bool, stride)
	for n, tasks := range p.All {
		s := int(n) % stride
		if !seen[s] {
			seen[s] = true
			behind = append(behind, s)
		}
		count[s*side+int(n)/stride%side] += int64(tasks)
	}
	return count, behind
}

// line is a line of nodes along one dimension, together with the flows along it.
type line struct {
	t            topology.Routed
	side, stride int
	ring         bool
	up, down     course
}

// course holds the flows in one direction along a line, as differences: the number
// of flows on the link between places i and i+1 is the number on the previous link
// plus change[i].
type course struct {
	change []int64
	round  int64 // number of flows that wrap around from the last place of the ring to place 0
}

func (c *course) add(first, end int, flows int64) {
	c.change[first] += flows
	c.change[end] -= flows
	if end < first {
		c.round += flows
	}
}

// addFrom adds the flows from m tasks at a coordinate to all receiving tasks of the
// line.
func (x *line) addFrom(from int, m int64, receivers []int64) {
	for to, k := range receivers {
		if k == 0 || to == from {
			continue
		}
		ahead := to - from
		if ahead < 0 && x.ring {
			ahead += x.side
		}
		if ahead > 0 && (!x.ring || 2*ahead <= x.side) {
			x.up.add(from, to, m*k)
		} else {
			x.down.add(to, from, m*k)
		}
	}
}

// flush adds the flows of the line that begins at node first to the loads of its
// links, and clears the line.
func (x *line) flush(loads tally, first int) {
	var space [1]topology.LinkID
	up, down := x.up.round, x.down.round
	for i := range x.side {
		up, down = up+x.up.change[i], down+x.down.change[i]
		a := topology.NodeID(first + i*x.stride)
		b := topology.NodeID(first + (i+1)%x.side*x.stride)
		if up > 0 {
			loads.add(x.t.AppendRoute(space[:0], a, b), up)
		}
		if down > 0 {
			loads.add(x.t.AppendRoute(space[:0], b, a), down)
		}
	}
	clear(x.up.change)
	clear(x.down.change)
	x.up.round, x.down.round = 0, 0
}
