package draw

import (
	"slices"

	"hopyard/core/topology"
)

// MachineShape is the shape of a machine for drawing. At most one of Tree, Dims,
// Fly and Plan is set. None is set for a machine without a network.
type MachineShape struct {
	Nodes int
	// Tree holds a list for each level of switches, from the root. The list
	// contains the first node below each switch, followed by Nodes. Each switch is
	// below a single switch of the level above. Leaf switches may have different
	// numbers of nodes.
	Tree [][]int32
	// Through holds, for each level, the indices of the entries in Tree that are
	// not switches. A leaf switch that is nearer to the root than others is drawn
	// on the last level. Its link then passes through the levels in between. On
	// each of these levels, an entry stands for the link.
	Through [][]int32
	// Planes holds, for each level, the number of parallel switches that serve the
	// same nodes. If it is nil, there are no parallel switches.
	Planes []int32
	// Dims holds the sides of a grid. The last coordinate varies fastest.
	Dims  []int
	Wraps bool // whether the grid wraps around: the ends of each dimension are linked
	Cube  bool // whether the machine is a hypercube: each side in Dims is 2
	// Fly describes a dragonfly that is too large for drawing its links: number of
	// groups, routers per group, nodes per router.
	Fly  []int
	Plan *DeviceLayout
	// Racks holds the nested groups of nodes of a tree that are drawn as frames
	// around their nodes, such as racks and rows of racks. It has a list for each
	// kind of group, from the largest, in the form of Tree. NameSpace is the width in
	// pixels of the longest name of a node.
	Racks     [][]int32
	NameSpace int32
}

// ShapeOf returns the shape for drawing a topology. Trees of switches are drawn as
// trees, those with blocks or racks as frames around nodes, and grids as grids.
// Graphs, dragonflies and hypercubes that are small enough are laid out by a Plan, so
// that all of their links are visible. Everything else is drawn as cells. Cost:
// O(switches), plus the cost of the plan.
func ShapeOf(t topology.Topology) MachineShape {
	s := MachineShape{Nodes: t.NumNodes()}
	if h, ok := t.(topology.Hierarchy); ok {
		s.readLevels(h)
		if b, ok := t.(topology.Blocked); ok {
			s.readRacks(b)
		}
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

// readNesting reads a tree whose leaf switches are at different depths.
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

// Bands returns the first node of each group of nodes that belong together: the
// nodes of a leaf switch, of a dragonfly's group, or of a line of a grid. It
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
