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
// speed); of equal ones those with lower numbers. It takes all slots of a node
// before the next one. Cores are suitable if tasks of the job can use them. Cost:
// that of FirstFit for whole nodes on a uniform machine, otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.4). INFERRED from the
// name. LIMITATIONS: ignores the network and the speed of the slowest node: many
// slow cores come before few fast ones.
type SNP struct{}

// Allocate implements Allocator.
func (a SNP) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return ranked(r, free, dst, a.Key(r, free))
}

// Candidates implements Ranker: it yields only the chosen placement.
func (a SNP) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return onlyCandidate(a, r, free)
}

// Key implements Keyed: it returns the performance of the node's suitable cores.
func (SNP) Key(r *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return func(n topology.NodeID) int64 { return performance(r, free, n) }
}
