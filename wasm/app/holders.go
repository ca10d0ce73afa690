package app

import (
	"slices"
	"sort"

	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// stretch is consecutive nodes that the same jobs hold.
type stretch struct {
	first, last topology.NodeID
	jobs        []workload.JobID // ascending; nil: free
}

// stretches are the nodes first to last by who holds them, at most limit, and
// whether that is all. Cost: O(r log r) with r runs of running jobs.
func (m *Model) stretches(first, last topology.NodeID, limit int) ([]stretch, bool) {
	type edge struct {
		at  topology.NodeID
		job workload.JobID
		on  bool
	}
	var edges []edge
	for i := range m.State.Running {
		r := &m.State.Running[i]
		for _, run := range r.Placement {
			if a, b := max(run.First, first), min(run.Last, last); a <= b {
				edges = append(edges, edge{a, r.Job, true}, edge{b + 1, r.Job, false})
			}
		}
	}
	// sort.Slice: a sort of its own for this type would weigh 10 kB in the page.
	sort.Slice(edges, func(i, j int) bool {
		a, b := &edges[i], &edges[j]
		switch {
		case a.at != b.at:
			return a.at < b.at
		case a.job != b.job:
			return a.job < b.job
		}
		return !a.on && b.on // a job that goes on with other tasks ends first
	})
	var out []stretch
	var held []workload.JobID
	at := first
	emit := func(until topology.NodeID) {
		if until > at {
			if n := len(out); n > 0 && slices.Equal(out[n-1].jobs, held) {
				out[n-1].last = until - 1
			} else {
				out = append(out, stretch{at, until - 1, slices.Clone(held)})
			}
			at = until
		}
	}
	for _, e := range edges {
		if emit(e.at); len(out) > limit {
			return out[:limit], false
		}
		i, found := slices.BinarySearch(held, e.job)
		switch {
		case e.on && !found:
			held = slices.Insert(held, i, e.job)
		case !e.on && found:
			held = slices.Delete(held, i, i+1)
		}
	}
	emit(last + 1)
	if len(out) > limit {
		return out[:limit], false
	}
	return out, true
}

// under is the range of nodes under a switch, or the group of that place in a
// machine without switches.
func (r *Run) under(s draw.SwitchID) (first, last topology.NodeID) {
	tree := r.Machine.Drawn.Tree
	if int(s.Level) < len(tree) && s.Place >= 0 && int(s.Place)+1 < len(tree[s.Level]) {
		return topology.NodeID(tree[s.Level][s.Place]), topology.NodeID(tree[s.Level][s.Place+1] - 1)
	}
	return 0, topology.NodeID(r.Machine.Drawn.Nodes - 1)
}
