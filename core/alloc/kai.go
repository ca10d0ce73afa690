package alloc

import (
	"cmp"
	"iter"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// KAITopology is an Allocator that follows the plugin topology of the KAI Scheduler,
// with the packing of nodes that is its default. It sorts the children of every
// domain down to the level that the job names: those with the least free first, then
// by name.
//
// A job that requires a level gets the first domain of this level with room, in the
// order of the sorted tree: the fullest block comes first, and in it the fullest
// rack, which may have more free than a rack of another block. If a preferred level
// has no domain with room, the levels above it are tried upwards, and last the whole
// machine. Other jobs may use all nodes. Inside the domain, nodes are taken one
// after another, the one with the least free first, then by name. For a job that
// prefers a level, the part of the sorted tree counts more: each tenth of its domains
// comes after the tenths behind it, which have more free. For a job without GPUs,
// nodes without GPUs come before others. Cost: O(nodes·log nodes).
//
// Source: SOURCES.md PLACE.11; KAI's source code of March 2026, not compared with the
// program. INFERRED: the search begins at the root even if all nodes are in one
// domain below it, where KAI refuses jobs that require a higher level. Jobs of whole
// nodes are counted in idle nodes. LIMITATIONS: slices are ignored; a job cannot name
// two levels. Not modelled: the strategy spread, and parts of GPUs.
type KAITopology struct{ wholeCapacity }

// Accepts implements Restricted.
func (KAITopology) Accepts(m topology.Topology, r *workload.Request) error {
	return needsLevels("kai-topology", m, r)
}

// Allocate implements Allocator.
func (a KAITopology) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return placeInFirst(a, r, free, dst, func() domainChoice { return newSortedTree(r, free) })
}

// Candidates implements Ranker: it yields one placement for each of up to 20 domains
// with room, in KAI's order of preference. The cost is the rank in this order.
func (a KAITopology) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return rankedDomains(a, r, free, func() domainChoice { return newSortedTree(r, free) })
}

// sortedTree places one job as KAI does.
type sortedTree struct {
	*domains
	order [][]int32 // by level, down to the one that the job names: its domains, as they are sorted
}

func newSortedTree(r *workload.Request, free *cluster.Free) *sortedTree {
	s := &sortedTree{domains: newDomains(r, free), order: [][]int32{{0}}}
	if n := &r.Network; n.Gather != workload.GatherRequired && n.Gather != workload.GatherPreferred {
		return s
	}
	demand := s.demand()
	for level := range int(r.Network.Level) {
		var sorted []int32
		for _, d := range s.order[level] {
			first, end := s.below(level, int(d), level+1)
			begin := len(sorted)
			for i := first; i < end; i++ {
				sorted = append(sorted, int32(i))
			}
			slices.SortStableFunc(sorted[begin:], func(a, b int32) int { return demand[level+1][b].compare(demand[level+1][a]) })
		}
		s.order = append(s.order, sorted)
	}
	return s
}

// demand returns by level and domain the job's demand as a share of what is free
// there, for the resource for which it is the largest.
func (s *sortedTree) demand() [][]fraction {
	demand := make([][]fraction, s.nodes+1)
	for l := range demand {
		demand[l] = make([]fraction, len(s.slots[l]))
		for d := range demand[l] {
			demand[l][d].den = 1
		}
	}
	add := func(need int64, free [][]int64, none fraction) {
		for l := range demand {
			for d, have := range free[l] {
				f := fraction{uint64(need), uint64(have)}
				if have == 0 {
					f = none
				}
				if f.compare(demand[l][d]) > 0 {
					demand[l][d] = f
				}
			}
		}
	}
	size := int64(s.r.Size())
	if s.r.Whole() {
		add(size, s.slots, fraction{1000, 1})
		return demand
	}
	for k, need := range s.r.PerTask {
		if need == 0 {
			continue
		}
		free := make([]int64, s.NumNodes())
		for n := range free {
			free[n] = s.free.Left(topology.NodeID(n))[k]
		}
		none := fraction{1000, 1} // KAI's number where nothing is free
		if workload.Resource(k) == workload.GPUs {
			none = fraction{1, 0}
		}
		add(size*need, s.sums(s.nodes, free), none)
	}
	return demand
}

// fitting yields the domains on which the job may be placed and that have room, with
// their levels, in KAI's order of preference.
func (s *sortedTree) fitting(yield func(level, domain int) bool) {
	highest := 0
	if s.r.Network.Gather == workload.GatherRequired {
		highest = int(s.r.Network.Level)
	}
	for level := len(s.order) - 1; level >= highest; level-- {
		for _, d := range s.order[level] {
			if s.slots[level][d] >= int64(s.r.Size()) && !yield(level, int(d)) {
				return
			}
		}
	}
}

// place appends the job to dst, on nodes of a domain. Tasks fill one node after
// another, since a node with a task more has less free than before.
func (s *sortedTree) place(level, d int, dst cluster.Placement) cluster.Placement {
	part := make([]int, s.NumNodes()) // tenth of the sorted tree
	if s.r.Network.Gather == workload.GatherPreferred {
		named := len(s.order) - 1
		for i, d := range s.order[named] {
			first, end := s.below(named, int(d), s.nodes)
			for n := first; n < end; n++ {
				part[n] = 10 * (i + 1) / len(s.order[named])
			}
		}
	}
	packed := workload.Cores // resource by which nodes are packed
	if s.r.PerTask[workload.GPUs] > 0 {
		packed = workload.GPUs
	}
	hasGPUs := func(n int32) int {
		if packed == workload.GPUs {
			return 0
		}
		return int(min(s.free.Machine().Spec(topology.NodeID(n)).Resources[workload.GPUs], 1))
	}
	named, _ := s.free.Machine().Topology.(topology.NamedNodes)
	first, end := s.below(level, d, s.nodes)
	var order []int32
	for n := first; n < end; n++ {
		if s.slots[s.nodes][n] > 0 {
			order = append(order, int32(n))
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := topology.NodeID(a), topology.NodeID(b)
		if by := cmp.Or(cmp.Compare(part[b], part[a]), cmp.Compare(hasGPUs(a), hasGPUs(b)), cmp.Compare(s.free.Left(x)[packed], s.free.Left(y)[packed])); by != 0 || named == nil {
			return cmp.Or(by, cmp.Compare(a, b))
		}
		return cmp.Compare(named.NodeName(x), named.NodeName(y))
	})
	return s.fill(order, dst)
}
