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

// PBSSets is an Allocator that follows the placement sets of OpenPBS. Each domain of
// each level between the whole machine and the nodes is a set; all are in one list,
// those with the fewest cores first, then with the least memory, then with the fewest
// free cores, then with the least free memory. A job gets the first set in which it
// has room, and in it one node after another.
//
// If no set has room, the job waits, unless it has too many tasks for every set even
// when the machine is idle: then it may use all nodes. A job that requires or prefers
// a level (PBS's place=group) uses only the sets of this level; if it requires one,
// it never uses all nodes (do_not_span_psets). Cost: O(nodes + domains·log domains).
//
// Source: SOURCES.md PLACE.13; OpenPBS's source code of April 2026, not compared with
// the program. INFERRED: node_group_key lists the levels from the lowest up, which
// decides between equal sets. Equal labels under different parents are different
// sets. Whether a set could hold the job is judged by sums, as PBS does; a job that
// fits into no set because of the sizes of nodes therefore waits for ever. Jobs of
// whole nodes follow the documented rule, too, which PBS's source code does not.
// LIMITATIONS: slices are ignored. Not modelled: node_sort_key, and nodes without
// labels.
type PBSSets struct{ wholeCapacity }

// Accepts implements Restricted.
func (PBSSets) Accepts(m topology.Topology, r *workload.Request) error {
	return needsLevels("pbs-sets", m, r)
}

// Allocate implements Allocator.
func (a PBSSets) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return placeInFirst(a, r, free, dst, func() domainChoice { return newSetSearch(r, free) })
}

// Candidates implements Ranker: it yields one placement for each of up to 20 sets
// with room, in PBS's order. The cost is the rank in this order.
func (a PBSSets) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return rankedDomains(a, r, free, func() domainChoice { return newSetSearch(r, free) })
}

// setSearch places one job as PBS does.
type setSearch struct {
	*domains
	sets []placementSet // in the order in which they are tried
}

// placementSet is a domain as a placement set.
type placementSet struct {
	level, domain int
	size          [4]int64 // cores, memory, free cores, free memory
}

func newSetSearch(r *workload.Request, free *cluster.Free) *setSearch {
	s := &setSearch{domains: newDomains(r, free)}
	var sizes [4][][]int64
	for k := range sizes {
		sizes[k] = make([][]int64, s.nodes+1)
		sizes[k][s.nodes] = make([]int64, s.NumNodes())
	}
	for n := range s.NumNodes() {
		total, left := &free.Machine().Spec(topology.NodeID(n)).Resources, free.Left(topology.NodeID(n))
		sizes[0][s.nodes][n], sizes[1][s.nodes][n] = total[workload.Cores], total[workload.Memory]
		if left[workload.Cores] > 0 { // otherwise the node is not in the state free
			sizes[2][s.nodes][n], sizes[3][s.nodes][n] = left[workload.Cores], left[workload.Memory]
		}
	}
	for k := range sizes {
		sizes[k] = s.sums(s.nodes, sizes[k][s.nodes])
	}
	first, last := s.nodes-1, 1
	if n := &r.Network; n.Gather == workload.GatherRequired || n.Gather == workload.GatherPreferred {
		first, last = int(n.Level), int(n.Level)
	}
	for level := first; level >= last; level-- {
		for d := range s.slots[level] {
			p := placementSet{level: level, domain: d}
			for k := range sizes {
				p.size[k] = sizes[k][level][d]
			}
			s.sets = append(s.sets, p)
		}
	}
	slices.SortStableFunc(s.sets, func(a, b placementSet) int {
		return cmp.Or(cmp.Compare(a.size[0], b.size[0]), cmp.Compare(a.size[1], b.size[1]), cmp.Compare(a.size[2], b.size[2]), cmp.Compare(a.size[3], b.size[3]))
	})
	return s
}

// fitting implements domainChoice. If no set has room and the job may use all nodes,
// it yields the whole machine.
func (s *setSearch) fitting(yield func(level, domain int) bool) {
	found := false
	for _, p := range s.sets {
		if s.slots[p.level][p.domain] >= int64(s.r.Size()) {
			if found = true; !yield(p.level, p.domain) {
				return
			}
		}
	}
	if !found && s.r.Network.Gather != workload.GatherRequired && !slices.ContainsFunc(s.sets, s.couldHold) {
		yield(0, 0)
	}
}

// couldHold reports whether the job asks for no more than all nodes of a set have
// together.
func (s *setSearch) couldHold(p placementSet) bool {
	var total workload.Resources
	first, end := s.below(p.level, p.domain, s.nodes)
	for n := first; n < end; n++ {
		for k, have := range s.free.Machine().Spec(topology.NodeID(n)).Resources {
			total[k] += have
		}
	}
	size := int64(s.r.Size())
	for k, need := range s.r.PerTask {
		if size*need > total[k] {
			return false
		}
	}
	return !s.r.Whole() || int64(end-first) >= size
}

// place implements domainChoice: it takes the nodes of a set in their order.
func (s *setSearch) place(level, d int, dst cluster.Placement) cluster.Placement {
	var order []int32
	first, end := s.below(level, d, s.nodes)
	for n := first; n < end; n++ {
		order = append(order, int32(n))
	}
	return s.fill(order, dst)
}
