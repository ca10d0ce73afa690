package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SNS (Sorting Nodes by Speed) is an Allocator that takes the nodes with the
// fastest cores. Among equally fast nodes, it takes those with more free suitable
// cores first, then lower node numbers. It takes all slots of a node before it
// continues with the next node. Cost: the cost of FirstFit for whole nodes on a
// uniform machine, otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.4). INFERRED: the order
// of the keys. Preferring more free cores keeps a job on few nodes, and is the
// difference from FastestFirst. LIMITATIONS: ignores the network.
type SNS struct{}

// Allocate implements Allocator.
func (a SNS) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return ranked(r, free, dst, a.Key(r, free),
		func(n topology.NodeID) int64 { return suitableCores(r, free, n) })
}

// Candidates implements Ranker: it yields only the chosen placement.
func (a SNS) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return onlyCandidate(a, r, free)
}

// Key implements KeyedAllocator: it returns the speed of the node's cores.
func (SNS) Key(_ *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return fastest(free.Machine())
}
