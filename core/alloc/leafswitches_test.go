package alloc_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// bySwitchOrder is FTSCP or FTSC word by word: all nodes sorted by the weight
// of their switch, then by switch, then by their own, after the first switch
// (and its siblings, if hierarchical) have been put in front.
func bySwitchOrder(q *workload.Request, free *cluster.Free, weigh func(topology.NodeID) int64, hierarchical bool) []topology.NodeID {
	h := free.Machine().Topology.(topology.Hierarchy)
	leaf := h.Levels() - 1
	own := func(n topology.NodeID) int64 { return weigh(n) }
	under := func(n topology.NodeID) (sum int64) {
		for m := range topology.NodeID(h.NumNodes()) {
			if h.DomainOf(leaf, m) == h.DomainOf(leaf, n) {
				sum += weigh(m)
			}
		}
		return sum
	}
	number := func(n topology.NodeID) int64 { return -int64(h.DomainOf(leaf, n)) }
	nodes := falling(allNodes(free), under, number, own)
	if !hierarchical || leaf == 0 {
		return nodes
	}
	first := h.DomainOf(leaf-1, nodes[0])
	return falling(nodes, func(n topology.NodeID) int64 {
		if h.DomainOf(leaf-1, n) == first {
			return 1
		}
		return 0
	})
}

// slurmsLeaves is Slurm's best fit, one leaf switch at a time.
func slurmsLeaves(q *workload.Request, free *cluster.Free) cluster.Placement {
	h := free.Machine().Topology.(topology.Hierarchy)
	slots := slotsOf(q, free)
	has := func(level, i int) (sum int64) {
		first, last := h.Domain(level, i)
		for _, k := range slots[first : last+1] {
			sum += int64(k)
		}
		return sum
	}
	level, top := h.Levels()-1, -1
	for ; top < 0; level-- {
		for i := range h.Switches(level) {
			if has(level, i) >= int64(q.Size()) && (top < 0 || has(level, i) < has(level, top)) {
				top = i
			}
		}
	}
	level++
	leaf := h.Levels() - 1
	takes := make([]int32, len(slots))
	used := map[int]bool{}
	for left := q.Size(); left > 0; {
		best := -1
		for i := range h.Switches(leaf) {
			first, _ := h.Domain(leaf, i)
			if used[i] || h.DomainOf(level, first) != top {
				continue
			}
			fits := func(i int) bool { return has(leaf, i) >= int64(left) }
			switch {
			case best < 0, fits(i) && !fits(best):
				best = i
			case fits(i) && fits(best) && has(leaf, i) < has(leaf, best):
				best = i
			case !fits(i) && !fits(best) && has(leaf, i) > has(leaf, best):
				best = i
			}
		}
		used[best] = true
		first, last := h.Domain(leaf, best)
		for n := first; n <= last; n++ {
			takes[n] = min(slots[n], left)
			left -= takes[n]
		}
	}
	return placementOf(takes)
}

func TestLeafSwitchesEqualTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 24))
	for _, shape := range append(trees(), nested{3, 4, 5}, nested{2, 2, 3, 4}, fatTree(2, 9)) {
		if _, ok := shape.(topology.Hierarchy); !ok {
			continue
		}
		for range 300 {
			free := randomFree(r, randomMachine(r, shape, 1+r.IntN(4)))
			q := randomRequest(r, free)
			cores := coresFor(q, free)
			performance := func(n topology.NodeID) int64 { return cores(n) * free.Machine().Spec(n).Speed }
			for _, a := range []alloc.Allocator{
				alloc.FTSCP{}, alloc.FTSCP{Hierarchical: true}, alloc.FTSC{}, alloc.FTSC{Hierarchical: true}, alloc.SlurmTree{},
			} {
				got, reason := a.Allocate(q, free, nil)
				if enough := free.Count(q) >= q.Size(); reason.OK() != enough {
					t.Fatalf("%T: %+v: %v with %d free", a, *q, reason, free.Count(q))
				} else if !enough {
					continue
				}
				var want cluster.Placement
				switch a := a.(type) {
				case alloc.FTSCP:
					want = inOrder(q, free, bySwitchOrder(q, free, performance, a.Hierarchical))
				case alloc.FTSC:
					want = inOrder(q, free, bySwitchOrder(q, free, cores, a.Hierarchical))
				default:
					want = slurmsLeaves(q, free)
				}
				if !slices.Equal(got, want) {
					t.Fatalf("%+v on %v: %+v among %v: %v, want %v", a, shape, *q, slotsOf(q, free), got, want)
				}
			}
		}
	}
}

// Every switch that people are shown is used first by its candidate, and the
// costs are what the switches have, below zero.
func TestCandidatesBySwitch(t *testing.T) {
	m := cluster.NewMachine(fatTree(2, 4), cluster.Spec{Resources: workload.Resources{2}, Speed: 1500})
	free := alike(m, func(n topology.NodeID) bool { return n != 0 && n != 4 && n != 5 && n < 12 }) // 3, 2, 4, 0 idle
	q := &workload.Request{Nodes: 3}
	for _, c := range []struct {
		alloc.Ranker
		want []string
		cost []int64
	}{
		{alloc.FTSC{}, []string{"8-10", "1-3", "6-8"}, []int64{-8, -6, -4}},
		{alloc.FTSCP{}, []string{"8-10", "1-3", "6-8"}, []int64{-12000, -9000, -6000}},
		{alloc.SlurmTree{}, []string{"1-3", "8-10"}, []int64{0, 1}},
	} {
		got := alloc.Explain(c.Ranker, q, free, 9)
		if len(got) < len(c.want) {
			t.Fatalf("%T: %d candidates", c.Ranker, len(got))
		}
		for i, want := range c.want {
			if got[i].Placement.String() != want || got[i].Cost != c.cost[i] {
				t.Errorf("%T: candidate %d is %v at %d, want %s at %d", c.Ranker, i, got[i].Placement, got[i].Cost, want, c.cost[i])
			}
		}
	}
}

// The error of a machine without leaf switches says what to use instead.
func TestLeafSwitchesAreNeeded(t *testing.T) {
	q := &workload.Request{Nodes: 1}
	for _, c := range []struct {
		alloc.Particular
		instead string
	}{{alloc.FTSCP{}, "use snp"}, {alloc.FTSC{}, "use best-fit"}, {alloc.SlurmTree{}, "use contiguous"}} {
		if err := c.Accepts(star(4), q); err != nil {
			t.Errorf("%T refuses a star: %v", c.Particular, err)
		}
		if err := c.Accepts(torus(4, 4), q); !errors.Is(err, alloc.ErrMachine) || !strings.Contains(err.Error(), c.instead) {
			t.Errorf("%T on a torus: %v", c.Particular, err)
		}
	}
}
