package alloc

import (
	"cmp"
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// BestFit takes the nodes on which least is left over: those with room that
// have the fewest free cores, then the least free memory, then disk, then the
// lowest number. For whole nodes these are what the node has, so that small
// nodes are used up before large ones. Cost: O(nodes + nodes taken·log nodes);
// that of FirstFit for whole nodes on a uniform machine.
//
// Source: standard; S4 lists it as BF without a definition. INFERRED:
// algorithms.md 2.4, the order of the keys. LIMITATIONS: blind to the network,
// to speed and to GPUs.
type BestFit struct{}

// Allocate implements Allocator.
func (BestFit) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	if r.Whole() && free.Machine().Uniform() {
		return firstIdle(r.Nodes, free.Idle(), dst), fits(r, refusal.Have)
	}
	var rooms []room
	for n := range topology.NodeID(free.Machine().NumNodes()) {
		if slots := free.Slots(r, n); slots > 0 {
			rooms = append(rooms, room{free.Available(n), spot{n, slots}})
		}
	}
	var spots []spot
	left := r.Size()
	for t := range ascending(rooms, tighter) {
		t.tasks = min(t.tasks, left)
		spots = append(spots, t.spot)
		if left -= t.tasks; left == 0 {
			break
		}
	}
	return appendSpots(dst, spots), fits(r, refusal.Have)
}

// Candidates implements Ranker: the placement that is chosen, and no other.
func (a BestFit) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return only(a, r, free)
}

// room is a node with what is free on it.
type room struct {
	free workload.Resources
	spot
}

// tighter orders nodes by how little is free on them.
func tighter(a, b room) int {
	return cmp.Or(
		cmp.Compare(a.free[workload.Cores], b.free[workload.Cores]),
		cmp.Compare(a.free[workload.Memory], b.free[workload.Memory]),
		cmp.Compare(a.free[workload.Disk], b.free[workload.Disk]),
		cmp.Compare(a.node, b.node),
	)
}
