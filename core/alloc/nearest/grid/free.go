// Package grid searches grids (meshes, tori, hypercubes) for the nodes nearest to a
// node. The distance is either the sum of the steps along all dimensions
// ([Manhattan]) or the largest number of steps along any dimension ([Chebyshev]).
// [FreeGrid.Improve] improves a result by exchanges.
//
// [NewFree] reads what is free into a [FreeGrid], and the searches work on it:
//
//	s := grid.NewFree(torus, job, free, true)
//	slots := grid.NewManhattan(s).LeastSum()
//
// All nodes of a torus have equivalent surroundings, and those of a mesh differ
// only at the edges. The slots within a radius are therefore counted for all nodes
// at once, dimension by dimension. Only in the last shell, of which a part is used,
// does the search examine which nodes are free. Sums of distances also split into
// one sum for each dimension. Hypercubes have many dimensions of two nodes each,
// for which another recurrence is faster.
//
// Cost: O(dims·nodes) for each radius, plus part of a shell for each centre.
//
// Source: SOURCES.md S4.2, S4.3 (SDM, MDM), NEAR.1 to NEAR.3 (the rest). The counts
// are INFERRED; tests compare them with nearest.Exhaustive and with sums over all
// pairs of slots.
package grid

import (
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// FreeGrid describes a grid with the number of free slots on each node. Dimensions
// with a single coordinate are omitted, because they have no effect.
type FreeGrid struct {
	sides, strides []int // number of coordinates of each dimension, and difference of the node numbers of neighbours along it; there is at least one dimension
	wraps          bool
	nodes          int
	n              int64               // number of slots requested
	room           []int64             // free slots on each node, at most n
	mixed          bool                // nodes differ in speed or size, and the search considers it
	speed          []int64             // speed of one slot of each node; nil unless mixed
	rank           []int32             // for each node, the number of different speeds that are faster; nil unless mixed
	byRank         []int64             // scratch memory with an entry for each rank
	left           int64               // slots that take may still take
	taken          []nearest.NodeSlots // slots that take took
	centre         []bool              // for each node, whether it is a candidate centre; nil if every node is
}

// NewFree reads what is free for r. If weighed is true, it also reads the speeds of
// the nodes. Cost: O(nodes).
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
		s.rank, s.speed = make([]int32, s.nodes), make([]int64, s.nodes)
		speeds := make([]int64, s.nodes) // later: all different speeds, ascending
		for n := range speeds {
			spec := m.Spec(topology.NodeID(n))
			speeds[n], s.speed[n] = spec.Speed, nearest.SlotSpeed(r, spec)
		}
		slices.Sort(speeds)
		speeds = slices.Compact(speeds)
		for n := range s.rank {
			at, _ := slices.BinarySearch(speeds, m.Spec(topology.NodeID(n)).Speed)
			s.rank[n] = int32(len(speeds) - 1 - at)
		}
		s.byRank = make([]int64, len(speeds))
	}
	return s
}

// coordinate returns the coordinate of node n along a dimension.
func (s *FreeGrid) coordinate(n, dim int) int { return n / s.strides[dim] % s.sides[dim] }

// steps returns the distance between coordinates a and b in a dimension with the
// given side.
func (s *FreeGrid) steps(a, b, side int) int {
	d := max(a-b, b-a)
	if s.wraps {
		d = min(d, side-d)
	}
	return d
}

// isCandidate reports whether node x is a candidate centre.
func (s *FreeGrid) isCandidate(x int) bool { return s.centre == nil || s.centre[x] }

// reach returns the coordinates within the given distance of a coordinate, as up to
// two ascending ranges. If a range is empty, its ends are in the wrong order.
func (s *FreeGrid) reach(here, left, side int) [2][2]int {
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
	return [2][2]int{low, high}
}

// CentreFree restricts the candidate centres to nodes with free slots.
func (s *FreeGrid) CentreFree() {
	s.centre = make([]bool, s.nodes)
	for n, k := range s.room {
		s.centre[n] = k > 0
	}
}

// CentreMeeting restricts the candidate centres to the nodes each of whose
// coordinates is a coordinate of some free node: the x coordinate of one free node,
// the y coordinate of another and so on. Cost: O(dims·nodes).
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

// cubic reports whether every side is 2 (or the only side is 1). The grid is then a
// hypercube, and it makes no difference whether the ends of a dimension are
// connected.
func (s *FreeGrid) cubic() bool { return slices.Max(s.sides) <= 2 }

// take takes the slots of node n, as far as any are left to take.
func (s *FreeGrid) take(n int) {
	if k := min(s.room[n], s.left); k > 0 {
		s.taken = append(s.taken, nearest.NodeSlots{Node: topology.NodeID(n), Slots: int32(k)})
		s.left -= k
	}
}

// fastestOf returns the given number of the listed slots, and changes the list.
// Slots on faster nodes come first, then slots earlier in the list.
func (s *FreeGrid) fastestOf(list []nearest.NodeSlots, slots int64) []nearest.NodeSlots {
	clear(s.byRank)
	for _, x := range list {
		s.byRank[s.rank[x.Node]] += int64(x.Slots)
	}
	slowest := int32(0) // rank of the slowest nodes needed; slots becomes the number of slots needed from nodes of this rank
	for s.byRank[slowest] < slots {
		slots -= s.byRank[slowest]
		slowest++
	}
	picked := list[:0]
	for _, x := range list {
		if s.rank[x.Node] == slowest {
			x.Slots = int32(min(int64(x.Slots), slots))
			slots -= int64(x.Slots)
		}
		if s.rank[x.Node] <= slowest && x.Slots > 0 {
			picked = append(picked, x)
		}
	}
	return picked
}

// speedOf returns the total speed of the given slots. It may be called only if
// mixed is true.
func (s *FreeGrid) speedOf(nodes []nearest.NodeSlots) int64 {
	sum := int64(0)
	for _, x := range nodes {
		sum += int64(x.Slots) * s.speed[x.Node]
	}
	return sum
}
