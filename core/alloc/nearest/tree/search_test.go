package tree_test

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc/nearest"
	"hopyard/core/alloc/nearest/nearesttest"
	"hopyard/core/alloc/nearest/tree"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

func must[T any](t T, err error) T {
	if err != nil {
		panic(err)
	}
	return t
}

// What running sums find on trees must be what asking every device finds.
func TestSearchEqualsTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for _, shape := range []topology.Topology{
		must(topology.NewFatTree(3, 5)), must(topology.NewFatTree(6, 2)), must(topology.NewFatTree(1, 70)), must(topology.NewFatTree(2, 9)),
		must(topology.NewTree([][]int{{3}, {1, 4, 2}, {20, 1, 7, 13, 2, 9, 30}})), must(topology.NewFlat(50)),
	} {
		worked, err := nearesttest.Equal(r, shape, 60, func(q *workload.Request, free *cluster.Free) (nearest.Search, bool) {
			m, ok := tree.Of(shape)
			return tree.NewSearch(m, q, free), ok
		})
		if err != nil || worked < 50 {
			t.Errorf("%T: %d searches, %v", shape, worked, err)
		}
	}
}
