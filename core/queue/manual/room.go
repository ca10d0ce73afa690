package manual

import (
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// find returns the placement at which a job would start: on the named nodes or, if
// no nodes are named, where the allocator places it. If the job cannot start, the
// outcome contains the reason.
func find(p *queue.Pass, w *queue.Waiting, nodes cluster.Placement) (queue.DecisionOutcome, cluster.Placement) {
	out := outcome(w.ID, p.Now())
	out.Need, out.Have = w.Size(), p.Count(w)
	if nodes != nil {
		return named(p, w, nodes, out)
	}
	where, verdict, ok := p.FindPlace(w)
	switch {
	case ok:
		return out, where
	case out.Have >= out.Need:
		out.Refusal, out.Have = queue.NoShape, max(out.Have, verdict.Have)
	default:
		out.Refusal = queue.NoRoom
	}
	out.First, out.Ends = first(p, func(free *cluster.Free) bool {
		if a := p.Constrained(); a != nil {
			_, verdict := a.Allocate(w.Request, free, nil)
			return verdict.OK()
		}
		return free.Fits(w.Request)
	})
	return out, nil
}

// named implements find for named nodes.
func named(p *queue.Pass, w *queue.Waiting, nodes cluster.Placement, out queue.DecisionOutcome) (queue.DecisionOutcome, cluster.Placement) {
	if w.Whole() && nodes.Nodes() != int(w.Nodes) {
		out.Refusal, out.Have = queue.WrongSize, int32(nodes.Nodes())
		return out, nil
	}
	where, lacks := Fill(w.Request, &p.Cluster().Free, nodes)
	if where != nil {
		return out, where
	}
	holder, held := p.Cluster().Holder(lacks)
	down := p.Cluster().OutOfUse()
	switch {
	case p.Cluster().Slots(w.Request, lacks) > 0: // each node has room for a task, but all of them together have too little
		out.Refusal, out.Have = queue.NoRoom, holds(w.Request, &p.Cluster().Free, nodes)
	case down.Len() > 0 && down.Has(lacks):
		out.Refusal = queue.NodeDown
	case p.Machine().Slots(w.Request, lacks) == 0:
		out.Refusal = queue.NodeUnfit
	default:
		out.Refusal = queue.NodeHeld
		if !held {
			holder, held = p.Cluster().Blocker(w.Request, lacks)
		}
		if held { // if no job holds the node, it is set aside for a growing job
			out.Holder = holder.Request.ID
		}
	}
	out.Node = lacks
	out.First, out.Ends = first(p, func(free *cluster.Free) bool {
		where, _ := Fill(w.Request, free, nodes)
		return where != nil
	})
	return out, nil
}

// Fill places a job on named nodes. A whole-node job uses all of them. A job of
// tasks uses as many as it needs, in their order. If that is impossible, the
// placement is nil, and the result lacks is the first node that is not free or has
// no room for a task. Cost: O(nodes).
func Fill(r *workload.Request, free *cluster.Free, nodes cluster.Placement) (where cluster.Placement, lacks topology.NodeID) {
	left, lacks := r.Size(), topology.NodeID(-1)
	for n := range nodes.All {
		slots := min(free.Slots(r, n), left)
		if slots == 0 && left > 0 && lacks < 0 {
			lacks = n
		}
		if slots > 0 {
			where = where.Append(n, n, slots)
			left -= slots
		}
	}
	if left == 0 && (!r.Whole() || lacks < 0) {
		return where, -1
	}
	if lacks < 0 && len(nodes) > 0 { // each node has room, but all together have too little
		lacks = nodes[len(nodes)-1].Last
	}
	return nil, lacks
}

// holds returns how many nodes or tasks of the job fit on the given nodes now.
func holds(r *workload.Request, free *cluster.Free, nodes cluster.Placement) (sum int32) {
	for n := range nodes.All {
		sum += min(free.Slots(r, n), r.Size())
	}
	return sum
}

// first returns the earliest walltime end at which a placement is possible, and the
// job that ends at that time. The function possible tests a set of free resources.
// A binary search suffices, because each end only adds free resources. A
// shape-constrained allocator may refuse a larger set of free resources although it
// accepts a smaller one; with such an allocator, every end is tried. Cost: O(log
// running jobs) times the cost of giving back what all of them hold and of the
// function possible.
func first(p *queue.Pass, possible func(*cluster.Free) bool) (simtime.Time, workload.JobID) {
	state := p.Cluster()
	limits := state.Limits()
	after := func(n int) bool { // whether a placement is possible after the first n walltime ends
		for n < len(limits) && limits[n].At == limits[n-1].At {
			n++
		}
		free := state.Free.Clone()
		for _, l := range limits[:n] {
			state.Job(l.Slot).GiveTo(free)
		}
		return possible(free)
	}
	at := 0
	if p.Constrained() == nil {
		at = sort.Search(len(limits), func(i int) bool { return after(i + 1) })
	} else {
		for at < len(limits) && !after(at+1) {
			at++
		}
	}
	if at == len(limits) {
		return simtime.Never, workload.NoJob
	}
	return max(limits[at].At, p.Now()), state.Job(limits[at].Slot).Request.ID
}
