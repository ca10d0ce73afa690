package cluster_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// mesh is a grid without wrap-around, implemented independently of topology.Mesh.
type mesh struct{ topology.Torus }

func (mesh) Wraps() bool { return false }

func (m mesh) Distance(a, b topology.NodeID) int64 {
	sum := int64(0)
	for i := len(m.Dims()) - 1; i >= 0; i-- {
		side := topology.NodeID(m.Dims()[i])
		d := a%side - b%side
		sum += int64(max(d, -d))
		a, b = a/side, b/side
	}
	return sum
}

func (m mesh) Hops(a, b topology.NodeID) int { return int(m.Distance(a, b)) }

// plain wraps a topology and hides its concrete type, so that only its distances
// can be used.
type plain struct{ topology.Topology }

func must[T any](t T, err error) T {
	if err != nil {
		panic(err)
	}
	return t
}

func machines() map[string]topology.Topology {
	return map[string]topology.Topology{
		"flat":     must(topology.NewFlat(37)),
		"star":     must(topology.NewStar(23)),
		"figure 1": must(topology.NewFatTree(3, 4)),
		"binary":   must(topology.NewFatTree(6, 2)),
		"path":     must(topology.NewFatTree(3, 1)),
		"uneven":   must(topology.NewTree([][]int{{3}, {1, 3, 2}, {1, 9, 2, 1, 7, 4}})),
		"ring":     must(topology.NewTorus(17)),
		"torus":    must(topology.NewTorus(5, 4)),
		"thin":     must(topology.NewTorus(1, 2, 9)),
		"cube":     must(topology.NewTorus(4, 3, 6)),
		"mesh":     mesh{must(topology.NewTorus(5, 7))},
		"thick":    must(topology.NewPGFT([]int{3, 2, 4}, []int{1, 2, 2}, []int{1, 2, 1})),
		"sheet":    must(topology.NewMesh(6, 7)),
		"brick":    must(topology.NewMesh(2, 1, 5, 4)),
		"5-cube":   must(topology.NewHypercube(5)),
		"fly":      must(topology.NewDragonfly(6, 3, 2)),
		"deep":     must(topology.NewUnevenTree([]int32{-1, 0, 0, 0, 1, 1, 3, 6, 6}, []int32{0, 0, 4, 0, 1, 6, 0, 3, 8})),
		"alone":    must(topology.NewUnevenTree([]int32{-1}, []int32{9})),
		"depths":   must(topology.NewUnevenTree([]int32{-1, 0, 0, 2, 2, 4}, []int32{0, 5, 0, 2, 0, 7})),
		"graph": must(topology.NewGraph(5, 2, []topology.GraphLink{{From: 0, To: 1, Weight: 1}, {From: 1, To: 0, Weight: 4}, {From: 2, To: 0, Weight: 1}, {From: 0, To: 2, Weight: 1},
			{From: 3, To: 0, Weight: 2}, {From: 0, To: 3, Weight: 1}, {From: 4, To: 1, Weight: 1}, {From: 1, To: 4, Weight: 1}, {From: 4, To: 5, Weight: 1}, {From: 5, To: 6, Weight: 1}, {From: 6, To: 4, Weight: 1}})),
		"plain": plain{must(topology.NewTorus(5, 7))},
	}
}

// spreadByPairs computes the figures by their definition, pair by pair. If the
// distances of a pair in its two directions differ, the larger one counts.
func spreadByPairs(t topology.Topology, p cluster.Placement) (s cluster.SpreadFigures) {
	for a, ka := range p.All {
		for b, kb := range p.All {
			if a >= b {
				continue
			}
			h, d, w := max(t.Hops(a, b), t.Hops(b, a)), max(t.Distance(a, b), t.Distance(b, a)), int64(ka)*int64(kb)
			s.PairHops += int64(h)
			s.PairDistance += d
			s.TaskHops += w * int64(h)
			s.TaskDistance += w * d
			s.MaxHops = max(s.MaxHops, h)
			s.MaxDistance = max(s.MaxDistance, d)
		}
	}
	return s
}

// placement returns a random placement with runs of random lengths and random
// numbers of tasks.
func placement(r *rand.Rand, nodes int) (p cluster.Placement) {
	most := int32(1 + r.IntN(3))
	for n := r.IntN(nodes); n < nodes; {
		last := min(n+r.IntN(1+nodes/3), nodes-1)
		p = p.Append(topology.NodeID(n), topology.NodeID(last), 1+r.Int32N(most))
		n = last + 1 + r.IntN(1+nodes/4)
	}
	return p
}

func TestSpreadEqualsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for name, m := range machines() {
		for range 300 {
			p := placement(r, m.NumNodes())
			if got, want := cluster.Spread(m, p), spreadByPairs(m, p); got != want {
				t.Fatalf("%s: %v:\ngot  %+v\nwant %+v", name, p, got, want)
			}
		}
	}
}

// TestSpreadOnBigGrids checks that Spread gives the figures of the definition on
// large grids, where it uses different algorithms for large and small jobs.
func TestSpreadOnBigGrids(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, m := range []topology.Topology{
		must(topology.NewTorus(16, 15)), must(topology.NewTorus(7, 6, 9)), must(topology.NewTorus(401)), mesh{must(topology.NewTorus(20, 19))}, must(topology.NewMesh(9, 1, 40)), must(topology.NewHypercube(9)),
	} {
		for _, share := range []int{2, 5, 60} {
			for range 20 {
				var p cluster.Placement
				for n := range topology.NodeID(m.NumNodes()) {
					if r.IntN(share) == 0 && (share < 60 || int(n) < m.NumNodes()/3) {
						p = p.Append(n, n, 1+r.Int32N(2))
					}
				}
				if got, want := cluster.Spread(m, p), spreadByPairs(m, p); got != want {
					t.Fatalf("%T of %d: %v:\ngot  %+v\nwant %+v", m, m.NumNodes(), p, got, want)
				}
			}
		}
	}
}

// TestSpreadOnDragonflies checks that Spread gives the figures of the definition on
// dragonflies of many shapes. Some have more groups than routers in a group, some
// fewer, and some as many. Some have only one router, one node or one group.
func TestSpreadOnDragonflies(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, shape := range [][3]int{{9, 4, 2}, {33, 8, 1}, {17, 2, 3}, {25, 3, 1}, {5, 7, 2}, {40, 1, 2}, {1, 6, 3}, {2, 2, 2}, {13, 6, 1}} {
		m := must(topology.NewDragonfly(shape[0], shape[1], shape[2]))
		for _, share := range []int{1, 2, 5, 20} {
			for range 10 {
				var p cluster.Placement
				for n := range topology.NodeID(m.NumNodes()) {
					if r.IntN(share) == 0 {
						p = p.Append(n, n, 1+r.Int32N(2))
					}
				}
				if got, want := cluster.Spread(m, p), spreadByPairs(m, p); got != want {
					t.Fatalf("%v: %v:\ngot  %+v\nwant %+v", shape, p, got, want)
				}
			}
		}
	}
}

// TestSpreadOfFigure1 checks hop counts in figure 1 of S0: the path between nodes 1
// and 2 crosses one switch, the path between nodes 1 and 63 crosses five.
func TestSpreadOfFigure1(t *testing.T) {
	m := must(topology.NewFatTree(3, 4))
	for _, c := range []struct {
		a, b topology.NodeID
		hops int
	}{{1, 2, 1}, {1, 5, 3}, {1, 63, 5}} {
		p := cluster.Placement(nil).Append(c.a, c.a, 1).Append(c.b, c.b, 1)
		if got := cluster.Spread(m, p); got.MaxHops != c.hops || got.PairHops != int64(c.hops) || got.MaxDistance != int64(c.hops)+1 {
			t.Errorf("%v: %+v, want %d hops", p, got, c.hops)
		}
	}
}

func BenchmarkSpread(b *testing.B) {
	for _, c := range []struct {
		name string
		topology.Topology
	}{
		{"fat-tree", must(topology.NewFatTree(6, 4))}, {"torus", must(topology.NewTorus(16, 16, 16))}, {"flat", must(topology.NewFlat(4096))}, {"dragonfly", must(topology.NewDragonfly(64, 16, 4))},
	} {
		for _, nodes := range []int{64, 2000} {
			var p cluster.Placement
			for n := range nodes {
				p = p.Append(topology.NodeID(n*4096/nodes), topology.NodeID(n*4096/nodes), 1)
			}
			b.Run(fmt.Sprintf("topology=%s/nodes=4096/job=%d", c.name, nodes), func(b *testing.B) {
				for b.Loop() {
					cluster.Spread(c.Topology, p)
				}
			})
		}
	}
}

// TestSpreadOfMachine checks that Spread gives the same figures for a machine as
// for its topology. It must use closed forms for both, because the job on all 2^18
// nodes has 2^35 pairs.
func TestSpreadOfMachine(t *testing.T) {
	tree, err := topology.NewFatTree(6, 8)
	if err != nil {
		t.Fatal(err)
	}
	all := cluster.Placement{{First: 0, Last: topology.NodeID(tree.NumNodes() - 1), Tasks: 1}}
	if got, want := cluster.Spread(cluster.NewMachine(tree, cluster.Spec{}), all), cluster.Spread(tree, all); got != want {
		t.Errorf("the machine's spread is %+v, its topology's %+v", got, want)
	}
}
