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

// SlurmTree is Slurm's best fit on a tree of switches. It looks for the lowest
// level on which one switch has enough free under it, and takes the switch
// that has least; then, under it, leaf switches one by one: the one that has
// least but all that is still needed, or else the one that has most. Equal
// switches come by the nodes under them, and these by number. What a
// switch has is counted in idle nodes, or in tasks of the job. Cost:
// O(nodes/64 + switches) for whole nodes, O(nodes) for tasks.
//
// Source: SOURCES.md PLACE.4; Slurm's topology guide, "Hierarchical Networks"
// (topology/tree: the lowest level switch that can satisfy the request, then
// its leaf switches by best fit on what is free now); of its source, the order
// in which two leaf switches are preferred. INFERRED: that tasks are counted
// where Slurm counts nodes and CPUs. LIMITATIONS: as Slurm's guide says, this
// may use more leaf switches than need be. Left out: node weights, required
// nodes and the number of switches that a job may ask for (--switches),
// topology/block; and how far the leaf switches under the chosen switch are
// from those already taken, which versions of Slurm weigh differently.
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

// Candidates implements Ranker: the placements under the switches that have
// enough, in the order in which Slurm prefers them, at most 20. Cost is the
// place in that order; Speed is 0.
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

// tightest is the switch of the lowest level that has enough, the one that has
// least of those, but for some; -1 if there is none. A switch is one level
// above the highest of those under it.
func (s *leafSwitches) tightest(but []int) int {
	slots, level := make([]int64, len(s.all)), make([]int32, len(s.all))
	for i, v := range s.leaves {
		slots[v] = s.slots[i]
	}
	best := -1
	for i, v := range slices.Backward(s.all) { // those under a switch come before it
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

// bestFit takes slots of leaf switches under a switch that has enough. Those
// with most are taken one by one until one of the others has all that is still
// needed; the tightest of these ends it.
func (s *leafSwitches) bestFit(under int) []int32 {
	first := sort.Search(len(s.leaves), func(i int) bool { return s.all[s.leaves[i]].First >= s.all[under].First })
	last := first
	for last+1 < len(s.leaves) && s.all[s.leaves[last+1]].First <= s.all[under].Last {
		last++
	}
	k := s.rank(first, last)
	k.by(func(leaf topology.NodeID) int64 { return s.slots[leaf] })
	takes := k.rest()
	end := -1 // the last that was taken
	for leaf := first; leaf <= last; leaf++ {
		if takes[leaf] > 0 && (end < 0 || s.slots[leaf] <= s.slots[end]) {
			end = leaf
		}
	}
	left, tight := takes[end], end // of leaf switches like the end those before it are taken
	takes[end] = 0
	for leaf := first; leaf <= last; leaf++ {
		if takes[leaf] == 0 && s.slots[leaf] >= int64(left) && s.slots[leaf] < s.slots[tight] {
			tight = leaf
		}
	}
	takes[tight] = left
	return takes
}
