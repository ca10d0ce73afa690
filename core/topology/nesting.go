package topology

// Nested describes a switch in a tree, or a group of parallel switches that serve
// the same domain and count as one.
type Nested struct {
	Device      DeviceID // device number; with parallel switches, the number of the first
	Parent      int32    // index of the switch above it in the list; -1 for the root
	Level       int32    // number of switches above it
	First, Last NodeID   // first and last node under it
	Leaf        bool     // whether the switch has nodes, rather than switches, directly under it
}

// Nester describes a machine that is a tree of switches of any depth and stores the
// list that the function Nesting returns.
type Nester interface {
	Topology
	// Nesting returns the same list as the function Nesting. The caller must not
	// change it.
	Nesting() []Nested
}

// Nesting returns the switches of a machine that is a tree: a fat tree, a star, a
// Tree, or a tree from a Slurm configuration, whose leaf switches may differ in
// depth. The list is ordered by level from the root, and within a level by node
// number, so that a switch comes after the switch above it. A switch without
// switches under it is a leaf; every node is under exactly one leaf. Nesting
// returns nil if the machine is not a tree. Cost: O(1) for a Nester, O(switches)
// for any other Hierarchy.
func Nesting(t Topology) []Nested {
	if n, ok := t.(Nester); ok {
		return n.Nesting()
	}
	h, ok := t.(Hierarchy)
	if !ok {
		return nil
	}
	var list []Nested
	above := int32(-1) // index of the first switch of the level above
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
