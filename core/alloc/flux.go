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

// Flux is an Allocator that follows the match policies of Flux (Fluxion). They
// compare the numbers of nodes, which are at the end of their names: neither how full
// nodes are nor how near to each other counts. A job that requires a level gets the
// rack, or other domain, with the lowest or the highest number of those with room.
// The field Match selects the policy. Cost: O(nodes), and O(nodes·log nodes) for
// sorting if the nodes are not in the order of their numbers.
//
// Source: SOURCES.md PLACE.12; Flux's manual (flux-config-sched-fluxion-resource) and
// source code of August 2026, not compared with the program. INFERRED: a name without
// a number has the number 0, and on a machine without names the numbers are those of
// the nodes. LIMITATIONS: a preferred level and slices are ignored, because Flux does
// not know them. What the policies that stop early prefer follows from what is free
// now, while Flux remembers it from the last start of a job. Not modelled: the
// policies low and high, which compare the numbers of cores.
type Flux struct{ Match FluxMatch }

// FluxMatch is a match policy of Flux.
type FluxMatch uint8

// The policies. Those whose names end in X give a job that asks for tasks only nodes
// that no other job uses.
const (
	FluxFirst      FluxMatch = iota // the highest numbers among the first nodes that are found with enough
	FluxFirstNodeX                  // likewise
	FluxLoNode                      // the lowest numbers
	FluxLoNodeX                     // likewise
	FluxHiNode                      // the highest numbers
	FluxHiNodeX                     // likewise
)

// String returns the name that Flux gives to the policy.
func (m FluxMatch) String() string {
	return [...]string{"first", "firstnodex", "lonode", "lonodex", "hinode", "hinodex"}[m]
}

// exclusive reports whether nodes are not shared.
func (m FluxMatch) exclusive() bool {
	return m == FluxFirstNodeX || m == FluxLoNodeX || m == FluxHiNodeX
}

// stops reports whether the search ends when enough is found.
func (m FluxMatch) stops() bool { return m == FluxFirst || m == FluxFirstNodeX }

// lowest reports whether the lowest numbers come first.
func (m FluxMatch) lowest() bool { return m == FluxLoNode || m == FluxLoNodeX }

// Accepts implements Restricted.
func (Flux) Accepts(m topology.Topology, r *workload.Request) error {
	return needsLevels("flux", m, r)
}

// Capacity implements ShapeConstrained: it returns what is free, for policies that
// do not share nodes only on idle ones.
func (a Flux) Capacity(r *workload.Request, free *cluster.Free) int32 {
	have := int64(free.Count(r))
	if !a.Match.exclusive() || r.Whole() {
		return int32(have)
	}
	idle := int64(0)
	for n := range free.Idle().All {
		idle += int64(free.Slots(r, n))
	}
	return int32(min(idle, have))
}

// Allocate implements Allocator.
func (a Flux) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return placeInFirst(a, r, free, dst, func() domainChoice { return newFluxSearch(a.Match, r, free) })
}

// Candidates implements Ranker: it yields one placement for each of up to 20 domains
// with room that the job may use, in the policy's order of preference. The cost is
// the rank in this order.
func (a Flux) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return rankedDomains(a, r, free, func() domainChoice { return newFluxSearch(a.Match, r, free) })
}

// fluxSearch places one job as Flux does.
type fluxSearch struct {
	*domains
	match FluxMatch
	named topology.Devices // the machine, if its nodes and switches have names
	busy  [][]int64        // by level and domain: nodes that some job uses
	cores [][]int64        // by level and domain: free cores
}

func newFluxSearch(match FluxMatch, r *workload.Request, free *cluster.Free) *fluxSearch {
	s := &fluxSearch{domains: newDomains(r, free), match: match}
	if named, ok := free.Machine().Topology.(topology.NamedNodes); ok {
		s.named, _ = named.(topology.Devices)
	}
	busy, cores := make([]int64, s.NumNodes()), make([]int64, s.NumNodes())
	for n := range busy {
		cores[n] = free.Left(topology.NodeID(n))[workload.Cores]
		if !free.Idle().Has(topology.NodeID(n)) {
			busy[n] = 1
			if match.exclusive() {
				s.slots[s.nodes][n] = 0
			}
		}
	}
	if match.exclusive() {
		s.slots = s.sums(s.nodes, s.slots[s.nodes])
	}
	if match.stops() {
		s.busy, s.cores = s.sums(s.nodes, busy), s.sums(s.nodes, cores)
	}
	return s
}

// number returns the number at the end of the name of a domain or node.
func (s *fluxSearch) number(level int, i int32) int64 {
	if s.named == nil {
		return int64(i)
	}
	name := s.named.DeviceName(s.Device(level, int(i)))
	at := len(name)
	for at > max(len(name)-18, 0) && '0' <= name[at-1] && name[at-1] <= '9' {
		at--
	}
	number := int64(0)
	for _, digit := range name[at:] {
		number = 10*number + int64(digit-'0')
	}
	return number
}

// fitting implements domainChoice.
func (s *fluxSearch) fitting(yield func(level, domain int) bool) {
	level := 0
	if s.r.Network.Gather == workload.GatherRequired {
		level = int(s.r.Network.Level)
	}
	all := []int32{}
	if s.match.stops() {
		all = s.visit(0, 0, level, all)
	} else {
		for d := range s.slots[level] {
			all = append(all, int32(d))
		}
		s.sort(level, all, false)
	}
	for _, d := range all {
		if s.slots[level][d] >= int64(s.r.Size()) && !yield(level, int(d)) {
			return
		}
	}
}

// place implements domainChoice.
func (s *fluxSearch) place(level, d int, dst cluster.Placement) cluster.Placement {
	return s.fill(s.nodesIn(level, d), dst)
}

// sort sorts domains or nodes by number, and those with equal numbers as they are
// listed, or the other way round.
func (s *fluxSearch) sort(level int, all []int32, reverse bool) {
	type numbered struct {
		number int64
		i      int32
	}
	list := make([]numbered, len(all))
	for at, i := range all {
		list[at] = numbered{s.number(level, i), i}
	}
	if reverse {
		slices.Reverse(list)
	}
	slices.SortStableFunc(list, func(a, b numbered) int {
		if s.match.lowest() {
			return cmp.Compare(a.number, b.number)
		}
		return cmp.Compare(b.number, a.number)
	})
	for at, e := range list {
		all[at] = e.i
	}
}

// nodesIn returns the nodes of a domain with room, in the order in which the job
// fills them.
func (s *fluxSearch) nodesIn(level, d int) []int32 {
	var nodes []int32
	if s.match.stops() {
		_, nodes = s.collect(level, d, nil)
		slices.Sort(nodes)
	} else {
		first, end := s.below(level, d, s.nodes)
		for n := first; n < end; n++ {
			if s.slots[s.nodes][n] > 0 {
				nodes = append(nodes, int32(n))
			}
		}
	}
	// The score of a core contains the order of the nodes; that of a node does not.
	s.sort(s.nodes, nodes, !s.match.lowest() && !s.r.Whole())
	return nodes
}

// children returns the children of a domain with room for something, in the order in
// which a policy that stops early visits them: idle ones first, then those with the
// most free cores, then the last ones.
func (s *fluxSearch) children(level, d int) []int32 {
	var out []int32
	for i := int(s.Children[level][d+1]) - 1; i >= int(s.Children[level][d]); i-- {
		if s.slots[level+1][i] > 0 {
			out = append(out, int32(i))
		}
	}
	slices.SortStableFunc(out, func(a, b int32) int {
		usedA, usedB := s.busy[level+1][a] > 0, s.busy[level+1][b] > 0
		switch {
		case usedA && usedB:
			return cmp.Compare(s.cores[level+1][b], s.cores[level+1][a])
		case usedA:
			return 1
		case usedB:
			return -1
		}
		return 0
	})
	return out
}

// visit appends the domains of a lower level that are in a domain, in the order of a
// policy that stops early.
func (s *fluxSearch) visit(level, d, lower int, all []int32) []int32 {
	if level == lower {
		return append(all, int32(d))
	}
	for _, c := range s.children(level, d) {
		all = s.visit(level+1, int(c), lower, all)
	}
	return all
}

// collect appends the nodes of a domain that a policy that stops early finds, and
// returns how many tasks fit on them. It stops in each domain that has enough for the
// whole job.
func (s *fluxSearch) collect(level, d int, nodes []int32) (int64, []int32) {
	if level == s.nodes {
		return s.slots[level][d], append(nodes, int32(d))
	}
	found := int64(0)
	for _, c := range s.children(level, d) {
		var k int64
		k, nodes = s.collect(level+1, int(c), nodes)
		if found += k; found >= int64(s.r.Size()) {
			break
		}
	}
	return found, nodes
}
