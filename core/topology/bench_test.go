package topology_test

import (
	"testing"

	"hopyard/core/topology"
)

func routedShapes() []struct {
	name string
	m    topology.Routed
} {
	return []struct {
		name string
		m    topology.Routed
	}{
		{"fat-tree=5x4/nodes=1024", must(topology.NewFatTree(5, 4))},
		{"fat-tree=2x32/nodes=1024", must(topology.NewFatTree(2, 32))},
		{"fat-tree=16-16-4/nodes=1024", must(topology.NewPGFT([]int{16, 16, 4}, []int{1, 8, 4}, []int{1, 1, 1}))},
		{"fat-tree=10x4/nodes=1048576", must(topology.NewFatTree(10, 4))},
		{"star/nodes=1024", must(topology.NewStar(1024))},
		{"torus=32x32/nodes=1024", must(topology.NewTorus(32, 32))},
		{"torus=16x8x8/nodes=1024", must(topology.NewTorus(16, 8, 8))},
		{"torus=128x128x64/nodes=1048576", must(topology.NewTorus(128, 128, 64))},
		{"mesh=32x32/nodes=1024", must(topology.NewMesh(32, 32))},
		{"dragonfly=33x8x4/nodes=1056", must(topology.NewDragonfly(33, 8, 4))},
		{"hypercube=10/nodes=1024", must(topology.NewHypercube(10))},
		{"hypercube=20/nodes=1048576", must(topology.NewHypercube(20))},
	}
}

// somewhere returns a pseudo-random node for call number i.
func somewhere(i, nodes int) topology.NodeID {
	x := uint32(i) * 2654435761
	x = (x ^ x>>15) * 2246822519
	return topology.NodeID((x ^ x>>13) % uint32(nodes))
}

func BenchmarkRoute(b *testing.B) {
	for _, s := range routedShapes() {
		b.Run(s.name, func(b *testing.B) {
			var route []topology.LinkID
			links := 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				route = s.m.AppendRoute(route[:0], somewhere(i, s.m.NumNodes()), somewhere(^i, s.m.NumNodes()))
				links += len(route)
			}
			b.ReportMetric(float64(links)/float64(b.N), "links/op")
		})
	}
}

// BenchmarkAllToAll measures the routes of an all-to-all exchange among 128 nodes
// (every eighth node of the machine), including adding them to the link loads.
func BenchmarkAllToAll(b *testing.B) {
	for _, s := range routedShapes() {
		b.Run(s.name, func(b *testing.B) {
			load := make([]int32, s.m.NumLinks())
			var route []topology.LinkID
			for b.Loop() {
				for x := range topology.NodeID(128) {
					for y := range topology.NodeID(128) {
						route = s.m.AppendRoute(route[:0], x*8, y*8)
						for _, l := range route {
							load[l]++
						}
					}
				}
			}
		})
	}
}

func BenchmarkDistance(b *testing.B) {
	for _, s := range routedShapes() {
		b.Run(s.name, func(b *testing.B) {
			sum := int64(0)
			for i := 0; b.Loop(); i++ {
				sum += s.m.Distance(somewhere(i, s.m.NumNodes()), somewhere(^i, s.m.NumNodes()))
			}
		})
	}
}

func BenchmarkLink(b *testing.B) {
	for _, s := range routedShapes() {
		b.Run(s.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				_ = s.m.Link(topology.LinkID(somewhere(i, s.m.NumLinks())))
			}
		})
	}
}
