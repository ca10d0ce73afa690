package tree_test

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc/nearest/nearesttest"
	"hopyard/core/alloc/nearest/tree"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
)

// TestSearchEqualsTheReference compares the search on trees with the exhaustive
// search.
func TestSearchEqualsTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	wide, _ := topology.NewFatTree(3, 5)
	deep, _ := topology.NewFatTree(6, 2)
	star, _ := topology.NewStar(70)
	pair, _ := topology.NewFatTree(2, 9)
	flat, _ := topology.NewFlat(50)
	uneven, _ := topology.NewTree([][]int{{3}, {1, 4, 2}, {20, 1, 7, 13, 2, 9, 30}})
	for _, shape := range []topology.Topology{wide, deep, star, pair, flat, uneven} {
		for range soaktest.Rounds(60) {
			q, free := nearesttest.Draw(r, shape, 4, 1<<20)
			if free.Count(q) < q.Size() {
				continue
			}
			if err := nearesttest.Equal(tree.NewSearch(q, free), q, free); err != nil {
				t.Fatal(err)
			}
		}
	}
}
