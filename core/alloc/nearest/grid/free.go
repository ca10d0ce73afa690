// Package grid searches grids (meshes, tori, hypercubes) for the nodes nearest to
// a node: by the sum of steps along all dimensions (Manhattan) or by the largest
// of them (Chebyshev); and improves what was found by exchanges (Improve).
//
// On a grid all nodes see the same picture from different places, so that what
// lies within a radius is counted for all of them at once, dimension by
// dimension; only of the last shell is it asked which nodes are free. Sums of
// distances fall apart by dimension too. Hypercubes have many dimensions of two
// nodes each, for which other recurrences are quicker.
//
// Cost: O(dims·nodes) for each radius, and part of a shell for each centre that
// bounds leave a chance.
//
// Source: SOURCES.md S4.2, S4.3 (SDM, MDM), NEAR.1 to NEAR.3 (the rest). The
// counts and bounds are INFERRED; tests hold them against nearest.Exhaustive and
// against each sum slot by slot.
package grid

import (
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// FreeGrid is what is free on a grid, node by node. Dimensions of one place, along
// which nothing differs, are left out.
type FreeGrid struct {
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
	rank           []int32             // by node: how many speeds are faster; nil until ranked
	byRank         []int64             // memory for as many numbers as there are ranks
	picked         []nearest.NodeSlots // memory for fastestOf
	found          []int32             // memory for shells
	centre         []bool              // by node: is a candidate centre; nil if every node is
}

// NewFree reads what is free for r, and the nodes' speeds if they are weighed.
// Cost: O(nodes).
func NewFree(t topology.Grid, r *workload.Request, free *cluster.Free, weighed bool) *FreeGrid {
	m := free.Machine()
	s := &FreeGrid{wraps: t.Wraps(), nodes: t.NumNodes(), n: int64(r.Size()), mixed: weighed && !m.Uniform()}
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
			s.fast[n], s.speed[n] = spec.Speed, nearest.SlotSpeed(r, spec)
		}
		s.fastest, s.slowest = slices.Max(s.speed), slices.Min(s.speed)
	}
	return s
}

// coordinate is where node n is along a dimension.
func (s *FreeGrid) coordinate(n, dim int) int { return n / s.strides[dim] % s.sides[dim] }

// steps is the distance of two coordinates of a dimension of the given side.
func (s *FreeGrid) steps(a, b, side int) int {
	d := max(a-b, b-a)
	if s.wraps {
		d = min(d, side-d)
	}
	return d
}

// Whole is every slot if there are exactly as many as asked for, or nil.
func (s *FreeGrid) Whole() []nearest.NodeSlots {
	left := s.n
	for _, k := range s.room {
		if left -= k; left < 0 {
			return nil
		}
	}
	return listed(s.room)
}

// listed is the nodes that have slots, by number.
func listed(slots []int64) (nodes []nearest.NodeSlots) {
	for n, k := range slots {
		if k > 0 {
			nodes = append(nodes, nearest.NodeSlots{Node: topology.NodeID(n), Slots: int32(k)})
		}
	}
	return nodes
}

// isCandidate reports whether node x is a candidate centre.
func (s *FreeGrid) isCandidate(x int) bool { return s.centre == nil || s.centre[x] }

// reach is the coordinates within left of here, as up to two ranges in rising
// or falling order; an empty range has its ends the wrong way round.
func (s *FreeGrid) reach(here, left, side int, falling bool) [2][2]int {
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

// CentreFree lets only nodes with room be candidate centres.
func (s *FreeGrid) CentreFree() {
	s.centre = make([]bool, s.nodes)
	for n, k := range s.room {
		s.centre[n] = k > 0
	}
}

// CentreMeeting lets only nodes be candidate centres where coordinates of free
// nodes meet: an x of one, a y of another and so on. Cost: O(dims·nodes).
func (s *FreeGrid) CentreMeeting() {
	s.centre = slices.Repeat([]bool{true}, s.nodes)
	for i, side := range s.sides {
		used := make([]bool, side)
		for n, k := range s.room {
			if k > 0 {
				used[s.coordinate(n, i)] = true
			}
		}
		for n := range s.centre {
			s.centre[n] = s.centre[n] && used[s.coordinate(n, i)]
		}
	}
}

// cubic reports whether every side is 2 (or the only one 1): a hypercube, on
// which it does not matter whether the ends of a dimension are joined.
func (s *FreeGrid) cubic() bool { return slices.Max(s.sides) <= 2 }

// ranked numbers the speeds of nodes, the largest 0.
func (s *FreeGrid) ranked() {
	kinds := slices.Clone(s.fast)
	slices.Sort(kinds)
	kinds = slices.Compact(kinds)
	s.rank = make([]int32, s.nodes)
	for n, speed := range s.fast {
		at, _ := slices.BinarySearch(kinds, speed)
		s.rank[n] = int32(len(kinds) - 1 - at)
	}
	s.byRank = make([]int64, len(kinds))
}

// fastestOf is what to take of the nodes of a shell: slots of the fastest ones,
// so many in all; of equally fast ones the first. Valid until the next call.
func (s *FreeGrid) fastestOf(shell []int32, slots int64) []nearest.NodeSlots {
	clear(s.byRank)
	for _, n := range shell {
		s.byRank[s.rank[n]] += s.room[n]
	}
	slowest := int32(0) // rank of the slowest nodes that are needed, of which slots are
	for s.byRank[slowest] < slots {
		slots -= s.byRank[slowest]
		slowest++
	}
	s.picked = s.picked[:0]
	for _, n := range shell {
		k := s.room[n]
		if s.rank[n] > slowest {
			continue
		}
		if s.rank[n] == slowest {
			k = min(k, slots)
			slots -= k
		}
		if k > 0 {
			s.picked = append(s.picked, nearest.NodeSlots{Node: topology.NodeID(n), Slots: int32(k)})
		}
	}
	return s.picked
}

// speedOf is the total speed of some slots; only if mixed.
func (s *FreeGrid) speedOf(nodes []nearest.NodeSlots) int64 {
	sum := int64(0)
	for _, x := range nodes {
		sum += int64(x.Slots) * s.speed[x.Node]
	}
	return sum
}

// speeds is the speed of all slots of each node; only if mixed.
func (s *FreeGrid) speeds() []int64 {
	total := make([]int64, s.nodes)
	for n, k := range s.room {
		total[n] = k * s.speed[n]
	}
	return total
}
