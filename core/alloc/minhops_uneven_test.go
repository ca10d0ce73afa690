package alloc_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// unevenTree is a random tree of switches whose leaves differ in depth and in
// width.
func unevenTree(r *rand.Rand) *topology.UnevenTree {
	parent, level := []int32{-1}, []int{0}
	for i := 0; i < len(parent); i++ {
		if i == 0 || len(parent) < 12 && level[i] < 5 && r.IntN(2) == 0 {
			for range 1 + r.IntN(3) {
				parent, level = append(parent, int32(i)), append(level, level[i]+1)
			}
		}
	}
	nodes := make([]int32, len(parent))
	for i := range nodes {
		nodes[i] = 1 + r.Int32N(4)
	}
	for _, p := range parent[1:] {
		nodes[p] = 0
	}
	return must(topology.NewUnevenTree(parent, nodes))
}

// On trees whose leaves differ in depth, the placement is the first of the
// least sum of hops, and the first candidate is it at that sum.
func TestMinHopsEqualsTheEnumerationOnUnevenTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	compared := 0
	for range 9000 {
		shape := unevenTree(r)
		free := randomFree(r, randomMachine(r, shape, 1+r.IntN(2)))
		q := randomRequest(r, free)
		if err := (alloc.MinHops{}).Accepts(shape, q); err != nil {
			t.Fatal(err)
		}
		if free.Count(q) < q.Size() || choices(slotsOf(q, free)) > 5000 {
			continue
		}
		compared++
		got, _ := alloc.MinHops{}.Allocate(q, free, nil)
		takes, least := leastByEnumeration(shape, slotsOf(q, free), q.Size())
		if want := placementOf(takes); !slices.Equal(got, want) {
			t.Fatalf("%+v\n%+v among %v:\ngot  %v\nwant %v, sum %d", shape.Nesting(), *q, slotsOf(q, free), got, want, least)
		}
		seen := map[topology.DeviceID]bool{}
		for c := range (alloc.MinHops{}).Candidates(q, free) {
			if len(seen) == 0 && (!slices.Equal(c.Placement, got) || c.Cost != least) {
				t.Fatalf("first candidate %+v, want %v at %d", c, got, least)
			}
			if sum := sumOfHops(shape, c); sum != c.Cost || seen[c.Device] {
				t.Fatalf("candidate %+v has %d hops; seen %v", c, sum, seen)
			}
			seen[c.Device] = true
		}
	}
	if compared < 3000 {
		t.Fatalf("%d cases were small enough to compare", compared)
	}
}

// sumOfHops goes through all pairs of tasks.
func sumOfHops(t topology.Topology, c alloc.Candidate) (sum int64) {
	for a, x := range c.Placement.All {
		for b, y := range c.Placement.All {
			if a < b {
				sum += int64(x) * int64(y) * int64(t.Hops(a, b))
			}
		}
	}
	return sum
}

// treeGraph is a random graph that is a tree: switches that are joined both ways
// over links of any length, and nodes of any numbers on any of them.
func treeGraph(r *rand.Rand) *topology.Graph {
	switches, nodes := 1+r.IntN(6), 2+r.IntN(9)
	var links []topology.GraphLink
	join := func(a, b int) {
		for range 2 {
			links = append(links, topology.GraphLink{From: topology.DeviceID(a), To: topology.DeviceID(b), Weight: 1 + r.Int64N(5)})
			a, b = b, a
		}
	}
	name := r.Perm(switches)
	for s := 1; s < switches; s++ {
		join(name[s], name[r.IntN(s)])
	}
	for n := range nodes {
		join(switches+n, r.IntN(switches))
	}
	return must(topology.NewGraph(nodes, switches, links))
}

// So on graphs that are trees; others are refused.
func TestMinHopsEqualsTheEnumerationOnGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 14))
	compared := 0
	for range 6000 {
		shape := treeGraph(r)
		free := randomFree(r, randomMachine(r, shape, 1+r.IntN(2)))
		q := randomRequest(r, free)
		if err := (alloc.MinHops{}).Accepts(shape, q); err != nil {
			t.Fatal(err)
		}
		if free.Count(q) < q.Size() || choices(slotsOf(q, free)) > 5000 {
			continue
		}
		compared++
		got, _ := alloc.MinHops{}.Allocate(q, free, nil)
		takes, least := leastByEnumeration(shape, slotsOf(q, free), q.Size())
		if want := placementOf(takes); !slices.Equal(got, want) {
			t.Fatalf("%+v among %v:\ngot  %v\nwant %v, sum %d", *q, slotsOf(q, free), got, want, least)
		}
		first := true
		for c := range (alloc.MinHops{}).Candidates(q, free) {
			if first && (!slices.Equal(c.Placement, got) || c.Cost != least) || sumOfHops(shape, c) != c.Cost {
				t.Fatalf("candidate %+v, want %v at %d", c, got, least)
			}
			first = false
		}
	}
	if compared < 2000 {
		t.Fatalf("%d cases were small enough to compare", compared)
	}
	if (alloc.MinHops{}).Accepts(oneWay(), &workload.Request{Nodes: 1}) == nil {
		t.Error("a ring is taken for a tree")
	}
}
