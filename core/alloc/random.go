package alloc

import (
	"iter"
	"math/rand/v2"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Random (RF, random first) takes suitable nodes in random order, each as far
// as it has room. Every job has an order of all nodes of its own, which seed
// and job alone decide, whatever else is free or was asked before: asking
// twice gives the same answer. Cost: O(nodes).
//
// Source: S4 lists it as RF without a definition (SOURCES.md S4.4). INFERRED
// from the name, and that all of a node is taken before the next one.
// LIMITATIONS: blind to network and speed, on purpose: the worst that the
// others are compared with.
type Random struct {
	Seed int64
}

// Allocate implements Allocator.
func (a Random) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		var draws rand.PCG
		draws.Seed(uint64(a.Seed), uint64(r.ID))
		drawn, draw := topology.NodeID(0), int64(0)
		k := rankNodes(r, free, 0, topology.NodeID(free.Machine().NumNodes()-1), r.Size())
		k.by(func(n topology.NodeID) int64 { // asked in ascending order
			for ; drawn <= n; drawn++ {
				draw = int64(draws.Uint64())
			}
			return draw
		})
		return appendRanked(dst, 0, k.rest())
	})
}

// Candidates implements Ranker: the placement that is chosen, and no other.
func (a Random) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return only(a, r, free)
}
