package alloc

import (
	"fmt"
	"iter"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// leafSwitches is what is free for a job under each leaf switch of a machine.
type leafSwitches struct {
	r      *workload.Request
	free   *cluster.Free
	idle   *topology.NodeSet // nodes that a job of whole nodes may have
	all    []topology.Nested
	leaves []spot  // by first node; tasks is the place of the leaf switch in all
	slots  []int64 // by place in leaves
}

// leafSwitchesOf counts what is free for r by leaf switch. It is nil, with the
// refusal, where too little is free or the machine has no leaf switches. Cost:
// O(nodes/64 + switches) for whole nodes, O(nodes) for tasks.
func leafSwitchesOf(r *workload.Request, free *cluster.Free) (*leafSwitches, why.Reason) {
	verdict, short := tooFew(r, free)
	if short {
		return nil, verdict
	}
	s := &leafSwitches{r: r, free: free, idle: free.IdleFor(r), all: topology.Nesting(free.Machine().Topology)}
	for i, v := range s.all {
		if v.Leaf && v.First <= v.Last {
			s.leaves = append(s.leaves, spot{v.First, int32(i)})
		}
	}
	slices.SortFunc(s.leaves, byNode) // leaf switches may differ in depth
	s.slots = make([]int64, len(s.leaves))
	for i := range s.slots {
		first, last := s.domain(i)
		if r.Whole() {
			s.slots[i] = int64(s.idle.CountRange(first, last))
			continue
		}
		for n := first; n <= last; n++ {
			s.slots[i] += int64(free.Slots(r, n))
		}
	}
	if s.all == nil {
		verdict.Code = why.NotPlaceable
		return nil, verdict
	}
	return s, fits(r, verdict.Have)
}

// needsLeafSwitches is the error of an allocator on a machine without leaf
// switches.
func needsLeafSwitches(name string, m topology.Topology, instead string) error {
	if topology.Nesting(m) == nil {
		return fmt.Errorf("%w: %s needs leaf switches (fat-tree, star, slurm); use %s on this machine", ErrMachine, name, instead)
	}
	return nil
}

// domain is the first and last node under leaf switch i.
func (s *leafSwitches) domain(i int) (first, last topology.NodeID) {
	v := &s.all[s.leaves[i].tasks]
	return v.First, v.Last
}

// weights sums up a figure of the nodes with room by leaf switch. Cost: O(leaf
// switches) for whole nodes on a uniform machine, O(nodes) otherwise.
func (s *leafSwitches) weights(of figure) []int64 {
	w := make([]int64, len(s.slots))
	for i, slots := range s.slots {
		first, last := s.domain(i)
		switch {
		case slots == 0:
		case s.r.Whole() && s.free.Machine().Uniform():
			n, _ := s.idle.Next(first)
			w[i] = slots * of(s.r, s.free, n)
		default:
			for n := first; n <= last; n++ {
				w[i] += of(s.r, s.free, n)
			}
		}
	}
	return w
}

// figure is something to prefer nodes by: performance or suitableCores.
type figure func(*workload.Request, *cluster.Free, topology.NodeID) int64

// rank is the choice of leaf switches from first to last, which have enough.
func (s *leafSwitches) rank(first, last int) *ranking {
	k := &ranking{takes: make([]int32, len(s.slots)), left: s.r.Size()}
	for i := first; i <= last; i++ {
		if s.slots[i] > 0 {
			k.tied = append(k.tied, spot{topology.NodeID(i), int32(min(s.slots[i], int64(k.left)))})
		}
	}
	return k
}

// place takes slots under each leaf switch: of the nodes with the larger
// figure first, or in the order of their numbers if of is nil.
func (s *leafSwitches) place(dst cluster.Placement, takes []int32, of figure) cluster.Placement {
	for i, x := range takes {
		if x == 0 {
			continue
		}
		first, last := s.domain(i)
		if s.r.Whole() && (of == nil || int64(x) == s.slots[i] || s.free.Machine().Uniform()) {
			dst = appendIdle(dst, s.idle, first, x)
			continue
		}
		k := rankNodes(s.r, s.free, first, last, x)
		if of != nil {
			k.by(func(n topology.NodeID) int64 { return of(s.r, s.free, first+n) })
		}
		dst = appendRanked(dst, first, k.rest())
	}
	return dst
}

// bySwitch takes leaf switches by falling weight, the sum of a figure of their
// nodes, and under each the nodes of the larger figure first. With nearby,
// those under the parent of the first switch come before the others.
type bySwitch struct {
	figure
	nearby bool
}

func (a bySwitch) allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	s, verdict := leafSwitchesOf(r, free)
	if s == nil {
		return nil, verdict
	}
	w := s.weights(a.figure)
	return a.from(s, w, s.heaviest(w, nil), dst), verdict
}

// heaviest is the leaf switch of the largest weight, the first of equal ones,
// among those with room but for some; -1 if there is none.
func (s *leafSwitches) heaviest(weights []int64, but []int) int {
	best := -1
	for i, w := range weights {
		if s.slots[i] > 0 && (best < 0 || w > weights[best]) && !slices.Contains(but, i) {
			best = i
		}
	}
	return best
}

// from takes the given leaf switch first.
func (a bySwitch) from(s *leafSwitches, weights []int64, first int, dst cluster.Placement) cluster.Placement {
	k := s.rank(0, len(s.slots)-1)
	k.by(func(i topology.NodeID) int64 {
		switch {
		case int(i) == first:
			return 2
		case a.nearby && s.parent(int(i)) == s.parent(first):
			return 1
		}
		return 0
	})
	k.by(func(i topology.NodeID) int64 { return weights[i] })
	return s.place(dst, k.rest(), a.figure)
}

// parent is the place in all of the switch above a leaf switch; -1 for none.
func (s *leafSwitches) parent(i int) int32 { return s.all[s.leaves[i].tasks].Parent }

// mostShown is how many alternatives people are shown at most.
const mostShown = 20

// candidates yields the placements that begin at each of the heaviest leaf
// switches, at less than nothing: the weight of the switch.
func (a bySwitch) candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		s, _ := leafSwitchesOf(r, free)
		if s == nil {
			return
		}
		w := s.weights(a.figure)
		var done []int
		for range mostShown {
			i := s.heaviest(w, done)
			if i < 0 {
				return
			}
			done = append(done, i)
			c := Candidate{Placement: a.from(s, w, i, nil), Cost: -w[i], Device: s.all[s.leaves[i].tasks].Device}
			if !yield(c) {
				return
			}
		}
	}
}
