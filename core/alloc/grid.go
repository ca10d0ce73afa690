package alloc

import (
	"cmp"
	"iter"
	"slices"

	"hopyard/core/topology"
)

// grid finds the slots nearest to each node of a grid, whose devices are its
// nodes. All that lies within a radius comes from sums over the whole grid
// (balls); only of the last shell around a node is it asked which nodes are
// free.
type grid struct {
	*sites
	coords [][]int32 // coords[i]: by node, along dimension i
	self   *balls    // slots along no dimension
	near   *balls    // slots along all dimensions, the first one last
	speeds *balls    // and their speed; nil unless mixed
}

// newGrid prepares to count. Cost: O(dims·nodes).
func newGrid(s *sites) *grid {
	g := &grid{sites: s}
	for i := range s.sides {
		along := make([]int32, s.nodes)
		for n := range along {
			along[n] = int32(s.coordinate(n, i))
		}
		g.coords = append(g.coords, along)
	}
	if g.mixed {
		g.speeds = &balls{g: g, each: s.speeds()}
	}
	g.self = &balls{g: g, each: g.room}
	g.near = g.self
	for i := len(g.sides) - 1; i >= 0; i-- {
		g.near = g.near.along(i)
		if g.mixed {
			g.speeds = g.speeds.along(i)
		}
	}
	return g
}

// count is the slots within r of each node.
func (g *grid) count(r int) []int64 { return g.near.within(r) }

// leastReach implements centres. Cost: O(dims·nodes·reach), and if nodes
// differ, the nodes within reach of each node that may win.
func (g *grid) leastReach() []spot {
	for r := 0; ; r++ {
		best, fastest := -1, int64(0)
		for x, k := range g.count(r) {
			switch {
			case k < g.n || best >= 0 && g.speedBound(x, r) <= fastest:
			case !g.mixed:
				return g.spots(x, r)
			default:
				if speed := totalSpeed(g.speed, g.spots(x, r)); best < 0 || speed > fastest {
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
func (g *grid) speedBound(x, r int) int64 {
	if r == 0 {
		return g.n * g.fastest
	}
	return g.speeds.within(r - 1)[x] + (g.n-g.count(r - 1)[x])*g.fastest
}

// totalSpeed adds the speeds of slots, given that of each node's.
func totalSpeed(each []int64, spots []spot) int64 {
	sum := int64(0)
	for _, s := range spots {
		sum += int64(s.tasks) * each[s.node]
	}
	return sum
}

// spots are the n slots nearest to node x, all within r and not within r-1.
// Cost: O(nodes within r).
func (g *grid) spots(x, r int) []spot {
	var spots []spot
	left := g.n
	for away := range r {
		for n := range g.shell(x, away, false) {
			if k := g.room[n]; k > 0 {
				spots = append(spots, spot{topology.NodeID(n), int32(k)})
				left -= k
			}
		}
	}
	var shell []spot
	for n := range g.shell(x, r, false) {
		if k := g.room[n]; k > 0 {
			shell = append(shell, spot{topology.NodeID(n), int32(k)})
		}
	}
	slices.SortFunc(shell, func(a, b spot) int {
		if g.mixed && g.fast[a.node] != g.fast[b.node] {
			return cmp.Compare(g.fast[b.node], g.fast[a.node])
		}
		return cmp.Compare(a.node, b.node)
	})
	for _, s := range shell {
		s.tasks = int32(min(int64(s.tasks), left))
		if left -= int64(s.tasks); s.tasks > 0 {
			spots = append(spots, s)
		}
	}
	return spots
}

// all implements centres.
func (g *grid) all(bySum bool) iter.Seq[answer] {
	return func(yield func(answer) bool) {
		a := newAround(g)
		for x, r := range g.radii() {
			if !g.mayCentre(x) {
				continue
			}
			cost := int64(r)
			if bySum {
				cost = a.sum(x, int(r))
			}
			if !yield(answer{topology.DeviceID(x), g.spots(x, int(r)), cost}) {
				return
			}
		}
	}
}

// radii is how far the farthest of the n nearest slots is, by node.
func (g *grid) radii() []int32 {
	radius := make([]int32, g.nodes)
	undecided := make([]int32, g.nodes)
	for x := range undecided {
		undecided[x] = int32(x)
	}
	for r := 0; len(undecided) > 0; r++ {
		count := g.count(r)
		still := undecided[:0]
		for _, x := range undecided {
			if count[x] >= g.n {
				radius[x] = int32(r)
			} else {
				still = append(still, x)
			}
		}
		undecided = still
	}
	return radius
}
