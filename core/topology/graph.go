package topology

import "fmt"

// GraphLink is one directed link of a Graph.
type GraphLink struct {
	From, To  DeviceID
	Weight    int64 // its length, 1 to MaxWeight
	Bandwidth int64 // bytes a second; 0: not said
}

// Limits of a Graph. The tables have 8 bytes for each way from a device to a
// device that nodes hang off or that is a node with several neighbours.
const (
	MaxGraphDevices = 1 << 16
	MaxGraphLinks   = 1 << 18
	MaxGraphTable   = 1 << 24
	MaxWeight       = 1 << 20
)

// Graph is any network of switches and nodes, with directed links that may
// differ in length and bandwidth. Nodes with several neighbours forward what is
// not for them, as routers of a direct network do.
//
// Distances are those of directed paths, so that they may differ by direction.
// Where pairs are not ordered (Spread, sums of distances), Apart and ApartHops
// count, which do not depend on how nodes are numbered. Hops are the switches on
// the route, or its links where it passes no switch: a machine of nodes alone is
// a direct network.
//
// Routes are the shortest paths; of equally long ways the next device is the
// one of the lowest number, switches before nodes. Links are numbered as they
// were given.
//
// Source: SOURCES.md TOPO.1 and TOPO.6. INFERRED: hops of paths that pass no
// switch in a machine that has some, ties, and unordered pairs.
type Graph struct {
	nodes, switches int
	directed        bool // some link has none back of the same length
	pairs           Pairs
	links           []GraphLink
	ends            []end   // by node
	at              []int32 // by core device: its first way out; one more at the end
	ways            []way   // by where they come from, then by where they go
	// For each core device that is or has nodes, a row: how far each core
	// device is from it, which way it goes there, counted from its first, and
	// its hops: from a switch those after it, from a node all.
	distance []uint32
	next     []uint16
	hops     []uint16
}

// end is how a node hangs on. A node with one neighbour, a switch, is not a
// core device; its figures are those of the switch and of the links between.
// Core devices are all switches, by their numbers, and then the other nodes.
type end struct {
	core, row     int32  // the node's core device, or its switch's; and its row
	up, down      LinkID // to the switch and from it; -1 for a core device
	ascent, slope uint32 // their weights; 0 for a core device
}

// way is a link between core devices.
type way struct {
	to     int32
	weight uint32
	link   LinkID
}

// NumNodes is the number of nodes.
func (g *Graph) NumNodes() int { return g.nodes }

// NumSwitches is the number of switches.
func (g *Graph) NumSwitches() int { return g.switches }

// NumLinks is the number of directed links.
func (g *Graph) NumLinks() int { return len(g.links) }

// Link describes a link.
func (g *Graph) Link(l LinkID) Link {
	x := &g.links[l]
	return Link{From: x.From, To: x.To, Bandwidth: x.Bandwidth}
}

// Weight is the length of a link.
func (g *Graph) Weight(l LinkID) int64 { return g.links[l].Weight }

// away is how far a core device is from the core device of a row.
func (g *Graph) away(row, core int32) int64 {
	return int64(g.distance[int(row)*(len(g.at)-1)+int(core)])
}

// Distance is the length of the shortest path from a to b. Cost: O(1).
func (g *Graph) Distance(a, b NodeID) int64 {
	if a == b {
		return 0
	}
	x, y := &g.ends[a], &g.ends[b]
	return int64(x.ascent) + g.away(y.row, x.core) + int64(y.slope)
}

// DeviceDistance is the length of the shortest path from a device to a node.
// Cost: O(1).
func (g *Graph) DeviceDistance(d DeviceID, n NodeID) int64 {
	if int(d) >= g.switches {
		return g.Distance(NodeID(int(d)-g.switches), n)
	}
	y := &g.ends[n]
	return g.away(y.row, int32(d)) + int64(y.slope)
}

// Hops is the number of switches on the route, or of its links if it passes no
// switch. Cost: O(1).
func (g *Graph) Hops(a, b NodeID) int {
	if a == b {
		return 0
	}
	x := &g.ends[a]
	hops := int(g.hops[int(g.ends[b].row)*(len(g.at)-1)+int(x.core)])
	if x.up >= 0 {
		hops++ // the switch that a hangs on
	}
	return hops
}

// Pairs says how far the two nodes of an unordered pair are apart where the ways
// there and back differ.
type Pairs uint8

// The readings of a pair's distance.
const (
	LargerWay Pairs = iota // the longer of the two ways: that of one way where both are alike
	BothWays               // the sum of the two ways, also where they are alike
)

// SetPairs says how the distances of pairs are read. It belongs to building a
// graph, before the graph is shared.
func (g *Graph) SetPairs(p Pairs) { g.pairs = p }

// Pairs is how the distances of pairs are read.
func (g *Graph) Pairs() Pairs { return g.pairs }

// Symmetric reports whether Apart is Distance, for all pairs.
func (g *Graph) Symmetric() bool { return !g.directed && g.pairs == LargerWay }

// Apart is how far the nodes of an unordered pair are apart: by default the
// larger of their two distances. Cost: O(1).
//
// Source: INFERRED, S4 sums distances of pairs on a directed graph (SOURCES.md
// S4.2); a reading that takes the nodes by number would change when they are
// renumbered.
func (g *Graph) Apart(a, b NodeID) int64 {
	there, back := g.Distance(a, b), g.Distance(b, a)
	if g.pairs == BothWays {
		return there + back
	}
	return max(there, back)
}

// ApartHops is the larger number of hops of the two ways on a directed graph; on
// others, where only ties between equally long ways can make a difference, that
// from the lower node to the higher. Cost: O(1).
func (g *Graph) ApartHops(a, b NodeID) int {
	up, down := g.Hops(min(a, b), max(a, b)), g.Hops(max(a, b), min(a, b))
	if g.directed {
		return max(up, down)
	}
	return up
}

// step is the way that a core device goes to the core device of a row.
func (g *Graph) step(row, core int32) *way {
	return &g.ways[g.at[core]+int32(g.next[int(row)*(len(g.at)-1)+int(core)])]
}

// AppendRoute appends the links of the shortest path. Cost: O(links of the
// route).
func (g *Graph) AppendRoute(dst []LinkID, a, b NodeID) []LinkID {
	if a == b {
		return dst
	}
	x, y := &g.ends[a], &g.ends[b]
	if x.up >= 0 {
		dst = append(dst, x.up)
	}
	for at := x.core; at != y.core; {
		w := g.step(y.row, at)
		dst, at = append(dst, w.link), w.to
	}
	if y.down >= 0 {
		dst = append(dst, y.down)
	}
	return dst
}

// DeviceName names a switch or node by its number.
func (g *Graph) DeviceName(d DeviceID) string {
	if int(d) >= g.switches {
		return nodeName(NodeID(int(d) - g.switches))
	}
	return fmt.Sprintf("switch %d", d)
}
