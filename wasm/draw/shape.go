package draw

import (
	"slices"

	"hopyard/core/topology"
)

// MachineShape is the shape of a machine for drawing. At most one of Tree, Dims and
// Plan is set, and none for a machine without a network.
type MachineShape struct {
	Nodes int
	// Tree holds, for each switch level from the root, the first node under each
	// switch, followed by Nodes. The switches of a level nest in those of the level
	// above. Leaves may differ in size.
	Tree [][]int32
	// Through holds, for each level, the indices of the entries that are not
	// switches. A leaf switch that is nearer to the root than others is drawn on
	// the last level, and its link passes through the levels in between.
	Through [][]int32
	// Planes holds, for each level, the number of parallel switches of each domain;
	// nil: one each.
	Planes []int32
	// Dims are the sides of a grid; the last coordinate varies fastest.
	Dims  []int
	Wraps bool // whether the ends of each dimension are joined
	Cube  bool // whether the machine is a hypercube: each side in Dims is 2
	// Fly describes a dragonfly that is too large to draw its links: groups,
	// routers in a group, nodes of a router.
	Fly  []int
	Plan *DeviceLayout
}

// ShapeOf returns the shape in which a topology is drawn: a tree of switches as a
// tree, a Grid as a grid, small graphs, dragonflies and hypercubes by a Plan, and
// everything else as cells. Cost: O(switches), plus the cost of the plan.
func ShapeOf(t topology.Topology) MachineShape {
	s := MachineShape{Nodes: t.NumNodes()}
	if h, ok := t.(topology.Hierarchy); ok {
		s.readLevels(h)
		return s
	}
	if s.Plan = planOf(t); s.Plan != nil {
		return s
	}
	switch t := t.(type) {
	case topology.Nester:
		s.readNesting(t.Nesting())
	case topology.Hypercube:
		s.Dims, s.Cube = t.Dims(), true
	case topology.Grid:
		s.Dims, s.Wraps = t.Dims(), t.Wraps()
	case topology.Dragonfly:
		s.Fly = []int{t.Groups(), t.Routers(), t.RouterNodes()}
	}
	return s
}

func (s *MachineShape) readLevels(h topology.Hierarchy) {
	for level := range h.Levels() {
		first := make([]int32, 0, h.Switches(level)+1)
		for i := range h.Switches(level) {
			node, _ := h.Domain(level, i)
			first = append(first, int32(node))
		}
		s.Tree = append(s.Tree, append(first, int32(s.Nodes)))
	}
	f, ok := h.(topology.FatTree)
	for level := 0; ok && level < f.Levels(); level++ {
		if f.Parallel(level) > 1 && s.Planes == nil {
			s.Planes = make([]int32, f.Levels())
			for l := range s.Planes {
				s.Planes[l] = int32(f.Parallel(l))
			}
		}
	}
}

// readNesting reads a tree whose leaves differ in depth.
func (s *MachineShape) readNesting(list []topology.Nested) {
	deepest := list[len(list)-1].Level
	for level := range deepest + 1 {
		var first, through []int32
		for i := range list {
			x := &list[i]
			if x.Level == level || x.Leaf && x.Level < level {
				first = append(first, int32(x.First))
			}
		}
		slices.Sort(first)
		for i := range list {
			if x := &list[i]; x.Leaf && x.Level <= level && level < deepest {
				at, _ := slices.BinarySearch(first, int32(x.First))
				through = append(through, int32(at))
			}
		}
		slices.Sort(through)
		s.Tree, s.Through = append(s.Tree, append(first, int32(s.Nodes))), append(s.Through, through)
	}
}

// Bands returns the first nodes of the groups of rows that belong together: the
// leaf switches of a tree, the groups of a dragonfly, the lines of a grid. It
// returns nil if there are no groups.
func (s MachineShape) Bands() []int32 {
	if len(s.Tree) > 0 {
		leaves := s.Tree[len(s.Tree)-1]
		return leaves[:len(leaves)-1]
	}
	side := 0
	switch {
	case s.Plan != nil && len(s.Plan.Fly) > 0:
		side = s.Plan.Fly[1] * s.Plan.Fly[2]
	case len(s.Fly) > 0:
		side = s.Fly[1] * s.Fly[2]
	case len(s.Dims) > 1 && !s.Cube:
		side = s.Dims[len(s.Dims)-1]
	}
	if side < 2 {
		return nil
	}
	bands := make([]int32, 0, s.Nodes/side)
	for n := 0; n < s.Nodes; n += side {
		bands = append(bands, int32(n))
	}
	return bands
}
