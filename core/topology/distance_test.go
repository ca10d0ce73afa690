package topology_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"hopyard/core/topology"
)

// network is an explicit graph of a machine. The nodes are its first vertices; the
// switches follow in the order of their device numbers. All links have length 1 and
// lead in both directions.
type network struct {
	nodes int
	links [][]int
}

func newNetwork(nodes, switches int) *network {
	return &network{nodes, make([][]int, nodes+switches)}
}

func (g *network) link(a, b int) {
	g.links[a], g.links[b] = append(g.links[a], b), append(g.links[b], a)
}

// from returns, for each vertex, the number of links on a shortest path from a, and
// the number of switches on that path, including both ends.
func (g *network) from(a int) (links, switches []int) {
	links, switches = make([]int, len(g.links)), make([]int, len(g.links))
	for v := range links {
		links[v] = -1
	}
	isSwitch := func(v int) int {
		if v >= g.nodes {
			return 1
		}
		return 0
	}
	links[a], switches[a] = 0, isSwitch(a)
	for queue := []int{a}; len(queue) > 0; queue = queue[1:] {
		for _, v := range g.links[queue[0]] {
			if links[v] < 0 {
				links[v] = links[queue[0]] + 1
				switches[v] = switches[queue[0]] + isSwitch(v)
				queue = append(queue, v)
			}
		}
	}
	return links, switches
}

// drawTree builds the network of a fat tree from its definition. Every switch has
// the same number of children, which are nodes on the lowest level.
func drawTree(levels, width int) *network {
	count, total := []int{}, 0
	for l, n := 0, 1; l < levels; l, n = l+1, n*width {
		count, total = append(count, n), total+n
	}
	g := newNetwork(count[levels-1]*width, total)
	first := g.nodes
	for l, n := range count {
		for i := range n * width {
			child := i // a node
			if l < levels-1 {
				child = first + n + i
			}
			g.link(first+i/width, child)
		}
		first += n
	}
	return g
}

// drawGrid builds the network of a grid: it links every node to the next one along
// each dimension and, if the grid wraps, the last to the first.
func drawGrid(wraps bool, dims ...int) *network {
	nodes := 1
	for _, side := range dims {
		nodes *= side
	}
	g := newNetwork(nodes, 0)
	for n := range nodes {
		stride := nodes
		for _, side := range dims {
			stride /= side
			c := n / stride % side
			if c+1 < side || wraps && side > 2 {
				g.link(n, n+((c+1)%side-c)*stride)
			}
		}
	}
	return g
}

func must[T any](t T, err error) T {
	if err != nil {
		panic(err)
	}
	return t
}

// TestDistancesEqualASearch checks that the distances, hop counts and links that
// each shape computes arithmetically equal those found by a search of its explicit
// network.
func TestDistancesEqualASearch(t *testing.T) {
	type shape struct {
		name string
		topology.Devices
		*network
	}
	var shapes []shape
	for _, s := range [][2]int{{1, 1}, {1, 7}, {2, 3}, {3, 2}, {3, 4}, {4, 3}, {5, 2}, {4, 1}} {
		shapes = append(shapes, shape{fmt.Sprint("fat tree ", s), must(topology.NewFatTree(s[0], s[1])), drawTree(s[0], s[1])})
	}
	shapes = append(shapes, shape{"star", must(topology.NewStar(9)), drawTree(1, 9)})
	for _, dims := range [][]int{{1}, {2}, {3}, {8}, {9}, {4, 4}, {5, 3}, {2, 7}, {1, 6}, {3, 4, 5}, {2, 2, 2, 3}} {
		shapes = append(shapes, shape{fmt.Sprint("torus ", dims), must(topology.NewTorus(dims...)), drawGrid(true, dims...)})
		shapes = append(shapes, shape{fmt.Sprint("mesh ", dims), must(topology.NewMesh(dims...)), drawGrid(false, dims...)})
	}
	for dims := range 6 {
		sides := slices.Repeat([]int{2}, dims+1)
		shapes = append(shapes, shape{fmt.Sprint("hypercube ", dims+1), must(topology.NewHypercube(dims + 1)), drawGrid(false, sides...)})
	}
	for _, s := range shapes {
		if r, ok := s.Devices.(topology.Routed); ok {
			sameLinks(t, s.name, r, s.network)
		}
		if s.NumNodes() != s.nodes || s.NumSwitches() != len(s.links)-s.nodes {
			t.Errorf("%s: %d nodes and %d switches, want %d and %d", s.name, s.NumNodes(), s.NumSwitches(), s.nodes, len(s.links)-s.nodes)
			continue
		}
		for v := range s.links {
			links, switches := s.from(v)
			device := topology.DeviceID(v - s.nodes)
			if v < s.nodes {
				device = topology.DeviceID(s.NumSwitches() + v)
			}
			for n := range topology.NodeID(s.nodes) {
				if got := s.DeviceDistance(device, n); got != int64(links[n]) {
					t.Fatalf("%s: device %d (%s) to node %d: distance %d, want %d", s.name, device, s.DeviceName(device), n, got, links[n])
				}
				if v >= s.nodes {
					continue
				}
				hops := switches[n]
				if s.NumSwitches() == 0 {
					hops = links[n] // in a direct network, hops are links
				}
				if d, h := s.Distance(topology.NodeID(v), n), s.Hops(topology.NodeID(v), n); d != int64(links[n]) || h != hops {
					t.Fatalf("%s: %d to %d: distance %d and %d hops, want %d and %d", s.name, v, n, d, h, links[n], hops)
				}
			}
		}
	}
}

// sameLinks checks that a machine has the same links as its explicit network.
func sameLinks(t *testing.T, name string, m topology.Routed, g *network) {
	t.Helper()
	vertex := func(d topology.DeviceID) int {
		if n := int(d) - m.NumSwitches(); n >= 0 {
			return n
		}
		return g.nodes + int(d)
	}
	got, want := map[[2]int]int{}, map[[2]int]int{}
	for l := range topology.LinkID(m.NumLinks()) {
		x := m.Link(l)
		got[[2]int{vertex(x.From), vertex(x.To)}]++
	}
	for v, to := range g.links {
		for _, w := range to {
			want[[2]int{v, w}]++
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("%s: the links are not those of the drawing:\ngot  %v\nwant %v", name, got, want)
	}
}

// TestFigure1 checks figure 1 of S0: 64 nodes, height 3, width 4, thus 16 leaf
// switches, 4 switches above them, and 1 root.
func TestFigure1(t *testing.T) {
	tree := must(topology.NewFatTree(3, 4))
	if tree.NumNodes() != 64 || tree.Switches(2) != 16 || tree.Switches(1) != 4 || tree.Switches(0) != 1 {
		t.Errorf("%d nodes, %d leaf switches, %d above, %d roots", tree.NumNodes(), tree.Switches(2), tree.Switches(1), tree.Switches(0))
	}
	for _, c := range []struct {
		a, b topology.NodeID
		hops int
	}{{1, 1, 0}, {1, 2, 1}, {0, 3, 1}, {1, 4, 3}, {0, 15, 3}, {1, 63, 5}, {15, 16, 5}} {
		if got := tree.Hops(c.a, c.b); got != c.hops {
			t.Errorf("%d to %d: %d hops, want %d", c.a, c.b, got, c.hops)
		}
		if got := tree.Distance(c.a, c.b); c.hops > 0 && got != int64(c.hops)+1 {
			t.Errorf("%d to %d: distance %d, want %d", c.a, c.b, got, c.hops+1)
		}
	}
}

// TestHierarchyAgreesWithDistances checks that the domains and per-level distances
// of fat trees agree with the distances between nodes.
func TestHierarchyAgreesWithDistances(t *testing.T) {
	for _, s := range [][2]int{{1, 5}, {2, 3}, {3, 4}, {5, 2}} {
		var h topology.Hierarchy = must(topology.NewFatTree(s[0], s[1]))
		tree := h.(topology.FatTree)
		for a := range topology.NodeID(h.NumNodes()) {
			for b := range a {
				l := h.Levels() - 1
				for h.DomainOf(l, a) != h.DomainOf(l, b) {
					l--
				}
				if h.PairHops(l) != h.Hops(a, b) || h.PairDistance(l) != h.Distance(a, b) || tree.Common(a, b) != l {
					t.Fatalf("%v: %d and %d meet on level %d: %d hops, distance %d, common %d", s, a, b, l, h.PairHops(l), h.PairDistance(l), tree.Common(a, b))
				}
			}
		}
		d := topology.DeviceID(0)
		for l := range h.Levels() {
			next := topology.NodeID(0)
			for place := range h.Switches(l) {
				level, at := tree.SwitchOf(d)
				if level != l || at != place || tree.Device(l, place) != d {
					t.Errorf("%v: device %d is switch %d of level %d, want %d of %d", s, d, at, level, place, l)
				}
				first, last := h.Domain(l, place)
				if first != next || last < first || h.DomainOf(l, first) != place || h.DomainOf(l, last) != place {
					t.Errorf("%v: switch %d of level %d holds %d to %d, after %d", s, place, l, first, last, next-1)
				}
				next = last + 1
				if got := tree.DeviceDistance(d, first); got != h.Depth(l) {
					t.Errorf("%v: depth of level %d is %d, want %d", s, l, h.Depth(l), got)
				}
				d++
			}
			if int(next) != h.NumNodes() {
				t.Errorf("%v: level %d holds %d of %d nodes", s, l, next, h.NumNodes())
			}
		}
	}
}

func TestFlatIsOneLinkEverywhere(t *testing.T) {
	flat := must(topology.NewFlat(5))
	for a := range topology.NodeID(5) {
		for b := range topology.NodeID(5) {
			want := 1
			if a == b {
				want = 0
			}
			if flat.Hops(a, b) != want || flat.Distance(a, b) != int64(want) || flat.DeviceDistance(topology.DeviceID(a), b) != int64(want) {
				t.Errorf("%d to %d: %d hops, distance %d, want %d", a, b, flat.Hops(a, b), flat.Distance(a, b), want)
			}
		}
	}
}

func TestDeviceNames(t *testing.T) {
	tree, grid := must(topology.NewFatTree(3, 2)), must(topology.NewTorus(2, 4))
	var got []string
	for d := range topology.DeviceID(9) {
		got = append(got, tree.DeviceName(d))
	}
	want := []string{"root", "switch 1.0", "switch 1.1", "leaf 0", "leaf 1", "leaf 2", "leaf 3", "node 0", "node 1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := grid.DeviceName(7); got != "node 7 (1,3)" {
		t.Errorf("%q", got)
	}
	if got := must(topology.NewMesh(2, 4)).DeviceName(6); got != "node 6 (1,2)" {
		t.Errorf("%q", got)
	}
	if got := must(topology.NewHypercube(4)).DeviceName(5); got != "node 5 (0101)" {
		t.Errorf("%q", got)
	}
	if got := must(topology.NewFlat(3)).DeviceName(2); got != "node 2" {
		t.Errorf("%q", got)
	}
}
