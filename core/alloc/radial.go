package alloc

import (
	"iter"
	"math"
	"slices"

	"hopyard/core/topology"
)

// radial finds the slots nearest to each node of a grid, whose devices are its
// nodes. All that lies within a radius comes from sums over the whole grid;
// only of the last shell around a node is it asked which nodes are free.
type radial struct {
	*sites
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

// onGrid chooses the geometry of a grid.
func onGrid(s *sites) *radial {
	if s.mixed {
		s.ranked()
	}
	if s.cubic() {
		return &radial{s, newCube(s)}
	}
	return &radial{s, newGrid(s)}
}

// leastReach implements centres. Cost: O(dims·nodes·reach), and if nodes
// differ, the nodes within reach of each node that may win.
func (g *radial) leastReach() []spot {
	for r := 0; ; r++ {
		best, fastest := -1, int64(0)
		for x, k := range g.count(r) {
			switch {
			case k < g.n || best >= 0 && g.speedBound(x, r) <= fastest:
			case !g.mixed:
				return g.spots(x, r)
			default:
				if speed := g.totalSpeed(x, r); best < 0 || speed > fastest {
					best, fastest = x, speed
				}
			}
		}
		if best >= 0 {
			return g.spots(best, r)
		}
	}
}

// speedBound is what the total speed of the slots nearest to x, the farthest
// of which is at r, does not exceed.
func (g *radial) speedBound(x, r int) int64 {
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
func (g *radial) totalSpeed(x, r int) int64 {
	if r == 0 {
		return g.n * g.speed[x]
	}
	sum := g.speedWithin(r - 1)[x]
	g.near = g.shell(g.near[:0], x, r)
	for _, s := range g.fastestOf(g.near, g.n-g.count(r - 1)[x]) {
		sum += int64(s.tasks) * g.speed[s.node]
	}
	return sum
}

// spots are the n slots nearest to node x, all within r and not within r-1.
// Cost: O(nodes within r).
func (g *radial) spots(x, r int) []spot {
	var spots []spot
	left := g.n
	for away := range r + 1 {
		g.near = g.shell(g.near[:0], x, away)
		if away == r && g.mixed {
			return append(spots, g.fastestOf(g.near, left)...)
		}
		for _, n := range g.near {
			k := min(g.room[n], left)
			if left -= k; k > 0 {
				spots = append(spots, spot{topology.NodeID(n), int32(k)})
			}
		}
	}
	return spots
}

// all implements centres.
func (g *radial) all(bySum bool) iter.Seq[answer] {
	return func(yield func(answer) bool) {
		sum := g.summing()
		radius, _ := g.radii()
		for x, r := range radius {
			if !g.mayCentre(x) {
				continue
			}
			cost := int64(r)
			if bySum {
				cost = sum(x, int(r), math.MaxInt64)
			}
			if !yield(answer{topology.DeviceID(x), g.spots(x, int(r)), cost}) {
				return
			}
		}
	}
}

// leastSum implements centres. Cost: that of the counts and sums for every
// node. Where the slots lie nearest, their sum is likely to be small: it comes
// first, so that the other sums may stop short.
func (g *radial) leastSum() []spot {
	if spots := g.single(); spots != nil {
		return spots
	}
	sum := g.summing()
	radius, first := g.radii()
	best, least, fastest := -1, sum(first, int(radius[first]), math.MaxInt64), int64(0)
	for x, r := range radius {
		if !g.mayCentre(x) {
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
	return g.spots(best, int(radius[best]))
}

// leastReachSum implements compact. Cost: as leastSum, of the nodes at the least
// reach only.
func (g *radial) leastReachSum() []spot {
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
	return g.spots(best, int(r))
}

// single is leastSum for one slot, or nil if there are more or it would take
// long to find: every sum is 0, so that the first centre wins whose nearest slot
// is as fast as any.
func (g *radial) single() []spot {
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
		for r := 0; g.mayCentre(x); r++ {
			if g.mixed && (r > 3 || x > 500) {
				return nil
			}
			if g.near = g.shell(g.near[:0], x, r); len(g.near) == 0 {
				continue
			}
			if !g.mixed {
				return []spot{{topology.NodeID(g.near[0]), 1}}
			}
			if s := g.fastestOf(g.near, 1); g.speed[s[0].node] == fastest {
				return slices.Clone(s)
			}
			break
		}
	}
	panic("alloc: no node has a slot")
}

// radii is how far the farthest of the n nearest slots is, by node, and the
// centre whose n nearest slots are nearest in all. Of the n slots those beyond
// a distance k are n less those within k, and one at r is beyond r of them, so
// that their distances add up to n - within(k) over all k before r.
func (g *radial) radii() (radius []int32, nearest int) {
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
			if total[x] < least && g.mayCentre(int(x)) {
				least, nearest = total[x], int(x)
			}
		}
		undecided = still
	}
	return radius, nearest
}
