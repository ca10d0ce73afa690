package machinepanel

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// stretch is consecutive nodes that the same jobs hold.
type stretch struct {
	First, Last topology.NodeID
	Jobs        []workload.JobID // ascending; nil: free
}

// nobody stands for no job where a stretch ends because nodes differ.
const nobody = workload.JobID(1<<31 - 1)

// Stretches are the nodes first to last by who holds them, at most limit, and
// whether that is all. Cost: O(r log r) with r runs of running jobs.
func (m MachinePanel) Stretches(first, last topology.NodeID, limit int) ([]stretch, bool) {
	var edges []int64 // node, job, and whether the job begins there, from the highest bit on
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
	for _, p := range m.odd() { // nodes in another state are a stretch of their own, job or not
		for _, run := range p {
			if a, b := max(run.First, first), min(run.Last, last); a <= b {
				edge(a, nobody, 0)
				edge(b+1, nobody, 0)
			}
		}
	}
	slices.Sort(edges) // a job that goes on with other tasks ends first
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
		cut = cut || job == nobody
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

// odd are the nodes that cannot be used as others are.
func (m MachinePanel) odd() []cluster.Placement {
	out := []cluster.Placement{m.State.Failed, m.State.Noticed}
	for i := range m.State.Growths {
		out = append(out, m.State.Growths[i].Frozen)
	}
	return out
}
