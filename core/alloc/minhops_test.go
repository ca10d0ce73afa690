package alloc_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// leastByEnumeration tries every choice of n of the given slots, in the order of
// their sorted node lists. It returns the first choice with the least sum of hops.
func leastByEnumeration(t topology.Topology, slots []int32, n int32) (best []int32, least int64) {
	takes := make([]int32, len(slots))
	least = -1
	var try func(at int, left int32, sum int64)
	try = func(at int, left int32, sum int64) {
		switch {
		case least >= 0 && sum >= least:
			return // the sum can only grow, and the earlier of two equal sums wins
		case left == 0:
			best, least = slices.Clone(takes), sum
			return
		case at == len(slots):
			return
		}
		for x := min(slots[at], left); x >= 0; x-- { // more slots on an earlier node come first
			add := int64(0)
			for b, k := range takes[:at] {
				add += int64(x) * int64(k) * int64(t.Hops(topology.NodeID(at), topology.NodeID(b)))
			}
			takes[at] = x
			try(at+1, left-x, sum+add)
		}
		takes[at] = 0
	}
	try(0, n, 0)
	return best, least
}

func slotsOf(r *workload.Request, free *cluster.Free) []int32 {
	slots := make([]int32, free.Machine().NumNodes())
	for n := range slots {
		slots[n] = free.Slots(r, topology.NodeID(n))
	}
	return slots
}

// choices returns the number of ways to choose any number of the given slots.
func choices(slots []int32) int {
	n := 1
	for _, k := range slots {
		n *= int(k) + 1
	}
	return n
}

func placementOf(takes []int32) (p cluster.Placement) {
	for n, x := range takes {
		if x > 0 {
			p = p.Append(topology.NodeID(n), topology.NodeID(n), x)
		}
	}
	return p
}

// equalsTheEnumeration draws a job and the nodes that are free, and compares
// MinHops with the enumeration. MinHops must choose the first placement with the
// least sum of hops, and its first candidate must have this placement and sum. The
// cost of every candidate must be the sum over its pairs. The function returns the
// devices of the candidates. It returns nil if too little is free, or if there are
// more choices than the last parameter permits.
func equalsTheEnumeration(t *testing.T, r *rand.Rand, shape topology.Topology, most int) (devices []topology.DeviceID) {
	t.Helper()
	free := randomFree(r, randomMachine(r, shape, 1+r.IntN(2)))
	q := randomRequest(r, free)
	if err := (alloc.MinHops{}).Accepts(shape, q); err != nil {
		t.Fatal(err)
	}
	got, reason := alloc.MinHops{}.Allocate(q, free, nil)
	if free.Count(q) < q.Size() {
		if reason.OK() || got != nil {
			t.Fatalf("%T: %d of %d placed on %v", shape, q.Size(), free.Count(q), got)
		}
		return nil
	}
	if choices(slotsOf(q, free)) > most {
		return nil
	}
	takes, least := leastByEnumeration(shape, slotsOf(q, free), q.Size())
	if want := placementOf(takes); !slices.Equal(got, want) {
		t.Fatalf("%T %+v: %+v among %v:\ngot  %v\nwant %v, sum %d", shape, topology.Nesting(shape), *q, slotsOf(q, free), got, want, least)
	}
	for c := range (alloc.MinHops{}).Candidates(q, free) {
		if devices == nil && (!slices.Equal(c.Placement, got) || c.Cost != least) {
			t.Fatalf("%T: first candidate %+v, want %v at %d", shape, c, got, least)
		}
		if sum := sumOfHops(shape, c); sum != c.Cost {
			t.Fatalf("%T: candidate %+v has %d hops", shape, c, sum)
		}
		devices = append(devices, c.Device)
	}
	return devices
}

func TestMinHopsEqualsTheEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, shape := range trees() {
		for range soaktest.Rounds(400) {
			equalsTheEnumeration(t, r, shape, 20_000)
		}
	}
}

// TestMinHopsEqualsTheEnumerationOnUnevenTrees compares MinHops with the
// enumeration on trees whose leaves differ in depth. It also checks that each
// switch occurs at most once among the candidates.
func TestMinHopsEqualsTheEnumerationOnUnevenTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	compared := 0
	for range soaktest.Rounds(9000) {
		devices := equalsTheEnumeration(t, r, unevenTree(r), 5000)
		if devices != nil {
			compared++
		}
		slices.Sort(devices)
		if len(slices.Compact(slices.Clone(devices))) < len(devices) {
			t.Fatalf("candidates of %v: one comes twice", devices)
		}
	}
	if compared < soaktest.Rounds(3000) {
		t.Fatalf("%d cases were small enough to compare", compared)
	}
}

// TestMinHopsEqualsTheEnumerationOnGraphs compares MinHops with the enumeration on
// graphs that are trees, and checks that other graphs are refused.
func TestMinHopsEqualsTheEnumerationOnGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 14))
	compared := 0
	for range 6000 {
		if equalsTheEnumeration(t, r, treeGraph(r), 5000) != nil {
			compared++
		}
	}
	if compared < 2000 {
		t.Fatalf("%d cases were small enough to compare", compared)
	}
	if (alloc.MinHops{}).Accepts(oneWay(), &workload.Request{Nodes: 1}) == nil {
		t.Error("a ring is taken for a tree")
	}
}

// unevenTree returns a random tree of switches whose leaf switches differ in depth
// and in their number of nodes.
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

// sumOfHops returns the sum of hops over all pairs of tasks of a candidate.
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

// treeGraph returns a random graph that is a tree. Links of random lengths connect
// the switches in both directions. The nodes are attached to random switches, in no
// particular order of their numbers.
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
