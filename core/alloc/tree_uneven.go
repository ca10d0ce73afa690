package alloc

import (
	"cmp"
	"slices"

	"hopyard/core/topology"
)

// hopTreeOf is treeOf for what sums hops only, which also works where leaves
// differ in depth: short[i] is then by how many levels leaf switch i is nearer
// to the root than the deepest one; nil if all are alike. Cost: O(switches) on
// trees of even depth, O(levels·switches) on others.
func hopTreeOf(m topology.Topology) (t *tree, short []int64, ok bool) {
	if t, ok = treeOf(m); ok {
		return t, nil, true
	}
	if list := topology.Nesting(m); list != nil {
		t, short = deepened(list)
		t.nodeZero = topology.DeviceID(m.(topology.Devices).NumSwitches())
		return t, short, true
	}
	return nil, nil, false
}

// deepened is a tree whose leaves differ in depth as one in which they do not:
// a leaf switch also stands, alone, on every level below its own. Two nodes that
// meet on a level are then as many hops apart as in a tree that is as deep
// everywhere, less short of the leaf of each.
func deepened(list []topology.Nested) (t *tree, short []int64) {
	children, deepest := make([][]int32, len(list)), int32(0)
	for i, s := range list {
		if deepest = max(deepest, s.Level); s.Parent >= 0 {
			children[s.Parent] = append(children[s.Parent], int32(i))
		}
	}
	nodes := int32(list[0].Last) + 1
	t = &tree{nodes: int(nodes), list: list}
	for here := []int32{0}; ; {
		starts, first := make([]int32, 0, len(here)+1), make([]int32, 1, len(here)+1)
		var below []int32
		for _, i := range here {
			starts = append(starts, int32(list[i].First))
			if list[i].Leaf {
				below = append(below, i)
			} else {
				slices.SortFunc(children[i], func(a, b int32) int { return cmp.Compare(list[a].First, list[b].First) })
				below = append(below, children[i]...)
			}
			first = append(first, int32(len(below)))
		}
		level := int32(len(t.starts))
		t.at = append(t.at, here)
		t.starts = append(t.starts, append(starts, nodes))
		t.hops = append(t.hops, int64(2*(deepest-level)+1))
		if level == deepest {
			t.children = append(t.children, t.starts[level])
			for _, i := range here {
				short = append(short, int64(deepest-list[i].Level))
			}
			return t, short
		}
		t.children = append(t.children, first)
		here = below
	}
}

// standsIn reports whether a switch of a level stands on a higher one already.
func (t *tree) standsIn(level, place int) bool {
	return t.list != nil && int(t.list[t.at[level][place]].Level) < level
}
