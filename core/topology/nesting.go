package topology

// Nested is one switch of a tree, or the parallel switches that serve one
// domain, which count as one.
type Nested struct {
	Device      DeviceID // the first of parallel ones
	Parent      int32    // its place in the list; -1: the root
	Level       int32    // how many switches are above it
	First, Last NodeID   // the nodes under it
	Leaf        bool     // nodes hang off it, and no switches
}

// Nester is a machine that is a tree of switches, of whatever depth, and that
// keeps the list of Nesting.
type Nester interface {
	Topology
	// Nesting is what the function of that name returns; do not change it.
	Nesting() []Nested
}

// Nesting lists the switches of a machine that is a tree (fat trees and stars,
// Tree, Slurm's trees, whose leaves may differ in depth): level by level from
// the root, each level by node, so that a switch comes after the one above it.
// Those of a level that have no switches under them are leaves; every node is
// under exactly one leaf. It is nil if the machine is no tree. Cost: O(1) for a
// Nester, O(switches) for another Hierarchy.
func Nesting(t Topology) []Nested {
	if n, ok := t.(Nester); ok {
		return n.Nesting()
	}
	h, ok := t.(Hierarchy)
	if !ok {
		return nil
	}
	var list []Nested
	above := int32(-1) // the first switch of the level above
	for l := range h.Levels() {
		here, parent := int32(len(list)), above
		for i := range h.Switches(l) {
			s := Nested{Device: h.SwitchDevice(l, i), Parent: parent, Level: int32(l), Leaf: l == h.Levels()-1}
			s.First, s.Last = h.Domain(l, i)
			if parent >= 0 && list[parent].Last < s.First {
				parent++
				s.Parent = parent
			}
			list = append(list, s)
		}
		above = here
	}
	return list
}
