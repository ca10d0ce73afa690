package topology

import "fmt"

// GraphLink is a directed link of a Graph.
type GraphLink struct {
	From, To  DeviceID
	Weight    int64 // length, 1 to MaxWeight
	Bandwidth int64 // bytes per second; 0 if not specified
}

// Limits of a Graph. MaxGraphTable is the largest number of table entries, of 8
// bytes each. The table has one entry for each path from a core device (see
// [Graph]) to a core device that is a node or has nodes attached.
const (
	MaxGraphDevices = 1 << 16
	MaxGraphLinks   = 1 << 18
	MaxGraphTable   = 1 << 24
	MaxWeight       = 1 << 20
)

// Graph is an arbitrary network of switches and nodes with directed links, which
// may differ in length and bandwidth. A node with several neighbours forwards
// messages for others, like a router of a direct network.
//
// Distances follow the directions of links and may therefore differ between the two
// directions. Calculations with unordered pairs of nodes, such as sums of pair
// distances, use Apart and ApartHops, which return a single value for both
// directions. The hop count is the number of switches on the route, or of links if
// the route passes no switch: a machine that consists of nodes alone is a direct
// network.
//
// Routes are shortest paths. Among equally short paths, each device forwards to the
// neighbour with the lowest number; switches have lower numbers than nodes. Links
// are numbered in the order in which they were given.
//
// The core devices of a graph are all switches, and all nodes except those whose
// only neighbour is a switch. The tables cover core devices only.
//
// Source: SOURCES.md TOPO.1 and TOPO.6. Three rules are INFERRED: the hop count of
// a path that passes no switch although the machine has switches; the choice among
// equally short paths; and the values for unordered pairs.
type Graph struct {
	nodes, switches int
	directed        bool // whether some link has no link of the same length in the opposite direction
	pairs           Pairs
	links           []GraphLink
	ends            []attachment // how each node is attached
	at              []int32      // index in ways of the first outgoing link of each core device; a last entry holds len(ways)
	ways            []coreLink   // links between core devices, ordered by their source, then by their destination
	// Tables with one row for each core device that is a node or has nodes
	// attached, and one column for each core device. They describe the route from
	// the column's device to the row's device: its distance, its first link (as an
	// index among the outgoing links of the column's device), and its hop count,
	// which does not include the column's device itself.
	distance []uint32
	next     []uint16
	hops     []uint16
}

// attachment describes how a node is attached. A node whose only neighbour is a
// switch is not a core device; its distances and routes are derived from those of
// the switch and from the two links between node and switch. Core devices are
// numbered: first all switches, by their device numbers, then the nodes that are
// core devices.
type attachment struct {
	core, row     int32  // the core device of the node (the node itself, or the switch that it is attached to), and the table row of that core device
	up, down      LinkID // links from the node to its switch and back; -1 for a core device
	ascent, slope uint32 // lengths of these two links; 0 for a core device
}

// coreLink is a link between core devices.
type coreLink struct {
	to     int32
	weight uint32
	link   LinkID
}

// NumNodes returns the number of nodes.
func (g *Graph) NumNodes() int { return g.nodes }

// NumSwitches returns the number of switches.
func (g *Graph) NumSwitches() int { return g.switches }

// NumLinks returns the number of directed links.
func (g *Graph) NumLinks() int { return len(g.links) }

// Link returns the description of a link.
func (g *Graph) Link(l LinkID) Link {
	x := &g.links[l]
	return Link{From: x.From, To: x.To, Bandwidth: x.Bandwidth}
}

// Weight returns the length of a link.
func (g *Graph) Weight(l LinkID) int64 { return g.links[l].Weight }

// away returns the distance from a core device to the core device of the given row.
func (g *Graph) away(row, core int32) int64 {
	return int64(g.distance[int(row)*(len(g.at)-1)+int(core)])
}

// Distance returns the length of the shortest path from a to b. Cost: O(1).
func (g *Graph) Distance(a, b NodeID) int64 {
	if a == b {
		return 0
	}
	x, y := &g.ends[a], &g.ends[b]
	return int64(x.ascent) + g.away(y.row, x.core) + int64(y.slope)
}

// DeviceDistance returns the length of the shortest path from a device to a node.
// Cost: O(1).
func (g *Graph) DeviceDistance(d DeviceID, n NodeID) int64 {
	if int(d) >= g.switches {
		return g.Distance(NodeID(int(d)-g.switches), n)
	}
	y := &g.ends[n]
	return g.away(y.row, int32(d)) + int64(y.slope)
}

// Hops returns the number of switches on the route, or of links if the route passes
// no switch. Cost: O(1).
func (g *Graph) Hops(a, b NodeID) int {
	if a == b {
		return 0
	}
	x := &g.ends[a]
	hops := int(g.hops[int(g.ends[b].row)*(len(g.at)-1)+int(x.core)])
	if x.up >= 0 {
		hops++ // the switch that a is attached to
	}
	return hops
}

// Pairs selects how the distance of an unordered pair of nodes is defined if the
// two directions differ.
type Pairs uint8

// Definitions of the distance of a pair.
const (
	LargerWay Pairs = iota // the larger of the two distances; the common value if they are equal
	BothWays               // the sum of the two distances, even if they are equal
)

// SetPairs sets the definition of pair distances. Call it only while building a
// graph, before the graph is shared.
func (g *Graph) SetPairs(p Pairs) { g.pairs = p }

// Pairs returns the definition of pair distances.
func (g *Graph) Pairs() Pairs { return g.pairs }

// Symmetric reports whether Apart equals Distance for all pairs.
func (g *Graph) Symmetric() bool { return !g.directed && g.pairs == LargerWay }

// Apart returns the distance of an unordered pair of nodes: by default the larger
// of their two distances. Cost: O(1).
//
// Source: INFERRED. S4 sums the distances of pairs on a directed graph (SOURCES.md
// S4.2). If Apart always measured from the lower node number to the higher,
// renumbering the nodes would change the sum.
func (g *Graph) Apart(a, b NodeID) int64 {
	there, back := g.Distance(a, b), g.Distance(b, a)
	if g.pairs == BothWays {
		return there + back
	}
	return max(there, back)
}

// ApartHops returns the hop count of an unordered pair of nodes. On a directed
// graph it returns the larger of the two hop counts. On any other graph the two hop
// counts differ only if there are several shortest paths; ApartHops then returns
// the hop count from the lower node number to the higher. Cost: O(1).
func (g *Graph) ApartHops(a, b NodeID) int {
	up, down := g.Hops(min(a, b), max(a, b)), g.Hops(max(a, b), min(a, b))
	if g.directed {
		return max(up, down)
	}
	return up
}

// step returns the first link on the route from a core device to the core device of
// the given row.
func (g *Graph) step(row, core int32) *coreLink {
	return &g.ways[g.at[core]+int32(g.next[int(row)*(len(g.at)-1)+int(core)])]
}

// AppendRoute appends the links of the shortest path. Cost: O(links of the route).
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

// DeviceName returns the name of a switch or node by its number.
func (g *Graph) DeviceName(d DeviceID) string {
	if int(d) >= g.switches {
		return nodeName(NodeID(int(d) - g.switches))
	}
	return fmt.Sprintf("switch %d", d)
}
