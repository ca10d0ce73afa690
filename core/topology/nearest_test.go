package topology_test

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/topology"
)

// TestNearestPair checks Nearest against the smallest distance over all pairs, in
// both directions.
func TestNearestPair(t *testing.T) {
	draws := rand.New(rand.NewPCG(11, 4))
	var shapes []topology.Topology
	for _, of := range [][3]int{{4, 3, 2}, {4, 3, 1}, {3, 1, 1}, {1, 3, 1}, {1, 1, 2}} {
		d, err := topology.NewDragonfly(of[0], of[1], of[2])
		if err != nil {
			t.Fatal(err)
		}
		shapes = append(shapes, d)
	}
	for _, tree := range [][2][]int32{
		{{-1, 0, 0, 1, 1}, {0, 0, 1, 1, 1}},
		{{-1, 0, 0, 1, 2, 4}, {0, 0, 0, 1, 0, 1}},
		{{-1, 0, 0, 1}, {0, 0, 3, 1}},
	} {
		u, err := topology.NewUnevenTree(tree[0], tree[1])
		if err != nil {
			t.Fatal(err)
		}
		shapes = append(shapes, u)
	}
	for range 300 {
		nodes, switches := 2+draws.IntN(6), draws.IntN(5)
		var links []topology.GraphLink
		link := func(a, b int) {
			links = append(links, topology.GraphLink{From: topology.DeviceID(a), To: topology.DeviceID(b), Weight: 1 + draws.Int64N(9)})
		}
		order := draws.Perm(nodes + switches)
		for i := range order[1:] {
			a, b := order[i+1], order[draws.IntN(i+1)]
			link(a, b)
			link(b, a)
		}
		g, err := topology.NewGraph(nodes, switches, links)
		if err != nil {
			t.Fatal(err)
		}
		shapes = append(shapes, g)
	}
	for i, shape := range shapes {
		least := int64(1 << 62)
		for a := range topology.NodeID(shape.NumNodes()) {
			for b := range topology.NodeID(shape.NumNodes()) {
				if a != b {
					least = min(least, shape.Distance(a, b))
				}
			}
		}
		if got := shape.(interface{ Nearest() int64 }).Nearest(); got != least {
			t.Errorf("shape %d, %T: %d, want %d", i, shape, got, least)
		}
	}
}
