package network

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// addGrid adds an all-to-all on a grid with dimension-order routing, last dimension
// first. While a flow moves along one dimension, it already has the coordinates of
// its receiver in the later dimensions and still has those of its sender in the
// earlier ones. These coordinates name a line of nodes, along which the flow moves
// from the sender's coordinate to the receiver's. The number of flows that do so is
// a product: the senders with these earlier coordinates and this start, times the
// receivers with this end and these later coordinates.
//
// Cost: for each dimension O(such groups of senders · later coordinates that
// receivers have · side), and O(dimensions) for each link used.
func (loads tally) addGrid(t topology.Routed, g topology.Grid, p cluster.Placement) {
	stride := 1
	for i := len(g.Dims()) - 1; i >= 0; i-- {
		side := g.Dims()[i]
		receivers, behind := receiversBy(p, side, stride)
		x := line{t: t, side: side, stride: stride, ring: g.Wraps() && side > 2}
		x.up.change, x.down.change = make([]int64, side), make([]int64, side)
		var senders []int64 // tasks on the line, by coordinate
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

// receiversBy counts the tasks of p by their coordinates in the later dimensions
// and, within these, by the coordinate in this dimension. behind lists the later
// coordinates that occur.
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

// line is a line of nodes along one dimension, with the flows along it.
type line struct {
	t            topology.Routed
	side, stride int
	ring         bool
	up, down     course
}

// course is one direction along a line, as differences: the number of flows over
// the link at place i (between i and i+1) is that at place i-1 plus change[i].
type course struct {
	change []int64
	round  int64 // flows that wrap around the end of the ring to place 0
}

func (c *course) add(first, end int, flows int64) {
	c.change[first] += flows
	c.change[end] -= flows
	if end < first {
		c.round += flows
	}
}

// addFrom adds m flows from a coordinate to each receiving task.
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

// flush adds the flows to the links of the line that begins at node first, and
// clears the line.
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
