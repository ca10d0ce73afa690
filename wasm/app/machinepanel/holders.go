package machinepanel

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// stretch is a range of consecutive nodes that the same jobs hold.
type stretch struct {
	First, Last topology.NodeID
	Jobs        []workload.JobID // ascending; empty if the nodes are free
}

// borderMark is a job number that no job has. It marks the first node of a range of
// nodes that are down, unavailable, frozen or blocked, and the node after the last, so that
// this range becomes a stretch of its own.
const borderMark = workload.JobID(1<<31 - 1)

// Stretches splits a range of nodes into stretches. If there are more stretches
// than the given limit, it returns only the first of them, and false. Cost: O(r log
// r), where r is the number of node ranges that the running jobs hold.
func (m MachinePanel) Stretches(first, last topology.NodeID, limit int) ([]stretch, bool) {
	var edges []int64 // each edge packs a node, a job and a lowest bit: 1 if the job's nodes begin at the node, 0 if they end before it
	edge := func(at topology.NodeID, job workload.JobID, begins int64) {
		edges = append(edges, int64(at)<<32|int64(job)<<1|begins)
	}
	for i := range m.State.Running {
		r := &m.State.Running[i]
		for _, run := range r.Placement {
			if a, b := max(run.First, first), min(run.Last, last); a <= b {
				edge(a, r.Job, 1)
				edge(b+1, r.Job, 0)
			}
		}
	}
	for _, p := range m.unusable() { // nodes that are down, unavailable, frozen or blocked form separate stretches, even if no job holds them
		for _, run := range p {
			if a, b := max(run.First, first), min(run.Last, last); a <= b {
				edge(a, borderMark, 0)
				edge(b+1, borderMark, 0)
			}
		}
	}
	slices.Sort(edges) // a job may have two adjacent ranges with different numbers of tasks per node; the end of the first then comes before the beginning of the second
	var out []stretch
	var held []workload.JobID
	at, cut := first, false
	emit := func(until topology.NodeID) {
		if until <= at {
			return
		}
		if n := len(out); n > 0 && !cut && slices.Equal(out[n-1].Jobs, held) {
			out[n-1].Last = until - 1
		} else {
			out = append(out, stretch{at, until - 1, slices.Clone(held)})
		}
		at, cut = until, false
	}
	for _, e := range edges {
		if emit(topology.NodeID(e >> 32)); len(out) > limit {
			return out[:limit], false
		}
		job := workload.JobID(e & (1<<32 - 1) >> 1)
		cut = cut || job == borderMark
		i, found := slices.BinarySearch(held, job)
		switch {
		case e&1 == 1 && !found:
			held = slices.Insert(held, i, job)
		case e&1 == 0 && found:
			held = slices.Delete(held, i, i+1)
		}
	}
	emit(last + 1)
	if len(out) > limit {
		return out[:limit], false
	}
	return out, true
}

// unusable returns the nodes that are down, unavailable, frozen for a growing job, or
// kept free of other jobs by a running one.
func (m MachinePanel) unusable() []cluster.Placement {
	out := []cluster.Placement{m.State.Failed, m.State.Noticed}
	for i := range m.State.Growths {
		out = append(out, m.State.Growths[i].Frozen)
	}
	if m.Run.Blocks {
		for i := range m.State.Running {
			out = append(out, m.State.Running[i].Blocked)
		}
	}
	return out
}
