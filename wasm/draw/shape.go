package draw

import (
	"slices"

	"hopyard/core/topology"
)

// Shape is a machine as it is drawn. Exactly one of Tree and Dims is set, or
// neither for a machine without a network.
type Shape struct {
	Nodes int
	// Tree holds, for each switch level from the root, the first node under
	// each switch and at the end Nodes. A level's switches nest in the level
	// above. Leaves may differ in size.
	Tree [][]int32
	// Dims are the sides of a grid, the last coordinate fastest.
	Dims  []int
	Wraps bool // the ends of each dimension are joined
}

// ShapeOf is how a topology is drawn: a Hierarchy or another tree as a tree, a
// Grid as a grid, all else as cells. Leaf switches that are nearer to the root
// than others are drawn once on every level from theirs down. Cost:
// O(switches·levels).
func ShapeOf(t topology.Topology) Shape {
	s := Shape{Nodes: t.NumNodes()}
	switch t := t.(type) {
	case topology.Hierarchy:
		for level := range t.Levels() {
			first := make([]int32, 0, t.Switches(level)+1)
			for i := range t.Switches(level) {
				node, _ := t.Domain(level, i)
				first = append(first, int32(node))
			}
			s.Tree = append(s.Tree, append(first, int32(s.Nodes)))
		}
	case topology.Nester:
		s.Tree = evened(t.Nesting(), s.Nodes)
	case topology.Grid:
		s.Dims, s.Wraps = t.Dims(), t.Wraps()
	}
	return s
}

// evened is the levels of a tree whose leaves may differ in depth.
func evened(list []topology.Nested, nodes int) (tree [][]int32) {
	for level := int32(0); level <= list[len(list)-1].Level; level++ {
		var first []int32
		for _, s := range list {
			if s.Level == level || s.Leaf && s.Level < level {
				first = append(first, int32(s.First))
			}
		}
		slices.Sort(first)
		tree = append(tree, append(first, int32(nodes)))
	}
	return tree
}

// Bands are the first nodes of the groups of rows that belong together: the
// leaf switches of a tree, the lines of a grid; nil where there are none.
func (s Shape) Bands() []int32 {
	if len(s.Tree) > 0 {
		leaves := s.Tree[len(s.Tree)-1]
		return leaves[:len(leaves)-1]
	}
	if len(s.Dims) < 2 {
		return nil
	}
	side := s.Dims[len(s.Dims)-1]
	bands := make([]int32, 0, s.Nodes/side)
	for n := 0; n < s.Nodes; n += side {
		bands = append(bands, int32(n))
	}
	return bands
}
