package grid

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc/nearest"
	"hopyard/core/alloc/nearest/nearesttest"
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

func torus(dims ...int) topology.Grid { return must(topology.NewTorus(dims...)) }
func mesh(dims ...int) topology.Grid  { return must(topology.NewMesh(dims...)) }

// What counts and sums find on grids must be what asking every device finds.
func TestManhattanEqualsTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	for _, shape := range []topology.Grid{
		torus(8, 9), torus(5, 6, 4), torus(61), torus(3, 2, 4, 5), torus(16, 3), torus(2, 2, 2, 2, 2, 2),
		mesh(8, 9), mesh(4, 3, 6), mesh(50), must(topology.NewHypercube(6)), must(topology.NewHypercube(8)),
	} {
		worked, err := nearesttest.Equal(r, shape, 60, func(q *workload.Request, free *cluster.Free) (nearest.Search, bool) {
			return NewManhattan(NewFree(shape, q, free, true)), true
		})
		if err != nil || worked < 50 {
			t.Errorf("%T: %d searches, %v", shape, worked, err)
		}
	}
}
