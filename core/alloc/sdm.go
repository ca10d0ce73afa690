package alloc

import (
	"iter"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SDM is Summed Distance Minimization. For each device (switch or node, busy
// nodes too) it takes the slots nearest to it, and of these placements the one
// with the least sum of pairwise distances; of equal sums that with the larger
// total speed, then the one whose device comes first. Among slots equally near
// to a device, those of faster nodes come first, then those of lower number.
// Slots of one node are at distance 0, unless the machine says otherwise
// (cluster.Within). Cost: O(levels·nodes + devices·log nodes) on trees and flat
// machines; on grids O(nodes) times what the nodes near one of them take; on
// other networks whose distances are the same both ways (topology.Walked) what
// a search outwards takes for each switch, and the pairs of groups of nodes
// that it finds; O(devices·nodes + devices·size²) otherwise, and for tasks that
// are apart inside their nodes.
//
// Source: S4, appendix; SOURCES.md S4.2. INFERRED: the tie among equally
// near slots, the last tie, and that the launch window is what is free now.
// LIMITATIONS: a placement that is nearest to no device is not considered, so
// that the sum may exceed the least there is (MinHops finds that of hops, on
// trees).
type SDM struct{}

// Allocate implements Allocator.
func (SDM) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement { return nearest.Append(dst, sumSearchOf(r, free).LeastSum()) })
}

// Judge implements Judge.
func (SDM) Judge(r *workload.Request, free *cluster.Free, p cluster.Placement) Candidate {
	return Candidate{Placement: p, Cost: cluster.SpreadOf(free, r, p).TaskDistance, Speed: speedOf(p, r, free), Device: NoDevice}
}

// Candidates implements Ranker: the placements by device; on trees each once,
// under the first device that has it.
func (SDM) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return centred(r, free, true)
}
