package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// FastestFirst (FNF, fastest node first) takes the nodes of the fastest cores,
// of equally fast ones those of lower number, each as far as it has room.
// Cost: that of FirstFit on a machine of one speed, otherwise O(nodes).
//
// Source: S4 lists it as FNF; Maui Admin Guide 5.2, FASTEST ("fastest node
// first"; SOURCES.md S4.4). INFERRED: that free cores do not count,
// which is where it differs from SNS.
// LIMITATIONS: blind to the network; a job runs at the speed of its slowest
// node, so that a single slow one undoes the rest.
type FastestFirst struct{}

// Allocate implements Allocator.
func (a FastestFirst) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return ranked(r, free, dst, a.Key(r, free))
}

// fastest is the key of the nodes of the fastest cores.
func fastest(m *cluster.Machine) func(topology.NodeID) int64 {
	return func(n topology.NodeID) int64 { return m.Spec(n).Speed }
}

// Candidates implements Ranker: the placement that is chosen, and no other.
func (a FastestFirst) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return only(a, r, free)
}

// ranked takes the nodes with room by falling keys, the first key first, then
// by number. The keys are the same for all nodes of one kind that have the
// same free. Cost: that of FirstFit for whole nodes on a uniform machine,
// otherwise O(nodes) for each byte in which keys differ.
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

// Monotone implements Monotone: nodes are ranked by what never changes.
func (FastestFirst) Monotone() {}

// Key implements Keyed: the speed of its cores.
func (FastestFirst) Key(_ *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return fastest(free.Machine())
}
