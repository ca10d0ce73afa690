package alloc

import (
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// sites is what is free on a grid, node by node. Dimensions of one place, along
// which nothing differs, are left out.
type sites struct {
	sides, strides []int // at least one
	wraps          bool
	nodes          int
	n              int64   // slots asked for
	room           []int64 // slots by node, at most n
	mixed          bool    // nodes differ in speed or size, and it matters
	fast           []int64 // speed of a node; nil unless mixed
	speed          []int64 // of one slot of a node; nil unless mixed
	fastest        int64   // of speed
	slowest        int64
	rank           []int32 // by node: how many speeds are faster; nil until ranked
	byRank         []int64 // memory for as many numbers as there are ranks
	picked         []spot  // memory for fastestOf
	near           []int32 // memory for shells
	centre         []bool  // by node: may be a centre; nil if every node may
}

// newSites reads what is free for r, and the nodes' speeds if they are weighed.
// Cost: O(nodes).
func newSites(t topology.Grid, r *workload.Request, free *cluster.Free, weighed bool) *sites {
	m := free.Machine()
	s := &sites{wraps: t.Wraps(), nodes: t.NumNodes(), n: int64(r.Size()), mixed: weighed && !m.Uniform()}
	stride := s.nodes
	for i, side := range t.Dims() {
		stride /= side
		if side > 1 || i == len(t.Dims())-1 && len(s.sides) == 0 {
			s.sides, s.strides = append(s.sides, side), append(s.strides, stride)
		}
	}
	s.room = make([]int64, s.nodes)
	for n := range s.room {
		s.room[n] = min(int64(free.Slots(r, topology.NodeID(n))), s.n)
	}
	if s.mixed {
		s.fast, s.speed = make([]int64, s.nodes), make([]int64, s.nodes)
		for n := range s.room {
			spec := m.Spec(topology.NodeID(n))
			s.fast[n], s.speed[n] = spec.Speed, slotSpeed(r, spec)
		}
		s.fastest, s.slowest = slices.Max(s.speed), slices.Min(s.speed)
	}
	return s
}

// acceptGrid is nil for grids, and for other machines what is wrong.
func acceptGrid(name string, m topology.Topology) error {
	if _, ok := m.(topology.Grid); !ok {
		return fmt.Errorf("%w: %s works on grids (torus, mesh, hypercube); use sdm on this one", ErrMachine, name)
	}
	return nil
}

// coordinate is where node n is along a dimension.
func (s *sites) coordinate(n, dim int) int { return n / s.strides[dim] % s.sides[dim] }

// steps is the distance of two coordinates of a dimension of the given side.
func (s *sites) steps(a, b, side int) int {
	d := max(a-b, b-a)
	if s.wraps {
		d = min(d, side-d)
	}
	return d
}

// whole is every slot if there are exactly as many as asked for, or nil.
func (s *sites) whole() []spot {
	left := s.n
	for _, k := range s.room {
		if left -= k; left < 0 {
			return nil
		}
	}
	var spots []spot
	for n, k := range s.room {
		if k > 0 {
			spots = append(spots, spot{topology.NodeID(n), int32(k)})
		}
	}
	return spots
}

// mayCentre reports whether node x may be a centre.
func (s *sites) mayCentre(x int) bool { return s.centre == nil || s.centre[x] }

// reach is the coordinates within left of here, as up to two ranges in rising
// or falling order; an empty range has its ends the wrong way round.
func (s *sites) reach(here, left, side int, falling bool) [2][2]int {
	from, to := here-left, here+left
	low, high := [2]int{max(from, 0), min(to, side-1)}, [2]int{1, 0}
	switch {
	case !s.wraps:
	case 2*left+1 >= side:
		low = [2]int{0, side - 1}
	case from < 0:
		high = [2]int{from + side, side - 1}
	case to >= side:
		low, high = [2]int{0, to - side}, [2]int{from, side - 1}
	}
	if falling {
		return [2][2]int{{high[1], high[0]}, {low[1], low[0]}}
	}
	return [2][2]int{low, high}
}

// centreFree lets only nodes with room be centres.
func (s *sites) centreFree() {
	s.centre = make([]bool, s.nodes)
	for n, k := range s.room {
		s.centre[n] = k > 0
	}
}

// cubic reports whether every side is 2 (or the only one 1): a hypercube, on
// which it does not matter whether the ends of a dimension are joined.
func (s *sites) cubic() bool { return slices.Max(s.sides) <= 2 }
