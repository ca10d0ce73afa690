package topology

import "fmt"

// FatTree is a tree of switches with the compute nodes below the leaf
// switches. A star is the fat tree of one level.
//
// Source: S0 (height = switch levels, width = nodes of a leaf switch and
// children of every switch; hops = switches on the path).
type FatTree struct {
	nodes int
	span  []int // span[l]: nodes under one switch of level l
	first []int // first[l]: DeviceID of the first switch of level l
}

// NewFatTree returns a tree of the given number of switch levels in which
// every switch has width children. Errors: levels outside 1..20, width below
// 1, or more than MaxNodes nodes.
func NewFatTree(levels, width int) (FatTree, error) {
	if levels < 1 || levels > 20 {
		return FatTree{}, fmt.Errorf("%w: a fat tree of %d levels; use 1 to 20", ErrShape, levels)
	}
	if width < 1 {
		return FatTree{}, fmt.Errorf("%w: a fat tree of width %d; use 1 or more", ErrShape, width)
	}
	n := 1
	t := FatTree{span: make([]int, levels), first: make([]int, levels+1)}
	for l := levels - 1; l >= 0; l-- {
		if n > MaxNodes/width {
			return FatTree{}, fmt.Errorf("%w: a fat tree of %d levels of width %d has more than %d nodes", ErrShape, levels, width, MaxNodes)
		}
		n *= width
		t.span[l] = n
	}
	t.nodes = n
	for l := range levels {
		t.first[l+1] = t.first[l] + n/t.span[l]
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

// NumNodes is the number of nodes.
func (t FatTree) NumNodes() int { return t.nodes }

// Levels is the number of switch levels.
func (t FatTree) Levels() int { return len(t.span) }

// Switches is the number of switches on a level.
func (t FatTree) Switches(level int) int { return t.nodes / t.span[level] }

// Span is the number of nodes under each switch of a level.
func (t FatTree) Span(level int) int { return t.span[level] }

// Domain is the first and last node under a switch.
func (t FatTree) Domain(level, i int) (first, last NodeID) {
	return NodeID(i * t.span[level]), NodeID((i+1)*t.span[level] - 1)
}

// DomainOf is the switch of a level that n is under.
func (t FatTree) DomainOf(level int, n NodeID) int { return int(n) / t.span[level] }

// SwitchDevice is the device of a switch.
func (t FatTree) SwitchDevice(level, i int) DeviceID { return t.Device(level, i) }

// Common is the level of the lowest common switch of two nodes.
// Cost: O(levels).
func (t FatTree) Common(a, b NodeID) int {
	l := len(t.span) - 1
	for l > 0 && int(a)/t.span[l] != int(b)/t.span[l] {
		l--
	}
	return l
}

// Distance is the number of links on the path. Cost: O(levels).
func (t FatTree) Distance(a, b NodeID) int64 {
	if a == b {
		return 0
	}
	return t.PairDistance(t.Common(a, b))
}

// Hops is the number of switches on the path: 1, 3, 5 on S0's figure 1.
// Cost: O(levels).
func (t FatTree) Hops(a, b NodeID) int {
	if a == b {
		return 0
	}
	return t.PairHops(t.Common(a, b))
}

// PairDistance is the distance of two nodes that meet on the given level.
func (t FatTree) PairDistance(level int) int64 { return 2 * t.Depth(level) }

// PairHops is the switches between two nodes that meet on the given level:
// 2(H-1-l)+1 (algorithms.md 1.3).
func (t FatTree) PairHops(level int) int { return 2*(len(t.span)-1-level) + 1 }

// Depth is the number of links from a switch down to its nodes.
func (t FatTree) Depth(level int) int64 { return int64(len(t.span) - level) }

// NumSwitches is the number of switches on all levels.
func (t FatTree) NumSwitches() int { return t.first[len(t.span)] }

// SwitchOf returns the level of a switch and its place on that level.
// Cost: O(levels). It panics for a device that is not a switch.
func (t FatTree) SwitchOf(d DeviceID) (level, place int) {
	for l := range t.span {
		if int(d) < t.first[l+1] {
			return l, int(d) - t.first[l]
		}
	}
	panic(fmt.Sprintf("topology: device %d is not one of the %d switches", d, t.NumSwitches()))
}

// Device is the DeviceID of a switch, the inverse of SwitchOf.
func (t FatTree) Device(level, place int) DeviceID { return DeviceID(t.first[level] + place) }

// DeviceDistance is the number of links from a switch or node to a node.
// Cost: O(levels).
func (t FatTree) DeviceDistance(d DeviceID, n NodeID) int64 {
	if int(d) >= t.NumSwitches() {
		return t.Distance(NodeID(int(d)-t.NumSwitches()), n)
	}
	level, place := t.SwitchOf(d)
	common, above := level, 0
	for int(n)/t.span[common] != place*t.span[level]/t.span[common] {
		common--
		above++
	}
	return int64(above) + t.Depth(common)
}

// DeviceName names a switch by level and place ("root", "switch 1.0",
// "leaf 9") or a node by its number.
func (t FatTree) DeviceName(d DeviceID) string {
	if int(d) >= t.NumSwitches() {
		return nodeName(NodeID(int(d) - t.NumSwitches()))
	}
	level, place := t.SwitchOf(d)
	switch level {
	case 0:
		return "root"
	case len(t.span) - 1:
		return fmt.Sprintf("leaf %d", place)
	}
	return fmt.Sprintf("switch %d.%d", level, place)
}
