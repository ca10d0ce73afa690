package topology

import (
	"fmt"
	"slices"
)

// FatTree is a tree of switches with the compute nodes below the leaf switches. A
// star is a fat tree of one level. The domain of a switch is the set of nodes under
// it. Several parallel switches may serve the same domain, and several parallel
// cables may join the same two switches (see NewPGFT). Neither changes a distance,
// but both change routes.
//
// Source: SOURCES.md TOPO.2; S0 (height = switch levels, width = nodes of a leaf
// switch and children of every switch; hops = switches on the path). The general
// form is SimGrid's FatTree (a PGFT: a parallel-ports generalized fat tree).
type FatTree struct {
	nodes  int
	links  int
	levels []treeLevel // ordered from the root
	first  []int       // first[l] is the device number of the first switch of level l
	labels Labels
}

// Labels is a naming scheme for the switches of a fat tree.
type Labels uint8

// Naming schemes.
const (
	Places Labels = iota // by level and index on the level: "leaf 9"
	Paths                // by level and path from the root, like the router chips in S0: "router 221"
)

// Labelled returns the tree with the given naming scheme for its switches. The
// scheme Paths is an error in two cases. First, the tree has parallel switches,
// which would share a name. Second, a path would need more than one digit for a
// level, which would make it ambiguous.
//
// Source: S0, figure 1: 000, 100 to 103, 200 to 233; SOURCES.md S0.1.
func (t FatTree) Labelled(l Labels) (FatTree, error) {
	for i, x := range t.levels {
		if l == Paths && (x.planes > 1 || len(t.levels) > 10 || i < len(t.levels)-1 && x.down > 10) {
			return t, fmt.Errorf("%w: a fat tree with labels \"paths\" has at most 10 levels, 10 switches below one, and none in parallel; use labels \"places\"", ErrShape)
		}
	}
	t.labels = l
	return t, nil
}

// Paths reports whether switches are named by their paths.
func (t FatTree) Paths() bool { return t.labels == Paths }

// treeLevel describes the switches of one level and the cables that lead down from
// them.
type treeLevel struct {
	span   int // nodes under one switch
	down   int // children of each domain: domains of the level below, or nodes
	planes int // parallel switches that serve each domain; a switch's index among them is its plane
	up     int // number of switches of this level to which each device of the level below is joined
	cables int // parallel cables between such a device and each of these switches
	link   int // number of the first link between this level and the level below
}

// NewFatTree returns a tree with the given number of switch levels. Every switch
// has the same number of children, the parameter width. Errors: levels outside
// 1..20, width below 1, or more than MaxNodes nodes.
func NewFatTree(levels, width int) (FatTree, error) {
	if levels < 1 || levels > 20 {
		return FatTree{}, fmt.Errorf("%w: a fat tree of %d levels; use 1 to 20", ErrShape, levels)
	}
	if width < 1 {
		return FatTree{}, fmt.Errorf("%w: a fat tree of width %d; use 1 or more", ErrShape, width)
	}
	ones := slices.Repeat([]int{1}, levels)
	t, err := NewPGFT(slices.Repeat([]int{width}, levels), ones, ones)
	if err != nil {
		return FatTree{}, fmt.Errorf("%w: a fat tree of %d levels of width %d has more than %d nodes", ErrShape, levels, width, MaxNodes)
	}
	return t, nil
}

// NewStar returns n nodes around one switch. Error: n outside 1..MaxNodes.
func NewStar(n int) (FatTree, error) {
	if n < 1 || n > MaxNodes {
		return FatTree{}, fmt.Errorf("%w: a star of %d nodes; use 1 to %d", ErrShape, n, MaxNodes)
	}
	return NewFatTree(1, n)
}

// NewPGFT returns a general fat tree. The slices describe its levels from the
// leaves up. A switch of level i has down[i] children: domains of the level below,
// or nodes. A device of the level below is joined to up[i] switches of level i, by
// links[i] parallel cables each. For example, [4,4,4], [1,2,2], [1,1,1] describes
// 64 nodes under 16 leaf switches, 2 parallel switches for every 4 leaf switches,
// and 4 parallel roots. Errors: a number of levels outside 1..20, slices of
// different lengths, an entry below 1, more than MaxNodes nodes or MaxLinks
// directed links.
func NewPGFT(down, up, links []int) (FatTree, error) {
	h := len(down)
	if h < 1 || h > 20 {
		return FatTree{}, fmt.Errorf("%w: a fat tree of %d levels; use 1 to 20", ErrShape, h)
	}
	if len(up) != h || len(links) != h {
		return FatTree{}, fmt.Errorf("%w: a fat tree of %d down, %d up and %d links; give one of each for every level", ErrShape, h, len(up), len(links))
	}
	t := FatTree{nodes: 1, levels: make([]treeLevel, h), first: make([]int, h+1)}
	for i := range h {
		for name, n := range [3]int{down[i], up[i], links[i]} {
			if n < 1 {
				return FatTree{}, fmt.Errorf("%w: fat tree %s[%d] is %d; use 1 or more", ErrShape, [3]string{"down", "up", "links"}[name], i, n)
			}
		}
		if t.nodes > MaxNodes/down[i] {
			return FatTree{}, fmt.Errorf("%w: a fat tree whose down are %v has more than %d nodes", ErrShape, down, MaxNodes)
		}
		t.nodes *= down[i]
		t.levels[h-1-i] = treeLevel{span: t.nodes, down: down[i], up: up[i], cables: links[i]}
	}
	below, planes := t.nodes, 1 // number of devices on the level below, and number of parallel switches per domain there
	for i := range h {
		x := &t.levels[h-1-i]
		if room := (MaxLinks - t.links) / 2 / below; x.up > room || x.cables > room/x.up {
			return FatTree{}, fmt.Errorf("%w: a fat tree of down %v, up %v and links %v has more than %d directed links; use fewer parallel ones", ErrShape, down, up, links, MaxLinks)
		}
		x.link = t.links
		t.links += 2 * below * x.up * x.cables
		planes *= x.up
		x.planes = planes
		below = t.nodes / x.span * planes
	}
	for l, x := range t.levels {
		t.first[l+1] = t.first[l] + t.nodes/x.span*x.planes
	}
	return t, nil
}

// NumNodes returns the number of nodes.
func (t FatTree) NumNodes() int { return t.nodes }

// Levels returns the number of switch levels.
func (t FatTree) Levels() int { return len(t.levels) }

// Switches returns the number of domains on a level. Parallel switches count as
// one.
func (t FatTree) Switches(level int) int { return t.nodes / t.levels[level].span }

// Parallel returns the number of parallel switches for each domain of a level.
func (t FatTree) Parallel(level int) int { return t.levels[level].planes }

// Span returns the number of nodes under each switch of a level.
func (t FatTree) Span(level int) int { return t.levels[level].span }

// Domain returns the first and the last node under the switch with index i on a
// level.
func (t FatTree) Domain(level, i int) (first, last NodeID) {
	span := t.levels[level].span
	return NodeID(i * span), NodeID((i+1)*span - 1)
}

// DomainOf returns the index of the domain that contains n on the given level.
func (t FatTree) DomainOf(level int, n NodeID) int { return int(n) / t.levels[level].span }

// SwitchDevice returns the device number of the switch that serves domain i of a
// level. If there are parallel switches, it returns the number of the first.
func (t FatTree) SwitchDevice(level, i int) DeviceID { return t.Device(level, i) }

// Common returns the level of the lowest common switch of two nodes. Cost:
// O(levels).
func (t FatTree) Common(a, b NodeID) int {
	l, x, y := len(t.levels)-1, int(a), int(b)
	for ; l > 0; l-- {
		down := t.levels[l].down
		if x, y = x/down, y/down; x == y {
			break
		}
	}
	return l
}

// Distance returns the number of links on the path. Cost: O(levels).
func (t FatTree) Distance(a, b NodeID) int64 {
	if a == b {
		return 0
	}
	return t.PairDistance(t.Common(a, b))
}

// Hops returns the number of switches on the path: 1, 3 or 5 in figure 1 of S0.
// Cost: O(levels).
func (t FatTree) Hops(a, b NodeID) int {
	if a == b {
		return 0
	}
	return t.PairHops(t.Common(a, b))
}

// PairDistance returns the distance between two nodes whose lowest common switch is
// on the given level.
func (t FatTree) PairDistance(level int) int64 { return 2 * t.Depth(level) }

// PairHops returns the number of switches between two nodes whose lowest common
// switch is on the given level: 2(H-1-l)+1 for level l of H levels (SOURCES.md
// TOPO.2).
func (t FatTree) PairHops(level int) int { return 2*(len(t.levels)-1-level) + 1 }

// Depth returns the number of links from a switch down to its nodes.
func (t FatTree) Depth(level int) int64 { return int64(len(t.levels) - level) }
