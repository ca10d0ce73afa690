// Package topology describes machines: how nodes are numbered, how far apart
// they are, and how they nest under switches. Shapes answer from arithmetic,
// in O(1) or O(levels), but for Graph, which keeps a table; none keeps one of
// all pairs of nodes that hang off a switch.
package topology

import "errors"

// NodeID numbers compute nodes densely from 0: leaf by leaf in trees,
// row-major with the last coordinate fastest in tori.
type NodeID int32

// MaxNodes is the largest machine that a scenario may describe (SOURCES.md
// TOPO.8).
const MaxNodes = 1 << 20

// MaxLinks is the largest number of directed links of a machine whose
// description says how many there are, such as a fat tree with parallel
// switches.
const MaxLinks = 1 << 22

// ErrShape is wrapped by every error about an impossible shape.
var ErrShape = errors.New("impossible machine shape")

// Topology answers distance questions about one machine. Implementations are
// immutable values, safe to share.
type Topology interface {
	// NumNodes is the number of compute nodes, at least 1.
	NumNodes() int
	// Distance is the weighted shortest path from a to b in links;
	// 0 from a node to itself.
	Distance(a, b NodeID) int64
	// Hops is the number of switches on that path (S0's measure), or of links
	// in a direct network; 0 from a node to itself.
	Hops(a, b NodeID) int
}

// Hierarchy is a machine whose nodes nest in switches as a tree does, all at
// the same depth. The nodes under a switch, its domain, are numbered
// consecutively and are one at least; the domains of a level may differ in
// width. Level 0 is the root; level Levels()-1 holds the leaf switches. Where
// several parallel switches serve one domain, they count as one: all are
// equally far from every node. (Nesting also lists the switches of trees whose
// leaves differ in depth.)
type Hierarchy interface {
	Devices
	// Levels is the number of switch levels, at least 1.
	Levels() int
	// Switches is the number of switches on a level.
	Switches(level int) int
	// Domain is the first and last node under switch i of a level.
	Domain(level, i int) (first, last NodeID)
	// DomainOf is the switch of a level that n is under.
	DomainOf(level int, n NodeID) int
	// SwitchDevice is the device of switch i of a level (the first of parallel
	// ones), and on level Levels() that of node i.
	SwitchDevice(level, i int) DeviceID
	// PairDistance and PairHops are the figures of two different nodes whose
	// lowest common switch is on the given level.
	PairDistance(level int) int64
	PairHops(level int) int
	// Depth is the distance in links from a switch of the level down to the
	// nodes under it.
	Depth(level int) int64
}

// Grid is a direct network whose nodes stand at integer coordinates.
type Grid interface {
	Topology
	// Dims are the numbers of nodes along each dimension; do not change them.
	Dims() []int
	// Wraps says whether the ends of a dimension are joined.
	Wraps() bool
}

// LinkID numbers the directed links of a machine densely from 0. A cable
// between two devices is two links, one each way.
type LinkID int32

// Link is one directed link.
type Link struct {
	From, To DeviceID
	// Bandwidth is in bytes a second; 0 where the machine does not say, and
	// the network's own figure holds.
	Bandwidth int64
}

// Routed is a machine that sends from node to node over fixed routes.
type Routed interface {
	Devices
	// NumLinks is the number of directed links.
	NumLinks() int
	// Link describes a link. Cost: O(levels) or O(dimensions) at most.
	Link(l LinkID) Link
	// AppendRoute appends the links from a to b in order: none from a node to
	// itself. The route is static: it does not depend on load.
	AppendRoute(dst []LinkID, a, b NodeID) []LinkID
}

// NamedNodes is a machine whose nodes were given names.
type NamedNodes interface {
	Topology
	// NodeName is the name of node n.
	NodeName(n NodeID) string
	// FindNode is the node of a name, and false if there is none.
	FindNode(name string) (NodeID, bool)
}

// DeviceID numbers what a placement can be centred on: the switches first
// (level by level from the root, left to right), then the nodes.
type DeviceID int32

// Devices is a machine that can say how far its switches and nodes are from
// a node (S4's devices d; switches come first, then nodes: SOURCES.md TOPO.1).
type Devices interface {
	Topology
	// NumSwitches is the number of switches; device NumSwitches()+n is node n.
	NumSwitches() int
	// DeviceDistance is the shortest path in links from d to n.
	DeviceDistance(d DeviceID, n NodeID) int64
	// DeviceName is a short name for people: "root", "leaf 209", "node 7".
	DeviceName(d DeviceID) string
}
