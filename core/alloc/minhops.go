package alloc

import (
	"fmt"
	"iter"

	"hopyard/core/alloc/nearest/tree"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// MinHops is an Allocator that minimizes the sum of hops over all pairs of a job's
// nodes, or over all pairs of its tasks. Tasks on the same node are 0 hops apart.
// If several placements have the least sum, the first in the order of node lists
// wins. MinHops works on trees, whose leaves may differ in depth, on graphs that
// are trees, and on flat machines.
//
// Placements are found by dynamic programming over the switches (tree.Program).
// Cost: at most O(nodes·size) on trees, and O(nodes·size²) on graphs. If all leaves
// of a tree are equally far from the root, the cost is usually far less, because
// combinations that cannot be part of a best placement are discarded early.
//
// Source: SOURCES.md PLACE.1, S0.6 (the dynamic program that replaces S0's
// enumeration, here with single nodes instead of units). INFERRED: that hops rather
// than links are summed, that tasks on one node are 0 hops apart, the tie-break,
// and how leaves of different depth are counted (tree.Program). LIMITATIONS:
// ignores speed; no other topologies.
type MinHops struct{}

// Accepts implements Restricted.
func (MinHops) Accepts(m topology.Topology, _ *workload.Request) error {
	if !tree.CountsHops(m) {
		return fmt.Errorf("%w: min-hops works on flat machines and on trees of switches (fat-tree, star, slurm, a graph that is one); use sdm on this one", ErrMachine)
	}
	return nil
}

// Allocate implements Allocator.
func (MinHops) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		if s, ok := tree.NewFewestHops(r, free); ok {
			return s.Append(dst)
		}
		return nil
	})
}

// Candidates implements Ranker: it yields the best placement under each switch that
// can hold the job, from the root down. The first candidate, for the whole machine,
// is the choice of Allocate. Speed is 0, because it is not considered.
func (MinHops) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return whereEnough(r, free, func() iter.Seq[Candidate] {
		if s, ok := tree.NewFewestHops(r, free); ok {
			return unweighed(s.All())
		}
		return nil
	})
}
