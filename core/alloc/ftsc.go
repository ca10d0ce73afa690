package alloc

import (
	"iter"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// FTSC is Fat Tree, Sorting Commutators (switches) by Cores: it takes leaf
// switches by the number of free suitable cores under them, of equal ones
// those of lower number, and under each the nodes with more of these cores
// first, then by number. Of the last switch it takes what it still needs.
// Cost: O(nodes/64 + leaf switches) for whole nodes on a uniform machine,
// otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.5). INFERRED from
// the name; and so is Hierarchical.
// LIMITATIONS: those of FTSCP; blind to speed.
type FTSC struct {
	// Hierarchical takes switches under the parent of the first one before the
	// others.
	Hierarchical bool
}

// Accepts implements Restricted.
func (FTSC) Accepts(m topology.Topology, _ *workload.Request) error {
	return needsLeafSwitches("ftsc", m, "best-fit")
}

// Allocate implements Allocator.
func (a FTSC) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return bySwitch{suitableCores, a.Hierarchical}.allocate(r, free, dst)
}

// Candidates implements Ranker: the placements that begin at the switches of
// the most free suitable cores, at most 20. Cost is their number below zero;
// Speed is 0.
func (a FTSC) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return bySwitch{suitableCores, a.Hierarchical}.candidates(r, free)
}

// FTSCP is Fat Tree, Sorting Commutators (switches) by Performance: it takes
// leaf switches by the performance of all free suitable cores under them, of
// equal ones those of lower number, and under each the nodes as SNP does. Of
// the last switch it takes what it still needs. Cost: O(nodes/64 + leaf
// switches) for whole nodes on a uniform machine, otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.5). INFERRED from
// the name; and so is Hierarchical.
// LIMITATIONS: trees only; a job that one switch could hold may get two,
// because the switch with most free is always begun with; which switches are
// near to each other counts with Hierarchical only, and only for one level.
type FTSCP struct {
	// Hierarchical takes switches under the parent of the first one before the
	// others.
	Hierarchical bool
}

// Accepts implements Restricted.
func (FTSCP) Accepts(m topology.Topology, _ *workload.Request) error {
	return needsLeafSwitches("ftscp", m, "snp")
}

// Allocate implements Allocator.
func (a FTSCP) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return bySwitch{performance, a.Hierarchical}.allocate(r, free, dst)
}

// Candidates implements Ranker: the placements that begin at the switches of
// the largest performance, at most 20. Cost is that performance below zero, in
// thousandths of a reference core; Speed is 0.
func (a FTSCP) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return bySwitch{performance, a.Hierarchical}.candidates(r, free)
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
func (s *leafSwitches) parent(i int) int32 { return s.all[s.leaves[i]].Parent }

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
			c := Candidate{Placement: a.from(s, w, i, nil), Cost: -w[i], Device: s.all[s.leaves[i]].Device}
			if !yield(c) {
				return
			}
		}
	}
}
