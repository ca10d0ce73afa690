package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// OnePerNode is an Allocator that gives a job one task on each of the lowest-numbered
// nodes that have room for one. Jobs of whole nodes get those that FirstFit takes.
// Cost: that of FirstFit for whole nodes, otherwise O(nodes).
//
// Source: Slurm, sbatch(1): --nodes with one task a node (SOURCES.md PLACE.15).
// LIMITATIONS: ignores the network, and Slurm's weights of nodes.
type OnePerNode struct{}

// Allocate implements Allocator.
func (OnePerNode) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if r.Whole() {
		return FirstFit{}.Allocate(r, free, dst)
	}
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	chosen := int32(0)
	for n := topology.NodeID(0); chosen < r.Tasks && int(n) < free.Machine().NumNodes(); n++ {
		if free.Slots(r, n) > 0 {
			dst = dst.Append(n, n, 1)
			chosen++
		}
	}
	if chosen < r.Tasks { // the tasks would fit together on fewer nodes
		return nil, why.Reason{Code: why.NotPlaceable, Need: r.Tasks, Have: chosen, Blocker: workload.NoJob}
	}
	return dst, fits(r, refusal.Have)
}

// Candidates implements Ranker: it yields only the chosen placement.
func (a OnePerNode) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return onlyCandidate(a, r, free)
}

// Capacity implements ShapeConstrained: the number of nodes with room, but not more
// than Count.
func (OnePerNode) Capacity(r *workload.Request, free *cluster.Free) int32 {
	count := free.Count(r)
	if r.Whole() {
		return count
	}
	have := int32(0)
	for n := topology.NodeID(0); have < count && int(n) < free.Machine().NumNodes(); n++ {
		if free.Slots(r, n) > 0 {
			have++
		}
	}
	return have
}
