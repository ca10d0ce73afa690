package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// BestFit is an Allocator that leaves the least resources unused. Among the nodes
// on which the job fits, it takes those with the fewest free cores. Ties are broken
// by the least free memory, then the least free disk, then the lowest node number.
// An idle node has all its resources free, so whole-node jobs use small nodes
// before large ones. Cost: the cost of FirstFit for whole nodes on a uniform
// machine, otherwise O(nodes).
//
// Source: standard; S4 lists it as BF without a definition (SOURCES.md S4.4).
// INFERRED: the order of the keys. LIMITATIONS: ignores the network, speed and
// GPUs.
type BestFit struct{}

// Allocate implements Allocator.
func (a BestFit) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	less := func(k workload.Resource) func(topology.NodeID) int64 {
		return func(n topology.NodeID) int64 { return -free.Available(n)[k] }
	}
	return ranked(r, free, dst, a.Key(r, free), less(workload.Memory), less(workload.Disk))
}

// Candidates implements Ranker: it yields only the chosen placement.
func (a BestFit) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return onlyCandidate(a, r, free)
}

// Key implements KeyedAllocator: it returns the negated number of the node's free
// cores.
func (BestFit) Key(_ *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return func(n topology.NodeID) int64 { return -free.Available(n)[workload.Cores] }
}
