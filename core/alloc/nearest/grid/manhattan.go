package grid

import (
	"iter"
	"math"
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/topology"
)

// Manhattan is nearest.Search on a grid, whose devices are its nodes and whose
// distances are steps. All that lies within a radius of a candidate centre comes
// from sums over the whole grid; only of the last shell around it is it asked
// which nodes are free.
type Manhattan struct {
	*FreeGrid
	geometry
}

// geometry counts on a grid, for all of its nodes at once.
type geometry interface {
	// count is the slots within r of each node; do not change it.
	count(r int) []int64
	// speedWithin is the speed of these slots; only if nodes differ.
	speedWithin(r int) []int64
	// shell appends the nodes with room at distance r from x, by rising number.
	shell(dst []int32, x, r int) []int32
	// summing prepares sums of the pairwise distances of the n slots nearest
	// to x, the farthest of which is at r. Above enough a sum need not be
	// exact, if only it is above enough.
	summing() func(x, r int, enough int64) int64
}

// NewManhattan chooses how to count on a grid. Cost: O(dims·nodes).
func NewManhattan(s *FreeGrid) *Manhattan {
	if s.mixed {
		s.ranked()
	}
	if s.cubic() {
		return &Manhattan{s, newHypercube(s)}
	}
	return &Manhattan{s, newAnyGrid(s)}
}

// LeastReach implements nearest.Search. Cost: O(dims·nodes·reach), and if nodes
// differ, the nodes within reach of each node that may win.
func (g *Manhattan) LeastReach() []nearest.NodeSlots {
	for r := 0; ; r++ {
		best, fastest := -1, int64(0)
		for x, k := range g.count(r) {
			switch {
			case k < g.n || best >= 0 && g.speedBound(x, r) <= fastest:
			case !g.mixed:
				return g.nodesWithin(x, r)
			default:
				if speed := g.totalSpeed(x, r); best < 0 || speed > fastest {
					best, fastest = x, speed
				}
			}
		}
		if best >= 0 {
			return g.nodesWithin(best, r)
		}
	}
}

// speedBound is what the total speed of the slots nearest to x, the farthest
// of which is at r, does not exceed.
func (g *Manhattan) speedBound(x, r int) int64 {
	if r == 0 {
		return g.n * g.fastest
	}
	return min(
		g.speedWithin(r - 1)[x]+(g.n-g.count(r - 1)[x])*g.fastest,
		g.speedWithin(r)[x]-(g.count(r)[x]-g.n)*g.slowest,
	)
}

// totalSpeed is the total speed of the slots nearest to x, the farthest of
// which is at r. Cost: O(nodes at r).
func (g *Manhattan) totalSpeed(x, r int) int64 {
	if r == 0 {
		return g.n * g.speed[x]
	}
	g.found = g.shell(g.found[:0], x, r)
	return g.speedWithin(r - 1)[x] + g.speedOf(g.fastestOf(g.found, g.n-g.count(r - 1)[x]))
}

// nodesWithin are the n slots nearest to node x, all within r and not within r-1.
// Cost: O(nodes within r).
func (g *Manhattan) nodesWithin(x, r int) []nearest.NodeSlots {
	var nodes []nearest.NodeSlots
	left := g.n
	for away := range r + 1 {
		g.found = g.shell(g.found[:0], x, away)
		if away == r && g.mixed {
			return append(nodes, g.fastestOf(g.found, left)...)
		}
		for _, n := range g.found {
			k := min(g.room[n], left)
			if left -= k; k > 0 {
				nodes = append(nodes, nearest.NodeSlots{Node: topology.NodeID(n), Slots: int32(k)})
			}
		}
	}
	return nodes
}

// All implements nearest.Search.
func (g *Manhattan) All(bySum bool) iter.Seq[nearest.Set] {
	return func(yield func(nearest.Set) bool) {
		sum := g.summing()
		radius, _ := g.radii()
		for x, r := range radius {
			if !g.isCandidate(x) {
				continue
			}
			cost := int64(r)
			if bySum {
				cost = sum(x, int(r), math.MaxInt64)
			}
			if !yield(nearest.Set{Centre: topology.DeviceID(x), Nodes: g.nodesWithin(x, int(r)), Cost: cost}) {
				return
			}
		}
	}
}

// LeastSum implements nearest.Search, by branch and bound. Cost: that of the
// counts and sums for every node. Where the slots lie nearest, their sum is
// likely to be small: it comes first, so that the other sums may stop short.
func (g *Manhattan) LeastSum() []nearest.NodeSlots {
	if nodes := g.single(); nodes != nil {
		return nodes
	}
	sum := g.summing()
	radius, first := g.radii()
	best, least, fastest := -1, sum(first, int(radius[first]), math.MaxInt64), int64(0)
	for x, r := range radius {
		if !g.isCandidate(x) {
			continue
		}
		enough := least
		if best >= 0 && (!g.mixed || g.speedBound(x, int(r)) <= fastest) {
			enough-- // an equal sum is not enough
		}
		sum := sum(x, int(r), enough)
		if sum > enough {
			continue
		}
		if g.mixed {
			speed := g.totalSpeed(x, int(r))
			if sum == least && best >= 0 && speed <= fastest {
				continue
			}
			fastest = speed
		}
		best, least = x, sum
	}
	return g.nodesWithin(best, int(radius[best]))
}

// LeastReachSum implements nearest.CompactSearch. Cost: as LeastSum, of the nodes
// at the least reach only.
func (g *Manhattan) LeastReachSum() []nearest.NodeSlots {
	sum := g.summing()
	radius, _ := g.radii()
	r := slices.Min(radius)
	best, least, fastest := -1, int64(math.MaxInt64), int64(0)
	for x := range radius {
		if radius[x] > r {
			continue
		}
		sum, speed := sum(x, int(r), least), int64(0)
		if sum > least {
			continue
		}
		if g.mixed {
			speed = g.totalSpeed(x, int(r))
		}
		if best < 0 || sum < least || speed > fastest {
			best, least, fastest = x, sum, speed
		}
	}
	return g.nodesWithin(best, int(r))
}

// single is LeastSum for one slot, or nil if there are more or it would take
// long to find: every sum is 0, so that the first centre wins whose nearest slot
// is as fast as any.
func (g *Manhattan) single() []nearest.NodeSlots {
	if g.n > 1 {
		return nil
	}
	fastest := int64(0)
	for n, k := range g.room {
		if g.mixed && k > 0 {
			fastest = max(fastest, g.speed[n])
		}
	}
	for x := range g.nodes {
		for r := 0; g.isCandidate(x); r++ {
			if g.mixed && (r > 3 || x > 500) {
				return nil
			}
			if g.found = g.shell(g.found[:0], x, r); len(g.found) == 0 {
				continue
			}
			if !g.mixed {
				return []nearest.NodeSlots{{Node: topology.NodeID(g.found[0]), Slots: 1}}
			}
			if s := g.fastestOf(g.found, 1); g.speed[s[0].Node] == fastest {
				return slices.Clone(s)
			}
			break
		}
	}
	panic("grid: no node has a slot")
}

// radii is how far the farthest of the n nearest slots is, by node, and the
// centre whose n nearest slots are nearest in all. Of the n slots those beyond
// a distance k are n less those within k, and one at r is beyond r of them, so
// that their distances add up to n - within(k) over all k before r.
func (g *Manhattan) radii() (radius []int32, first int) {
	radius = make([]int32, g.nodes)
	total := make([]int64, g.nodes)
	undecided := make([]int32, g.nodes)
	for x := range undecided {
		undecided[x] = int32(x)
	}
	least := int64(math.MaxInt64)
	for r := 0; len(undecided) > 0; r++ {
		count := g.count(r)
		still := undecided[:0]
		for _, x := range undecided {
			if count[x] < g.n {
				total[x] += g.n - count[x]
				still = append(still, x)
				continue
			}
			radius[x] = int32(r)
			if total[x] < least && g.isCandidate(int(x)) {
				least, first = total[x], int(x)
			}
		}
		undecided = still
	}
	return radius, first
}
