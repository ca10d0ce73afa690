package topology_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/topology"
	"hopyard/core/topology/topologytest"
)

var (
	_ topology.Hierarchy = (*topology.Tree)(nil)
	_ topology.Routed    = (*topology.Tree)(nil)
	_ topology.Nester    = (*topology.Tree)(nil)
	_ topology.Routed    = (*topology.UnevenTree)(nil)
	_ topology.Nester    = (*topology.UnevenTree)(nil)
)

// randomChildren returns the argument of NewTree for a random tree of at most about
// 60 nodes.
func randomChildren(r *rand.Rand) [][]int {
	children, width := [][]int{}, 1
	for range 1 + r.IntN(4) {
		counts, total := make([]int, width), 0
		for i := range counts {
			counts[i] = 1 + r.IntN(max(1, min(5, 60/width)))
			total += counts[i]
		}
		children, width = append(children, counts), total
		if width > 40 {
			break
		}
	}
	return children
}

// randomBranches returns the arguments of NewUnevenTree for a random tree.
func randomBranches(r *rand.Rand) (parent, nodes []int32) {
	parent, nodes = []int32{-1}, []int32{0}
	for i := 0; i < len(parent); i++ {
		if i > 12 || r.IntN(3) == 0 {
			nodes[i] = 1 + r.Int32N(4)
			continue
		}
		for range 1 + r.IntN(3) {
			parent, nodes = append(parent, int32(i)), append(nodes, 0)
		}
	}
	return parent, nodes
}

func TestTreesEqualASearch(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	for range 150 {
		children := randomChildren(r)
		tree := must(topology.NewTree(children))
		if err := routed(tree); err != nil {
			t.Fatalf("%v: %v", children, err)
		}
		parent, nodes := randomBranches(r)
		uneven := must(topology.NewUnevenTree(parent, nodes))
		if err := routed(uneven); err != nil {
			t.Fatalf("%v %v: %v", parent, nodes, err)
		}
		for name, m := range map[string]topology.Routed{"even": tree, "uneven": uneven} {
			// Every link of a tree is used by some route, unless all nodes are
			// under the same child of the root.
			if top := topology.Nesting(m)[0]; !top.Leaf && len(topology.Nesting(m)) > 1 && topology.Nesting(m)[1].Last == top.Last || m.NumNodes() == 1 {
				continue
			}
			if err := allUsed(m); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		checkNesting(t, tree, tree.NumSwitches())
		checkNesting(t, uneven, uneven.NumSwitches())
		// The list must equal the one computed from the levels.
		hidden := struct{ topology.Hierarchy }{tree}
		if got, want := topology.Nesting(hidden), topology.Nesting(tree); !slices.Equal(got, want) {
			t.Fatalf("%v: from the levels %+v, kept %+v", children, got, want)
		}
	}
}

// checkNesting checks a list of switches against the distances.
func checkNesting(t *testing.T, m topology.Routed, switches int) {
	t.Helper()
	list := topology.Nesting(m)
	if len(list) != switches {
		t.Fatalf("%d switches, want %d", len(list), switches)
	}
	leaf := make([]int, m.NumNodes()) // number of leaf switches that each node is under
	for i, s := range list {
		if (s.Parent == -1) != (i == 0) || i > 0 && (int(s.Parent) >= i || s.Level != list[s.Parent].Level+1 || s.First < list[s.Parent].First || s.Last > list[s.Parent].Last) {
			t.Fatalf("switch %d is %+v", i, s)
		}
		for n := range topology.NodeID(m.NumNodes()) {
			away := m.DeviceDistance(s.Device, n)
			if under := s.First <= n && n <= s.Last; s.Leaf && under {
				if leaf[n]++; away != 1 {
					t.Fatalf("node %d is %d from its leaf %+v", n, away, s)
				}
			} else if away == 1 {
				t.Fatalf("node %d is next to switch %d, %+v", n, i, s)
			}
		}
	}
	for n, k := range leaf {
		if k != 1 {
			t.Fatalf("node %d is under %d leaves", n, k)
		}
	}
}

// TestTreeOfEqualWidthsIsAFatTree checks that a Tree with equal widths equals the
// fat tree, including all names.
func TestTreeOfEqualWidthsIsAFatTree(t *testing.T) {
	fat := must(topology.NewFatTree(3, 4))
	tree := must(topology.NewTree([][]int{{4}, {4, 4, 4, 4}, slices.Repeat([]int{4}, 16)}))
	for d := range topology.DeviceID(fat.NumSwitches() + fat.NumNodes()) {
		if got, want := tree.DeviceName(d), fat.DeviceName(d); got != want {
			t.Errorf("device %d is %s, want %s", d, got, want)
		}
		for n := range topology.NodeID(fat.NumNodes()) {
			if got, want := tree.DeviceDistance(d, n), fat.DeviceDistance(d, n); got != want {
				t.Errorf("device %d to %d: %d, want %d", d, n, got, want)
			}
		}
	}
	if got, want := topology.Nesting(tree), topology.Nesting(fat); !slices.Equal(got, want) {
		t.Errorf("switches %+v, want %+v", got, want)
	}
}

// TestTreeRoute checks routes of a hand-drawn tree with a root (0), switches 1 and
// 2, and leaf switches 3 (under 1), 4 and 5 (under 2).
func TestTreeRoute(t *testing.T) {
	tree := must(topology.NewTree([][]int{{2}, {1, 2}, {2, 1, 3}}))
	if got, want := path(tree, 1, 5), []topology.DeviceID{7, 3, 1, 0, 2, 5, 11}; !slices.Equal(got, want) {
		t.Errorf("from 1 to 5 through %v, want %v", got, want)
	}
	if got, want := path(tree, 2, 3), []topology.DeviceID{8, 4, 2, 5, 9}; !slices.Equal(got, want) {
		t.Errorf("from 2 to 3 through %v, want %v", got, want)
	}
	names := []string{"root", "switch 1.0", "switch 1.1", "leaf 0", "leaf 1", "leaf 2", "node 0"}
	for d, want := range names {
		if got := tree.DeviceName(topology.DeviceID(d)); got != want {
			t.Errorf("device %d is %q, want %q", d, got, want)
		}
	}
}

func TestImpossibleTrees(t *testing.T) {
	tree := func(children ...[]int) error { _, err := topology.NewTree(children); return err }
	uneven := func(parent, nodes []int32) error { _, err := topology.NewUnevenTree(parent, nodes); return err }
	deep := make([]int32, 21)
	for i := range deep {
		deep[i] = int32(i) - 1
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{tree(), "impossible machine shape: a tree of 0 levels; use 1 to 20"},
		{tree([]int{2}, []int{1}), "impossible machine shape: level 1 of a tree has 1 switches, but the level above has 2 children"},
		{tree([]int{1, 1}), "impossible machine shape: level 0 of a tree has 2 switches, but the level above has 1 children"},
		{tree([]int{2}, []int{1, 0}), "impossible machine shape: switch 1 of level 1 of a tree has 0 children; use 1 or more, and at most 1048576 for a level"},
		{tree([]int{2}, []int{1 << 20, 1}), "impossible machine shape: switch 1 of level 1 of a tree has 1 children; use 1 or more, and at most 1048576 for a level"},
		{tree([]int{1 << 20}, make([]int, 1<<20)), "impossible machine shape: a tree of more than 1048576 switches"},
		{uneven(nil, nil), "impossible machine shape: a tree of 0 switches, 0 of them with a number of nodes; use 1 to 1048576, the first without a parent"},
		{uneven([]int32{-1, 0, 2}, []int32{0, 1, 1}), "impossible machine shape: switch 2 of a tree is under switch 2; list switches level by level, in the order of those above them"},
		{uneven([]int32{-1, 0, 0, 2, 1}, []int32{0, 0, 0, 1, 1}), "impossible machine shape: switch 4 of a tree is under switch 1; list switches level by level, in the order of those above them"},
		{uneven(deep, make([]int32, 21)), "impossible machine shape: switch 20 of a tree is on level 21 from the root; use 20 levels at most"},
		{uneven([]int32{-1, 0}, []int32{1, 1}), "impossible machine shape: switch 0 of a tree has 1 nodes; a switch has either switches or nodes under it"},
		{uneven([]int32{-1, 0}, []int32{0, 0}), "impossible machine shape: switch 1 of a tree has 0 nodes; a switch has either switches or nodes under it"},
		{uneven([]int32{-1, 0, 0}, []int32{0, 1 << 20, 1}), "impossible machine shape: a tree of 1048577 nodes; use 1048576 at most"},
	} {
		if c.err == nil || c.err.Error() != c.want || !errors.Is(c.err, topology.ErrShape) {
			t.Errorf("got  %v\nwant %s", c.err, c.want)
		}
	}
	if err := topologytest.Links(must(topology.NewTree([][]int{{1}, {1}, {1}}))); err != nil {
		t.Error(err)
	}
}
