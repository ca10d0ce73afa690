package topology_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopyard/core/topology"
	"hopyard/core/topology/topologytest"
)

var (
	_ topology.Hierarchy = topology.FatTree{}
	_ topology.Routed    = topology.FatTree{}
)

// vertex identifies a device of a general fat tree by its level k (0 for nodes) and
// one label per tree level. The labels before index k select one of the parallel
// switches; label i is below up[i]. The labels from index k on select the domain;
// label i is below down[i].
type vertex struct {
	level  int
	labels []int
}

// drawPGFT builds the network of a general fat tree from its definition: a device
// of level k is joined to those devices of level k+1 that have the same labels
// everywhere except at index k.
func drawPGFT(down, up, links []int) *network {
	h := len(down)
	var devices []vertex
	for k := h; k >= 0; k-- { // the roots first, the nodes last
		devices = append(devices, labelled(k, down, up)...)
	}
	nodes := 1
	for _, d := range down {
		nodes *= d
	}
	g := newNetwork(nodes, len(devices)-nodes)
	place := func(i int) int { // nodes come first in a network
		if i >= len(devices)-nodes {
			return i - (len(devices) - nodes)
		}
		return i + nodes
	}
	for i, high := range devices {
		for j, low := range devices {
			if high.level != low.level+1 {
				continue
			}
			own := low.level
			if !slices.Equal(high.labels[:own], low.labels[:own]) || !slices.Equal(high.labels[own+1:], low.labels[own+1:]) {
				continue
			}
			for range links[own] {
				g.link(place(i), place(j))
			}
		}
	}
	return g
}

// labelled returns the devices of a level, ordered by domain and then by plane.
// Labels with higher indices are more significant.
func labelled(k int, down, up []int) []vertex {
	all := [][]int{{}}
	grow := func(n int, add func(old []int, x int) []int) {
		var next [][]int
		for _, old := range all {
			for x := range n {
				next = append(next, add(slices.Clone(old), x))
			}
		}
		all = next
	}
	before := func(old []int, x int) []int { return slices.Insert(old, 0, x) }
	for i := len(down) - 1; i >= k; i-- {
		grow(down[i], before)
	}
	var domains []vertex
	for _, domain := range all {
		domains = append(domains, vertex{k, domain})
	}
	all = [][]int{{}}
	for i := k - 1; i >= 0; i-- {
		grow(up[i], before)
	}
	var devices []vertex
	for _, d := range domains {
		for _, plane := range all {
			devices = append(devices, vertex{k, slices.Concat(plane, d.labels)})
		}
	}
	return devices
}

// randomPGFT returns the three slices of a random tree that is small enough to
// search.
func randomPGFT(r *rand.Rand) (down, up, links []int) {
	for nodes := 1; len(down) == 0 || r.IntN(3) > 0 && len(down) < 4; nodes *= down[len(down)-1] {
		down = append(down, 1+r.IntN(min(4, 40/nodes)))
		up = append(up, 1+r.IntN(3))
		links = append(links, 1+r.IntN(3))
		if nodes*down[len(down)-1] > 20 {
			break
		}
	}
	return down, up, links
}

func TestGeneralFatTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		down, up, links := randomPGFT(r)
		if i == 0 {
			down, up, links = []int{4, 4, 4}, []int{1, 2, 2}, []int{1, 1, 1}
		}
		name, tree := fmt.Sprint("down ", down, ", up ", up, ", links ", links), must(topology.NewPGFT(down, up, links))
		drawn := drawPGFT(down, up, links)
		if tree.NumNodes() != drawn.nodes || tree.NumSwitches() != len(drawn.links)-drawn.nodes {
			t.Fatalf("%s: %d nodes and %d switches, want %d and %d", name, tree.NumNodes(), tree.NumSwitches(), drawn.nodes, len(drawn.links)-drawn.nodes)
		}
		sameLinks(t, name, tree, drawn)
		if err := routed(tree); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for d := range topology.DeviceID(tree.NumSwitches()) {
			level, place := tree.SwitchOf(d)
			if of := int(d - tree.SwitchDevice(level, place)); of < 0 || of >= tree.Parallel(level) {
				t.Fatalf("%s: device %d serves domain %d of level %d, whose switches are %d and %d more", name, d, place, level, tree.SwitchDevice(level, place), tree.Parallel(level)-1)
			}
		}
		if slices.Max(up) == 1 && slices.Max(links) == 1 && tree.NumNodes() > 1 {
			if err := allUsed(tree); err != nil && !slices.Contains(down, 1) {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// TestWideTreesUseAllLinks checks that routes use every link, given enough
// destinations on each level. (A node below several leaf switches receives
// everything through just one of them.)
func TestWideTreesUseAllLinks(t *testing.T) {
	for _, c := range [][3][]int{
		{{4, 4, 4}, {1, 2, 2}, {1, 1, 1}}, {{4, 4, 4}, {1, 4, 4}, {1, 1, 1}}, {{8, 4}, {1, 2}, {1, 4}}, {{8, 2, 2}, {1, 2, 2}, {2, 1, 2}},
	} {
		if err := allUsed(must(topology.NewPGFT(c[0], c[1], c[2]))); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// TestPlainTreeIsTheGeneralOne checks that the plain fat tree equals the general
// one without parallel switches and cables. Its cables are numbered by the device
// at their lower end.
func TestPlainTreeIsTheGeneralOne(t *testing.T) {
	ones := []int{1, 1, 1}
	plain, general := must(topology.NewFatTree(3, 4)), must(topology.NewPGFT([]int{4, 4, 4}, ones, ones))
	if fmt.Sprint(plain) != fmt.Sprint(general) {
		t.Errorf("%v, want %v", general, plain)
	}
	if got := plain.AppendRoute(nil, 5, 63); !slices.Equal(got, []topology.LinkID{10, 130, 160, 167, 159, 127}) {
		t.Errorf("%v", got)
	}
}

func TestParallelSwitchesHaveNames(t *testing.T) {
	tree := must(topology.NewPGFT([]int{2, 2, 2}, []int{1, 2, 2}, []int{1, 1, 1}))
	var got []string
	for d := range topology.DeviceID(13) {
		got = append(got, tree.DeviceName(d))
	}
	want := strings.Split("root #0,root #1,root #2,root #3,switch 1.0 #0,switch 1.0 #1,switch 1.1 #0,switch 1.1 #1,leaf 0,leaf 1,leaf 2,leaf 3,node 0", ",")
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRoutesAreSimGrids checks our routes against those that SimGrid 3.32 recorded
// for every flow on its fat trees and stars. The names of links may differ: each
// link of SimGrid must correspond to the same link of ours in all files.
func TestRoutesAreSimGrids(t *testing.T) {
	for prefix, m := range map[string]topology.Routed{
		"fattree64_half": must(topology.NewPGFT([]int{4, 4, 4}, []int{1, 2, 2}, []int{1, 1, 1})),
		"star16":         must(topology.NewStar(16)),
	} {
		files, err := filepath.Glob("../network/testdata/simgrid/" + prefix + "__*.json")
		if err != nil || len(files) < 10 {
			t.Fatalf("%s: %d recordings, %v", prefix, len(files), err)
		}
		ours, theirs := map[string]topology.LinkID{}, map[topology.LinkID]string{}
		for _, name := range files {
			var recorded struct {
				Flows []struct {
					Src, Dst topology.NodeID
					Route    []string
				}
			}
			if err := json.Unmarshal(must(os.ReadFile(name)), &recorded); err != nil {
				t.Fatal(err)
			}
			for _, f := range recorded.Flows {
				route := m.AppendRoute(nil, f.Src, f.Dst)
				if len(route) != len(f.Route) {
					t.Fatalf("%s: from %d to %d: %d links, want %d", name, f.Src, f.Dst, len(route), len(f.Route))
				}
				for i, id := range f.Route {
					if l, met := ours[id]; met && l != route[i] {
						t.Fatalf("%s: from %d to %d: step %d is link %d, but %s was %d", name, f.Src, f.Dst, i, route[i], id, l)
					}
					if other, met := theirs[route[i]]; met && other != id {
						t.Fatalf("%s: from %d to %d: step %d is link %d, which was %s, not %s", name, f.Src, f.Dst, i, route[i], other, id)
					}
					ours[id], theirs[route[i]] = route[i], id
				}
			}
		}
		t.Logf("%s: %d files, %d of %d links", prefix, len(files), len(ours), m.NumLinks())
	}
}

// TestParallelCables checks which of several parallel cables a route takes: on the
// way up according to the number of the destination, in mixed radix, and on the way
// down according to the number of the source.
func TestParallelCables(t *testing.T) {
	tree := must(topology.NewPGFT([]int{4, 4}, []int{1, 2}, []int{2, 3}))
	for a := range topology.NodeID(4) {
		for b := topology.NodeID(4); b < 16; b++ {
			route := tree.AppendRoute(nil, a, b)
			cable := func(l topology.LinkID) int { // index among the parallel cables
				n := 0
				for k := range l {
					if tree.Link(k) == tree.Link(l) {
						n++
					}
				}
				return n
			}
			root := int(tree.Link(route[1]).To)
			digits := [2]int{int(b) % 2, int(b) / 2 % 6} // radix 2, then 2·3
			got, want := []int{cable(route[0]), root, cable(route[1]), cable(route[2]), cable(route[3])},
				[]int{digits[0], digits[1] % 2, digits[1] / 2, int(a) % 3, int(a) % 2}
			if !slices.Equal(got, want) {
				t.Fatalf("from %d to %d: cables and root %v, want %v", a, b, got, want)
			}
		}
	}
	if err := topologytest.Routes(tree); err != nil {
		t.Error(err)
	}
}

// TestPathLabels checks S0's numbers of router chips, the level followed by the
// path, on trees whose switches have at most ten children.
func TestPathLabels(t *testing.T) {
	name := func(m topology.FatTree, level, place int) string { return m.DeviceName(m.SwitchDevice(level, place)) }
	figure := must(must(topology.NewFatTree(3, 4)).Labelled(topology.Paths))
	uneven := must(must(topology.NewPGFT([]int{12, 3, 5}, []int{1, 1, 1}, []int{1, 1, 2})).Labelled(topology.Paths))
	for _, c := range []struct{ got, want string }{
		{name(figure, 0, 0), "router 000"}, {name(figure, 1, 2), "router 102"}, {name(figure, 2, 9), "router 221"}, {name(figure, 2, 15), "router 233"},
		{name(uneven, 1, 4), "router 104"}, {name(uneven, 2, 14), "router 242"}, {name(must(must(topology.NewStar(30)).Labelled(topology.Paths)), 0, 0), "router 0"},
		{figure.DeviceName(topology.DeviceID(figure.NumSwitches() + 63)), "node 63"}, {name(must(figure.Labelled(topology.Places)), 2, 9), "leaf 9"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	seen := map[string]bool{}
	for d := range topology.DeviceID(uneven.NumSwitches()) {
		if seen[uneven.DeviceName(d)] {
			t.Errorf("two routers are called %s", uneven.DeviceName(d))
		}
		seen[uneven.DeviceName(d)] = true
	}
	for _, m := range []topology.FatTree{
		must(topology.NewFatTree(2, 11)), must(topology.NewFatTree(11, 2)), must(topology.NewPGFT([]int{4, 4}, []int{1, 2}, []int{1, 1})),
	} {
		if _, err := m.Labelled(topology.Paths); !errors.Is(err, topology.ErrShape) {
			t.Errorf("%d nodes in %d levels: %v", m.NumNodes(), m.Levels(), err)
		}
		if _, err := m.Labelled(topology.Places); err != nil {
			t.Error(err)
		}
	}
}
