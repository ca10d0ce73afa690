// Package topology describes the networks of machines: how compute nodes are
// numbered, how far apart they are, how they are grouped under switches, and which
// links a message takes.
//
// The interface [Topology] answers the basic questions, distance and hop count
// between two nodes. Richer interfaces extend it, and a machine implements those
// that fit it:
//
//	Devices     also has distances from switches, so that a placement can be centred on a switch
//	Hierarchy   switches nest like a tree, and all leaf switches have the same depth
//	Nester      switches nest like a tree of any shape
//	Grid        nodes have integer coordinates
//	Routed      has links and fixed routes
//	Searchable  can be searched outwards from a device, link by link
//
// The machines are [Flat], [FatTree] (a star is a fat tree of one level), [Tree],
// [UnevenTree], [Torus], [Mesh], [Hypercube], [Dragonfly], and [Graph] for any
// other network. All are immutable once they are shared. The regular shapes compute
// their answers in O(1), O(levels) or O(dimensions). Graph looks them up in a
// table. Machines of a million nodes stay small, because no machine stores a table
// of all pairs of the nodes that are attached to switches.
//
// The package also has the data structures that schedulers need for sets of nodes
// ([NodeSet], [Patch]) and for searching trees ([Levels], [Nested]).
//
//	tree, err := topology.NewFatTree(3, 4) // 64 nodes under three levels of switches
//	if err != nil {
//		return err
//	}
//	tree.Hops(0, 63)     // 5 switches
//	tree.Distance(0, 63) // 6 links
package topology

import "errors"

// NodeID is the number of a compute node. Nodes are numbered consecutively from 0:
// leaf by leaf in trees, and in row-major order, with the last coordinate changing
// fastest, in grids.
type NodeID int32

// MaxNodes is the largest number of nodes that a machine may have (SOURCES.md
// TOPO.8).
const MaxNodes = 1 << 20

// MaxLinks is the largest number of directed links of a dragonfly or of a fat tree
// with parallel switches. (Graphs have a limit of their own, MaxGraphLinks.)
const MaxLinks = 1 << 22

// ErrShape is the common error for impossible shapes. All errors that report an
// impossible shape wrap it.
var ErrShape = errors.New("impossible machine shape")

// Topology describes the distances within one machine. Implementations are
// immutable values and safe to share.
type Topology interface {
	// NumNodes returns the number of compute nodes, at least 1.
	NumNodes() int
	// Distance returns the weighted length of the shortest path from a to b in
	// links; 0 from a node to itself.
	Distance(a, b NodeID) int64
	// Hops returns the number of switches on the shortest path (the measure of S0),
	// or the number of links in a direct network; 0 from a node to itself.
	Hops(a, b NodeID) int
}

// Hierarchy describes a machine whose switches nest like a tree in which all leaf
// switches have the same depth. Level 0 is the root; level Levels()-1 holds the
// leaf switches. The domain of a switch is the set of nodes under it. A domain has
// at least one node, and its nodes are numbered consecutively. The domains of a
// level may differ in size. Several parallel switches that serve the same domain
// count as one, since all are equally far from every node. (Interface [Nester] also
// covers trees whose leaves differ in depth.)
type Hierarchy interface {
	Devices
	// Levels returns the number of switch levels, at least 1.
	Levels() int
	// Switches returns the number of switches on a level.
	Switches(level int) int
	// Domain returns the first and the last node under switch i of a level.
	Domain(level, i int) (first, last NodeID)
	// DomainOf returns the index of the switch above n, counted among the switches
	// of the given level.
	DomainOf(level int, n NodeID) int
	// SwitchDevice returns the device number of switch i of a level (the first of
	// parallel switches). On level Levels() it returns the device number of node i.
	SwitchDevice(level, i int) DeviceID
	// PairDistance returns the distance, and PairHops the hop count, between two
	// different nodes whose lowest common switch is on the given level.
	PairDistance(level int) int64
	PairHops(level int) int
	// Depth returns the distance in links from a switch of the level down to the
	// nodes under it.
	Depth(level int) int64
}

// Grid describes a direct network whose nodes have integer coordinates.
type Grid interface {
	Topology
	// Dims returns the number of nodes along each dimension. The caller must not
	// change the slice.
	Dims() []int
	// Wraps reports whether the two ends of each dimension are joined.
	Wraps() bool
}

// LinkID is the number of a directed link. Links are numbered consecutively from 0.
// A cable between two devices consists of two links, one in each direction.
type LinkID int32

// Link is a directed link.
type Link struct {
	From, To DeviceID
	// bytes per second; 0 if the machine does not specify it, in which case the
	// default of the network applies
	Bandwidth int64
}

// Routed describes a machine that sends messages between nodes along fixed routes.
type Routed interface {
	Devices
	// NumLinks returns the number of directed links.
	NumLinks() int
	// Link returns the description of a link. Cost: O(levels) or O(dimensions) at
	// most.
	Link(l LinkID) Link
	// AppendRoute appends the links of the route from a to b in order: none from a
	// node to itself. The route is static: it does not depend on load.
	AppendRoute(dst []LinkID, a, b NodeID) []LinkID
}

// NamedNodes describes a machine whose nodes have names.
type NamedNodes interface {
	Topology
	// NodeName returns the name of node n.
	NodeName(n NodeID) string
	// FindNode returns the node with a name, and false if there is none.
	FindNode(name string) (NodeID, bool)
}

// DeviceID is the number of a device, that is, a switch or a node. The switches
// come first (level by level from the root, left to right), then the nodes. A
// placement can be centred on any device.
type DeviceID int32

// Devices describes a machine with distances between its devices and its nodes. S4
// denotes a device by d. Switches are numbered before nodes: SOURCES.md TOPO.1.
type Devices interface {
	Topology
	// NumSwitches returns the number of switches. Device NumSwitches()+n is node n.
	NumSwitches() int
	// DeviceDistance returns the length in links of the shortest path from d to n.
	DeviceDistance(d DeviceID, n NodeID) int64
	// DeviceName returns a short name for display: "root", "leaf 209", "node 7".
	DeviceName(d DeviceID) string
}
