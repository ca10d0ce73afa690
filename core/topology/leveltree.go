package topology

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// HostLevel is the name of the lowest level of a LevelTree, the level of the nodes.
const HostLevel = "host"

// NamedLevels describes a Hierarchy whose levels have names.
type NamedLevels interface {
	Hierarchy
	// LevelNames returns the names of the levels below the root: the first is that
	// of level 1, and the last, HostLevel, that of the nodes (level Levels()). The
	// caller must not change the slice.
	LevelNames() []string
}

// LabelledNode is a node with a label for each level of a LevelTree.
type LabelledNode struct {
	Name   string
	Labels []string // by level, from the root
}

// LevelTree is a Tree whose levels have names, such as block and rack, and whose
// nodes say by labels where they are. Nodes that have the same labels down to a
// level are in the same domain of that level; equal labels under different parents
// are different domains. Domains and nodes are numbered by their labels and names in
// alphabetical order. LevelTree implements Hierarchy, Routed, Nester, NamedNodes,
// NamedLevels and, unless its only level is that of the nodes, Blocked.
//
// Source: Kueue, "Topology Aware Scheduling"; SOURCES.md TOPO.12. INFERRED: a switch
// above each domain, and one above all; the labels say nothing about the network.
type LevelTree struct {
	*Tree
	*Names
	levels []string
	labels [][]string // of each node
	blocks Blocks
}

// NewLevelTree returns the machine with the given nodes. Argument levels holds the
// names of the levels from the root, without HostLevel; there may be none. Errors: a
// name of a level that is empty, occurs twice or is HostLevel; a node without a name
// or with another number of labels than there are levels; an empty label; two nodes
// of the same name; no nodes, or more than MaxNodes; more than MaxLevels-1 levels.
// Cost: O(nodes·log nodes·levels).
func NewLevelTree(levels []string, nodes []LabelledNode) (*LevelTree, error) {
	if err := checkLabels(levels, nodes); err != nil {
		return nil, err
	}
	nodes = slices.Clone(nodes)
	slices.SortFunc(nodes, func(a, b LabelledNode) int {
		return cmp.Or(slices.Compare(a.Labels, b.Labels), cmp.Compare(a.Name, b.Name))
	})
	children := [][]int{{0}}
	for range levels {
		children = append(children, nil)
	}
	nodeNames, switches := make([]string, len(nodes)), make([][]string, len(levels))
	for i := range nodes {
		n := &nodes[i]
		nodeNames[i] = n.Name
		same := 0 // number of levels on which the node is in the same domain as the one before it
		if i > 0 {
			for same < len(levels) && n.Labels[same] == nodes[i-1].Labels[same] {
				same++
			}
		}
		for l := same; l < len(levels); l++ {
			children[l][len(children[l])-1]++
			children[l+1] = append(children[l+1], 0)
			switches[l] = append(switches[l], domainName(levels, n.Labels[:l+1]))
		}
		children[len(levels)][len(children[len(levels)])-1]++
	}
	tree, err := NewTree(children)
	if err != nil {
		return nil, err
	}
	t := &LevelTree{Tree: tree, levels: append(slices.Clone(levels), HostLevel), labels: make([][]string, len(nodes))}
	for i := range nodes {
		t.labels[i] = nodes[i].Labels
	}
	t.Names = NewNames(nodeNames, slices.Concat([]string{"root"}, slices.Concat(switches...)))
	t.blocks = blocksOf(tree)
	return t, nil
}

// checkLabels returns an error if the arguments of NewLevelTree are not valid.
func checkLabels(levels []string, nodes []LabelledNode) error {
	for i, l := range levels {
		switch {
		case l == "":
			return fmt.Errorf("%w: level %d has no name; name it, as in \"rack\"", ErrShape, i)
		case l == HostLevel:
			return fmt.Errorf("%w: the level %q is always there, below all others; leave it out", ErrShape, HostLevel)
		case slices.Contains(levels[:i], l):
			return fmt.Errorf("%w: the level %q is named twice; remove one", ErrShape, l)
		}
	}
	switch {
	case len(levels) > MaxLevels-1:
		return fmt.Errorf("%w: %d levels; use %d at most", ErrShape, len(levels), MaxLevels-1)
	case len(nodes) == 0:
		return fmt.Errorf("%w: there are no nodes; list one or more", ErrShape)
	case len(nodes) > MaxNodes:
		return fmt.Errorf("%w: %d nodes; use %d at most", ErrShape, len(nodes), MaxNodes)
	}
	seen := make(map[string]bool, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		switch {
		case n.Name == "":
			return fmt.Errorf("%w: node %d has no name; name it, as in \"n000\"", ErrShape, i)
		case seen[n.Name]:
			return fmt.Errorf("%w: two nodes are named %q; rename one", ErrShape, n.Name)
		case len(n.Labels) != len(levels):
			return fmt.Errorf("%w: node %q has %d labels; give it one for each of the %d levels", ErrShape, n.Name, len(n.Labels), len(levels))
		}
		seen[n.Name] = true
		if l := slices.Index(n.Labels, ""); l >= 0 {
			return fmt.Errorf("%w: node %q has an empty label for the level %q; write where it is", ErrShape, n.Name, levels[l])
		}
	}
	return nil
}

// domainName returns the name of a domain with the given labels, such as "rack
// b0/r1". Labels that begin with the label above them do not need it: "rack b0-r1".
func domainName(levels, labels []string) string {
	last := len(labels) - 1
	name := labels[last]
	for l := last - 1; l >= 0; l-- {
		if above := labels[l]; len(name) <= len(above) || name[:len(above)] != above {
			name = above + "/" + name
		}
	}
	return ShortLevel(levels[last]) + " " + name
}

// ShortLevel returns the name of a level without the prefix that labels of Kubernetes
// have: "topology-rack" for "cloud.provider.com/topology-rack".
func ShortLevel(level string) string { return level[strings.LastIndexByte(level, '/')+1:] }

// blocksOf describes the leaf switches of a tree as base blocks. A level above
// counts as a level of blocks if its switches have, except for the last one, the
// same power of two of base blocks.
func blocksOf(t *Tree) Blocks {
	leaves := t.Levels() - 1
	b := Blocks{Starts: []NodeID{0}, Levels: []int{0}}
	for i := range t.Switches(leaves) {
		first, last := t.Domain(leaves, i)
		b.Size = max(b.Size, int32(last-first)+1)
		b.Starts = append(b.Starts, last+1)
	}
	for l := leaves - 1; l > 0; l-- {
		size := 0
		for i := range t.Switches(l) {
			first, last := t.Domain(l, i)
			n := t.DomainOf(leaves, last) - t.DomainOf(leaves, first) + 1
			if i == 0 {
				size = n
			}
			if n > size || n < size && i < t.Switches(l)-1 {
				size = 0
			}
		}
		if exponent := bits.TrailingZeros(uint(size)); size > 0 && size == 1<<exponent && exponent > b.Levels[len(b.Levels)-1] {
			b.Levels = append(b.Levels, exponent)
		}
	}
	return b
}

// Labels returns the labels of a node by level, without that of HostLevel. The
// caller must not change them.
func (t *LevelTree) Labels(n NodeID) []string { return t.labels[n] }

// LevelNames implements NamedLevels.
func (t *LevelTree) LevelNames() []string { return t.levels }

// Blocks implements Blocked: each domain of the level above the nodes is a base
// block.
func (t *LevelTree) Blocks() *Blocks { return &t.blocks }

// DeviceName returns the name of a domain by its level and labels ("rack b0/r1"), or
// of a node.
func (t *LevelTree) DeviceName(d DeviceID) string { return t.Names.Device(d) }
