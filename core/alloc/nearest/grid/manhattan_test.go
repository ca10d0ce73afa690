package grid

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc/nearest/nearesttest"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
)

// roomy returns grids that are so large that a few dozen slots around a node do not
// extend around half of a ring. Some of the grids are long and narrow.
func roomy() []topology.Grid {
	return []topology.Grid{
		torus(16, 17), torus(8, 9, 12), torus(9, 40), torus(90), torus(8, 4, 5, 4),
		mesh(13, 14), mesh(7, 8, 6), mesh(3, 50), mesh(80), mesh(4, 3, 5, 4),
	}
}

func must[T topology.Grid](t T, err error) topology.Grid {
	if err != nil {
		panic(err)
	}
	return t
}

func torus(dims ...int) topology.Grid { return must(topology.NewTorus(dims...)) }
func mesh(dims ...int) topology.Grid  { return must(topology.NewMesh(dims...)) }

// TestManhattanEqualsTheReference compares the search on grids with the exhaustive
// search.
func TestManhattanEqualsTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	for _, shape := range []topology.Grid{
		torus(8, 9), torus(5, 6, 4), torus(61), torus(3, 2, 4, 5), torus(16, 3), torus(2, 2, 2, 2, 2, 2),
		mesh(8, 9), mesh(4, 3, 6), mesh(50), must(topology.NewHypercube(6)), must(topology.NewHypercube(8)),
	} {
		for range soaktest.Rounds(60) {
			q, free := nearesttest.Draw(r, shape, 4, 1<<20)
			if free.Count(q) < q.Size() {
				continue
			}
			if err := nearesttest.Equal(NewManhattan(NewFree(shape, q, free, true)), q, free); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestLargeGridsEqualTheReference compares the search with the exhaustive search on
// grids that the slots near a node do not fill.
func TestLargeGridsEqualTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 22))
	for _, shape := range roomy() {
		for range soaktest.Rounds(25) {
			q, free := nearesttest.Draw(r, shape, 1+3*r.Int64N(2), 40)
			if free.Count(q) < q.Size() {
				continue
			}
			if err := nearesttest.Equal(NewManhattan(NewFree(shape, q, free, true)), q, free); err != nil {
				t.Fatal(err)
			}
		}
	}
}
