package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// LeastLoaded takes the nodes with the most free cores, of those that have
// room, of equal ones those of lower number, each as far as it has room. Cost:
// that of FirstFit for whole nodes on a uniform machine, otherwise O(nodes).
//
// Source: Maui Administrator's Guide 5.2, CPULOAD (SOURCES.md PLACE.2).
// INFERRED: free cores stand for load, which is not simulated.
// LIMITATIONS: blind to the network and to speed; it leaves few nodes whole.
type LeastLoaded struct{}

// Allocate implements Allocator.
func (a LeastLoaded) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return ranked(r, free, dst, a.Key(r, free))
}

// Candidates implements Ranker: the placement that is chosen, and no other.
func (a LeastLoaded) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return only(a, r, free)
}

// Key implements Keyed: its free cores.
func (LeastLoaded) Key(_ *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return func(n topology.NodeID) int64 { return free.Available(n)[workload.Cores] }
}
