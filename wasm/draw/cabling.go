package draw

import (
	"slices"

	"hopyard/core/topology"
)

// maxCabled is the largest number of links whose loads are drawn.
const maxCabled = 1 << 18

// Cabling says for each link of the machine that a shape is of which cable it
// is drawn as, twice its number, and one more for the way back (in a tree:
// down). It is nil for a machine with too many links. Cost: O(links·log
// switches).
func (s *Shape) Cabling(t topology.Routed) []int32 {
	n := t.NumLinks()
	switch {
	case n > maxCabled || len(s.Fly) > 0:
		return nil
	case s.Plan != nil:
		var weight func(topology.LinkID) int64
		if g, ok := t.(*topology.Graph); ok {
			weight = g.Weight
		}
		return (&Plan{}).read(t, weight)
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

// climb is Cabling of a tree.
func (s *Shape) climb(t topology.Routed) []int32 {
	at := make([]SwitchID, t.NumSwitches()+s.Nodes) // by device
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
		for d := x.Device; d < end; d++ { // it and those parallel to it
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

// Settle is the switch that stands at a place of a tree, or where only a link
// passes the leaf at its lower end.
func (s *Shape) Settle(at SwitchID) SwitchID {
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

// Wire is the cable between two neighbours of a grid, -1 if they are none: that
// of the lower end, where the ends of a line are joined that of the last node.
func (s *Shape) Wire(a, b int) int32 {
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
