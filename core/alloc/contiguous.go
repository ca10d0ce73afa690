package alloc

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Contiguous gives a job consecutive nodes only: of the runs of nodes that all
// have room, the first that holds it, from its first node on. Where enough is
// free, but in no one run, it refuses (why.NotPlaceable). Cost: O(runs +
// nodes/64) for whole nodes, O(nodes) for tasks.
//
// Source: Maui Admin Guide 5.2, CONTIGUOUS (SOURCES.md PLACE.3) does not say
// which run; first fit is what Batsim's scheduler batsched does (its contiguous
// resource selector), and is chosen for that reason (INFERRED) over best fit,
// by which Slurm without a topology keeps jobs on few runs. For tasks INFERRED:
// every node between the first and the last has at least one.
// LIMITATIONS: consecutive in number need not be near in the network; jobs
// wait although enough is free, which is external fragmentation; on a machine
// with groups a job of tasks may find no run that is long enough even when all
// is idle.
type Contiguous struct{}

// Capacity implements ShapeConstrained: all that is free, because small enough jobs can
// have all of it.
func (Contiguous) Capacity(r *workload.Request, free *cluster.Free) int32 { return free.Count(r) }

// Allocate implements Allocator.
func (Contiguous) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		for first := range contiguous(r, free) {
			return appendRun(dst, r, free, first)
		}
		return nil
	})
}

// Candidates implements Ranker: the beginning of each run that holds the job.
// Cost is its first node; Speed, not weighed, is 0.
func (Contiguous) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		for first := range contiguous(r, free) {
			if !yield(Candidate{Placement: appendRun(nil, r, free, first), Cost: int64(first), Device: NoDevice}) {
				return
			}
		}
	}
}

// contiguous yields the first node of each run that holds r.
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

// appendRun fills the run that begins with a node.
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
