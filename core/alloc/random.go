package alloc

import (
	"iter"
	"math/rand/v2"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Random (RF, random first) is an Allocator that takes suitable nodes in random
// order, each with all its slots. Each job has its own random order of all nodes,
// which depends only on the seed and the job. The order does not depend on what is
// free or on earlier calls, so repeated calls give the same answer. Cost: O(nodes).
//
// Source: S4 lists it as RF without a definition (SOURCES.md S4.4). INFERRED: the
// rule, from the name, and that all slots of a node are taken before those of the
// next node. LIMITATIONS: ignores network and speed on purpose: Random is the worst
// case with which the other allocators are compared.
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
		k.by(func(n topology.NodeID) int64 { // called for the nodes in ascending order
			for ; drawn <= n; drawn++ {
				draw = int64(draws.Uint64())
			}
			return draw
		})
		return appendRanked(dst, 0, k.rest())
	})
}

// Candidates implements Ranker: it yields only the chosen placement.
func (a Random) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return onlyCandidate(a, r, free)
}
