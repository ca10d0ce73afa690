package topology

import "fmt"

// Tree is a tree of switches in which switches may have different numbers of
// children. The compute nodes are below the leaf switches, and all leaf switches
// have the same depth. A single cable joins each node, and each switch except the
// root, to the switch above it. Tree implements Hierarchy, Routed and Nester.
//
// Source: Slurm, topology.conf(5), topology/tree; SOURCES.md TOPO.7; distances and
// hops are those of a FatTree (S0).
type Tree struct {
	switchTree
	first []int // first[l] is the device number of the first switch of level l; the last entry is the number of all switches
}

// NewTree returns the tree in which switch i of level l has children[l][i]
// children. The children are switches on the next level, in order, or nodes on the
// last level. Errors: a number of levels outside 1..MaxLevels; a level on which the
// number of switches differs from the number of children of the level above; a
// switch without children; more than MaxNodes nodes or switches. Cost: O(switches +
// nodes).
func NewTree(children [][]int) (*Tree, error) {
	if len(children) < 1 || len(children) > MaxLevels {
		return nil, fmt.Errorf("%w: a tree of %d levels; use 1 to %d", ErrShape, len(children), MaxLevels)
	}
	var parent, nodes []int32
	t := &Tree{}
	owners := []int32{-1} // parents of the switches on the current level
	for l, counts := range children {
		if len(counts) != len(owners) {
			return nil, fmt.Errorf("%w: level %d of a tree has %d switches, but the level above has %d children", ErrShape, l, len(counts), len(owners))
		}
		if len(parent)+len(counts) > MaxNodes {
			return nil, fmt.Errorf("%w: a tree of more than %d switches", ErrShape, MaxNodes)
		}
		t.first = append(t.first, len(parent))
		parent = append(parent, owners...)
		owners = owners[:0:0]
		total := 0
		for i, n := range counts {
			if n < 1 || n > MaxNodes-total {
				return nil, fmt.Errorf("%w: switch %d of level %d of a tree has %d children; use 1 or more, and at most %d for a level", ErrShape, i, l, n, MaxNodes)
			}
			total += n
			if l == len(children)-1 {
				nodes = append(nodes, int32(n))
				continue
			}
			nodes = append(nodes, 0)
			for range n {
				owners = append(owners, int32(t.first[l]+i))
			}
		}
	}
	t.first = append(t.first, len(parent))
	t.switchTree = grow(parent, nodes)
	return t, nil
}

// Levels returns the number of switch levels.
func (t *Tree) Levels() int { return len(t.first) - 1 }

// Switches returns the number of switches on a level.
func (t *Tree) Switches(level int) int { return t.first[level+1] - t.first[level] }

// Domain returns the first and the last node under a switch. Cost: O(1).
func (t *Tree) Domain(level, i int) (first, last NodeID) {
	s := &t.list[t.first[level]+i]
	return s.First, s.Last
}

// DomainOf returns the index of the switch above n, counted among the switches of
// the given level. Cost: O(levels).
func (t *Tree) DomainOf(level int, n NodeID) int {
	s := t.leaf[n]
	for range len(t.first) - 2 - level {
		s = t.list[s].Parent
	}
	return int(s) - t.first[level]
}

// SwitchDevice returns the device number of a switch.
func (t *Tree) SwitchDevice(level, i int) DeviceID { return DeviceID(t.first[level] + i) }

// PairDistance returns the distance between two nodes whose lowest common switch is
// on the given level.
func (t *Tree) PairDistance(level int) int64 { return 2 * t.Depth(level) }

// PairHops returns the number of switches between two nodes whose lowest common
// switch is on the given level (SOURCES.md TOPO.2).
func (t *Tree) PairHops(level int) int { return 2*(t.Levels()-1-level) + 1 }

// Depth returns the number of links from a switch of the given level down to its
// nodes.
func (t *Tree) Depth(level int) int64 { return int64(t.Levels() - level) }

// DeviceName returns the name of a switch by its level and its index on the level
// ("root", "switch 1.0", "leaf 9"), or of a node by its number.
func (t *Tree) DeviceName(d DeviceID) string {
	if int(d) >= len(t.list) || d == 0 {
		return t.switchTree.DeviceName(d)
	}
	level := int(t.list[d].Level)
	place := int(d) - t.first[level]
	if level == t.Levels()-1 {
		return fmt.Sprintf("leaf %d", place)
	}
	return fmt.Sprintf("switch %d.%d", level, place)
}

// UnevenTree is a Tree whose leaf switches may differ in depth. It implements
// Routed and Nester, but not Hierarchy.
//
// Source: as for Tree; SOURCES.md TOPO.7.
type UnevenTree struct{ switchTree }

// NewUnevenTree returns the tree in which switch i is below switch parent[i] (-1
// for the root, which is switch 0) and has nodes[i] nodes. Switches must be given
// level by level, and those of a level in the order of their parents. Errors:
// switches in another order, a switch with neither switches nor nodes below it or
// with both, more than MaxLevels levels, more than MaxNodes nodes or switches.
// Cost: O(switches + nodes).
func NewUnevenTree(parent, nodes []int32) (*UnevenTree, error) {
	if len(parent) < 1 || len(parent) > MaxNodes || len(nodes) != len(parent) || parent[0] != -1 {
		return nil, fmt.Errorf("%w: a tree of %d switches, %d of them with a number of nodes; use 1 to %d, the first without a parent", ErrShape, len(parent), len(nodes), MaxNodes)
	}
	total, inner := int64(0), make([]bool, len(parent))
	level := make([]int, len(parent))
	for i, n := range nodes {
		total += int64(max(n, 0))
		if i == 0 {
			continue
		}
		p := parent[i]
		if p < 0 || int(p) >= i || p < parent[i-1] {
			return nil, fmt.Errorf("%w: switch %d of a tree is under switch %d; list switches level by level, in the order of those above them", ErrShape, i, p)
		}
		if level[i] = level[p] + 1; level[i] >= MaxLevels {
			return nil, fmt.Errorf("%w: switch %d of a tree is on level %d from the root; use %d levels at most", ErrShape, i, level[i]+1, MaxLevels)
		}
		inner[p] = true
	}
	for i, n := range nodes {
		if n < 0 || inner[i] != (n == 0) {
			return nil, fmt.Errorf("%w: switch %d of a tree has %d nodes; a switch has either switches or nodes under it", ErrShape, i, n)
		}
	}
	if total > MaxNodes {
		return nil, fmt.Errorf("%w: a tree of %d nodes; use %d at most", ErrShape, total, MaxNodes)
	}
	return &UnevenTree{grow(parent, nodes)}, nil
}
