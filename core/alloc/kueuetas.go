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
type KueueTAS struct{}

// Accepts implements Restricted.
func (KueueTAS) Accepts(m topology.Topology, r *workload.Request) error {
	h, ok := m.(topology.Hierarchy)
	switch {
	case !ok:
		return fmt.Errorf("%w: kueue-tas needs levels, such as racks; use the topology \"levels\" or a fat tree", ErrMachine)
	case int(max(r.Network.Level, r.Network.SliceLevel)) > h.Levels():
		return fmt.Errorf("%w: the machine has %d levels, and the job names level %d; name a level that exists", ErrMachine, h.Levels(), max(r.Network.Level, r.Network.SliceLevel))
	case r.Network.Slice > 0 && r.Size()%r.Network.Slice != 0:
		return fmt.Errorf("%w: %d is not a whole number of slices of %d; ask for a multiple of %d", ErrMachine, r.Size(), r.Network.Slice, r.Network.Slice)
	}
	return nil
}

// Capacity implements ShapeConstrained: it returns everything that is free, because
// jobs that require nothing can use all of it.
func (KueueTAS) Capacity(r *workload.Request, free *cluster.Free) int32 { return free.Count(r) }

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
	return func(yield func(Candidate) bool) {
		if _, short := tooFew(r, free); short || a.Accepts(free.Machine().Topology, r) != nil {
			return
		}
		s := newDomainSearch(r, free)
		level, chosen := s.choose()
		if chosen == nil {
			return
		}
		if len(chosen) > 1 || s.slices[level][chosen[0].domain] < s.need {
			yield(Candidate{Placement: s.descend(level, chosen, nil), Device: NoDevice})
			return
		}
		for _, d := range s.sorted(level, 0, len(s.slices[level])) {
			if s.slices[level][d] < s.need {
				return
			}
			c := Candidate{Cost: s.slices[level][d], Tie: s.tasks[level][d], Device: s.tree.SwitchDevice(level, int(d))}
			c.Placement = s.descend(level, []domainShare{{d, s.need}}, nil)
			if !yield(c) {
				return
			}
		}
	}
}

// domainSearch places one job on a machine with levels. Domains are numbered within
// their level, in the alphabetical order of their names; the last level consists of
// the nodes.
type domainSearch struct {
	tree   topology.Hierarchy
	r      *workload.Request
	size   int64     // tasks of each slice
	at     int       // level that keeps a slice together
	need   int64     // slices of the job
	tasks  [][]int64 // by level and domain: tasks that fit
	slices [][]int64 // by level and domain, down to level at: slices that fit
}

// domainShare is a part of a job in a domain, in slices or tasks.
type domainShare struct {
	domain int32
	count  int64
}

func newDomainSearch(r *workload.Request, free *cluster.Free) *domainSearch {
	s := &domainSearch{tree: free.Machine().Topology.(topology.Hierarchy), r: r, size: 1}
	nodes := s.tree.Levels()
	s.at = nodes
	if r.Network.Slice > 0 && r.Network.SliceLevel > 0 {
		s.size, s.at = int64(r.Network.Slice), int(r.Network.SliceLevel)
	}
	s.need = int64(r.Size()) / s.size
	s.tasks, s.slices = make([][]int64, nodes+1), make([][]int64, nodes+1)
	s.tasks[nodes] = make([]int64, s.tree.NumNodes())
	if r.Whole() {
		for n := range free.IdleFor(r).All {
			s.tasks[nodes][n] = 1
		}
	} else {
		for n := range s.tasks[nodes] {
			s.tasks[nodes][n] = int64(free.Slots(r, topology.NodeID(n)))
		}
	}
	for l := nodes - 1; l >= 0; l-- {
		s.tasks[l] = s.sums(s.tasks, l)
	}
	s.slices[s.at] = make([]int64, len(s.tasks[s.at]))
	for d, k := range s.tasks[s.at] {
		s.slices[s.at][d] = k / s.size
	}
	for l := s.at - 1; l >= 0; l-- {
		s.slices[l] = s.sums(s.slices, l)
	}
	return s
}

// sums returns for each domain of a level the sum over its children.
func (s *domainSearch) sums(of [][]int64, level int) []int64 {
	out := make([]int64, s.tree.Switches(level))
	for d := range out {
		first, end := s.children(level, int32(d))
		for _, k := range of[level+1][first:end] {
			out[d] += k
		}
	}
	return out
}

// children returns the children of a domain, from first to end-1.
func (s *domainSearch) children(level int, d int32) (first, end int) {
	a, b := s.tree.Domain(level, int(d))
	if level+1 == s.tree.Levels() {
		return int(a), int(b) + 1
	}
	return s.tree.DomainOf(level+1, a), s.tree.DomainOf(level+1, b) + 1
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
	tasks, parts := s.tasks[level], s.slices[level]
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
	level = s.tree.Levels()
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
			first, end := s.children(level, c.domain)
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
	for ; level < s.tree.Levels(); level++ {
		var below []domainShare
		for _, c := range chosen {
			first, end := s.children(level, c.domain)
			below = append(below, bestFit(s.sorted(level+1, first, end), s.tasks[level+1], c.count)...)
		}
		chosen = below
	}
	slices.SortFunc(chosen, func(a, b domainShare) int { return cmp.Compare(a.domain, b.domain) })
	for _, c := range chosen {
		dst = dst.Append(topology.NodeID(c.domain), topology.NodeID(c.domain), int32(c.count))
	}
	return dst
}
