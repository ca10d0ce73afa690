package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SNP is Sorting Nodes by Performance: it takes the nodes whose free suitable
// cores get most done together (their number times their speed), of equal ones
// those of lower number, each as far as it has room. Cores are suitable if
// tasks of the job can have them. Cost: that of FirstFit for whole nodes on a
// uniform machine, otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.4). INFERRED from
// the name.
// LIMITATIONS: blind to the network, and to how slow the slowest node is: many
// slow cores come before few fast ones.
type SNP struct{}

// Allocate implements Allocator.
func (a SNP) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return ranked(r, free, dst, a.Key(r, free))
}

// Candidates implements Ranker: the placement that is chosen, and no other.
func (a SNP) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return only(a, r, free)
}

// Key implements Keyed: what its cores that suit get done.
func (SNP) Key(r *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return func(n topology.NodeID) int64 { return performance(r, free, n) }
}
