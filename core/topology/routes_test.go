package topology_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/topology"
	"hopyard/core/topology/topologytest"
)

var (
	_ topology.Grid   = topology.Torus{}
	_ topology.Grid   = topology.Mesh{}
	_ topology.Grid   = topology.Hypercube{}
	_ topology.Routed = topology.Torus{}
	_ topology.Routed = topology.Mesh{}
	_ topology.Routed = topology.Hypercube{}
)

// routed checks everything that a machine with shortest routes guarantees.
func routed(m topology.Routed) error {
	if err := topologytest.Links(m); err != nil {
		return err
	}
	if err := topologytest.Distances(m, nil); err != nil {
		return err
	}
	if err := topologytest.Routes(m); err != nil {
		return err
	}
	if err := topologytest.Shortest(m, nil); err != nil {
		return err
	}
	if h, ok := m.(topology.Hierarchy); ok {
		return topologytest.Domains(h)
	}
	return nil
}

// allUsed checks that some route uses each link.
func allUsed(m topology.Routed) error {
	if unused := topologytest.Unused(m); len(unused) > 0 {
		x := m.Link(unused[0])
		return fmt.Errorf("%d of %d links are not used, among them that from %s to %s", len(unused), m.NumLinks(), m.DeviceName(x.From), m.DeviceName(x.To))
	}
	return nil
}

// randomDims returns random sides whose product is at most the given number.
func randomDims(r *rand.Rand, most int) []int {
	var dims []int
	for n := range 1 + r.IntN(4) {
		side := 1 + r.IntN(most)
		if most /= side; n > 0 && side == 1 && r.IntN(2) == 0 {
			break
		}
		dims = append(dims, side)
	}
	return dims
}

func TestGridRoutes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	for range 60 {
		dims := randomDims(r, 60)
		cube := 1 + r.IntN(6)
		for name, m := range map[string]topology.Routed{
			fmt.Sprint("torus ", dims):     must(topology.NewTorus(dims...)),
			fmt.Sprint("mesh ", dims):      must(topology.NewMesh(dims...)),
			fmt.Sprint("hypercube ", cube): must(topology.NewHypercube(cube)),
		} {
			if err := routed(m); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := allUsed(m); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// path returns the devices that a route passes.
func path(m topology.Routed, a, b topology.NodeID) []topology.DeviceID {
	at := []topology.DeviceID{topology.DeviceID(m.NumSwitches() + int(a))}
	for _, l := range m.AppendRoute(nil, a, b) {
		at = append(at, m.Link(l).To)
	}
	return at
}

// TestDimensionOrder checks hand-drawn dimension-order routes. The route follows
// the dimension of the last coordinate first. It takes the shorter way round a
// ring, and goes upwards if both ways are equally long.
func TestDimensionOrder(t *testing.T) {
	torus, mesh, cube := must(topology.NewTorus(3, 4)), must(topology.NewMesh(3, 4)), must(topology.NewHypercube(4))
	for _, c := range []struct {
		m    topology.Routed
		a, b topology.NodeID
		want []topology.DeviceID
	}{
		{torus, 0, 5, []topology.DeviceID{0, 1, 5}},
		{torus, 0, 11, []topology.DeviceID{0, 3, 11}},  // both dimensions wrap round, downwards
		{torus, 11, 0, []topology.DeviceID{11, 8, 0}},  // both wrap round, upwards
		{torus, 0, 2, []topology.DeviceID{0, 1, 2}},    // both ways are equally long
		{torus, 2, 0, []topology.DeviceID{2, 3, 0}},    // equally long; the upward way wraps round the end
		{torus, 1, 7, []topology.DeviceID{1, 2, 3, 7}}, // equally long, then one step up
		{torus, 7, 9, []topology.DeviceID{7, 4, 5, 9}}, // equally long; the upward way wraps round the end
		{mesh, 0, 11, []topology.DeviceID{0, 1, 2, 3, 7, 11}},
		{mesh, 11, 0, []topology.DeviceID{11, 10, 9, 8, 4, 0}},
		{mesh, 3, 8, []topology.DeviceID{3, 2, 1, 0, 4, 8}},
		{cube, 0, 13, []topology.DeviceID{0, 1, 5, 13}},
		{cube, 13, 2, []topology.DeviceID{13, 12, 14, 10, 2}},
	} {
		if got := path(c.m, c.a, c.b); !slices.Equal(got, c.want) {
			t.Errorf("%T from %d to %d: through %v, want %v", c.m, c.a, c.b, got, c.want)
		}
	}
}

// TestGridLinkCounts checks the number of cables. A line of s nodes has s cables if
// it wraps around and s-1 if it does not. A line of two nodes has one cable, and a
// line of one node has none.
func TestGridLinkCounts(t *testing.T) {
	for _, c := range []struct {
		m    topology.Routed
		want int
	}{
		{must(topology.NewTorus(32, 32)), 2 * 2 * 1024},
		{must(topology.NewTorus(2, 3)), 2 * (3 + 6)},
		{must(topology.NewTorus(1, 2)), 2},
		{must(topology.NewTorus(1)), 0},
		{must(topology.NewMesh(3, 4)), 2 * (2*4 + 3*3)},
		{must(topology.NewMesh(1, 1, 5)), 8},
		{must(topology.NewTorus(8, 8, 8, 8, 8, 8, 2, 2)), 2 * (6 + 1) << 20},
		{must(topology.NewHypercube(4)), 64},
		{must(topology.NewHypercube(20)), 20 << 20},
	} {
		if got := c.m.NumLinks(); got != c.want {
			t.Errorf("%v: %d links, want %d", c.m, got, c.want)
		}
	}
}

// TestLargestMachines checks the arithmetic at the limits: routes between random
// nodes of the largest machines must be paths of the right length.
func TestLargestMachines(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 20))
	for _, m := range []topology.Routed{
		must(topology.NewStar(topology.MaxNodes)), must(topology.NewFatTree(20, 2)), must(topology.NewFatTree(10, 4)),
		must(topology.NewPGFT([]int{32, 32, 32}, []int{1, 8, 8}, []int{1, 2, 1})), must(topology.NewPGFT([]int{1 << 10, 1 << 10}, []int{1, 1 << 10}, []int{1, 1})),
		must(topology.NewTorus(1<<14, 64)), must(topology.NewTorus(1024, 1024)), must(topology.NewTorus(8, 8, 8, 8, 8, 8, 2, 2)), must(topology.NewTorus(63, 65, 255)),
		must(topology.NewMesh(3, 1<<14)), must(topology.NewMesh(2, 3, 5, 7, 11, 13, 17)), must(topology.NewHypercube(20)),
		must(topology.NewDragonfly(1025, 32, 16)), must(topology.NewDragonfly(1, 1024, 1024)), must(topology.NewDragonfly(1024, 1, 1024)),
	} {
		devices := topology.DeviceID(m.NumSwitches() + m.NumNodes())
		for range 100 {
			a, b := topology.NodeID(r.IntN(m.NumNodes())), topology.NodeID(r.IntN(m.NumNodes()))
			at, route := topology.DeviceID(m.NumSwitches()+int(a)), m.AppendRoute(nil, a, b)
			for _, l := range route {
				x := m.Link(l)
				if int(l) >= m.NumLinks() || x.From != at || x.To < 0 || x.To >= devices {
					t.Fatalf("%T of %d nodes, from %d to %d: link %d of %d goes from %d to %d, but is at %d", m, m.NumNodes(), a, b, l, m.NumLinks(), x.From, x.To, at)
				}
				at = x.To
			}
			over := int64(len(route)) - m.Distance(a, b)
			if _, ok := m.(topology.Dragonfly); ok && over == 1 {
				over = 0
			}
			if at != topology.DeviceID(m.NumSwitches()+int(b)) || over != 0 {
				t.Fatalf("%T of %d nodes, from %d to %d: a route of %d links to device %d, distance %d", m, m.NumNodes(), a, b, len(route), at, m.Distance(a, b))
			}
		}
		last := m.Link(topology.LinkID(m.NumLinks() - 1))
		if last.From < 0 || last.From >= devices || last.To < 0 || last.To >= devices {
			t.Errorf("%T of %d nodes: the last link goes from %d to %d", m, m.NumNodes(), last.From, last.To)
		}
	}
}
