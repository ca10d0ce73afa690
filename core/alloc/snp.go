package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SNP (Sorting Nodes by Performance) is an Allocator that takes the nodes whose
// free suitable cores have the largest performance (their number times their
// speed). Among nodes of equal performance, it takes lower-numbered nodes first. It
// takes all slots of a node before it continues with the next node. Cores are
// suitable if tasks of the job can use them. Cost: the cost of FirstFit for whole
// nodes on a uniform machine, otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.4). INFERRED: the rule,
// from the name. LIMITATIONS: ignores the network; does not consider that a job
// runs at the speed of its slowest node, and prefers many slow cores to a few fast
// cores.
type SNP struct{}

// Allocate implements Allocator.
func (a SNP) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return ranked(r, free, dst, a.Key(r, free))
}

// Candidates implements Ranker: it yields only the chosen placement.
func (a SNP) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return onlyCandidate(a, r, free)
}

// Key implements KeyedAllocator: it returns the performance of the node's suitable
// cores.
func (SNP) Key(r *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return func(n topology.NodeID) int64 { return performance(r, free, n) }
}
