package grid

import (
	"iter"
	"math"
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/topology"
)

// Manhattan implements nearest.CompactSearch on a grid, where the devices are the
// nodes and distances are numbers of steps. The slots within a radius of every
// candidate centre are counted by sums over the whole grid. Only in the last shell
// around a centre does the search examine which nodes are free.
type Manhattan struct {
	*FreeGrid
	geometry
	speeds           geometry // counts the total speed of the slots instead of the slots; nil unless mixed
	fastest, slowest int64    // the largest and the smallest speed of a slot
}

// geometry is a method of counting slots around all nodes of a grid at once.
type geometry interface {
	// count returns the number of slots within r of each node. The caller must not
	// change the result.
	count(r int) []int64
	// shell takes the slots at distance r from x, by ascending node, until none
	// is left to take.
	shell(x, r int)
	// sum returns the sum of the pairwise distances of all slots within r-1 of node
	// x and of the given slots at distance r, which are n slots together.
	sum(x, r int, last []nearest.NodeSlots) int64
}

// NewManhattan returns a search that uses the geometry suitable for the grid. Cost:
// O(dims·nodes + dims²).
func NewManhattan(s *FreeGrid) *Manhattan {
	g := &Manhattan{FreeGrid: s, geometry: newGeometry(s)}
	if s.mixed {
		speeds := *s
		speeds.room = make([]int64, s.nodes)
		for n, k := range s.room {
			speeds.room[n] = k * s.speed[n]
		}
		g.speeds, g.fastest, g.slowest = newGeometry(&speeds), slices.Max(s.speed), slices.Min(s.speed)
	}
	return g
}

func newGeometry(s *FreeGrid) geometry {
	if s.cubic() {
		return newHypercube(s)
	}
	return newAnyGrid(s)
}

// LeastSum implements nearest.Search. Cost: O(dims²·nodes·radius), and the last
// shell of each centre.
func (g *Manhattan) LeastSum() []nearest.NodeSlots { return g.least(false, true) }

// LeastReach implements nearest.Search. Cost: O(dims·nodes·reach). If nodes differ,
// the cost also includes O(nodes within the reach) for each centre with the least
// reach.
func (g *Manhattan) LeastReach() []nearest.NodeSlots { return g.least(true, false) }

// LeastReachSum implements nearest.CompactSearch. Cost: the cost of LeastSum, but
// with the last shells only of the centres with the least reach.
func (g *Manhattan) LeastReachSum() []nearest.NodeSlots { return g.least(true, true) }

// least returns the set with the least reach if byReach is true, and among the
// remaining sets the one with the least sum if bySum is true.
func (g *Manhattan) least(byReach, bySum bool) []nearest.NodeSlots {
	radius := g.radii(byReach)
	bySum = bySum && g.n > 1 // otherwise all sums are 0
	best, least, fastest := -1, int64(math.MaxInt64), int64(0)
	for x, r := range radius {
		if r < 0 || !g.isCandidate(x) {
			continue
		}
		sum, speed := int64(0), int64(0)
		if bySum {
			sum = g.sum(x, r, g.last(x, r))
		}
		if sum > least || sum == least && g.mixed && g.mostSpeed(x, r) <= fastest {
			continue
		}
		if g.mixed {
			speed = g.totalSpeed(x, r)
		}
		if sum < least || speed > fastest {
			best, least, fastest = x, sum, speed
		}
		if !g.mixed && !bySum {
			break // the first centre wins
		}
	}
	return g.nodesWithin(best, radius[best])
}

// All implements nearest.Search.
func (g *Manhattan) All(bySum bool) iter.Seq[nearest.Set] {
	return func(yield func(nearest.Set) bool) {
		for x, r := range g.radii(false) {
			if !g.isCandidate(x) {
				continue
			}
			cost := int64(r)
			if bySum {
				cost = g.sum(x, r, g.last(x, r))
			}
			if !yield(nearest.Set{Centre: topology.DeviceID(x), Nodes: g.nodesWithin(x, r), Cost: cost}) {
				return
			}
		}
	}
}

// radii returns for each node its radius, which is the distance of the farthest of
// its n nearest slots. If least is true, radii above the least one are -1.
func (g *Manhattan) radii(least bool) []int {
	radius := make([]int, g.nodes)
	for x := range radius {
		radius[x] = -1
	}
	for r, left := 0, g.nodes; left > 0 && (left == g.nodes || !least); r++ {
		for x, k := range g.count(r) {
			if k >= g.n && radius[x] < 0 {
				radius[x] = r
				left--
			}
		}
	}
	return radius
}

// last returns the slots at distance r from node x that are among the n nearest
// slots. The farthest of these must be at distance r. The result is valid until the
// next call.
func (g *Manhattan) last(x, r int) []nearest.NodeSlots {
	slots := g.n
	if r > 0 {
		slots -= g.count(r - 1)[x]
	}
	g.taken, g.left = g.taken[:0], slots
	if g.mixed {
		g.left = math.MaxInt64
	}
	g.shell(x, r)
	if g.mixed {
		g.taken = g.fastestOf(g.taken, slots)
	}
	return g.taken
}

// totalSpeed returns the total speed of the n slots nearest to node x. The farthest
// of these must be at distance r. Cost: O(nodes at distance r).
func (g *Manhattan) totalSpeed(x, r int) int64 {
	speed := g.speedOf(g.last(x, r))
	if r > 0 {
		speed += g.speeds.count(r - 1)[x]
	}
	return speed
}

// mostSpeed returns an upper bound for totalSpeed. Cost: O(1).
func (g *Manhattan) mostSpeed(x, r int) int64 {
	most := g.speeds.count(r)[x] - (g.count(r)[x]-g.n)*g.slowest
	if r > 0 {
		most = min(most, g.speeds.count(r - 1)[x]+(g.n-g.count(r - 1)[x])*g.fastest)
	}
	return most
}

// nodesWithin returns the n slots nearest to node x. The farthest of these slots
// must be at distance r. Cost: O(nodes within r).
func (g *Manhattan) nodesWithin(x, r int) []nearest.NodeSlots {
	last := slices.Clone(g.last(x, r))
	g.taken, g.left = g.taken[:0], g.n
	for away := range r {
		g.shell(x, away)
	}
	return slices.Concat(g.taken, last)
}
