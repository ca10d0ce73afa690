package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// LeastLoaded is an Allocator that takes the nodes with the most free cores among
// those on which the job fits. Among nodes with equally many, it takes
// lower-numbered nodes first. It takes all slots of a node before it continues with
// the next node. Cost: the cost of FirstFit for whole nodes on a uniform machine,
// otherwise O(nodes).
//
// Source: Maui Administrator's Guide 5.2, CPULOAD (SOURCES.md PLACE.2). INFERRED:
// free cores stand for load, which is not simulated. LIMITATIONS: ignores the
// network and speed; leaves few nodes entirely free.
type LeastLoaded struct{}

// Allocate implements Allocator.
func (a LeastLoaded) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return ranked(r, free, dst, a.Key(r, free))
}

// Candidates implements Ranker: it yields only the chosen placement.
func (a LeastLoaded) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return onlyCandidate(a, r, free)
}

// Key implements KeyedAllocator: it returns the number of the node's free cores.
func (LeastLoaded) Key(_ *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return func(n topology.NodeID) int64 { return free.Available(n)[workload.Cores] }
}
