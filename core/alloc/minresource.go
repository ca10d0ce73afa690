package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// MinResource takes the nodes that were given least, of those that have room:
// the fewest of what the machine has a name of its own for first, then of GPUs, cores, memory and disk, then the lowest number.
// What other jobs hold does not count. So nodes with GPUs stay free of jobs
// that need none for as long as possible. Cost: that of FirstFit for whole
// nodes on a uniform machine, otherwise O(nodes).
//
// Source: Maui Administrator's Guide 5.2, MINRESOURCE (SOURCES.md PLACE.2).
// INFERRED: the order of the resources. LIMITATIONS: blind to the network and
// to speed.
type MinResource struct{}

// Allocate implements Allocator.
func (MinResource) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return ranked(r, free, dst, least(free.Machine())...)
}

// least are the keys of nodes that were given least.
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

// Candidates implements Ranker: the placement that is chosen, and no other.
func (a MinResource) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return only(a, r, free)
}

// Monotone implements Monotone: nodes are ranked by what never changes.
func (MinResource) Monotone() {}
