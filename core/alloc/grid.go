package alloc

// grid is the geometry of grids of any sides.
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

// speedWithin is the speed of the slots within r of each node.
func (g *grid) speedWithin(r int) []int64 { return g.speeds.within(r) }
