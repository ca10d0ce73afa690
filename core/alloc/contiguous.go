package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Contiguous is an Allocator that gives a job only consecutive nodes. It considers
// the runs, which are the longest ranges of consecutive nodes on which the job's
// tasks fit. It takes the first run that holds the whole job, and fills it from its
// first node. If enough is free, but not in a single run, it refuses
// (why.NotPlaceable). Cost: O(runs + nodes/64) for whole nodes, O(nodes) for tasks.
//
// Source: Maui Admin Guide 5.2, CONTIGUOUS (SOURCES.md PLACE.3) does not define
// which run is taken. INFERRED: the first run that fits, because Batsim's scheduler
// batsched takes it (in its contiguous resource selector). The alternative is best
// fit, by which Slurm without a topology keeps jobs on few runs. INFERRED for
// tasks: every node between the first and the last has at least one task.
// LIMITATIONS: nodes with consecutive numbers need not be near each other in the
// network. Jobs wait although enough is free (external fragmentation). On a machine
// with groups, a job of tasks may find no run that is long enough even if the whole
// machine is idle.
type Contiguous struct{ wholeCapacity }

// Allocate implements Allocator.
func (Contiguous) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		for first := range contiguous(r, free) {
			return appendRun(dst, r, free, first)
		}
		return nil
	})
}

// Candidates implements Ranker: for each range of free nodes that is long enough,
// it yields the placement at the start of the range. The cost is the number of the
// first node. Speed is 0, because it is not considered.
func (Contiguous) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		for first := range contiguous(r, free) {
			if !yield(Candidate{Placement: appendRun(nil, r, free, first), Cost: int64(first), Device: NoDevice}) {
				return
			}
		}
	}
}

// contiguous yields the first node of each range of consecutive free nodes that can
// hold r.
func contiguous(r *workload.Request, free *cluster.Free) iter.Seq[topology.NodeID] {
	return func(yield func(topology.NodeID) bool) {
		if r.Whole() {
			idle := free.IdleFor(r)
			for first, ok := idle.Next(0); ok; {
				gap := idle.NextGap(first)
				if int32(gap-first) >= r.Nodes && !yield(first) {
					return
				}
				first, ok = idle.Next(gap)
			}
			return
		}
		first, holds := topology.NodeID(0), int32(0)
		for n := range topology.NodeID(free.Machine().NumNodes()) {
			slots := min(free.Slots(r, n), r.Tasks)
			if slots == 0 {
				first, holds = n+1, 0
				continue
			}
			if holds < r.Tasks && holds+slots >= r.Tasks && !yield(first) {
				return
			}
			holds = min(holds+slots, r.Tasks)
		}
	}
}

// appendRun appends a placement of r that starts at node first.
func appendRun(dst cluster.Placement, r *workload.Request, free *cluster.Free, first topology.NodeID) cluster.Placement {
	if r.Whole() {
		return dst.Append(first, first+topology.NodeID(r.Nodes)-1, 1)
	}
	for left := r.Tasks; left > 0; first++ {
		k := min(free.Slots(r, first), left)
		dst = dst.Append(first, first, k)
		left -= k
	}
	return dst
}
