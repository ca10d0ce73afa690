package alloc_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// leastByEnumeration tries every choice of n out of the slots of each node, in
// the order of their sorted node lists, and returns the first of the least
// sum of hops.
func leastByEnumeration(t topology.Topology, slots []int32, n int32) (best []int32, least int64) {
	takes := make([]int32, len(slots))
	least = -1
	var try func(at int, left int32, sum int64)
	try = func(at int, left int32, sum int64) {
		switch {
		case least >= 0 && sum >= least:
			return // sums only grow, and of equal ones the first wins
		case left == 0:
			best, least = slices.Clone(takes), sum
			return
		case at == len(slots):
			return
		}
		for x := min(slots[at], left); x >= 0; x-- { // more in an earlier node comes first
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

// choices is how many ways there are to take some of the slots.
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

func TestMinHopsEqualsTheEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, shape := range trees() {
		for range 400 {
			free := randomFree(r, randomMachine(r, shape, 1+r.IntN(2)))
			q := randomRequest(r, free)
			got, reason := alloc.MinHops{}.Allocate(q, free, nil)
			if free.Count(q) < q.Size() {
				if reason.OK() || got != nil {
					t.Fatalf("%T: %d of %d placed on %v", shape, q.Size(), free.Count(q), got)
				}
				continue
			}
			if choices := choices(slotsOf(q, free)); choices > 20_000 {
				continue
			}
			takes, least := leastByEnumeration(shape, slotsOf(q, free), q.Size())
			if want := placementOf(takes); !slices.Equal(got, want) {
				t.Fatalf("%T %v: %+v among %v:\ngot  %v, sum %d\nwant %v, sum %d", shape, shape, *q, slotsOf(q, free),
					got, cluster.Spread(shape, got).TaskHops, want, least)
			}
			var first alloc.Candidate
			for first = range (alloc.MinHops{}).Candidates(q, free) {
				break
			}
			if !slices.Equal(first.Placement, got) || first.Cost != least {
				t.Fatalf("%T: first candidate %+v, want %v at %d", shape, first, got, least)
			}
		}
	}
}
