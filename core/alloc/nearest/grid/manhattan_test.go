package grid

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc/nearest"
	"hopyard/core/alloc/nearest/nearesttest"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
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

// TestBoundsOfSums checks that no bound exceeds the exact sum, which is computed
// slot by slot. If exactly n slots are within the radius, so that there is no
// choice, the bound must equal the sum.
func TestBoundsOfSums(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	added, taken, exact := 0, 0, 0
	for _, shape := range roomy() {
		for range 12 {
			q, free := nearesttest.Draw(r, shape, 1+3*r.Int64N(2), 70)
			if free.Count(q) < q.Size() {
				continue
			}
			g := NewManhattan(NewFree(shape, q, free, true))
			a := newProjection(g.geometry.(*anyGrid))
			radius, _ := g.radii()
			for x, r := range radius {
				r := int(r)
				if r == 0 || r > a.open {
					continue
				}
				sum := int64(0)
				nodes := g.nodesWithin(x, r)
				for i, s := range nodes {
					for _, o := range nodes[:i] {
						sum += int64(s.Slots) * int64(o.Slots) * shape.Distance(s.Node, o.Node)
					}
				}
				inner, all := g.count(r - 1)[x], g.count(r)[x]
				bounds := []int64{a.adding(x, r, inner), a.taking(x, r, all), a.bound(x, r)}
				if slices.Max(bounds) > sum || all == g.n && bounds[2] != sum {
					t.Fatalf("%T %v: %d slots around %d, of them %d to Choose from %d at %d: bounds %d of %d",
						shape, shape.Dims(), g.n, x, g.n-inner, all-inner, r, bounds, sum)
				}
				if g.n-inner <= all-g.n {
					added++
				} else {
					taken++
				}
				if bounds[2] == sum {
					exact++
				}
			}
		}
	}
	if min(added, taken) < 5000 || exact < 3000 {
		t.Errorf("%d bounds from inner slots and %d from all, %d of them exact", added, taken, exact)
	}
}

// TestBoundsLoseNoPlacement compares the search with the exhaustive search on large
// grids, where bounds exclude most sums.
func TestBoundsLoseNoPlacement(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 22))
	for _, shape := range roomy() {
		for range soaktest.Rounds(25) {
			q, free := nearesttest.Draw(r, shape, 1+3*r.Int64N(2), 40)
			if free.Count(q) < q.Size() {
				continue
			}
			got := nearest.Append(nil, NewManhattan(NewFree(shape, q, free, true)).LeastSum())
			if want := nearest.Append(nil, nearest.NewExhaustive(q, free).LeastSum()); !slices.Equal(got, want) {
				t.Fatalf("%T %v, %+v:\ngot  %v\nwant %v", shape, shape.Dims(), *q, got, want)
			}
		}
	}
}

// TestRiseIsRoundedUp checks rise: an increase of 5 over 2 steps is at most 7.5
// over 3 steps, rounded up to 8. A decrease counts as 0.
func TestRiseIsRoundedUp(t *testing.T) {
	if got := []int64{rise(5, 2, 3), rise(5, 3, 3), rise(-5, 2, 3), rise(0, 0, 3)}; !slices.Equal(got, []int64{8, 5, 0, 0}) {
		t.Error(got)
	}
}

// TestBoundsLeaveFewSums searches a torus of which half the nodes are busy. It
// checks that the bounds exclude most centres, so that few sums have to be
// computed.
func TestBoundsLeaveFewSums(t *testing.T) {
	shape := torus(40, 40)
	r := rand.New(rand.NewPCG(23, 23))
	free := cluster.NewFree(cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}))
	one := workload.Request{Nodes: 1}
	for n := range topology.NodeID(shape.NumNodes()) {
		if r.IntN(2) == 0 {
			free.Take(&one, cluster.Placement{{First: n, Last: n, Tasks: 1}})
		}
	}
	for _, n := range []int32{8, 32, 64} {
		g := NewManhattan(NewFree(shape, &workload.Request{Nodes: n}, free, true))
		a := newProjection(g.geometry.(*anyGrid))
		radius, first := g.radii()
		enough, left := a.sum(first, int(radius[first])), 0
		for x, r := range radius {
			if a.bound(x, int(r)) <= enough {
				left++
			}
		}
		if left > shape.NumNodes()/6 {
			t.Errorf("%d nodes: %d centres of %d are left", n, left, shape.NumNodes())
		}
	}
}
