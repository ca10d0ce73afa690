package alloc

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// KueueTAS is an Allocator that follows the topology-aware scheduling of Kueue. It
// counts how many slices of the job fit in each domain (a job without slices has
// slices of one task) and takes domains by best fit: the one with the fewest slices
// but enough, and where none has enough, the one with the most and then the next.
// Of domains with equally many slices, the one with fewer free tasks is better, then
// the one that comes first by name.
//
// A job that requires a level gets the best domain of that level, or waits. If a
// preferred level has no domain with enough, the levels above it are tried upwards,
// and at the top several domains are taken. Other jobs take nodes wherever they are.
// Then the choice is refined level by level down to nodes: above the level of the
// slices among the children of all chosen domains together, below it among the
// children of each. Cost: O(nodes), and O(domains·log domains) for sorting.
//
// Source: SOURCES.md PLACE.9; Kueue 0.14 with its default feature gates. The order
// of the comparisons is from Kueue's source code; a test compares with choices that
// Kueue made. LIMITATIONS: one pod set. Not modelled: the gates TASProfileMixed and
// TASBalancedPlacement, taints, and replacement of failed nodes.
type KueueTAS struct{ wholeCapacity }

// Accepts implements Restricted.
func (KueueTAS) Accepts(m topology.Topology, r *workload.Request) error {
	if err := needsLevels("kueue-tas", m, r); err != nil {
		return err
	}
	if r.Network.Slice > 0 && r.Size()%r.Network.Slice != 0 {
		return fmt.Errorf("%w: %d is not a whole number of slices of %d; ask for a multiple of %d", ErrMachine, r.Size(), r.Network.Slice, r.Network.Slice)
	}
	return nil
}

// Allocate implements Allocator.
func (a KueueTAS) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		if a.Accepts(free.Machine().Topology, r) != nil {
			return nil
		}
		s := newDomainSearch(r, free)
		level, chosen := s.choose()
		if chosen == nil {
			return nil
		}
		return s.descend(level, chosen, dst)
	})
}

// Candidates implements Ranker: it yields a placement for each domain, of the level
// where the job is placed, that has enough. The cost is the number of slices that
// fit in the domain, and Tie the number of tasks; Speed is 0. If the job does not
// stay in a single domain, Candidates yields only the chosen placement.
func (a KueueTAS) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return whereEnough(r, free, func() iter.Seq[Candidate] {
		if a.Accepts(free.Machine().Topology, r) != nil {
			return nil
		}
		return newDomainSearch(r, free).candidates
	})
}

// candidates yields what KueueTAS.Candidates describes.
func (s *domainSearch) candidates(yield func(Candidate) bool) {
	level, chosen := s.choose()
	switch {
	case chosen == nil:
	case len(chosen) > 1 || s.slices[level][chosen[0].domain] < s.need:
		yield(Candidate{Placement: s.descend(level, chosen, nil), Device: NoDevice})
	default:
		for _, d := range s.sorted(level, 0, len(s.slices[level])) {
			if s.slices[level][d] < s.need {
				return
			}
			c := Candidate{Cost: s.slices[level][d], Tie: s.slots[level][d], Device: s.Device(level, int(d))}
			c.Placement = s.descend(level, []domainShare{{d, s.need}}, nil)
			if !yield(c) {
				return
			}
		}
	}
}

// domainSearch places one job on a machine with levels.
type domainSearch struct {
	*domains
	size   int64     // tasks of each slice
	at     int       // level that keeps a slice together
	need   int64     // slices of the job
	slices [][]int64 // by level and domain, down to level at: slices that fit
}

// domainShare is a part of a job in a domain, in slices or tasks.
type domainShare struct {
	domain int32
	count  int64
}

func newDomainSearch(r *workload.Request, free *cluster.Free) *domainSearch {
	s := &domainSearch{domains: newDomains(r, free), size: 1}
	s.at = s.nodes
	if r.Network.Slice > 0 && r.Network.SliceLevel > 0 {
		s.size, s.at = int64(r.Network.Slice), int(r.Network.SliceLevel)
	}
	s.need = int64(r.Size()) / s.size
	whole := make([]int64, len(s.slots[s.at]))
	for d, k := range s.slots[s.at] {
		whole[d] = k / s.size
	}
	s.slices = s.sums(s.at, whole)
	return s
}

// sorted returns the domains first to end-1 of a level in Kueue's order: the most
// slices first, then the fewest tasks, then by name. No slices are counted below the
// level that keeps a slice together.
func (s *domainSearch) sorted(level, first, end int) []int32 {
	out := make([]int32, 0, end-first)
	for d := first; d < end; d++ {
		out = append(out, int32(d))
	}
	s.sort(level, out)
	return out
}

func (s *domainSearch) sort(level int, domains []int32) {
	tasks, parts := s.slots[level], s.slices[level]
	slices.SortFunc(domains, func(a, b int32) int {
		if parts != nil && parts[a] != parts[b] {
			return cmp.Compare(parts[b], parts[a])
		}
		return cmp.Or(cmp.Compare(tasks[a], tasks[b]), cmp.Compare(a, b))
	})
}

// choose returns the domains for the job, with the slices that each gets, and their
// level. It returns none if there is no room.
func (s *domainSearch) choose() (level int, chosen []domainShare) {
	n := &s.r.Network
	level = s.nodes
	upwards := false
	switch {
	case n.Gather == workload.GatherRequired || n.Gather == workload.GatherPreferred:
		level, upwards = int(n.Level), n.Gather == workload.GatherPreferred
	case n.Slice > 0:
		level = 1
	}
	for ; ; level-- {
		domains := s.sorted(level, 0, len(s.slices[level]))
		fits := s.slices[level][domains[0]] >= s.need
		switch {
		case !fits && n.Gather == workload.GatherRequired:
			return level, nil
		case !fits && upwards && level > 1:
		default:
			return level, bestFit(domains, s.slices[level], s.need)
		}
	}
}

// bestFit takes what is needed from the domains in their order. A domain that has
// enough for the rest is replaced by the first of those with the least but enough.
// The result is nil if all domains together have too little.
func bestFit(domains []int32, have []int64, need int64) []domainShare {
	var out []domainShare
	for i, d := range domains {
		if need == 0 {
			break
		}
		if have[d] >= need {
			for _, e := range domains[i+1:] {
				if have[e] >= need && have[e] < have[d] {
					d = e
				}
			}
		}
		k := min(have[d], need)
		if need -= k; k > 0 {
			out = append(out, domainShare{d, k})
		}
	}
	if need > 0 {
		return nil
	}
	return out
}

// descend refines a choice of domains down to nodes, and appends these to dst.
func (s *domainSearch) descend(level int, chosen []domainShare, dst cluster.Placement) cluster.Placement {
	for ; level < s.at; level++ {
		var below []int32
		for _, c := range chosen {
			first, end := s.below(level, int(c.domain), level+1)
			for d := first; d < end; d++ {
				below = append(below, int32(d))
			}
		}
		s.sort(level+1, below)
		chosen = bestFit(below, s.slices[level+1], s.need)
	}
	for i := range chosen {
		chosen[i].count *= s.size
	}
	for ; level < s.nodes; level++ {
		var below []domainShare
		for _, c := range chosen {
			first, end := s.below(level, int(c.domain), level+1)
			below = append(below, bestFit(s.sorted(level+1, first, end), s.slots[level+1], c.count)...)
		}
		chosen = below
	}
	slices.SortFunc(chosen, func(a, b domainShare) int { return cmp.Compare(a.domain, b.domain) })
	for _, c := range chosen {
		dst = dst.Append(topology.NodeID(c.domain), topology.NodeID(c.domain), int32(c.count))
	}
	return dst
}
