package topology

import "fmt"

// MaxLevels is the largest number of switch levels in a tree.
const MaxLevels = 20

// switchTree is a tree of switches. Each switch has any number of children, which
// are either all switches or all nodes. Tree and UnevenTree embed it.
type switchTree struct {
	list []Nested // the switches by device number
	leaf []int32  // device number of each node's leaf switch
}

// grow builds a tree from two lists with one entry per switch, ordered level by
// level from the root: the parent of each switch, and the number of nodes attached
// to it. Cost: O(switches + nodes).
func grow(parent, nodes []int32) switchTree {
	t := switchTree{list: make([]Nested, len(parent))}
	count := make([]int32, len(parent)) // nodes under each switch
	for i := len(parent) - 1; i >= 0; i-- {
		count[i] += nodes[i]
		if i > 0 {
			count[parent[i]] += count[i]
		}
	}
	next := make([]int32, len(parent)) // for each switch, the first node of its next child in the list
	t.leaf = make([]int32, count[0])
	for i, p := range parent {
		s := &t.list[i]
		*s = Nested{Device: DeviceID(i), Parent: p, Leaf: nodes[i] > 0}
		if p >= 0 {
			s.Level = t.list[p].Level + 1
			next[i] = next[p]
			next[p] += count[i]
		}
		s.First, s.Last = NodeID(next[i]), NodeID(next[i]+count[i]-1)
		for n := range nodes[i] {
			t.leaf[next[i]+n] = int32(i)
		}
	}
	return t
}

// NumNodes returns the number of nodes.
func (t *switchTree) NumNodes() int { return len(t.leaf) }

// NumSwitches returns the number of switches.
func (t *switchTree) NumSwitches() int { return len(t.list) }

// Nesting returns the list of switches. The caller must not change it.
func (t *switchTree) Nesting() []Nested { return t.list }

// common returns the lowest common switch of a switch and a node: the switch s
// itself, or its nearest ancestor that has n under it.
func (t *switchTree) common(s int32, n NodeID) int32 {
	for n < t.list[s].First || t.list[s].Last < n {
		s = t.list[s].Parent
	}
	return s
}

// below returns the number of links from a switch down to a node under it.
func (t *switchTree) below(s int32, n NodeID) int64 {
	return int64(t.list[t.leaf[n]].Level-t.list[s].Level) + 1
}

// Distance returns the number of links on the path. Cost: O(levels).
func (t *switchTree) Distance(a, b NodeID) int64 {
	if a == b {
		return 0
	}
	s := t.common(t.leaf[a], b)
	return t.below(s, a) + t.below(s, b)
}

// Hops returns the number of switches on the path. Cost: O(levels).
func (t *switchTree) Hops(a, b NodeID) int {
	return max(int(t.Distance(a, b))-1, 0)
}

// DeviceDistance returns the number of links from a switch or node to a node. Cost:
// O(levels).
func (t *switchTree) DeviceDistance(d DeviceID, n NodeID) int64 {
	if int(d) >= len(t.list) {
		return t.Distance(NodeID(int(d)-len(t.list)), n)
	}
	s := t.common(int32(d), n)
	return int64(t.list[d].Level-t.list[s].Level) + t.below(s, n)
}

// NumLinks returns the number of directed links: two for each node and for each
// switch except the root, for the cable to the switch above.
func (t *switchTree) NumLinks() int { return 2 * (len(t.list) - 1 + len(t.leaf)) }

// up returns the link from a device to the switch above it. The link in the
// opposite direction has the next number.
func up(d int) LinkID { return LinkID(2 * (d - 1)) }

// Link returns the description of a link: one direction of the cable between a
// device and the switch above it. Links with even numbers lead up. Cost: O(1).
func (t *switchTree) Link(l LinkID) Link {
	below := DeviceID(l/2 + 1)
	above := DeviceID(0)
	if n := int(below) - len(t.list); n >= 0 {
		above = DeviceID(t.leaf[n])
	} else {
		above = DeviceID(t.list[below].Parent)
	}
	if l%2 == 1 {
		return Link{From: above, To: below}
	}
	return Link{From: below, To: above}
}

// AppendRoute appends the links up from a to the lowest common switch and from
// there down to b. Cost: O(levels).
func (t *switchTree) AppendRoute(dst []LinkID, a, b NodeID) []LinkID {
	if a == b {
		return dst
	}
	top := t.common(t.leaf[a], b)
	dst = append(dst, up(len(t.list)+int(a)))
	for s := t.leaf[a]; s != top; s = t.list[s].Parent {
		dst = append(dst, up(int(s)))
	}
	at := len(dst)
	for range t.below(top, b) {
		dst = append(dst, 0)
	}
	down := dst[at:] // the links of the way down, filled in from the last to the first
	down[len(down)-1] = up(len(t.list)+int(b)) + 1
	s := t.leaf[b]
	for i := len(down) - 2; i >= 0; i-- {
		down[i] = up(int(s)) + 1
		s = t.list[s].Parent
	}
	return dst
}

// DeviceName returns "root" for switch 0, "switch 3" for another switch, and "node
// 7" for a node.
func (t *switchTree) DeviceName(d DeviceID) string {
	switch {
	case int(d) >= len(t.list):
		return nodeName(NodeID(int(d) - len(t.list)))
	case d == 0:
		return "root"
	}
	return fmt.Sprintf("switch %d", d)
}
