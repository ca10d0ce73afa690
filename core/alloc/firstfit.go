package alloc

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// FirstFit takes the lowest-numbered nodes that have room. Cost: O(runs +
// nodes/64) for whole nodes, O(nodes) for tasks.
//
// Source: standard; S4 lists it as FF (SOURCES.md S4.4). LIMITATIONS: blind to
// the network.
type FirstFit struct{}

// Allocate implements Allocator.
func (FirstFit) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	refusal, short := tooFew(r, free)
	if short {
		return nil, refusal
	}
	if r.Whole() {
		return firstIdle(r.Nodes, free.IdleFor(r), dst), fits(r, refusal.Have)
	}
	left := r.Tasks
	for n := topology.NodeID(0); left > 0; n++ {
		if k := min(free.Slots(r, n), left); k > 0 {
			dst = dst.Append(n, n, k)
			left -= k
		}
	}
	return dst, fits(r, refusal.Have)
}

// firstIdle takes the first n nodes of idle, which has that many.
func firstIdle(n int32, idle *topology.NodeSet, dst cluster.Placement) cluster.Placement {
	at := topology.NodeID(0)
	for n > 0 {
		first, _ := idle.Next(at)
		at = idle.NextGap(first)
		last := min(at-1, first+topology.NodeID(n)-1)
		dst = append(dst, cluster.Run{First: first, Last: last, Tasks: 1})
		n -= int32(last-first) + 1
	}
	return dst
}

// Steady implements Steady: nodes are ranked by what never changes.
func (FirstFit) Steady() {}
