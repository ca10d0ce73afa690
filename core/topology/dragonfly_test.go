package topology_test

import (
	"fmt"
	"slices"
	"testing"

	"hopyard/core/topology"
	"hopyard/core/topology/topologytest"
)

var _ topology.Routed = topology.Dragonfly{}

// drawDragonfly builds the network of a dragonfly from its definition, assigning
// the cables of each group to its routers in turn.
func drawDragonfly(groups, routers, nodes int) *network {
	g := newNetwork(groups*routers*nodes, groups*routers)
	router := func(group, r int) int { return g.nodes + group*routers + r }
	for n := range g.nodes {
		g.link(n, g.nodes+n/nodes)
	}
	carrier := map[[2]int]int{} // the router that carries the cable from one group to another
	for i := range groups {
		for r := range routers {
			for s := range r {
				g.link(router(i, r), router(i, s))
			}
		}
		next := 0
		for j := range groups {
			if j != i {
				carrier[[2]int{i, j}] = router(i, next)
				next = (next + 1) % routers
			}
		}
	}
	for i := range groups {
		for j := range i {
			g.link(carrier[[2]int{i, j}], carrier[[2]int{j, i}])
		}
	}
	return g
}

// TestDragonflies checks the links, distances and routes of small dragonflies
// against a search. A route may be one link longer than the distance. If no router
// carries two global cables, the two must be equal.
func TestDragonflies(t *testing.T) {
	longer := 0
	for groups := range 10 {
		for routers := range 5 {
			groups, routers, nodes := groups+1, routers+1, 2-(groups+routers)%2
			name, m := fmt.Sprint("dragonfly ", groups, routers, nodes), must(topology.NewDragonfly(groups, routers, nodes))
			sameLinks(t, name, m, drawDragonfly(groups, routers, nodes))
			for _, err := range []error{topologytest.Links(m), topologytest.Distances(m, nil), topologytest.Routes(m), allUsed(m)} {
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			for a := range topology.NodeID(m.NumNodes()) {
				for b := range topology.NodeID(m.NumNodes()) {
					over := int64(len(m.AppendRoute(nil, a, b))) - m.Distance(a, b)
					if over < 0 || over > 1 || over == 1 && groups-1 <= routers {
						t.Fatalf("%s: the route from %d to %d is %d longer than the distance", name, a, b, over)
					}
					longer += int(over)
				}
			}
		}
	}
	if longer == 0 {
		t.Error("no route was longer than the distance: this tests less than it says")
	}
}

// TestDragonflyRoutes checks routes of a hand-drawn dragonfly of three groups of
// two routers with two nodes each. In group 1, groups 0 and 2 have numbers 0 and 1,
// so router 1.0 leads to group 0 and router 1.1 to group 2.
func TestDragonflyRoutes(t *testing.T) {
	m := must(topology.NewDragonfly(3, 2, 2))
	for _, c := range []struct {
		a, b topology.NodeID
		want []string
	}{
		{0, 0, nil},
		{0, 1, []string{"router 0.0", "node 1"}},
		{1, 2, []string{"router 0.0", "router 0.1", "node 2"}},
		{0, 4, []string{"router 0.0", "router 1.0", "node 4"}},
		{3, 7, []string{"router 0.1", "router 0.0", "router 1.0", "router 1.1", "node 7"}},
		{4, 10, []string{"router 1.0", "router 1.1", "router 2.1", "node 10"}},
		{11, 0, []string{"router 2.1", "router 2.0", "router 0.1", "router 0.0", "node 0"}},
	} {
		var got []string
		for _, d := range path(m, c.a, c.b)[1:] {
			got = append(got, m.DeviceName(d))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("from %d to %d: through %q, want %q", c.a, c.b, got, c.want)
		}
	}
}

// TestDragonflyShortcut checks a case in which two global links are shorter than a
// global link with a local link on either side. Router 5.1 is joined to 0.1 and
// 3.1, and neither 0.1 nor 3.1 carries the cable between groups 0 and 3.
func TestDragonflyShortcut(t *testing.T) {
	m := must(topology.NewDragonfly(6, 3, 1))
	if route := m.AppendRoute(nil, 1, 10); len(route) != 5 || m.Distance(1, 10) != 4 || m.Hops(1, 10) != 3 {
		t.Errorf("a route of %d links, distance %d and %d hops, want 5, 4 and 3", len(route), m.Distance(1, 10), m.Hops(1, 10))
	}
}
