package alloc_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/internal/goldentest"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// family describes an algorithm of SOURCES.md NEAR.1 by a few parameters, for a
// naive reference that works slot by slot.
type family struct {
	centre  func(t topology.Grid, slots []int32, x topology.NodeID) bool
	away    func(t topology.Grid, a, b topology.NodeID) int64
	star    bool // the cost is the sum of distances from the centre, not over all pairs
	faster  bool // the larger speed wins among placements of equal cost
	improve bool // the chosen placement is improved by exchanges
}

func along(t topology.Grid, n topology.NodeID) (coords []int) {
	for _, side := range slices.Backward(t.Dims()) {
		coords = append(coords, int(n)%side)
		n /= topology.NodeID(side)
	}
	slices.Reverse(coords)
	return coords
}

func linf(t topology.Grid, a, b topology.NodeID) (most int64) {
	for i, side := range t.Dims() {
		d := along(t, a)[i] - along(t, b)[i]
		d = max(d, -d)
		if t.Wraps() {
			d = min(d, side-d)
		}
		most = max(most, int64(d))
	}
	return most
}

func l1(t topology.Grid, a, b topology.NodeID) int64 { return t.Distance(a, b) }

func anywhere(topology.Grid, []int32, topology.NodeID) bool { return true }

func onFree(_ topology.Grid, slots []int32, x topology.NodeID) bool { return slots[x] > 0 }

func meeting(t topology.Grid, slots []int32, x topology.NodeID) bool {
	for i, c := range along(t, x) {
		met := false
		for n, k := range slots {
			met = met || k > 0 && along(t, topology.NodeID(n))[i] == c
		}
		if !met {
			return false
		}
	}
	return true
}

// families lists the allocators for grids, each with the parameters of its
// reference.
var families = []struct {
	alloc.Ranker
	family
}{
	{alloc.MC1x1{}, family{centre: onFree, away: linf, star: true, faster: true}},
	{alloc.MC1x1{Centres: alloc.AllCentres}, family{centre: anywhere, away: linf, star: true, faster: true}},
	{alloc.MC1x1Inc{}, family{centre: onFree, away: linf, star: true, faster: true, improve: true}},
	{alloc.MC1x1Inc{Centres: alloc.AllCentres}, family{centre: anywhere, away: linf, star: true, faster: true, improve: true}},
	{alloc.GenAlg{}, family{centre: onFree, away: l1}},
	{alloc.MM{}, family{centre: meeting, away: l1}},
	{alloc.MM{Centres: alloc.AllCentres}, family{centre: anywhere, away: l1}},
}

// pairSum returns the sum of distances over all pairs of tasks.
func pairSum(t topology.Topology, takes []int32) (sum int64) {
	for a := range takes {
		for b := range a {
			sum += int64(takes[a]) * int64(takes[b]) * t.Distance(topology.NodeID(a), topology.NodeID(b))
		}
	}
	return sum
}

// place returns the reference placement as the number of slots taken from each
// node. It also returns its centre, its cost, and its speed (0 if the algorithm
// ignores speed).
func (f family) place(q *workload.Request, free *cluster.Free) (best []int32, centre topology.NodeID, cost, speed int64) {
	m := free.Machine()
	t := m.Topology.(topology.Grid)
	slots := slotsOf(q, free)
	centre = -1
	for x := range topology.NodeID(t.NumNodes()) {
		if !f.centre(t, slots, x) {
			continue
		}
		var near []topology.NodeID // the nearest slots; each node occurs once per free slot
		for n, k := range slots {
			near = append(near, slices.Repeat([]topology.NodeID{topology.NodeID(n)}, int(k))...)
		}
		slices.SortStableFunc(near, func(a, b topology.NodeID) int { return int(f.away(t, x, a) - f.away(t, x, b)) })
		takes := make([]int32, len(slots))
		stars, fast := int64(0), int64(0)
		for _, n := range near[:q.Size()] {
			takes[n]++
			stars += f.away(t, x, n)
			if f.faster {
				fast += m.Spec(n).Speed * coresOf(q, m, n)
			}
		}
		c := pairSum(t, takes)
		if f.star {
			c = stars
		}
		if centre < 0 || c < cost || c == cost && fast > speed {
			best, centre, cost, speed = takes, x, c, fast
		}
	}
	for f.improve && exchange(t, slots, best) {
	}
	return best, centre, cost, speed
}

func coresOf(q *workload.Request, m *cluster.Machine, n topology.NodeID) int64 {
	if q.Whole() {
		return m.Spec(n).Resources[workload.Cores]
	}
	return q.PerTask[workload.Cores]
}

// exchange makes the exchange of one slot that lowers the sum most. It returns
// false if no exchange lowers the sum. Among equally good exchanges, it makes the
// one with the lowest node that the job takes, then with the lowest node that it
// gives up.
func exchange(t topology.Topology, slots, takes []int32) bool {
	least, from, to := pairSum(t, takes), -1, -1
	for b := range takes {
		for a := range takes {
			if a == b || takes[a] == 0 || takes[b] == slots[b] {
				continue
			}
			takes[a], takes[b] = takes[a]-1, takes[b]+1
			if sum := pairSum(t, takes); sum < least {
				least, from, to = sum, a, b
			}
			takes[a], takes[b] = takes[a]+1, takes[b]-1
		}
	}
	if from < 0 {
		return false
	}
	takes[from], takes[to] = takes[from]-1, takes[to]+1
	return true
}

func grids() []topology.Topology {
	return []topology.Topology{
		torus(9), torus(3, 4), torus(4, 4), torus(2, 3, 2), torus(1, 7), torus(3, 3, 2), torus(8), torus(2, 2, 2, 2),
		mesh(4, 3), mesh(2, 2, 3), mesh(11), mesh(5, 5), mesh(1), mesh(2, 2, 2), hypercube(1), hypercube(5),
	}
}

func TestNearestFamilyEqualsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 14))
	for _, shape := range grids() {
		for range soaktest.Rounds(60) {
			free := randomFree(r, randomMachine(r, shape, 1+r.IntN(3)))
			q := randomRequest(r, free)
			if free.Count(q) < q.Size() {
				continue
			}
			for _, a := range families {
				takes, centre, cost, speed := a.place(q, free)
				want := placementOf(takes)
				if got, _ := a.Allocate(q, free, nil); !slices.Equal(got, want) {
					t.Fatalf("%T%v on %T %v: %+v among %v:\ngot  %v\nwant %v around %d at %d", a.Ranker, a.Ranker, shape, shape, *q, slotsOf(q, free), got, want, centre, cost)
				}
				first := alloc.Explain(a.Ranker, q, free, 1)[0]
				if first.Device != topology.DeviceID(centre) || first.Cost != cost || a.faster && first.Speed != speed {
					t.Fatalf("%T%v on %T: first of the candidates %+v, want %d at %d", a.Ranker, a.Ranker, shape, first, centre, cost)
				}
			}
		}
	}
}

// TestNearestFamilyRefusesOtherMachines checks that allocators for grids refuse
// other machines.
func TestNearestFamilyRefusesOtherMachines(t *testing.T) {
	for _, a := range families {
		p := a.Ranker.(alloc.Restricted)
		if p.Accepts(torus(3, 3), nil) != nil || p.Accepts(fatTree(2, 2), nil) == nil {
			t.Errorf("%T: %v on a torus, %v on a tree", a.Ranker, p.Accepts(torus(3, 3), nil), p.Accepts(fatTree(2, 2), nil))
		}
	}
}

// TestNearestGolden draws the placements that the algorithms for grids choose. It
// compares the drawings with the stored ones.
func TestNearestGolden(t *testing.T) {
	named := map[string]alloc.Ranker{
		"mc1x1": alloc.MC1x1{}, "mc1x1-inc": alloc.MC1x1Inc{}, "gen-alg": alloc.GenAlg{}, "mm": alloc.MM{},
		"mc1x1-all": alloc.MC1x1{Centres: alloc.AllCentres},
	}
	goldentest.Run(t, "testdata/grids/nearest.txt", func(t *testing.T, input string) string {
		lines := strings.Fields(input)
		var size int32
		fmt.Sscan(lines[1], &size)
		rows := lines[3:]
		machine := topology.Topology(torus(len(rows), len(rows[0])))
		if lines[2] == "mesh" {
			machine = mesh(len(rows), len(rows[0]))
		}
		drawing := []byte(strings.Join(rows, ""))
		free := idleWhere(cluster.NewMachine(machine, cluster.Spec{Speed: 1000}), func(n topology.NodeID) bool { return drawing[n] == '.' })
		q := &workload.Request{Nodes: size}
		a := named[lines[0]]
		p, reason := a.Allocate(q, free, nil)
		if !reason.OK() {
			return reason.Code.String() + "\n"
		}
		best := alloc.Explain(a, q, free, 1)[0]
		for n := range p.All {
			drawing[n] = 'o'
		}
		if centre := &drawing[best.Device]; *centre == 'x' {
			*centre = 'X'
		} else {
			*centre = '@'
		}
		var out strings.Builder
		for row := range slices.Chunk(drawing, len(rows[0])) {
			fmt.Fprintf(&out, "%s\n", row)
		}
		fmt.Fprintf(&out, "cost %d, sum of distances %d\n", best.Cost, cluster.Spread(machine, p).PairDistance)
		return out.String()
	})
}
