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
// Allocator that fills leaf switches in decreasing order of the free suitable cores
// under them. Among switches with equally many, it takes lower-numbered switches
// first. Under each switch it takes the nodes with more free suitable cores first,
// then lower node numbers. From the last switch it takes only as many slots as the
// job still needs. Cost: O(nodes/64 + leaf switches) for whole nodes on a uniform
// machine, otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.5). INFERRED from the
// name: the rule, and the option Hierarchical. LIMITATIONS: the limitations of
// FTSCP; ignores speed.
type FTSC struct {
	// Hierarchical makes the allocator fill the first switch, then the other
	// switches under the same parent, and then all remaining switches.
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

// Candidates implements Ranker: it yields up to 20 placements. Each placement
// starts by filling a different one of the switches with the most free suitable
// cores. The cost is the negated number of these cores; Speed is 0.
func (a FTSC) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return bySwitch{suitableCores, a.Hierarchical}.candidates(r, free)
}

// FTSCP (Fat Tree, Sorting Commutators by Performance; commutators are switches) is
// an Allocator that fills leaf switches in decreasing order of the total
// performance of the free suitable cores under them. Among switches of equal
// performance, it takes lower-numbered switches first. Under each switch it takes
// the nodes in the order of SNP. From the last switch it takes only as many slots
// as the job still needs. Cost: O(nodes/64 + leaf switches) for whole nodes on a
// uniform machine, otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.5). INFERRED from the
// name: the rule, and the option Hierarchical. LIMITATIONS: trees only; a job may
// get nodes under two switches although a single switch could hold it, because the
// allocator always starts with the switch of the largest performance; the distance
// between switches matters only with Hierarchical, and only at one level.
type FTSCP struct {
	// Hierarchical makes the allocator fill the first switch, then the other
	// switches under the same parent, and then all remaining switches.
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

// Candidates implements Ranker: it yields up to 20 placements. Each placement
// starts by filling a different one of the switches with the largest performance.
// The cost is the negated performance of this switch, in thousandths of a reference
// core; Speed is 0.
func (a FTSCP) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return bySwitch{performance, a.Hierarchical}.candidates(r, free)
}

// bySwitch is a rule that fills leaf switches in decreasing order of weight. The
// weight of a switch is the sum of a figure over its nodes. Under each switch,
// nodes with a larger figure come first. If nearby is set, the other switches under
// the parent of the first switch come before all remaining switches.
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
// with free slots, and the lowest index in case of a tie. It ignores the switches
// whose indices are in the given list. It returns -1 if no switch remains.
func (s *leafSwitches) heaviest(weights []int64, but []int) int {
	best := -1
	for i, w := range weights {
		if s.slots[i] > 0 && (best < 0 || w > weights[best]) && !slices.Contains(but, i) {
			best = i
		}
	}
	return best
}

// from allocates the job's slots, beginning with the leaf switch of index first.
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

// parent returns the index in s.all of the parent of leaf switch i, or -1 if it has
// no parent.
func (s *leafSwitches) parent(i int) int32 { return s.all[s.leaves[i]].Parent }

// mostShown is the maximum number of candidates that an allocator yields if it ranks
// only switches or other domains.
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
