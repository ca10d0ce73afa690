package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SNS is Sorting Nodes by Speed: it takes the nodes of the fastest cores, of
// equally fast ones those with more free suitable cores, then those of lower
// number, each as far as it has room. Cost: that of FirstFit for whole nodes
// on a uniform machine, otherwise O(nodes).
//
// Source: S4 lists it without a definition (SOURCES.md S4.4). INFERRED: the
// order of the keys; more free cores first keeps a job on few nodes, and tells
// it from FastestFirst.
// LIMITATIONS: blind to the network.
type SNS struct{}

// Allocate implements Allocator.
func (a SNS) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return ranked(r, free, dst, a.Key(r, free),
		func(n topology.NodeID) int64 { return suitableCores(r, free, n) })
}

// Candidates implements Ranker: the placement that is chosen, and no other.
func (a SNS) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return only(a, r, free)
}

// Key implements Keyed: the speed of its cores.
func (SNS) Key(_ *workload.Request, free *cluster.Free) func(topology.NodeID) int64 {
	return fastest(free.Machine())
}
