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
	if refusal, short := tooFew(r, free); short {
		return nil, refusal
	}
	room := topology.NewNodeSet(free.Machine().NumNodes())
	for n := range topology.NodeID(free.Machine().NumNodes()) {
		if free.Slots(r, n) > 0 {
			room.AddRange(n, n)
		}
	}
	where, reason := OnLowest(r, &room, dst)
	if !reason.OK() {
		reason.Code = why.NotPlaceable // the tasks would fit together on fewer nodes
	}
	return where, reason
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

// LowestFirst implements LowestFirst.
func (OnePerNode) LowestFirst(*workload.Request) bool { return true }
