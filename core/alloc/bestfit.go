package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// BestFit takes the nodes on which least is left over: those with room that
// have the fewest free cores, then the least free memory, then disk, then the
// lowest number. For whole nodes these are what the node has, so that small
// nodes are used up before large ones. Cost: that of FirstFit for whole nodes
// on a uniform machine, otherwise O(nodes).
//
// Source: standard; S4 lists it as BF without a definition (SOURCES.md
// S4.4). INFERRED: the order of the keys. LIMITATIONS: blind to the network,
// to speed and to GPUs.
type BestFit struct{}

// Allocate implements Allocator.
func (a BestFit) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	less := func(k workload.Resource) func(topology.NodeID) int64 {
		return func(n topology.NodeID) int64 { return -free.Available(n)[k] }
	}
	return ranked(r, free, dst, a.Key(r, free), less(workload.Memory), less(workload.Disk))
}

// Candidates implements Ranker: the placement that is chosen, and no other.
func (a BestFit) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return only(a, r, free)
}

// Key implements Keyed: its free cores, counted below zero.
func (BestFit) Key(_ *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return func(n topology.NodeID) int64 { return -free.Available(n)[workload.Cores] }
}
