package grid

import (
	"iter"
	"math"
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/topology"
)

// Manhattan implements nearest.Search on a grid, where the devices are the nodes
// and distances are numbers of steps. The slots within a radius of every candidate
// centre are counted by sums over the whole grid. Only in the last shell around a
// centre does the search examine which nodes are free.
type Manhattan struct {
	*FreeGrid
	geometry
}

// geometry is a method of counting slots around all nodes of a grid at once.
type geometry interface {
	// count returns the number of slots within r of each node. The caller must not
	// change the result.
	count(r int) []int64
	// speedWithin returns the total speed of the slots within r of each node. It
	// may be called only if nodes differ.
	speedWithin(r int) []int64
	// shell appends the nodes with free slots at distance r from x, in ascending
	// order.
	shell(dst []int32, x, r int) []int32
	// summing prepares and returns a function that sums the pairwise distances of
	// the n slots nearest to x. The parameter r is the distance of the farthest of
	// these slots. The last parameter is a limit: if the sum exceeds it, the
	// function may return any number above the limit.
	summing() func(x, r int, enough int64) int64
}

// NewManhattan returns a search that uses the geometry suitable for the grid. Cost:
// O(dims·nodes).
func NewManhattan(s *FreeGrid) *Manhattan {
	if s.mixed {
		s.ranked()
	}
	if s.cubic() {
		return &Manhattan{s, newHypercube(s)}
	}
	return &Manhattan{s, newAnyGrid(s)}
}

// LeastReach implements nearest.Search. Cost: O(dims·nodes·reach). If nodes differ,
// the cost also includes O(nodes within the reach) for each centre that may win.
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

// speedBound returns an upper bound for the total speed of the n slots nearest to
// x. The farthest of these slots is at distance r.
func (g *Manhattan) speedBound(x, r int) int64 {
	if r == 0 {
		return g.n * g.fastest
	}
	return min(
		g.speedWithin(r - 1)[x]+(g.n-g.count(r - 1)[x])*g.fastest,
		g.speedWithin(r)[x]-(g.count(r)[x]-g.n)*g.slowest,
	)
}

// totalSpeed returns the total speed of the n slots nearest to x. The farthest of
// these slots is at distance r. Cost: O(nodes at distance r).
func (g *Manhattan) totalSpeed(x, r int) int64 {
	if r == 0 {
		return g.n * g.speed[x]
	}
	g.found = g.shell(g.found[:0], x, r)
	return g.speedWithin(r - 1)[x] + g.speedOf(g.fastestOf(g.found, g.n-g.count(r - 1)[x]))
}

// nodesWithin returns the n slots nearest to node x. The farthest of these slots
// must be at distance r. Cost: O(nodes within r).
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

// LeastSum implements nearest.Search by branch and bound. It begins with the centre
// that has the smallest total distance to its slots. The sum of this centre is
// likely to be small, so the computation of larger sums can be abandoned early.
// Cost: the cost of computing the counts and the sums for every node.
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
			enough-- // a sum equal to the least one would not win
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

// LeastReachSum implements nearest.CompactSearch. Cost: the cost of LeastSum, but
// with sums only for the nodes with the least reach.
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

// single returns the result of LeastSum if n is 1. It returns nil if n is larger or
// the search would take long. With a single slot all sums are 0. The winner is
// therefore the first centre whose nearest slot is one of the fastest.
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

// radii returns for each node its radius, which is the distance of the farthest of
// its n nearest slots. It also returns the first centre for which the distances of
// the n nearest slots have the smallest total. The totals are computed by counting.
// Let within(k) be the number of slots within distance k. Then n - within(k) of the
// nearest slots are beyond distance k. A slot at distance r is beyond the r
// distances 0 to r-1. So the total is the sum of n - within(k) over all k below the
// radius.
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
