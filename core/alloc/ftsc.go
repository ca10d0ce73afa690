package alloc

import (
	"iter"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// FTSC (Fat Tree, Sorting Commutators by Cores; commutators are switches) is an
// Allocator that takes leaf switches by the number of free suitable cores under
// them; of equal ones those with lower numbers. Under each switch it takes the
// nodes with more of these cores first, then by number. From the last switch it
// takes only what it still needs. Cost: O(nodes/64 + leaf switches) for whole nodes
// on a uniform machine, otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.5). INFERRED from the
// name; and so is Hierarchical. LIMITATIONS: those of FTSCP; ignores speed.
type FTSC struct {
	// Hierarchical takes switches under the parent of the first switch before all
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

// Candidates implements Ranker: it yields the placements that start with one of the
// switches with the most free suitable cores, at most 20. The cost is the negated
// number of these cores; Speed is 0.
func (a FTSC) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return bySwitch{suitableCores, a.Hierarchical}.candidates(r, free)
}

// FTSCP (Fat Tree, Sorting Commutators by Performance; commutators are switches) is
// an Allocator that takes leaf switches by the performance of all free suitable
// cores under them; of equal ones those with lower numbers. Under each switch it
// takes the nodes in the order of SNP. From the last switch it takes only what it
// still needs. Cost: O(nodes/64 + leaf switches) for whole nodes on a uniform
// machine, otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.5). INFERRED from the
// name; and so is Hierarchical. LIMITATIONS: trees only; a job that one switch
// could hold may get two, because the allocator always starts with the switch that
// has most free; the distance of switches from each other matters only with
// Hierarchical, and only for one level.
type FTSCP struct {
	// Hierarchical takes switches under the parent of the first switch before all
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

// Candidates implements Ranker: it yields the placements that start with one of the
// switches with the largest performance, at most 20. The cost is that performance,
// negated, in thousandths of a reference core; Speed is 0.
func (a FTSCP) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return bySwitch{performance, a.Hierarchical}.candidates(r, free)
}

// bySwitch is a rule that takes leaf switches by decreasing weight, which is the
// sum of a figure over their nodes, and under each switch the nodes with the larger
// figure first. With nearby, switches under the parent of the first switch come
// before the others.
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

// heaviest returns the index of the leaf switch with the largest weight among those
// with free slots; the first of equal ones. It skips the switches in but and
// returns -1 if there is none.
func (s *leafSwitches) heaviest(weights []int64, but []int) int {
	best := -1
	for i, w := range weights {
		if s.slots[i] > 0 && (best < 0 || w > weights[best]) && !slices.Contains(but, i) {
			best = i
		}
	}
	return best
}

// from allocates slots starting with the given leaf switch.
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

// parent returns the index in all of the switch above a leaf switch, or -1 if there
// is none.
func (s *leafSwitches) parent(i int) int32 { return s.all[s.leaves[i]].Parent }

// mostShown is the largest number of alternatives that are displayed.
const mostShown = 20

// candidates yields the placements that start with each of the heaviest leaf
// switches. The cost is the negated weight of the switch.
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
