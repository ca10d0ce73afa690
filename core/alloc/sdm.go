package alloc

import (
	"iter"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SDM is Summed Distance Minimization. For each device (a switch or a node, busy or
// not) it considers the slots nearest to the device. Of these placements it chooses
// the one with the least sum of pairwise distances; of equal sums the one with the
// larger total speed, then the one whose device comes first. Among slots equally
// near to a device, those on faster nodes come first, then those with lower node
// numbers. Slots on the same node have distance 0, unless the machine defines
// another distance (cluster.OnNodeDistance).
//
// Cost:
//
//   - trees and flat machines: O(levels·nodes + devices·log nodes);
//   - grids: O(nodes), times the cost of examining the nodes near one of them;
//   - other networks with symmetric distances (topology.Searchable): the cost of an outward search
//     from each switch, and of all pairs of the groups of nodes that it finds;
//   - otherwise, and for tasks that have a distance inside their nodes:
//     O(devices·nodes + devices·size²).
//
// Source: S4, appendix; SOURCES.md S4.2. INFERRED: the tie among equally near
// slots, the last tie, and that the launch window is what is free now. LIMITATIONS:
// a placement that is nearest to no device is not considered, so the sum may be
// larger than the minimum. (On trees, MinHops finds the minimum for hops.)
type SDM struct{}

// Allocate implements Allocator.
func (SDM) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement { return nearest.Append(dst, sumSearchOf(r, free).LeastSum()) })
}

// Judge implements Judge.
func (SDM) Judge(r *workload.Request, free *cluster.Free, p cluster.Placement) Candidate {
	return Candidate{Placement: p, Cost: cluster.SpreadOf(free, r, p).TaskDistance, Speed: speedOf(p, r, free), Device: NoDevice}
}

// Candidates implements Ranker: it yields the placement for each device. On trees
// it yields each placement once, with the first device that has it.
func (SDM) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return centred(r, free, true)
}
