package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// MinResource is an Allocator that takes the nodes with the least hardware among
// those on which the job fits. Nodes with fewer of the resources that only this
// machine defines come first; then nodes with fewer GPUs, cores, memory and disk;
// then lower node numbers. It compares total amounts, not free amounts. Nodes with
// GPUs thus stay free of jobs without GPUs as long as possible. Cost: the cost of
// FirstFit for whole nodes on a uniform machine, otherwise O(nodes).
//
// Source: Maui Administrator's Guide 5.2, MINRESOURCE (SOURCES.md PLACE.2).
// INFERRED: the order of the resources. LIMITATIONS: ignores the network and speed.
type MinResource struct{}

// Allocate implements Allocator.
func (MinResource) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return ranked(r, free, dst, least(free.Machine())...)
}

// least returns key functions by which nodes with less hardware are preferred, the
// most significant first.
func least(m *cluster.Machine) []func(topology.NodeID) int64 {
	less := func(k workload.Resource) func(topology.NodeID) int64 {
		return func(n topology.NodeID) int64 { return -m.Spec(n).Resources[k] }
	}
	keys := make([]func(topology.NodeID) int64, 0, workload.NumResources)
	for k := range m.Names() {
		keys = append(keys, less(workload.Named+workload.Resource(k)))
	}
	return append(keys, less(workload.GPUs), less(workload.Cores), less(workload.Memory), less(workload.Disk))
}

// Candidates implements Ranker: it yields only the chosen placement.
func (a MinResource) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return onlyCandidate(a, r, free)
}

// Monotone implements Monotone: the order of the nodes never changes.
func (MinResource) Monotone() {}
