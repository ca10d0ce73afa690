package topology

import "fmt"

// Dragonfly is groups of routers: the routers of a group are joined each to
// each (local links), and so are the groups, by one cable for every two
// (global links). Every router holds the same number of nodes. Routers are
// switches; routers and nodes are numbered group by group, nodes router by
// router.
//
// A group counts the others by rising number, from 0, leaving itself out; the
// cable to number k hangs on its router k modulo routers. A router carries
// several where there are more groups than routers.
//
// Source: SOURCES.md TOPO.5; the network is Kim, Dally, Scott and Abts's
// (2008), and which router carries which cable is INFERRED: the arrangement
// that is called absolute, dealt out to the routers in turn, so that they carry
// equally many. (SimGrid's DragonflyZone hangs the cable to group j on router
// j.)
type Dragonfly struct{ groups, routers, nodes int }

// NewDragonfly returns a dragonfly of so many groups, routers in a group and
// nodes at a router. Errors: one of them below 1, more than MaxNodes nodes or
// MaxLinks directed links.
func NewDragonfly(groups, routers, nodes int) (Dragonfly, error) {
	for i, n := range [3]int{groups, routers, nodes} {
		if n < 1 {
			return Dragonfly{}, fmt.Errorf("%w: dragonfly %s is %d; use 1 or more", ErrShape, [3]string{"groups", "routers", "nodes"}[i], n)
		}
	}
	if groups > MaxNodes/routers || groups*routers > MaxNodes/nodes {
		return Dragonfly{}, fmt.Errorf("%w: a dragonfly of %d groups of %d routers with %d nodes has more than %d nodes", ErrShape, groups, routers, nodes, MaxNodes)
	}
	t := Dragonfly{groups, routers, nodes}
	if t.NumLinks() > MaxLinks {
		return Dragonfly{}, fmt.Errorf("%w: a dragonfly of %d groups of %d routers has %d directed links; use a shape of %d or fewer", ErrShape, groups, routers, t.NumLinks(), MaxLinks)
	}
	return t, nil
}

// Groups is the number of groups.
func (t Dragonfly) Groups() int { return t.groups }

// Routers is the number of routers of a group.
func (t Dragonfly) Routers() int { return t.routers }

// RouterNodes is the number of nodes of a router.
func (t Dragonfly) RouterNodes() int { return t.nodes }

// NumNodes is the number of nodes.
func (t Dragonfly) NumNodes() int { return t.groups * t.routers * t.nodes }

// NumSwitches is the number of routers of all groups.
func (t Dragonfly) NumSwitches() int { return t.groups * t.routers }

// Distance is the number of links on a shortest path, which may be one less
// than those of the route: two global links that meet at a router of a third
// group are shorter than a global link with a local one on either side.
// Cost: O(1).
func (t Dragonfly) Distance(a, b NodeID) int64 {
	if a == b {
		return 0
	}
	return int64(t.between(int(a)/t.nodes, int(b)/t.nodes)) + 2
}

// Hops is the number of routers on a shortest path. Cost: O(1).
func (t Dragonfly) Hops(a, b NodeID) int {
	if a == b {
		return 0
	}
	return t.between(int(a)/t.nodes, int(b)/t.nodes) + 1
}

// DeviceDistance is the number of links from a router or node to a node.
// Cost: O(1).
func (t Dragonfly) DeviceDistance(d DeviceID, n NodeID) int64 {
	if node := int(d) - t.NumSwitches(); node >= 0 {
		return t.Distance(NodeID(node), n)
	}
	return int64(t.between(int(d), int(n)/t.nodes)) + 1
}

// DeviceName names a router by group and place in it ("router 2.1"), a node by
// its number.
func (t Dragonfly) DeviceName(d DeviceID) string {
	if n := int(d) - t.NumSwitches(); n >= 0 {
		return nodeName(NodeID(n))
	}
	return fmt.Sprintf("router %d.%d", int(d)/t.routers, int(d)%t.routers)
}

// between is the number of links between two routers: 0 to 3.
func (t Dragonfly) between(a, b int) int {
	i, r, j, s := a/t.routers, a%t.routers, b/t.routers, b%t.routers
	switch {
	case a == b:
		return 0
	case i == j:
		return 1
	}
	links := 1
	if r != t.port(i, j) {
		links++
	}
	if s != t.port(j, i) {
		links++
	}
	if links == 3 && t.third(i, r, j, s) {
		return 2
	}
	return links
}

// port is the router of group i that carries the cable to group j.
func (t Dragonfly) port(i, j int) int { return other(i, j) % t.routers }

// other is the number of group j among the others of group i.
func other(i, j int) int {
	if j > i {
		return j - 1
	}
	return j
}

// third says whether router r of group i and router s of group j are joined to
// one router of a third group m, that is, whether there is an m with
// port(i, m) = r, port(j, m) = s and port(m, i) = port(m, j). The three are
// congruences that hold for all m on one side of i and j, or between them, if
// for one.
func (t Dragonfly) third(i, r, j, s int) bool {
	if i > j {
		i, r, j, s = j, s, i, r
	}
	// from is the least number x or later that is r modulo routers.
	from := func(x int) int { return x + (r-x%t.routers+t.routers)%t.routers }
	if r == s && (j-i)%t.routers == 0 && (r < i || from(j) < t.groups-1) {
		return true
	}
	return (r+1)%t.routers == s && (j-i-1)%t.routers == 0 && from(i) < j-1
}
