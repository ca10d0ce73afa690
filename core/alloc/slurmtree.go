package alloc

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SlurmTree is an Allocator that follows Slurm's best fit on a tree of switches.
// First it looks for the lowest level at which a single switch has enough free for
// the job. If several switches of this level have enough, it chooses the one with
// the least free. Under the chosen switch it takes leaf switches one after another.
// If some leaf switches have all that the job still needs, it takes the one of
// these with the least free, otherwise the one with the most free. Ties are broken
// by the number of the first node. What is free under a switch is counted in idle
// nodes, or in tasks of the job. Cost: O(nodes/64 + switches) for whole nodes,
// O(nodes) for tasks.
//
// Source: SOURCES.md PLACE.4; Slurm's topology guide, "Hierarchical Networks"
// (topology/tree: the lowest level switch that can satisfy the request, then its
// leaf switches by best fit on what is free now); the order of preference between
// two leaf switches comes from Slurm's source code. INFERRED: that tasks are
// counted where Slurm counts nodes and CPUs. LIMITATIONS: as Slurm's guide states,
// this may use more leaf switches than necessary. Not modelled: node weights,
// required nodes, the number of switches that a job may request (--switches), and
// topology/block. Also not modelled is the distance of a leaf switch from the leaf
// switches already taken, which different versions of Slurm weigh differently.
type SlurmTree struct{}

// Accepts implements Restricted.
func (SlurmTree) Accepts(m topology.Topology, _ *workload.Request) error {
	return needsLeafSwitches("slurm-tree", m, "contiguous")
}

// Allocate implements Allocator.
func (SlurmTree) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	s, verdict := leafSwitchesOf(r, free)
	if s == nil {
		return nil, verdict
	}
	return s.place(dst, s.bestFit(s.tightest(nil)), nil), verdict
}

// Candidates implements Ranker: it yields one placement for each of up to 20
// switches that have enough free, in Slurm's order of preference. The cost is the
// rank in this order; Speed is 0.
func (SlurmTree) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		s, _ := leafSwitchesOf(r, free)
		if s == nil {
			return
		}
		var done []int
		for rank := range int64(mostShown) {
			i := s.tightest(done)
			if i < 0 {
				return
			}
			done = append(done, i)
			c := Candidate{Placement: s.place(nil, s.bestFit(i), nil), Cost: rank, Device: s.all[i].Device}
			if !yield(c) {
				return
			}
		}
	}
}

// tightest returns the index of the lowest-level switch that has enough free for
// the job. If several switches of this level have enough, it returns the one with
// the least free. It ignores the switches whose indices are in the given list, and
// returns -1 if no switch remains. A leaf switch has level 0; any other switch is
// one level above its highest child.
func (s *leafSwitches) tightest(but []int) int {
	slots, level := make([]int64, len(s.all)), make([]int32, len(s.all))
	for i, v := range s.leaves {
		slots[v] = s.slots[i]
	}
	best := -1
	for i, v := range slices.Backward(s.all) { // the list contains each switch before its children
		if v.Parent >= 0 {
			slots[v.Parent] += slots[i]
			level[v.Parent] = max(level[v.Parent], level[i]+1)
		}
		if slots[i] < int64(s.r.Size()) || slices.Contains(but, i) {
			continue
		}
		if best < 0 || cmp.Or(cmp.Compare(level[i], level[best]), cmp.Compare(slots[i], slots[best]), cmp.Compare(v.First, s.all[best].First)) < 0 {
			best = i
		}
	}
	return best
}

// bestFit returns the number of slots to take from each leaf switch under the given
// switch, which must have enough free. It takes all slots of the leaf switches with
// the most free, one after another, until a single remaining leaf switch has all
// that the job still needs. If several do, the last slots come from the one with
// the least free.
func (s *leafSwitches) bestFit(under int) []int32 {
	first := sort.Search(len(s.leaves), func(i int) bool { return s.all[s.leaves[i]].First >= s.all[under].First })
	last := first
	for last+1 < len(s.leaves) && s.all[s.leaves[last+1]].First <= s.all[under].Last {
		last++
	}
	k := s.rank(first, last)
	k.by(func(leaf topology.NodeID) int64 { return s.slots[leaf] })
	takes := k.rest()
	end := -1 // the leaf switch from which the last slots were taken
	for leaf := first; leaf <= last; leaf++ {
		if takes[leaf] > 0 && (end < 0 || s.slots[leaf] <= s.slots[end]) {
			end = leaf
		}
	}
	left, tight := takes[end], end // among leaf switches with as many slots as the last one, those with lower indices are already taken
	takes[end] = 0
	for leaf := first; leaf <= last; leaf++ {
		if takes[leaf] == 0 && s.slots[leaf] >= int64(left) && s.slots[leaf] < s.slots[tight] {
			tight = leaf
		}
	}
	takes[tight] = left
	return takes
}
