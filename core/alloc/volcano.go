package alloc

import (
	"iter"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// VolcanoTopology is an Allocator that follows the plugin network-topology-aware of
// Volcano, with the plugin binpack. Volcano's hypernodes are the domains above the
// nodes. Tier 1 consists of the lowest ones, such as racks, and the top tier of the
// whole machine.
//
// A job that requires a level (Volcano's mode hard) tries the tiers up to this level
// and takes the lowest on which some hypernode has room; otherwise it waits. A
// preferred level (mode soft) tries all tiers, whichever the level is. Of the
// hypernodes of the tier, the one that will be the fullest, by the share of its
// cores in use, gets the job. Inside, each task takes the node with the best score:
// the nearer to the tasks placed so far, the better, and the fuller, the better.
// Other jobs are placed one task after another on the nodes whose hypernodes of all
// tiers will be the fullest. Volcano breaks ties at random, and VolcanoTopology by
// name. Cost: O(nodes + tasks·racks·levels).
//
// Source: SOURCES.md PLACE.10; Volcano's source code of August 2026, not compared
// with the program. INFERRED: ties; both plugins have weight 1; only cores are
// weighed, and nodes for jobs of whole nodes; a job that requires the level of the
// nodes, which Volcano does not know, may be on any nodes, near each other.
// LIMITATIONS: slices are ignored. Not modelled: sampling on more than 100 nodes,
// the plugin nodeorder.
type VolcanoTopology struct{ wholeCapacity }

// Accepts implements Restricted.
func (VolcanoTopology) Accepts(m topology.Topology, r *workload.Request) error {
	return needsLevels("volcano-topology", m, r)
}

// Allocate implements Allocator.
func (a VolcanoTopology) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return placeInFirst(a, r, free, dst, func() domainChoice { return newTierSearch(r, free) })
}

// Candidates implements Ranker: it yields one placement for each of up to 20
// hypernodes of the chosen tier that have room, in Volcano's order of preference.
// The cost is the rank in this order.
func (a VolcanoTopology) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return rankedDomains(a, r, free, func() domainChoice { return newTierSearch(r, free) })
}

// tierSearch places one job as Volcano does. Loads are measured in cores, and for
// jobs of whole nodes in nodes.
type tierSearch struct {
	*domains
	racks int       // level of the hypernodes of tier 1
	task  int64     // load of one task
	room  [][]int64 // by level and domain: the load that it has room for when it is idle
	used  [][]int64 // by level and domain: its load now
}

func newTierSearch(r *workload.Request, free *cluster.Free) *tierSearch {
	s := &tierSearch{domains: newDomains(r, free), task: r.PerTask[workload.Cores]}
	s.racks = s.nodes - 1
	if r.Whole() {
		s.task = 1
	}
	room, used := make([]int64, s.NumNodes()), make([]int64, s.NumNodes())
	for n := range room {
		id := topology.NodeID(n)
		switch {
		case !r.Whole():
			room[n] = free.Machine().Spec(id).Resources[workload.Cores]
			used[n] = room[n] - free.Left(id)[workload.Cores]
		case free.Idle().Has(id):
			room[n] = 1
		default:
			room[n], used[n] = 1, 1
		}
	}
	s.room, s.used = s.sums(s.nodes, room), s.sums(s.nodes, used)
	return s
}

// hard reports whether the job has to be in a single hypernode of a low tier, and
// soft whether it prefers to.
func (s *tierSearch) hard() bool {
	n := &s.r.Network
	return n.Gather == workload.GatherRequired && int(n.Level) <= s.racks
}

func (s *tierSearch) soft() bool { return s.r.Network.Gather == workload.GatherPreferred }

// hypernodes returns the level on which the job is placed, and its domains that have
// room, the best first. It returns none if no tier has room.
func (s *tierSearch) hypernodes() (level int, fitting []int32) {
	level, highest := 0, 0
	switch {
	case s.hard():
		level, highest = s.racks, int(s.r.Network.Level)
	case s.soft():
		level = s.racks
	}
	for ; level >= highest && fitting == nil; level-- {
		for h, k := range s.slots[level] {
			if k >= int64(s.r.Size()) {
				fitting = append(fitting, int32(h))
			}
		}
	}
	level++
	if need := s.task * int64(s.r.Size()); need > 0 {
		share := func(h int32) fraction {
			return fraction{uint64(s.used[level][h] + need), uint64(s.room[level][h])}
		}
		slices.SortStableFunc(fitting, func(a, b int32) int { return share(b).compare(share(a)) })
	}
	return level, fitting
}

// fitting implements domainChoice.
func (s *tierSearch) fitting(yield func(level, domain int) bool) {
	level, fitting := s.hypernodes()
	for _, h := range fitting {
		if !yield(level, int(h)) {
			return
		}
	}
}

// place implements domainChoice.
func (s *tierSearch) place(level, h int, dst cluster.Placement) cluster.Placement {
	p := tierFill{tierSearch: s, load: make([][]int64, len(s.used)), takes: make([]int32, s.NumNodes()), meeting: s.racks + 1}
	for l := range p.load {
		p.load[l] = slices.Clone(s.used[l])
	}
	first, end := s.below(level, h, s.racks)
	for i := first; i < end; i++ {
		k := rackFill{}
		k.first, k.end = s.below(s.racks, i, s.nodes)
		for l := range s.nodes {
			k.in = append(k.in, s.above(l, k.first))
		}
		for _, fit := range s.slots[s.nodes][k.first:k.end] {
			if fit > 0 {
				k.open++
			}
		}
		if k.open > 0 {
			k.best = p.fullest(&k)
			p.filling = append(p.filling, k)
		}
	}
	rate := p.rateNear
	if n := &s.r.Network; n.Gather == workload.GatherFreely || n.Gather == workload.GatherUnconstrained {
		rate = p.rateFull
	}
	for range s.r.Size() {
		rate()
		p.addTask()
	}
	return appendRanked(dst, 0, p.takes)
}

// tierFill places the tasks of a job in a domain one after another.
type tierFill struct {
	*tierSearch
	load    [][]int64 // by level and domain: its load, with the tasks that are placed
	takes   []int32   // tasks on each node
	filling []rackFill
	meeting int // level of the lowest domain with all tasks that are placed, or s.nodes if there are none
}

// rackFill is the state of a rack in which some task fits, or has been placed.
type rackFill struct {
	in         []int   // by level: the domain that it is in
	first, end int     // its nodes, first to end-1
	best       int     // node for the next task
	open       int     // nodes on which a task fits
	tasks      int32   // tasks that are placed
	near       int     // level of the lowest domain with the rack and all tasks that are placed
	score      float64 // what its nodes have in common
}

// rateNear sets the scores of racks by how near they are to the tasks that are
// placed. Several nodes that are the nearest count, in addition, the share of the
// tasks that are in their rack.
func (p *tierFill) rateNear() {
	nearest, open := -1, 0
	for i := range p.filling {
		switch k := &p.filling[i]; {
		case k.open == 0 || k.near < nearest:
		case k.near > nearest:
			nearest, open = k.near, k.open
		default:
			open += k.open
		}
	}
	for i := range p.filling {
		k := &p.filling[i]
		k.score = float64(k.near) / float64(max(p.racks, 1))
		if k.near == nearest && open > 1 {
			k.score += float64(k.tasks) / float64(p.r.Size())
		}
	}
}

// rateFull sets the scores of racks by how full their hypernodes of all tiers would
// be with another task. Each tier has 0.8 times the weight of the one below it.
func (p *tierFill) rateFull() {
	if p.task == 0 {
		return
	}
	for i := range p.filling {
		k := &p.filling[i]
		sum, weights, weight := 0.0, 0.0, 1.0
		for l := p.racks; l >= 0; l-- {
			sum += float64(weight * p.share(l, k.in[l]))
			weights += weight
			weight *= 0.8
		}
		k.score = sum / weights
	}
}

// share returns the share of a domain in use with another task.
func (p *tierFill) share(level, i int) float64 {
	return float64(p.load[level][i]+p.task) / float64(p.room[level][i])
}

// fullest returns the node of a rack on which a task fits and that will be the
// fullest with it; of equal ones the first.
func (p *tierFill) fullest(k *rackFill) int {
	best, most := -1, 0.0
	for n := k.first; n < k.end; n++ {
		if int64(p.takes[n]) == p.slots[p.nodes][n] {
			continue
		}
		if share := p.share(p.nodes, n); best < 0 || p.task > 0 && share > most {
			best, most = n, share
		}
	}
	return best
}

// rounding is more than the errors by which equal scores can differ.
const rounding = 1e-9

// addTask places a task on the node with the best score; of equal ones on the first.
func (p *tierFill) addTask() {
	var in *rackFill
	best := 0.0
	for i := range p.filling {
		k := &p.filling[i]
		if k.open == 0 {
			continue
		}
		score := k.score
		if p.task > 0 {
			score += p.share(p.nodes, k.best)
		}
		if in == nil || score > best+rounding {
			in, best = k, score
		}
	}
	n := in.best
	p.takes[n]++
	in.tasks++
	for l, d := range in.in {
		p.load[l][d] += p.task
	}
	p.load[p.nodes][n] += p.task
	if int64(p.takes[n]) == p.slots[p.nodes][n] {
		if in.open--; in.open > 0 {
			in.best = p.fullest(in)
		}
	}
	switch {
	case p.meeting == p.nodes:
		p.meet(p.racks, in)
	case in.near < p.meeting:
		p.meet(in.near, in)
	}
}

// meet notes that the domain of a level with a rack is the lowest with all tasks.
func (p *tierFill) meet(level int, rack *rackFill) {
	p.meeting = level
	for i := range p.filling {
		k := &p.filling[i]
		for k.near = 0; k.near < level && k.in[k.near+1] == rack.in[k.near+1]; {
			k.near++
		}
	}
}
