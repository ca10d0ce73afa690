package alloc_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// TestUnitSize checks UnitSize with the test vectors of SOURCES.md S0.2.
func TestUnitSize(t *testing.T) {
	leaves := []int{4, 5, 6, 8, 9, 12, 16, 18, 24, 32}
	for _, c := range []struct {
		rule  alloc.UnitRule
		total int
		want  []int
	}{
		{alloc.BalancedUnits, 4096, []int{4, 3, 3, 4, 3, 4, 4, 4, 4, 4}},
		{alloc.HalfUnits, 4096, []int{4, 3, 3, 4, 5, 6, 8, 9, 12, 16}},
		{alloc.BalancedUnits, 4097, []int{4, 5, 6, 8, 5, 6, 8, 6, 8, 8}},
		{alloc.HalfUnits, 4097, []int{4, 5, 6, 8, 5, 6, 8, 9, 12, 16}},
		{alloc.CapUnits, 4096, []int{4, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
		{alloc.CapUnits, 4097, []int{4, 5, 6, 8, 8, 8, 8, 8, 8, 8}},
		{alloc.QuarterUnits, 4096, []int{4, 2, 2, 2, 3, 3, 4, 5, 6, 8}},
		{alloc.QuarterUnits, 4097, []int{4, 5, 6, 8, 2, 2, 2, 3, 3, 4}},
		{alloc.CustomUnits, 4096, []int{4, 5, 6, 7, 7, 7, 7, 7, 7, 7}},
	} {
		for i, leaf := range leaves {
			if got := alloc.UnitSize(c.rule, 7, leaf, c.total); got != c.want[i] {
				t.Errorf("%v, leaf of %d on %d nodes: %d, want %d", c.rule, leaf, c.total, got, c.want[i])
			}
		}
	}
	// The balanced size equals ceil(leaf/2) for every c < leaf <= 2c, and never
	// exceeds c.
	for leaf := 1; leaf <= 64; leaf++ {
		if got := alloc.UnitSize(alloc.BalancedUnits, 0, leaf, 64); got > 4 || leaf > 4 && leaf <= 8 && got != (leaf+1)/2 {
			t.Errorf("balanced, leaf of %d: %d", leaf, got)
		}
	}
}

// figure1 returns S0's machine with only the given leaf switches free. A leaf
// switch is given by the index of its intermediate switch and its own index under
// this switch.
func figure1(leaves ...[2]int) *cluster.Free {
	free := cluster.NewFree(cluster.NewMachine(fatTree(3, 4), cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}))
	for leaf := range 16 {
		if !slices.Contains(leaves, [2]int{leaf / 4, leaf % 4}) {
			occupy(free, topology.NodeID(4*leaf), topology.NodeID(4*leaf+3))
		}
	}
	return free
}

// occupy runs a whole-node job on a range of nodes.
func occupy(free *cluster.Free, first, last topology.NodeID) {
	p := cluster.Placement{{First: first, Last: last, Tasks: 1}}
	free.Take(&workload.Request{Nodes: int32(p.Nodes())}, p)
}

var vectorLeaves = [][2]int{{0, 2}, {0, 3}, {1, 0}, {1, 1}, {1, 3}, {3, 0}, {3, 1}, {3, 2}, {3, 3}}

// TestMinHopUnitsVectors checks MinHopUnits with the test vectors of SOURCES.md
// S0.6, where each leaf switch is one unit.
func TestMinHopUnitsVectors(t *testing.T) {
	free := figure1(vectorLeaves...)
	for _, c := range []struct {
		units, cost int
		leaves      [][2]int
	}{
		{3, 9, [][2]int{{1, 0}, {1, 1}, {1, 3}}},
		{5, 38, [][2]int{{0, 2}, {3, 0}, {3, 1}, {3, 2}, {3, 3}}},
		{6, 61, [][2]int{{0, 2}, {0, 3}, {3, 0}, {3, 1}, {3, 2}, {3, 3}}},
	} {
		q := &workload.Request{Nodes: int32(4 * c.units)}
		var want cluster.Placement
		for _, l := range c.leaves {
			first := topology.NodeID(16*l[0] + 4*l[1])
			want = want.Append(first, first+3, 1)
		}
		got, reason := alloc.MinHopUnits{}.Allocate(q, free, nil)
		if !slices.Equal(got, want) || reason.Code != why.FitsNow {
			t.Errorf("%d units: %v (%v), want %v", c.units, got, reason.Code, want)
		}
		for best := range (alloc.MinHopUnits{}).Candidates(q, free) {
			if best.Cost != int64(c.cost) {
				t.Errorf("%d units cost %d, want %d", c.units, best.Cost, c.cost)
			}
			break
		}
	}
}

// TestMinHopUnitsStates starts the jobs of the test vector of SOURCES.md S0.7 one
// after the other, where N_unit is 4. After each job it checks the placement and
// the states of the units.
func TestMinHopUnitsStates(t *testing.T) {
	free := figure1(vectorLeaves...)
	a := alloc.MinHopUnits{}
	for _, step := range []struct {
		nodes      int32
		want       string
		code       why.Code
		free, busy int // number of free and of busy units afterwards
		capacity   int32
	}{
		{10, "16-23,28-29", why.FitsNow, 6, 1, 24},
		{2, "30-31", why.ExactFit, 6, 0, 24},
		{1, "8", why.FitsNow, 5, 1, 20},
		{2, "12-13", why.FitsNow, 4, 2, 16}, // the busy unit with 3 idle nodes is not used, because it is not an exact fit
		{4, "48-51", why.FitsNow, 3, 2, 12},
		{3, "9-11", why.ExactFit, 3, 1, 12},
	} {
		q := &workload.Request{Nodes: step.nodes}
		got, reason := a.Allocate(q, free, nil)
		if got.String() != step.want || reason.Code != step.code {
			t.Fatalf("%d nodes: %v (%v), want %s (%v)", step.nodes, got, reason.Code, step.want, step.code)
		}
		free.Take(q, got)
		states := map[alloc.UnitState]int{}
		for _, u := range a.Units(free) {
			states[u.State()]++
		}
		if states[alloc.UnitFree] != step.free || states[alloc.UnitBusy] != step.busy || a.Capacity(q, free) != step.capacity {
			t.Fatalf("after %d nodes: %v, capacity %d; want %+v", step.nodes, states, a.Capacity(q, free), step)
		}
	}
	if got := (alloc.MinHopUnits{CountBusy: true}).Capacity(&workload.Request{Nodes: 1}, free); got != 12+2 {
		t.Errorf("capacity with busy units: %d, want 14", got)
	}
	// SOURCES.md S0.4: rounding up to whole units wastes nodes. 14 nodes are idle,
	// in 3 free units and 1 busy unit. The number of nodes is enough for a job of
	// 13, but the number of free units is not.
	got, reason := a.Allocate(&workload.Request{Nodes: 13}, free, nil)
	if got != nil || reason.Code != why.TooFewUnits || reason.Need != 4 || reason.Have != 3 {
		t.Errorf("13 nodes: %v, %+v", got, reason)
	}
	if _, reason = a.Allocate(&workload.Request{Nodes: 15}, free, nil); reason.Code != why.TooFewFree {
		t.Errorf("15 nodes: %+v", reason)
	}
}

// firstLeast returns the choice of S0's enumeration: it tries all combinations of
// the fewest free units that hold n nodes, in the order of their units. It returns
// the first combination with the least sum of hops, and this sum.
func firstLeast(t topology.Topology, units []alloc.Unit, n int32) (best []alloc.Unit, least int64) {
	for count := 1; count <= len(units) && best == nil; count++ {
		var chosen []alloc.Unit
		var try func(from int, left int32)
		try = func(from int, left int32) {
			if len(chosen) == count {
				sum := int64(0)
				for i, a := range chosen {
					for _, b := range chosen[:i] {
						sum += int64(t.Hops(a.First, b.First))
					}
				}
				if left <= 0 && (best == nil || sum < least) {
					best, least = slices.Clone(chosen), sum
				}
				return
			}
			for i := from; i < len(units); i++ {
				if units[i].Used == 0 {
					chosen = append(chosen, units[i])
					try(i+1, left-units[i].Size())
					chosen = chosen[:len(chosen)-1]
				}
			}
		}
		try(0, n)
	}
	return best, least
}

func TestMinHopUnitsEqualsTheEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	shapes := []topology.Topology{nested(2, 2, 4), nested(3, 5), nested(4, 3), nested(2, 3, 3), nested(2, 2, 5), nested(3, 7), nested(2, 4, 2), star(11), fatTree(3, 3), nested(3, 2, 5),
		ragged([]int{4}, []int{5, 2, 7, 4}), ragged([]int{2}, []int{2, 3}, []int{3, 6, 1, 2, 5}), ragged([]int{3}, []int{9, 1, 6}), ragged([]int{6}, []int{1, 2, 3, 4, 5, 1})}
	several := 0
	for range soaktest.Part(4000, 8) {
		shape := shapes[r.IntN(len(shapes))]
		free := cluster.NewFree(cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}))
		busy := r.IntN(70)
		a := alloc.MinHopUnits{Rule: alloc.UnitRule(r.IntN(5)), Size: 1 + r.IntN(3)}
		for _, u := range a.Units(free) {
			if r.IntN(100) < busy {
				occupy(free, u.First, u.Last-topology.NodeID(r.IntN(int(u.Size()))))
			}
		}
		q := &workload.Request{Nodes: 1 + r.Int32N(int32(max(free.Idle().Len(), 1)))}
		if a.Accepts(shape, q) != nil || len(a.Units(free)) > 18 {
			continue
		}
		got, reason := a.Allocate(q, free, nil)
		units := a.Units(free)
		var want cluster.Placement
		code := why.FitsNow
		one := slices.IndexFunc(units, func(u alloc.Unit) bool { return u.State() == alloc.UnitBusy && u.Idle() == q.Nodes })
		if one >= 0 {
			code = why.ExactFit
		} else {
			one = slices.IndexFunc(units, func(u alloc.Unit) bool { return u.Used == 0 && u.Size() == q.Nodes })
		}
		if one < 0 {
			one = slices.IndexFunc(units, func(u alloc.Unit) bool { return u.Used == 0 && u.Size() >= q.Nodes })
		}
		chosen, least := []alloc.Unit(nil), int64(0)
		if one >= 0 {
			chosen = units[one : one+1]
		} else if chosen, least = firstLeast(shape, units, q.Nodes); chosen == nil {
			if got != nil || reason.OK() {
				t.Fatalf("%v: %d nodes placed on %v without units", shape, q.Nodes, got)
			}
			continue
		} else {
			several++
		}
		left := q.Nodes
		for _, u := range chosen {
			for n := u.First; n <= u.Last && left > 0; n++ {
				if free.Idle().Has(n) {
					want = want.Append(n, n, 1)
					left--
				}
			}
		}
		if !slices.Equal(got, want) || reason.Code != code {
			t.Fatalf("%v %+v: %d nodes: %v (%v), want %v (%v)", shape, a, q.Nodes, got, reason.Code, want, code)
		}
		for best := range a.Candidates(q, free) {
			if !slices.Equal(best.Placement, got) || best.Cost != least {
				t.Fatalf("%v %+v: first candidate %+v, want %v at %d", shape, a, best, got, least)
			}
			break
		}
		for c := range a.Candidates(q, free) {
			if c.Placement.Nodes() != int(q.Nodes) || c.Cost < least {
				t.Fatalf("%v %+v: candidate %+v for %d nodes, least %d", shape, a, c, q.Nodes, least)
			}
		}
	}
	if several < soaktest.Part(1600, 8) {
		t.Errorf("only %d cases of several units", several)
	}
}

func TestMinHopUnitsAccepts(t *testing.T) {
	for _, c := range []struct {
		a    alloc.MinHopUnits
		m    topology.Topology
		q    workload.Request
		want string
	}{
		{alloc.MinHopUnits{}, torus(4, 4), workload.Request{Nodes: 1}, "allocator does not fit: min-hop-units needs leaf switches that are equally far from the root (fat-tree, star, slurm); use sdm on this machine"},
		{alloc.MinHopUnits{}, star(4), workload.Request{Tasks: 3}, "allocator does not fit: min-hop-units hands out whole nodes, and the job asks for 3 tasks; use min-hops, or nodes"},
		{alloc.MinHopUnits{Rule: alloc.CustomUnits, Size: 5}, star(4), workload.Request{Nodes: 1}, "allocator does not fit: units of 5 nodes; use 1 to 4, the nodes of a leaf switch"},
		{alloc.MinHopUnits{Rule: 9}, star(4), workload.Request{Nodes: 1}, "allocator does not fit: unit rule 9; use 0 to 4"},
		{alloc.MinHopUnits{}, star(4), workload.Request{Nodes: 1}, "<nil>"},
	} {
		err := c.a.Accepts(c.m, &c.q)
		if fmt.Sprint(err) != c.want || err != nil && !errors.Is(err, alloc.ErrMachine) {
			t.Errorf("%+v: %v, want %s", c.a, err, c.want)
		}
		free := cluster.NewFree(cluster.NewMachine(c.m, cluster.Spec{Resources: workload.Resources{1}}))
		if p, reason := c.a.Allocate(&c.q, free, nil); err != nil && (p != nil || reason.Code != why.NotPlaceable) {
			t.Errorf("%+v: placed on %v (%v)", c.a, p, reason.Code)
		}
	}
}

// TestCombinations checks the list that Combinations returns (SOURCES.md S0.6). It
// must contain every combination of units once, with the sum of hops over its
// pairs. The first combination must be the choice of Allocate.
func TestCombinations(t *testing.T) {
	q := &workload.Request{Nodes: 20}
	all, count := alloc.MinHopUnits{}.Combinations(q, figure1(vectorLeaves...), 1000), alloc.MinHopUnits{}.CountCombinations(q, figure1(vectorLeaves...))
	if count != 126 || len(all) != 126 || all[0].Cost != 38 || all[0].Placement.String() != "8-11,48-63" {
		t.Fatalf("%d of %d, the first %+v; want 126, at 38 on 8-11,48-63", len(all), count, all[0])
	}
	if most := (alloc.MinHopUnits{}).Combinations(q, figure1(vectorLeaves...), 7); len(most) != 7 || most[6].Cost != all[6].Cost {
		t.Errorf("the best 7 are %+v", most)
	}
	r := rand.New(rand.NewPCG(61, 6))
	several := 0
	for range soaktest.Rounds(2000) {
		shape := []topology.Topology{fatTree(3, 4), fatTree(2, 5), fatTree(3, 3), ragged([]int{3}, []int{5, 2, 3}), star(11)}[r.IntN(5)]
		free := cluster.NewFree(cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}))
		for n := range topology.NodeID(shape.NumNodes()) {
			if r.IntN(6) == 0 {
				occupy(free, n, n)
			}
		}
		q := &workload.Request{Nodes: 1 + r.Int32N(int32(shape.NumNodes()))}
		a := alloc.MinHopUnits{Rule: alloc.UnitRule(r.IntN(4))}
		chosen, reason := a.Allocate(q, free, nil)
		all, count := a.Combinations(q, free, 1<<20), a.CountCombinations(q, free)
		if len(all) == 0 {
			continue
		}
		several++
		if !reason.OK() || !slices.Equal(all[0].Placement, chosen) || int(count) != len(all) {
			t.Fatalf("%v: %d nodes: %v is chosen, the first of %d combinations is %v", shape, q.Nodes, chosen, count, all[0].Placement)
		}
		seen, last := map[string]bool{}, int64(0)
		for _, c := range all {
			sum := int64(0)
			var firsts []topology.NodeID
			for _, u := range a.Units(free) {
				if slices.ContainsFunc(c.Placement, func(run cluster.NodeRun) bool { return run.First <= u.First && u.First <= run.Last }) {
					for _, f := range firsts {
						sum += int64(shape.Hops(f, u.First))
					}
					firsts = append(firsts, u.First)
					if u.Used > 0 {
						t.Fatalf("%v: %v has the unit of node %d, which is in use", shape, c.Placement, u.First)
					}
				}
			}
			if sum != c.Cost || sum < last || seen[c.Placement.String()] || c.Placement.Nodes() != int(q.Nodes) {
				t.Fatalf("%v: %d nodes: %v after %d costs %d, said %d", shape, q.Nodes, c.Placement, last, sum, c.Cost)
			}
			seen[c.Placement.String()], last = true, sum
		}
	}
	if several < soaktest.Rounds(300) {
		t.Errorf("%d cases of several units are too few to tell", several)
	}
	// If there are too many combinations to enumerate, Combinations returns nil,
	// but CountCombinations still counts them.
	wide := cluster.NewFree(cluster.NewMachine(fatTree(4, 4), cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}))
	ten := &workload.Request{Nodes: 40}
	if all, count := (alloc.MinHopUnits{}).Combinations(ten, wide, 10), (alloc.MinHopUnits{}).CountCombinations(ten, wide); all != nil || count != 151_473_214_816 {
		t.Errorf("%d of %d combinations of 10 of 64 units; want none of 151473214816", len(all), count)
	}
}
