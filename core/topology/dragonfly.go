package topology

import "fmt"

// Dragonfly is a network of groups of routers. Within a group, any two routers are
// joined by a local link in each direction. Any two groups are joined by a single
// cable, which carries a global link in each direction. Every router has the same
// number of nodes. Routers count as switches. Routers and nodes are numbered group
// by group, and nodes router by router.
//
// The cables between groups are assigned to routers as follows. Each group numbers
// the other groups from 0 in ascending order. The cable to the group with number k
// is attached to router k modulo routers. If there are more groups than routers,
// some routers carry several cables.
//
// Source: SOURCES.md TOPO.5. The network is the one of Kim, Dally, Scott and Abts
// (2008). The assignment of cables to routers is INFERRED: it is the arrangement
// called absolute in the literature. The routers receive cables in turn, so that
// all routers carry about the same number. (SimGrid's DragonflyZone attaches the
// cable to group j to router j.)
type Dragonfly struct{ groups, routers, nodes int }

// NewDragonfly returns a dragonfly with the given numbers of groups, routers per
// group, and nodes per router. Errors: a number below 1, more than MaxNodes nodes
// or MaxLinks directed links.
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

// Groups returns the number of groups.
func (t Dragonfly) Groups() int { return t.groups }

// Routers returns the number of routers in each group.
func (t Dragonfly) Routers() int { return t.routers }

// RouterNodes returns the number of nodes at each router.
func (t Dragonfly) RouterNodes() int { return t.nodes }

// NumNodes returns the number of nodes.
func (t Dragonfly) NumNodes() int { return t.groups * t.routers * t.nodes }

// NumSwitches returns the number of routers in all groups.
func (t Dragonfly) NumSwitches() int { return t.groups * t.routers }

// Distance returns the number of links on a shortest path. The path may be one link
// shorter than the route: two global links that meet at a router of a third group
// are shorter than one global link with a local link on either side. Cost: O(1).
func (t Dragonfly) Distance(a, b NodeID) int64 {
	if a == b {
		return 0
	}
	return int64(t.between(int(a)/t.nodes, int(b)/t.nodes)) + 2
}

// Hops returns the number of routers on a shortest path. Cost: O(1).
func (t Dragonfly) Hops(a, b NodeID) int {
	if a == b {
		return 0
	}
	return t.between(int(a)/t.nodes, int(b)/t.nodes) + 1
}

// DeviceDistance returns the number of links from a router or node to a node. Cost:
// O(1).
func (t Dragonfly) DeviceDistance(d DeviceID, n NodeID) int64 {
	if node := int(d) - t.NumSwitches(); node >= 0 {
		return t.Distance(NodeID(node), n)
	}
	return int64(t.between(int(d), int(n)/t.nodes)) + 1
}

// DeviceName returns the name of a router by its group and its index in the group
// ("router 2.1"), or of a node by its number.
func (t Dragonfly) DeviceName(d DeviceID) string {
	if n := int(d) - t.NumSwitches(); n >= 0 {
		return nodeName(NodeID(n))
	}
	return fmt.Sprintf("router %d.%d", int(d)/t.routers, int(d)%t.routers)
}

// between returns the number of links between two routers: 0 to 3.
func (t Dragonfly) between(a, b int) int {
	i, r, j, s := a/t.routers, a%t.routers, b/t.routers, b%t.routers
	switch {
	case a == b:
		return 0
	case i == j:
		return 1
	}
	links := 1
	if r != t.gateway(i, j) {
		links++
	}
	if s != t.gateway(j, i) {
		links++
	}
	if links == 3 && t.viaThirdGroup(i, r, j, s) {
		return 2
	}
	return links
}

// gateway returns the index of the router of group i that carries the cable to group
// j.
func (t Dragonfly) gateway(i, j int) int { return peerIndex(i, j) % t.routers }

// peerIndex returns the number of group j in group i's numbering of the other groups.
func peerIndex(i, j int) int {
	if j > i {
		return j - 1
	}
	return j
}

// viaThirdGroup reports whether router r of group i and router s of group j are
// both joined to the same router of a third group m. For this, some group m must
// satisfy gateway(i, m) = r, gateway(j, m) = s and gateway(m, i) = gateway(m, j).
// These are three congruences modulo the number of routers. The first determines m
// modulo that number. Given the first, the other two depend on whether m lies
// between i and j, but not on the value of m.
func (t Dragonfly) viaThirdGroup(i, r, j, s int) bool {
	if i > j {
		i, r, j, s = j, s, i, r
	}
	// from returns the smallest number that is at least x and congruent to r modulo
	// the number of routers.
	from := func(x int) int { return x + (r-x%t.routers+t.routers)%t.routers }
	if r == s && (j-i)%t.routers == 0 && (r < i || from(j) < t.groups-1) {
		return true
	}
	return (r+1)%t.routers == s && (j-i-1)%t.routers == 0 && from(i) < j-1
}
