package alloc_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/alloctest"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// randomTree returns a tree of at most four levels whose leaf switches differ in
// depth and size.
func randomTree(r *rand.Rand) *topology.UnevenTree {
	parent, nodes, level := []int32{-1}, []int32{0}, []int{0}
	for i := 0; i < len(parent); i++ { // the list grows during the loop
		if level[i] == 3 || i > 0 && r.IntN(3) == 0 {
			nodes[i] = 1 + r.Int32N(5)
			continue
		}
		for range 1 + r.IntN(4) {
			parent, nodes, level = append(parent, int32(i)), append(nodes, 0), append(level, level[i]+1)
		}
	}
	return must(topology.NewUnevenTree(parent, nodes))
}

// leafOf returns the index and the description of the leaf switch of a node. It
// finds them by searching all switches.
func leafOf(free *cluster.Free, n topology.NodeID) (int, topology.Nested) {
	all := topology.Nesting(free.Machine().Topology)
	i := slices.IndexFunc(all, func(v topology.Nested) bool { return v.Leaf && v.First <= n && n <= v.Last })
	return i, all[i]
}

// bySwitchOrder returns all nodes in the order that defines FTSCP or FTSC: by the
// weight of the leaf switch, then by switch number, then by the node's own weight.
// If hierarchical is true, all nodes under the parent of the first switch come
// first.
func bySwitchOrder(free *cluster.Free, weigh func(topology.NodeID) int64, hierarchical bool) []topology.NodeID {
	under := func(n topology.NodeID) (sum int64) {
		_, v := leafOf(free, n)
		for m := v.First; m <= v.Last; m++ {
			sum += weigh(m)
		}
		return sum
	}
	number := func(n topology.NodeID) int64 {
		_, v := leafOf(free, n)
		return -int64(v.First)
	}
	nodes := falling(allNodes(free), under, number, weigh)
	if !hierarchical {
		return nodes
	}
	_, first := leafOf(free, nodes[0])
	return falling(nodes, func(n topology.NodeID) int64 {
		if _, v := leafOf(free, n); v.Parent == first.Parent {
			return 1
		}
		return 0
	})
}

// slurmsLeaves returns the placement of Slurm's topology/tree, found by choosing
// leaf switches one after the other and by counting everything anew each time.
func slurmsLeaves(q *workload.Request, free *cluster.Free) cluster.Placement {
	all := topology.Nesting(free.Machine().Topology)
	slots := slotsOf(q, free)
	takes := make([]int32, len(slots))
	has := func(i int) (sum int32) { // what is not taken under a switch
		for n := all[i].First; n <= all[i].Last; n++ {
			sum += slots[n] - takes[n]
		}
		return sum
	}
	above := func(i int) (path []int) { // the switch itself and those above it
		for ; i >= 0; i = int(all[i].Parent) {
			path = append(path, i)
		}
		return path
	}
	var leaves []int // in the order of their nodes
	for i, v := range all {
		if v.Leaf {
			leaves = append(leaves, i)
		}
	}
	slices.SortFunc(leaves, func(a, b int) int { return int(all[a].First - all[b].First) })
	height := func(i int) (h int) {
		for _, c := range leaves {
			h = max(h, slices.Index(above(c), i))
		}
		return h
	}
	var taken []int
	distance := func(i int) (sum int) { // links to all leaf switches taken
		for _, j := range taken {
			a, b := above(i), above(j)
			shared := slices.IndexFunc(a, func(x int) bool { return slices.Contains(b, x) })
			sum += shared + slices.Index(b, a[shared])
		}
		return sum
	}
	for left := q.Size(); left > 0; {
		best := -1
		for _, i := range leaves {
			if has(i) == 0 || slices.Contains(taken, i) {
				continue
			}
			if best < 0 {
				best = i
				continue
			}
			a, b := i, best
			for has(a) < left && has(b) < left && all[a].Parent != all[b].Parent {
				a, b = int(all[a].Parent), int(all[b].Parent)
			}
			better := has(a) > has(b) || has(a) == has(b) && height(a) < height(b)
			if has(a) >= left && has(b) >= left {
				better = has(a) < has(b) || has(a) == has(b) && height(a) < height(b)
			}
			switch d, e := distance(i), distance(best); {
			case d < e && has(a) >= left, d == e && better:
				best = i
			}
		}
		taken = append(taken, best)
		for n := all[best].First; n <= all[best].Last; n++ {
			takes[n] = min(slots[n], left)
			left -= takes[n]
		}
	}
	return placementOf(takes)
}

var leafSwitchers = []alloc.Allocator{
	alloc.FTSCP{}, alloc.FTSCP{Hierarchical: true}, alloc.FTSC{}, alloc.FTSC{Hierarchical: true}, alloc.SlurmTree{},
}

// byLeafSwitch returns the reference placement for one of the allocators in
// leafSwitchers.
func byLeafSwitch(a alloc.Allocator, q *workload.Request, free *cluster.Free) cluster.Placement {
	cores := coresFor(q, free)
	switch a := a.(type) {
	case alloc.FTSCP:
		performance := func(n topology.NodeID) int64 { return cores(n) * free.Machine().Spec(n).Speed }
		return inOrder(q, free, bySwitchOrder(free, performance, a.Hierarchical))
	case alloc.FTSC:
		return inOrder(q, free, bySwitchOrder(free, cores, a.Hierarchical))
	}
	return slurmsLeaves(q, free)
}

func TestLeafSwitchesEqualTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 24))
	shapes := append(trees(), nested(3, 4, 5), nested(2, 2, 3, 4), fatTree(2, 9))
	for range 60 {
		shapes = append(shapes, randomTree(r))
	}
	for _, shape := range shapes {
		if topology.Nesting(shape) == nil {
			continue
		}
		for range soaktest.Part(100, 8) {
			free := randomFree(r, randomMachine(r, shape, 1+r.IntN(4)))
			q := randomRequest(r, free)
			for _, a := range leafSwitchers {
				got, reason := a.Allocate(q, free, nil)
				if enough := free.Count(q) >= q.Size(); reason.OK() != enough {
					t.Fatalf("%T: %+v: %v with %d free", a, *q, reason, free.Count(q))
				} else if !enough {
					continue
				}
				want := byLeafSwitch(a, q, free)
				if err := alloctest.Contract(a, q, free); err != nil {
					t.Fatalf("%v: %v", shape, err)
				}
				if !slices.Equal(got, want) {
					t.Fatalf("%+v on %v: %+v among %v: %v, want %v", a, shape, *q, slotsOf(q, free), got, want)
				}
			}
		}
	}
}

// TestSwitchLimit checks which limits on leaf switches refuse a job, on leaf
// switches of 3, 5 and 8 nodes with 2 free nodes each.
func TestSwitchLimit(t *testing.T) {
	m := cluster.NewMachine(must(topology.NewTree([][]int{{3}, {3, 5, 8}})), cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
	free := idleWhere(m, func(n topology.NodeID) bool { return n < 2 || n >= 3 && n < 5 || n >= 14 })
	for _, c := range []struct {
		nodes, limit int32
		want         string // empty if the job is refused
	}{{2, 1, "0-1"}, {4, 1, ""}, {4, 2, "0-1,3-4"}, {5, 2, ""}, {5, 3, "0-1,3-4,14"}, {5, 0, "0-1,3-4,14"}} {
		q := &workload.Request{Nodes: c.nodes, Network: workload.NetworkRequest{Switches: c.limit}}
		if got, _ := (alloc.SlurmTreeLimited{}).Allocate(q, free, nil); got.String() != c.want {
			t.Errorf("%d nodes on %d leaf switches: %v, want %s", c.nodes, c.limit, got, c.want)
		}
	}
}

// TestSwitchLimitEqualsTheDefinition compares SlurmTreeLimited with the definition:
// Slurm's placement, or a refusal if it is on more leaf switches than the job
// accepts.
func TestSwitchLimitEqualsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 25))
	refused := 0
	for range soaktest.Part(2000, 4) {
		free := randomFree(r, randomMachine(r, randomTree(r), 1+r.IntN(4)))
		q := randomRequest(r, free)
		q.Network.Switches = r.Int32N(4)
		if free.Count(q) < q.Size() {
			continue
		}
		want := slurmsLeaves(q, free)
		leaves := map[int]bool{}
		for n := range want.All {
			i, _ := leafOf(free, n)
			leaves[i] = true
		}
		if limit := int(q.Network.Switches); limit > 0 && len(leaves) > limit {
			want = nil
			refused++
		}
		got, _ := alloc.SlurmTreeLimited{}.Allocate(q, free, nil)
		if !slices.Equal(got, want) {
			t.Fatalf("%+v among %v: %v, want %v", *q, slotsOf(q, free), got, want)
		}
		if err := alloctest.Contract(alloc.SlurmTreeLimited{}, q, free); err != nil {
			t.Fatal(err)
		}
	}
	if refused < 20 {
		t.Errorf("%d refused", refused)
	}
}

// TestCandidatesBySwitch checks the candidates of the allocators that fill one leaf
// switch after another. Each candidate must fill its own switch first. Its cost
// must be the negated weight of this switch or, for SlurmTree, the rank of the
// candidate.
func TestCandidatesBySwitch(t *testing.T) {
	m := cluster.NewMachine(fatTree(2, 4), cluster.Spec{Resources: workload.Resources{2}, Speed: 1500})
	free := idleWhere(m, func(n topology.NodeID) bool { return n != 0 && n != 4 && n != 5 && n < 12 }) // the four leaf switches have 3, 2, 4 and 0 idle nodes
	q := &workload.Request{Nodes: 3}
	for _, c := range []struct {
		alloc.Ranker
		want []string
		cost []int64
	}{
		{alloc.FTSC{}, []string{"8-10", "1-3", "6-8"}, []int64{-8, -6, -4}},
		{alloc.FTSCP{}, []string{"8-10", "1-3", "6-8"}, []int64{-12000, -9000, -6000}},
		{alloc.SlurmTree{}, []string{"1-3", "8-10"}, []int64{0, 1}},
	} {
		got := alloc.Explain(c.Ranker, q, free, 9)
		if len(got) < len(c.want) {
			t.Fatalf("%T: %d candidates", c.Ranker, len(got))
		}
		for i, want := range c.want {
			if got[i].Placement.String() != want || got[i].Cost != c.cost[i] {
				t.Errorf("%T: candidate %d is %v at %d, want %s at %d", c.Ranker, i, got[i].Placement, got[i].Cost, want, c.cost[i])
			}
		}
	}
}

// TestLeafSwitchesAreNeeded checks that the error for a machine without leaf
// switches suggests another allocator.
func TestLeafSwitchesAreNeeded(t *testing.T) {
	q := &workload.Request{Nodes: 1}
	for _, c := range []struct {
		alloc.Restricted
		instead string
	}{{alloc.FTSCP{}, "use snp"}, {alloc.FTSC{}, "use best-fit"}, {alloc.SlurmTree{}, "use contiguous"}} {
		if err := c.Accepts(star(4), q); err != nil {
			t.Errorf("%T refuses a star: %v", c.Restricted, err)
		}
		if err := c.Accepts(torus(4, 4), q); !errors.Is(err, alloc.ErrMachine) || !strings.Contains(err.Error(), c.instead) {
			t.Errorf("%T on a torus: %v", c.Restricted, err)
		}
	}
}
