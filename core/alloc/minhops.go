package alloc

import (
	"fmt"
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// MinHops places a job so that the sum of hops over its pairs is the least
// there is: over pairs of its nodes, or of its tasks, with 0 between tasks on
// one node. Of equal sums the first node list wins. It works on trees, whose
// leaves may differ in depth, on graphs that are trees, and on flat machines. Cost: that of the tree
// program, O(nodes·size) at most; usually far less where all leaves are equally
// far from the root, because what cannot be part of a best placement is left
// out early. On graphs O(nodes·size²).
//
// Source: SOURCES.md PLACE.1 and S0.6 (the tree program that replaces S0's
// enumeration, here with single nodes instead of units). INFERRED: that hops
// rather than links are summed, that tasks of one node count 0, the tie-break,
// and how leaves of different depth are counted (pairSum.short). LIMITATIONS:
// blind to speed; no other topologies.
type MinHops struct{}

// Accepts reports why the allocator cannot place jobs like r on a machine, or
// nil.
func (MinHops) Accepts(m topology.Topology, _ *workload.Request) error {
	_, flat := m.(topology.Flat)
	if _, tree := hopGraphOf(m); !flat && !tree && topology.Nesting(m) == nil {
		return fmt.Errorf("%w: min-hops works on flat machines and on trees of switches (fat-tree, star, slurm, a graph that is one); use sdm on this one", ErrMachine)
	}
	return nil
}

// Allocate implements Allocator.
func (MinHops) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	if g, ok := hopGraphOf(free.Machine().Topology); ok {
		return appendSpots(dst, g.choices(r, free)[0][r.Size()].spots), fits(r, refusal.Have)
	}
	t, lacks, ok := hopTreeOf(free.Machine().Topology)
	if !ok {
		refusal.Code = why.NotPlaceable
		return nil, refusal
	}
	s := nodePicks(t, lacks, r, free)
	takes := make([]int32, len(s.room[s.levels()]))
	s.choose(takes)
	return appendTakes(dst, t, r, free, takes), fits(r, refusal.Have)
}

// Candidates implements Ranker: the best placement under each switch that can
// hold the job, from the root down; the machine as a whole is the first, which
// wins. Speed is 0: it is not weighed.
func (MinHops) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		if _, short := tooFew(r, free); short {
			return
		}
		if g, ok := hopGraphOf(free.Machine().Topology); ok {
			g.candidates(r, free, yield)
			return
		}
		t, lacks, ok := hopTreeOf(free.Machine().Topology)
		if !ok {
			return
		}
		s := nodePicks(t, lacks, r, free)
		s.whole = true
		s.tabulate()
		for l := range s.room {
			for i, room := range s.room[l] {
				if room < s.n || l < t.levels() && t.standsIn(l, i) {
					continue
				}
				takes := make([]int32, len(s.room[s.levels()]))
				cost, _ := s.chooseUnder(l, i, takes)
				c := Candidate{Placement: appendTakes(nil, t, r, free, takes), Cost: cost, Device: t.device(l, i)}
				if !yield(c) {
					return
				}
			}
		}
	}
}

// nodePicks states the choice of nodes or tasks as picks. The parts are leaf
// switches for whole nodes, which are alike under one, and nodes for tasks.
// Short is as hopTreeOf has it.
func nodePicks(t *tree, short []int64, r *workload.Request, free *cluster.Free) *pairSum {
	s := &pairSum{n: r.Size(), kids: t.children, short: short, leaf: t.levels() - 1}
	s.hops = append(s.hops, t.hops...)
	for l := range t.levels() {
		s.room = append(s.room, make([]int32, t.switches(l)))
	}
	if r.Whole() {
		leaf, idle := t.levels()-1, free.IdleFor(r)
		for i := range s.room[leaf] {
			first, last := t.under(leaf, i)
			s.room[leaf][i] = int32(idle.CountRange(first, last))
		}
		return s
	}
	s.hops = append(s.hops, 0)
	parts := make([]int32, t.nodes)
	for n := range parts {
		parts[n] = min(free.Slots(r, topology.NodeID(n)), s.n)
	}
	s.room = append(s.room, parts)
	return s
}

// appendTakes turns picks of nodePicks into a placement: the first idle nodes
// under each leaf switch, or the tasks of each node.
func appendTakes(dst cluster.Placement, t *tree, r *workload.Request, free *cluster.Free, takes []int32) cluster.Placement {
	idle := free.IdleFor(r)
	for p, x := range takes {
		if x == 0 {
			continue
		}
		if !r.Whole() {
			dst = dst.Append(topology.NodeID(p), topology.NodeID(p), x)
			continue
		}
		first, _ := t.under(t.levels()-1, p)
		dst = appendIdle(dst, idle, first, x)
	}
	return dst
}

// appendIdle appends the first n idle nodes from a node on.
func appendIdle(dst cluster.Placement, idle *topology.NodeSet, at topology.NodeID, n int32) cluster.Placement {
	for n > 0 {
		first, _ := idle.Next(at)
		at = idle.NextGap(first)
		last := min(at-1, first+topology.NodeID(n)-1)
		dst = dst.Append(first, last, 1)
		n -= int32(last-first) + 1
	}
	return dst
}
