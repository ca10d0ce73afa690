package alloc_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// firstRun returns the placement that Contiguous should choose, found by trying
// every first node and every length.
func firstRun(q *workload.Request, free *cluster.Free) cluster.Placement {
	slots := slotsOf(q, free)
	for first := range slots {
		takes := make([]int32, len(slots))
		left := q.Size()
		for n := first; n < len(slots) && slots[n] > 0; n++ {
			takes[n] = min(slots[n], left)
			if left -= takes[n]; left == 0 {
				return placementOf(takes)
			}
		}
	}
	return nil
}

func TestContiguousEqualsTryingAll(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 23))
	refused, placed := 0, 0
	for range 5000 {
		free := randomFree(r, randomMachine(r, flat(1+r.IntN(140)), 1+r.IntN(3)))
		q := randomRequest(r, free)
		if r.IntN(2) == 0 { // small enough to have a chance of fitting
			q.Nodes, q.Tasks = (q.Nodes+9)/10, (q.Tasks+9)/10
		}
		got, reason := alloc.Contiguous{}.Allocate(q, free, nil)
		want := firstRun(q, free)
		if free.Count(q) < q.Size() {
			want = nil
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%+v among %v: %v, want %v", *q, slotsOf(q, free), got, want)
		}
		switch code := reason.Code; {
		case want != nil:
			placed++
			if code != why.FitsNow {
				t.Fatalf("placed for %v", code)
			}
		case free.Count(q) >= q.Size():
			refused++
			if code != why.NotPlaceable || reason.Have != free.Room(q) {
				t.Fatalf("refused for %+v with %d free", reason, free.Room(q))
			}
		}
	}
	if placed < 500 || refused < 500 {
		t.Errorf("%d placed, %d refused for their shape: too few to tell", placed, refused)
	}
}
