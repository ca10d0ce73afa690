package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// FastestFirst (FNF, fastest node first) is an Allocator that takes the nodes with
// the fastest cores. Among equally fast nodes, it takes lower-numbered nodes first.
// It takes all slots of a node before it continues with the next node. Cost: the
// cost of FirstFit if all nodes have the same speed, otherwise O(nodes).
//
// Source: S4 lists it as FNF; Maui Admin Guide 5.2, FASTEST ("fastest node first";
// SOURCES.md S4.4). INFERRED: that the number of free cores does not matter, which
// is the difference from SNS. LIMITATIONS: ignores the network; a job runs at the
// speed of its slowest node, so a single slow node cancels the benefit of the fast
// nodes.
type FastestFirst struct{}

// Allocate implements Allocator.
func (a FastestFirst) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return ranked(r, free, dst, a.Key(r, free))
}

// fastest returns a key function by which nodes with faster cores are preferred.
func fastest(m *cluster.Machine) func(topology.NodeID) int64 {
	return func(n topology.NodeID) int64 { return m.Spec(n).Speed }
}

// Candidates implements Ranker: it yields only the chosen placement.
func (a FastestFirst) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return onlyCandidate(a, r, free)
}

// ranked takes the nodes on which the job fits, ordered by decreasing keys and then
// by node number. The first key is the most significant. Idle nodes with equal
// resources must have equal keys. Cost: the cost of FirstFit for whole nodes on a
// uniform machine, otherwise O(nodes) for each byte in which the keys differ.
func ranked(r *workload.Request, free *cluster.Free, dst cluster.Placement, keys ...func(topology.NodeID) int64) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	switch {
	case short:
		return nil, refusal
	case r.Whole() && free.Machine().Uniform():
		return dst.AppendIdle(free.IdleFor(r), 0, r.Nodes), fits(r, refusal.Have)
	}
	k := rankNodes(r, free, 0, topology.NodeID(free.Machine().NumNodes()-1), r.Size())
	for _, key := range keys {
		k.by(key)
	}
	return appendRanked(dst, 0, k.rest()), fits(r, refusal.Have)
}

// Monotone implements Monotone: the order of the nodes never changes.
func (FastestFirst) Monotone() {}

// Key implements KeyedAllocator: it returns the speed of the node's cores.
func (FastestFirst) Key(_ *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return fastest(free.Machine())
}
