package alloc

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// leafSwitches describes what is free for a job under each leaf switch of a
// machine.
type leafSwitches struct {
	r      *workload.Request
	free   *cluster.Free
	idle   *topology.NodeSet // nodes that a whole-node job may use
	all    []topology.Nested
	leaves []int32 // indices of the leaf switches in the field all, ordered by first node
	slots  []int64 // number of free slots under each leaf switch, with the indices of leaves
}

// leafSwitchesOf counts what is free for r under each leaf switch. It returns nil
// and a refusal if too little is free or the machine has no leaf switches. Cost:
// O(nodes/64 + switches) for whole nodes, O(nodes) for tasks.
func leafSwitchesOf(r *workload.Request, free *cluster.Free) (*leafSwitches, why.Reason) {
	verdict, short := tooFew(r, free)
	if short {
		return nil, verdict
	}
	s := &leafSwitches{r: r, free: free, idle: free.IdleFor(r), all: topology.Nesting(free.Machine().Topology)}
	for i, v := range s.all {
		if v.Leaf && v.First <= v.Last {
			s.leaves = append(s.leaves, int32(i))
		}
	}
	slices.SortFunc(s.leaves, func(a, b int32) int { return cmp.Compare(s.all[a].First, s.all[b].First) }) // sorted explicitly, because leaf switches at different depths are not listed in the order of their nodes
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

// needsLeafSwitches returns an error if the machine has no leaf switches. The error
// names the allocator and the allocator to use instead.
func needsLeafSwitches(name string, m topology.Topology, instead string) error {
	if topology.Nesting(m) == nil {
		return fmt.Errorf("%w: %s needs leaf switches (fat-tree, star, slurm); use %s on this machine", ErrMachine, name, instead)
	}
	return nil
}

// domain returns the first and last node under leaf switch i.
func (s *leafSwitches) domain(i int) (first, last topology.NodeID) {
	v := &s.all[s.leaves[i]]
	return v.First, v.Last
}

// weights returns for each leaf switch the sum of the given figure over its
// suitable nodes. Cost: O(leaf switches) for whole nodes on a uniform machine,
// O(nodes) otherwise.
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

// figure is a measure by which nodes are preferred: performance or suitableCores.
type figure func(*workload.Request, *cluster.Free, topology.NodeID) int64

// rank prepares a selection among the leaf switches from index first to index last.
// Together they must have enough free slots for the job.
func (s *leafSwitches) rank(first, last int) *ranking {
	k := &ranking{takes: make([]int32, len(s.slots)), left: s.r.Size()}
	for i := first; i <= last; i++ {
		if s.slots[i] > 0 {
			k.tied = append(k.tied, nearest.NodeSlots{Node: topology.NodeID(i), Slots: int32(min(s.slots[i], int64(k.left)))})
		}
	}
	return k
}

// place appends a placement with the given number of slots under each leaf switch
// to dst. Under a switch, nodes with a larger figure come first. If the given
// figure is nil, nodes are taken in the order of their numbers.
func (s *leafSwitches) place(dst cluster.Placement, takes []int32, of figure) cluster.Placement {
	for i, x := range takes {
		if x == 0 {
			continue
		}
		first, last := s.domain(i)
		if s.r.Whole() && (of == nil || int64(x) == s.slots[i] || s.free.Machine().Uniform()) {
			dst = dst.AppendIdle(s.idle, first, x)
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
