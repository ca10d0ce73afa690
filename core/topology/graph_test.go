package topology_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/topology"
	"hopyard/core/topology/topologytest"
)

var _ topology.Routed = (*topology.Graph)(nil)

// randomGraph returns a strongly connected random graph: a ring through all devices
// in random order, and further links. If mixed is false, nodes have a switch as
// their only neighbour, or the graph has no switches.
func randomGraph(r *rand.Rand, mixed bool) (nodes, switches int, links []topology.GraphLink) {
	nodes, switches = 1+r.IntN(9), r.IntN(8)
	if !mixed && r.IntN(3) > 0 {
		switches = 1 + r.IntN(8)
	}
	devices := nodes + switches
	ring := devices
	if !mixed && switches > 0 {
		ring = switches
	}
	seen := map[[2]int]bool{}
	longest := 1 + r.Int64N(4)
	join := func(a, b int) {
		if a != b && !seen[[2]int{a, b}] {
			seen[[2]int{a, b}] = true
			links = append(links, topology.GraphLink{From: topology.DeviceID(a), To: topology.DeviceID(b), Weight: 1 + r.Int64N(longest), Bandwidth: r.Int64N(3)})
		}
	}
	order := r.Perm(ring)
	for i, d := range order {
		join(d, order[(i+1)%ring])
	}
	for range r.IntN(2 * ring) {
		a, b := r.IntN(ring), r.IntN(ring)
		join(a, b)
		if r.IntN(2) == 0 {
			join(b, a)
		}
	}
	for n := ring; n < devices; n++ {
		s := r.IntN(switches)
		join(n, s)
		join(s, n)
	}
	r.Shuffle(len(links), func(i, j int) { links[i], links[j] = links[j], links[i] })
	return nodes, switches, links
}

func TestGraphsEqualASearch(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 22))
	for i := range 600 {
		nodes, switches, links := randomGraph(r, i%2 == 0)
		g, err := topology.NewGraph(nodes, switches, links)
		if err != nil {
			t.Fatalf("%d %d %v: %v", nodes, switches, links, err)
		}
		weight := func(l topology.LinkID) int64 { return links[l].Weight }
		err = errors.Join(topologytest.Links(g), topologytest.Routes(g), topologytest.Shortest(g, weight))
		if i%2 == 1 { // here nodes forward only if there are no switches
			err = errors.Join(err, topologytest.Distances(g, weight))
		}
		if err == nil {
			err = graphRoutes(g)
		}
		if err != nil {
			t.Fatalf("%d nodes, %d switches, %v: %v", nodes, switches, links, err)
		}
		for l := range topology.LinkID(g.NumLinks()) {
			want := topology.Link{From: links[l].From, To: links[l].To, Bandwidth: links[l].Bandwidth}
			if g.Link(l) != want || g.Weight(l) != links[l].Weight {
				t.Fatalf("link %d is %+v of weight %d, want %+v", l, g.Link(l), g.Weight(l), links[l])
			}
		}
	}
}

// graphRoutes checks distances, routes and hop counts against the distances of all
// pairs of devices, computed by the Floyd–Warshall algorithm.
func graphRoutes(g *topology.Graph) error {
	devices := g.NumSwitches() + g.NumNodes()
	const far = int64(1) << 40
	away := make([][]int64, devices)
	for a := range away {
		away[a] = slices.Repeat([]int64{far}, devices)
		away[a][a] = 0
	}
	for l := range topology.LinkID(g.NumLinks()) {
		x := g.Link(l)
		away[x.From][x.To] = g.Weight(l)
	}
	for k := range devices {
		for a := range devices {
			for b := range devices {
				away[a][b] = min(away[a][b], away[a][k]+away[k][b])
			}
		}
	}
	for d := range devices {
		for n := range topology.NodeID(g.NumNodes()) {
			to := g.NumSwitches() + int(n)
			if got := g.DeviceDistance(topology.DeviceID(d), n); got != away[d][to] {
				return fmt.Errorf("from device %d to node %d: %d, want %d", d, n, got, away[d][to])
			}
			if d < g.NumSwitches() {
				continue
			}
			a := topology.NodeID(d - g.NumSwitches())
			at, passed, route := d, 0, []topology.LinkID(nil)
			for at != to { // the next device must be the one with the lowest number on a shortest path
				best := topology.LinkID(-1)
				for l := range topology.LinkID(g.NumLinks()) {
					x := g.Link(l)
					if int(x.From) == at && g.Weight(l)+away[x.To][to] == away[at][to] && (best < 0 || x.To < g.Link(best).To) {
						best = l
					}
				}
				route, at = append(route, best), int(g.Link(best).To)
				if at < g.NumSwitches() {
					passed++
				}
			}
			if passed == 0 {
				passed = len(route)
			}
			if got := g.AppendRoute(nil, a, n); !slices.Equal(got, route) {
				return fmt.Errorf("route from node %d to %d: %v, want %v", a, n, got, route)
			}
			if got := g.Hops(a, n); got != passed || g.Distance(a, n) != away[d][to] {
				return fmt.Errorf("from node %d to %d: %d hops, distance %d, want %d and %d", a, n, got, g.Distance(a, n), passed, away[d][to])
			}
		}
	}
	return nil
}

// TestGraphByHand checks a hand-drawn machine: a short link leads from switch 0 to
// switch 1 and a long one back; nodes 0 and 1 are attached to switch 0, node 2 to
// switch 1, and node 3 is a neighbour of node 2.
func TestGraphByHand(t *testing.T) {
	cable := func(a, b topology.DeviceID, weight int64) []topology.GraphLink {
		return []topology.GraphLink{{From: a, To: b, Weight: weight, Bandwidth: 10}, {From: b, To: a, Weight: weight, Bandwidth: 10}}
	}
	links := slices.Concat(cable(2, 0, 1), cable(3, 0, 2), cable(4, 1, 1), cable(4, 5, 7),
		[]topology.GraphLink{{From: 0, To: 1, Weight: 1}, {From: 1, To: 0, Weight: 5}})
	g := must(topology.NewGraph(4, 2, links))
	for _, c := range []struct {
		a, b     topology.NodeID
		distance int64
		hops     int
		route    []topology.LinkID
	}{
		{0, 1, 3, 1, []topology.LinkID{0, 3}},
		{0, 2, 3, 2, []topology.LinkID{0, 8, 5}},
		{2, 0, 7, 2, []topology.LinkID{4, 9, 1}},
		{2, 3, 7, 1, []topology.LinkID{6}},           // no switch, so the hop count is the number of links
		{1, 3, 11, 2, []topology.LinkID{2, 8, 5, 6}}, // node 2 forwards
		{3, 3, 0, 0, nil},
	} {
		if got := g.Distance(c.a, c.b); got != c.distance {
			t.Errorf("%d to %d: distance %d, want %d", c.a, c.b, got, c.distance)
		}
		if got := g.Hops(c.a, c.b); got != c.hops {
			t.Errorf("%d to %d: %d hops, want %d", c.a, c.b, got, c.hops)
		}
		if got := g.AppendRoute(nil, c.a, c.b); !slices.Equal(got, c.route) {
			t.Errorf("%d to %d: route %v, want %v", c.a, c.b, got, c.route)
		}
	}
	if got := []string{g.DeviceName(1), g.DeviceName(2)}; !slices.Equal(got, []string{"switch 1", "node 0"}) {
		t.Errorf("names %q", got)
	}
}

func TestImpossibleGraphs(t *testing.T) {
	link := func(a, b topology.DeviceID, weight int64) topology.GraphLink {
		return topology.GraphLink{From: a, To: b, Weight: weight}
	}
	graph := func(nodes, switches int, links ...topology.GraphLink) error {
		_, err := topology.NewGraph(nodes, switches, links)
		return err
	}
	ring := make([]topology.GraphLink, 4097) // a ring of nodes, each with two neighbours
	for i := range ring {
		ring[i] = link(topology.DeviceID(i), topology.DeviceID((i+1)%len(ring)), 1)
	}
	heavy := slices.Clone(ring[:4096])
	heavy[4095].To, heavy[7].Weight = 0, 1<<20
	for _, c := range []struct {
		err  error
		want string
	}{
		{graph(0, 1), "a graph of 0 nodes; use 1 to 65536"},
		{graph(1<<16+1, 0), "a graph of 65537 nodes; use 1 to 65536"},
		{graph(65530, 7), "a graph of 65530 nodes and 7 switches; use 0 to 6 switches"},
		{graph(2, 0, make([]topology.GraphLink, 1<<18+1)...), "a graph of 262145 links; use 262144 at most, where a cable counts as two"},
		{graph(2, 1, link(0, 1, 0), link(2, 2, 1), link(0, 3, 1), link(-1, 0, 1<<20+1), topology.GraphLink{From: 1, To: 0, Weight: 1, Bandwidth: -1}),
			"links[0]: weight 0 is outside 1 to 1048576\n" +
				"links[1]: goes from n1 to itself; a link joins two devices\n" +
				"links[2]: device 3 is not one of the 1 switches and 2 nodes\n" +
				"links[3]: device -1 is not one of the 1 switches and 2 nodes\n" +
				"links[3]: weight 1048577 is outside 1 to 1048576\n" +
				"links[4]: bandwidth -1 is below 0; leave it out where it is not known"},
		{graph(2, 0, link(0, 1, 1), link(1, 0, 1), link(0, 1, 2)), "links[2]: like links[0], it goes from n0 to n1; there can be one each way"},
		{graph(2, 1, link(0, 1, 1), link(1, 0, 1), link(2, 0, 1)), "there is no path from n0 to n1; add links, or \"both\": true to links that go one way"},
		{graph(2, 1, link(0, 1, 1), link(1, 0, 1), link(0, 2, 1)), "there is no path from n1 to n0; add links, or \"both\": true to links that go one way"},
		{graph(2, 2, link(0, 2, 1), link(2, 0, 1), link(0, 3, 1), link(3, 0, 1), link(0, 1, 1)), "there is no path from s1 to n0; add links, or \"both\": true to links that go one way"},
		{graph(4096, 0, heavy...), "a graph of 4096 switches and nodes with several neighbours, in which a link has weight 1048576; use weights up to 1048319"},
		{graph(4097, 0, ring...), "a graph in which 4097 devices (switches with nodes, nodes with several neighbours) must reach 4097 devices (those and all other switches): the product is more than 16777216; use fewer switches"},
	} {
		want := "impossible machine shape: " + strings.ReplaceAll(c.want, "\n", "\nimpossible machine shape: ")
		if c.err == nil || c.err.Error() != want || !errors.Is(c.err, topology.ErrShape) {
			t.Errorf("got  %v\nwant %s", c.err, want)
		}
	}
	// Valid graphs: the smallest machines, and a machine with a switch that no link
	// leads to (only nodes must be reachable).
	for _, err := range []error{graph(1, 0), graph(1, 1, link(0, 1, 1<<20)), graph(2, 1, link(0, 1, 1), link(0, 2, 1), link(1, 2, 1), link(2, 1, 1))} {
		if err != nil {
			t.Error(err)
		}
	}
}

// fabric returns a fat tree of two levels as a graph.
func fabric(leaves, spines, hosts int) (nodes, switches int, links []topology.GraphLink) {
	cable := func(a, b int) {
		links = append(links, topology.GraphLink{From: topology.DeviceID(a), To: topology.DeviceID(b), Weight: 1},
			topology.GraphLink{From: topology.DeviceID(b), To: topology.DeviceID(a), Weight: 1})
	}
	switches, nodes = leaves+spines, leaves*hosts
	for l := range leaves {
		for s := range spines {
			cable(l, leaves+s)
		}
		for h := range hosts {
			cable(l, switches+l*hosts+h)
		}
	}
	return nodes, switches, links
}

func torusLinks(side int) (links []topology.GraphLink) {
	torus := must(topology.NewTorus(side, side))
	for l := range topology.LinkID(torus.NumLinks()) {
		x := torus.Link(l)
		links = append(links, topology.GraphLink{From: x.From, To: x.To, Weight: 1})
	}
	return links
}

func BenchmarkNewGraph(b *testing.B) {
	b.Run("fabric/devices=4096", func(b *testing.B) {
		nodes, switches, links := fabric(124, 4, 32)
		for b.Loop() {
			must(topology.NewGraph(nodes, switches, links))
		}
	})
	b.Run("torus/devices=4096", func(b *testing.B) {
		links := torusLinks(64)
		for b.Loop() {
			must(topology.NewGraph(4096, 0, links))
		}
	})
}

func BenchmarkGraph(b *testing.B) {
	nodes, switches, links := fabric(124, 4, 32)
	for name, g := range map[string]*topology.Graph{
		"fabric": must(topology.NewGraph(nodes, switches, links)), "torus": must(topology.NewGraph(4096, 0, torusLinks(64))),
	} {
		n := topology.NodeID(g.NumNodes())
		b.Run(name+"/distance", func(b *testing.B) {
			i := topology.NodeID(0)
			for b.Loop() {
				i += 1237
				g.Distance(i%n, i/7%n)
			}
		})
		b.Run(name+"/hops", func(b *testing.B) {
			i := topology.NodeID(0)
			for b.Loop() {
				i += 1237
				g.Hops(i%n, i/7%n)
			}
		})
		b.Run(name+"/route", func(b *testing.B) {
			i, route := topology.NodeID(0), []topology.LinkID(nil)
			for b.Loop() {
				i += 1237
				route = g.AppendRoute(route[:0], i%n, i/7%n)
			}
		})
	}
}

// TestApart checks the example of SOURCES.md TOPO.6. On random graphs, it checks
// that the distance of a pair does not depend on the order of its nodes. If all
// links have the same length in both directions, Apart must equal Distance.
func TestApart(t *testing.T) {
	var ring []topology.GraphLink
	for i := range topology.DeviceID(4) {
		ring = append(ring, topology.GraphLink{From: i, To: (i + 1) % 4, Weight: int64(1 + i)})
	}
	g := must(topology.NewGraph(4, 0, ring))
	if g.Symmetric() || g.Apart(0, 1) != 9 || g.Apart(1, 0) != 9 || g.ApartHops(0, 1) != 3 {
		t.Errorf("n0 and n1 are %d and %d apart, with %d hops", g.Apart(0, 1), g.Apart(1, 0), g.ApartHops(0, 1))
	}
	if g.SetPairs(topology.BothWays); g.Apart(0, 1) != 10 {
		t.Errorf("there and back they are %d apart", g.Apart(0, 1))
	}
	r := rand.New(rand.NewPCG(23, 23))
	alike := 0
	for range 400 {
		nodes, switches, links := randomGraph(r, r.IntN(2) == 0)
		if r.IntN(2) == 0 { // the same length in both directions
			one := links
			links = nil
			for _, l := range one {
				if !slices.ContainsFunc(links, func(x topology.GraphLink) bool { return x.From == l.From && x.To == l.To }) {
					links = append(links, l, topology.GraphLink{From: l.To, To: l.From, Weight: l.Weight})
				}
			}
		}
		g := must(topology.NewGraph(nodes, switches, links))
		if g.Symmetric() {
			alike++
		}
		for a := range topology.NodeID(nodes) {
			for b := range topology.NodeID(nodes) {
				there, back := g.Distance(a, b), g.Distance(b, a)
				if g.Apart(a, b) != max(there, back) || g.Symmetric() && there != back || g.ApartHops(a, b) != g.ApartHops(b, a) || g.ApartHops(a, b) < min(g.Hops(a, b), g.Hops(b, a)) {
					t.Fatalf("%d nodes, %d switches, %v: nodes %d and %d are %d and %d from each other, %d apart", nodes, switches, links, a, b, there, back, g.Apart(a, b))
				}
			}
		}
	}
	if alike < 100 {
		t.Errorf("%d graphs with ways as long both ways are too few to tell", alike)
	}
}
