package alloc

import (
	"iter"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SDM (Summed Distance Minimization) is an Allocator that minimizes the sum of
// distances between the slots of a job. For each device (a switch or a node, busy
// or not) it considers the slots nearest to the device. Among these placements it
// chooses the one with the least sum of pairwise distances. Ties are broken by the
// larger total speed, then by the first device. Among slots equally near to a
// device, slots on faster nodes come first, then lower node numbers. Slots on the
// same node have distance 0, unless the machine defines another distance
// (cluster.OnNodeDistance).
//
// Cost:
//
//   - trees and flat machines: O(levels·nodes + devices·log nodes);
//   - grids: O(nodes), times the cost of examining the nodes near one node;
//   - other networks with symmetric distances (topology.Searchable): the cost of an
//     outward search from each switch, plus all pairs of the node groups that it finds;
//   - all other networks, and tasks with distances inside a node:
//     O(devices·nodes + devices·size²).
//
// Source: S4, appendix; SOURCES.md S4.2. INFERRED: the tie-break among equally near
// slots, the tie-break by device, and that the launch window is what is free now.
// LIMITATIONS: a placement that is not nearest to any device is not considered, so
// the sum may be larger than the minimum. (On trees, MinHops finds the minimum for
// hops.)
type SDM struct{}

// Allocate implements Allocator.
func (SDM) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement { return nearest.Append(dst, sumSearchOf(r, free).LeastSum()) })
}

// Judge implements PlacementJudge.
func (SDM) Judge(r *workload.Request, free *cluster.Free, p cluster.Placement) Candidate {
	return Candidate{Placement: p, Cost: cluster.SpreadOf(free, r, p).TaskDistance, Speed: speedOf(p, r, free), Device: NoDevice}
}

// Candidates implements Ranker: it yields the placement for each device. On trees
// it yields each distinct placement once, with the first device that leads to it.
func (SDM) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return centred(r, free, true)
}
