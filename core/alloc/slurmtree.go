package alloc

import (
	"iter"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SlurmTree is Slurm's best fit on a tree of switches. It looks for the lowest
// level on which one switch has enough free under it, and takes the switch
// that has least; then, under it, leaf switches one by one: the one that has
// least but all that is still needed, or else the one that has most. Equal
// switches come by number, and so do the nodes under a leaf switch. What a
// switch has is counted in idle nodes, or in tasks of the job. Cost:
// O(nodes/64 + switches) for whole nodes, O(nodes) for tasks.
//
// Source: Slurm's topology guide, "Hierarchical Networks" (topology/tree: the
// lowest level switch that can satisfy the request, then its leaf switches by
// best fit on what is free now); of its source, the order in which two leaf
// switches are preferred. INFERRED: that tasks are counted where Slurm counts
// nodes and CPUs.
// LIMITATIONS: as Slurm's guide says, this may use more leaf switches than
// need be. Left out: node weights, required nodes and the number of switches
// that a job may ask for (--switches), topology/block; and how far the leaf
// switches under the chosen switch are from those already taken, which
// versions of Slurm weigh differently.
type SlurmTree struct{}

// Accepts implements Particular.
func (SlurmTree) Accepts(m topology.Topology, _ *workload.Request) error {
	return needsLeafSwitches("slurm-tree", m, "contiguous")
}

// Allocate implements Allocator.
func (SlurmTree) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	s, ok := leafSwitchesOf(r, free)
	if !ok {
		refusal.Code = why.NotPlaceable
		return nil, refusal
	}
	level, i := s.tightest(nil)
	return s.place(dst, s.bestFit(level, i), nil), fits(r, refusal.Have)
}

// Candidates implements Ranker: the placements under the switches that have
// enough, in the order in which Slurm prefers them, at most 20. Cost is the
// place in that order; Speed is 0.
func (SlurmTree) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		s, ok := leafSwitchesOf(r, free)
		if _, short := tooFew(r, free); short || !ok {
			return
		}
		var done []topology.DeviceID
		for rank := range int64(mostShown) {
			level, i := s.tightest(done)
			if i < 0 {
				return
			}
			device := s.SwitchDevice(level, i)
			done = append(done, device)
			c := Candidate{Placement: s.place(nil, s.bestFit(level, i), nil), Cost: rank, Device: device}
			if !yield(c) {
				return
			}
		}
	}
}

// tightest is the switch of the lowest level that has enough, the one that has
// least of those, but for some; place -1 if there is none.
func (s *leafSwitches) tightest(but []topology.DeviceID) (level, place int) {
	for level = s.leaf; level >= 0; level-- {
		place = -1
		least := int64(0)
		for i := range s.Switches(level) {
			slots := int64(0)
			first, last := s.leavesOf(level, i)
			for _, k := range s.slots[first : last+1] {
				slots += k
			}
			if slots >= int64(s.r.Size()) && (place < 0 || slots < least) && !slices.Contains(but, s.SwitchDevice(level, i)) {
				place, least = i, slots
			}
		}
		if place >= 0 {
			return level, place
		}
	}
	return 0, -1
}

// leavesOf is the first and last leaf switch under a switch.
func (s *leafSwitches) leavesOf(level, i int) (first, last int) {
	from, to := s.Domain(level, i)
	return s.DomainOf(s.leaf, from), s.DomainOf(s.leaf, to)
}

// bestFit takes slots of leaf switches under a switch that has enough. Those
// with most are taken one by one until one of the others has all that is still
// needed; the tightest of these ends it.
func (s *leafSwitches) bestFit(level, i int) []int32 {
	first, last := s.leavesOf(level, i)
	k := s.rank(first, last)
	k.by(func(leaf topology.NodeID) int64 { return s.slots[leaf] })
	takes := k.rest()
	end := -1 // the last that was taken
	for leaf := first; leaf <= last; leaf++ {
		if takes[leaf] > 0 && (end < 0 || s.slots[leaf] <= s.slots[end]) {
			end = leaf
		}
	}
	left, tight := takes[end], end
	takes[end] = 0
	for leaf := first; leaf <= last; leaf++ {
		if takes[leaf] == 0 && s.slots[leaf] >= int64(left) && (s.slots[leaf] < s.slots[tight] || s.slots[leaf] == s.slots[tight] && leaf < tight) {
			tight = leaf
		}
	}
	takes[tight] = left
	return takes
}
