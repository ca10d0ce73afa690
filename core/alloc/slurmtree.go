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

// SlurmTree is an Allocator that follows Slurm's best fit on a tree of switches. It
// looks for the lowest level on which a single switch has enough free, and chooses
// the switch that has least of those. Under that switch it takes leaf switches one
// after another: each time the leaf switch with the least free that has all that is
// still needed, or else the one with the most free. Ties are broken by the number
// of the first node. What a switch has free is counted in idle nodes, or in tasks
// of the job. Cost: O(nodes/64 + switches) for whole nodes, O(nodes) for tasks.
//
// Source: SOURCES.md PLACE.4; Slurm's topology guide, "Hierarchical Networks"
// (topology/tree: the lowest level switch that can satisfy the request, then its
// leaf switches by best fit on what is free now); from Slurm's source code, the
// order in which two leaf switches are preferred. INFERRED: that tasks are counted
// where Slurm counts nodes and CPUs. LIMITATIONS: as Slurm's guide states, this may
// use more leaf switches than necessary. Not modelled: node weights, required nodes
// and the number of switches that a job may request (--switches), topology/block;
// and the distance of the leaf switches under the chosen switch from those already
// taken, which different versions of Slurm weigh differently.
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

// Candidates implements Ranker: it yields the placements under at most 20 switches
// that have enough free, in Slurm's order of preference. The cost is the rank in
// that order; Speed is 0.
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

// tightest returns the index of the switch of the lowest level that has enough
// free; of several such switches the one with the least. It skips the switches in
// but and returns -1 if there is none. The level of a switch is one above the
// highest of the switches directly under it.
func (s *leafSwitches) tightest(but []int) int {
	slots, level := make([]int64, len(s.all)), make([]int32, len(s.all))
	for i, v := range s.leaves {
		slots[v] = s.slots[i]
	}
	best := -1
	for i, v := range slices.Backward(s.all) { // the switches under a switch come after it in the list
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

// bestFit takes slots from the leaf switches under a switch that has enough. It
// takes all slots of the leaf switches with the most free, one after another, until
// one of the remaining ones has all that is still needed. The last slots come from
// the tightest of these.
func (s *leafSwitches) bestFit(under int) []int32 {
	first := sort.Search(len(s.leaves), func(i int) bool { return s.all[s.leaves[i]].First >= s.all[under].First })
	last := first
	for last+1 < len(s.leaves) && s.all[s.leaves[last+1]].First <= s.all[under].Last {
		last++
	}
	k := s.rank(first, last)
	k.by(func(leaf topology.NodeID) int64 { return s.slots[leaf] })
	takes := k.rest()
	end := -1 // the last leaf switch that was taken
	for leaf := first; leaf <= last; leaf++ {
		if takes[leaf] > 0 && (end < 0 || s.slots[leaf] <= s.slots[end]) {
			end = leaf
		}
	}
	left, tight := takes[end], end // of leaf switches with as many slots as the last, earlier ones are already taken
	takes[end] = 0
	for leaf := first; leaf <= last; leaf++ {
		if takes[leaf] == 0 && s.slots[leaf] >= int64(left) && s.slots[leaf] < s.slots[tight] {
			tight = leaf
		}
	}
	takes[tight] = left
	return takes
}
