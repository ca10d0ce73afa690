package alloc_test

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/alloctest"
	"hopyard/core/cluster"
	"hopyard/core/policies"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// allocators returns every placement policy in the table with each value of its
// options. All other settings have their defaults.
func allocators() (all []alloc.Allocator) {
	seen := map[string]bool{}
	add := func(set func(*policies.Settings)) {
		s := &policies.Setup{Settings: policies.Defaults(), Seed: 7}
		set(&s.Settings)
		for _, x := range policies.Placements() {
			if a := x.New(s); !seen[fmt.Sprintf("%#v", a)] {
				seen[fmt.Sprintf("%#v", a)] = true
				all = append(all, a)
			}
		}
	}
	add(func(*policies.Settings) {})
	for _, o := range policies.Options() {
		switch o.Kind {
		case policies.Truth:
			add(func(s *policies.Settings) { s.Set(o.Path, 1) })
		case policies.OneOf:
			for i := range o.Choices {
				add(func(s *policies.Settings) {
					s.Set(o.Path, int64(i))
					s.Set("batch.size", int64(1+i%3))
					s.Set("batch.count_busy", int64(i%2))
				})
			}
		}
	}
	return all
}

// TestContracts checks on every kind of machine that every policy keeps the
// contract of Allocator.
func TestContracts(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	for _, a := range allocators() {
		for _, shape := range slices.Concat(trees(), others()) {
			for range 20 {
				free := randomFree(r, randomMachine(r, shape, 1+r.IntN(3)))
				if err := alloctest.Contract(a, randomRequest(r, free), free); err != nil {
					t.Fatalf("%T %v: %v", shape, shape, err)
				}
			}
		}
	}
}

// FuzzAllocators draws a machine, its occupied nodes and a job from a seed. It
// checks that every policy keeps the contract of Allocator, and that each policy
// with a reference implementation chooses the same placement as its reference.
func FuzzAllocators(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, seed%7, uint8(seed%24), uint8(seed%4))
	}
	f.Fuzz(func(t *testing.T, seed, stream uint64, machine, kinds uint8) {
		shapes := slices.Concat(trees(), others())
		shape := shapes[int(machine)%len(shapes)]
		r := rand.New(rand.NewPCG(seed, stream))
		free := randomFree(r, randomMachine(r, shape, 1+int(kinds)%4))
		q := randomRequest(r, free)
		for _, a := range allocators() {
			if err := alloctest.Contract(a, q, free); err != nil {
				t.Fatalf("%T %v: %+v among %v: %v", shape, shape, *q, slotsOf(q, free), err)
			}
		}
		if free.Count(q) < q.Size() {
			return
		}
		twins := byDevice(q, free)
		check := func(a alloc.Allocator, want fmt.Stringer) {
			if got, _ := a.Allocate(q, free, nil); got.String() != want.String() {
				t.Fatalf("%T on %T %v: %+v among %v: %v, want %v", a, shape, shape, *q, slotsOf(q, free), got, want)
			}
		}
		check(alloc.SDM{}, firstBest(twins, func(c centred) int64 { return c.sum }).placement)
		check(alloc.MDM{}, firstBest(twins, func(c centred) int64 { return c.reach }).placement)
		check(alloc.BestFit{}, bestFitBySorting(q, free))
		check(alloc.Contiguous{}, firstRun(q, free))
		for a, keys := range nodeOrders(q, free) {
			check(a, inOrder(q, free, falling(allNodes(free), keys...)))
		}
		if topology.Nesting(shape) != nil {
			for _, a := range leafSwitchers {
				check(a, byLeafSwitch(a, q, free))
			}
		}
		for _, f := range families {
			if _, ok := shape.(topology.Grid); ok && q.Size() < 40 {
				takes, _, _, _ := f.place(q, free)
				check(f.Ranker, placementOf(takes))
			}
		}
		if slots := slotsOf(q, free); (alloc.MinHops{}).Accepts(shape, q) == nil && choices(slots) < 5000 {
			takes, _ := leastByEnumeration(shape, slots, q.Size())
			check(alloc.MinHops{}, placementOf(takes))
		}
	})
}

// TestRelabellingChangesNoCost swaps two subtrees of a tree, which only renames
// nodes. It checks that the cost of the best placement does not change. SDM is not
// tested: its choice among equally near nodes depends on the node numbers, and its
// sum may therefore change.
func TestRelabellingChangesNoCost(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	widths := []int{3, 2, 4}
	shape := nested(widths...)
	for range 300 {
		m := randomMachine(r, shape, 1)
		free := randomFree(r, m)
		q := randomRequest(r, free)
		q.Nodes, q.Tasks = q.Size(), 0
		// Swap two child subtrees of one switch: draw the level, the switch and the
		// two children.
		level := r.IntN(3)
		width := widths[level]
		child := shape.Span(level) / width
		first := r.IntN(shape.Switches(level)) * shape.Span(level)
		a, b := first+r.IntN(width)*child, first+r.IntN(width)*child
		other := idleWhere(m, func(n topology.NodeID) bool {
			at := int(n)
			switch {
			case at >= a && at < a+child:
				at += b - a
			case at >= b && at < b+child:
				at += a - b
			}
			return free.Idle().Has(topology.NodeID(at))
		})
		for _, k := range []alloc.Ranker{alloc.MinHops{}, alloc.MDM{}, alloc.MinHopUnits{}} {
			x, y := alloc.Explain(k, q, free, 1), alloc.Explain(k, q, other, 1)
			if len(x) != len(y) || len(x) > 0 && x[0].Cost != y[0].Cost {
				t.Fatalf("%T: %d nodes, children at %d and %d of level %d swapped: %+v became %+v", k, q.Nodes, a, b, level, x, y)
			}
		}
	}
}

// TestMonotone occupies resources that an allocator has not chosen. It checks that
// the allocator then makes the same choice again.
func TestMonotone(t *testing.T) {
	monotone := 0
	for _, a := range allocators() {
		s, ok := a.(alloc.Monotone)
		if !ok {
			continue
		}
		monotone++
		for seed := range uint64(300) {
			r := rand.New(rand.NewPCG(seed, 77))
			free := randomFree(r, randomMachine(r, flat(1+r.IntN(30)), 1+r.IntN(4)))
			q := randomRequest(r, free)
			where, reason := s.Allocate(q, free, nil)
			if !reason.OK() {
				continue
			}
			rest := free.Clone()
			rest.Take(q, where)
			other := &workload.Request{Tasks: 1, PerTask: workload.Resources{workload.Cores: 1}}
			if r.IntN(2) == 0 {
				other = &workload.Request{Nodes: 1}
			}
			if p, verdict := (alloc.Random{Seed: int64(seed)}).Allocate(other, rest, nil); verdict.OK() {
				free.Take(other, p)
			}
			if again, _ := s.Allocate(q, free, nil); !slices.Equal(where, again) {
				t.Fatalf("%T, seed %d: %v, and %v when less is free elsewhere", a, seed, where, again)
			}
		}
	}
	if monotone < 3 {
		t.Errorf("%d allocators say that they are monotone; first-fit, fastest-first and min-resource are", monotone)
	}
}

// TestOrdered takes the allocators with an Order method. It checks that each
// chooses the same placement as filling the nodes in the order that the method
// returns.
func TestOrdered(t *testing.T) {
	ordered := 0
	for _, a := range allocators() {
		o, ok := a.(alloc.Ordered)
		if !ok {
			continue
		}
		ordered++
		for seed := range uint64(500) {
			r := rand.New(rand.NewPCG(seed, 78))
			free := randomFree(r, randomMachine(r, flat(1+r.IntN(30)), 1+r.IntN(4)))
			q := randomRequest(r, free)
			where, reason := o.Allocate(q, free, nil)
			order := o.Order(free.Machine())
			takes, left := make([]int32, free.Machine().NumNodes()), q.Size()
			for i := range takes {
				n := topology.NodeID(i)
				if order != nil {
					n = order[i]
				}
				takes[n] = min(left, free.Slots(q, n))
				left -= takes[n]
			}
			var want cluster.Placement
			for n, x := range takes {
				if x > 0 && left == 0 {
					want = want.Append(topology.NodeID(n), topology.NodeID(n), x)
				}
			}
			if reason.OK() != (left == 0) || !slices.Equal(where, want) {
				t.Fatalf("%T, seed %d: %v, and %v by its order", a, seed, where, want)
			}
		}
	}
	if ordered != 3 {
		t.Errorf("%d allocators have an order; first-fit, fastest-first and min-resource do", ordered)
	}
}

// listed is a Ranker that yields a given list of candidates.
type listed struct {
	alloc.FirstFit
	all []alloc.Candidate
}

func (l listed) Candidates(*workload.Request, *cluster.Free) iter.Seq[alloc.Candidate] {
	return slices.Values(l.all)
}

// TestExplain checks that Explain gives the same result as sorting all candidates
// and removing duplicates.
func TestExplain(t *testing.T) {
	draws := rand.New(rand.NewPCG(3, 9))
	for range 2000 {
		var l listed
		for device := range topology.DeviceID(draws.IntN(30)) {
			at := topology.NodeID(draws.IntN(8))
			l.all = append(l.all, alloc.Candidate{
				Placement: cluster.Placement{{First: at, Last: at, Tasks: 1}},
				Cost:      draws.Int64N(5), Speed: draws.Int64N(3), Device: device,
			})
		}
		n := 1 + draws.IntN(6)
		got := alloc.Explain(l, nil, nil, n)
		all := slices.Clone(l.all)
		slices.SortStableFunc(all, func(x, y alloc.Candidate) int {
			return cmp.Or(cmp.Compare(x.Cost, y.Cost), cmp.Compare(y.Speed, x.Speed))
		})
		var want []topology.DeviceID
		seen := map[topology.NodeID]bool{}
		for _, c := range all {
			if at := c.Placement[0].First; !seen[at] && len(want) < n {
				seen[at] = true
				want = append(want, c.Device)
			}
		}
		if !slices.EqualFunc(got, want, func(c alloc.Candidate, d topology.DeviceID) bool { return c.Device == d }) {
			t.Fatalf("the best %d are %v, want those of %v", n, got, want)
		}
	}
}
