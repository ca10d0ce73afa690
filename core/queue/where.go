package queue

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Where is where a waiting job is promised to start, nil if it is promised no
// time. Where a Planner reserves nodes, and in a plan of places, those are the nodes of its
// reservation. Elsewhere a promise is a time, and these are the nodes that the
// allocator would choose then, beside the jobs that are promised before it, if
// all walltimes are used and nobody comes (INFERRED).
// Cost: that of Pending, and of the allocator once for each of those jobs.
func (q *Queue) Where(job workload.JobID, now simtime.Time, state *cluster.State) cluster.Placement {
	if q.planner() != nil {
		p := q.rehearsal(now, state)
		p.ask()
		for _, l := range p.state.Limits() {
			if x := p.state.Job(l.Slot); x.Request.ID == job {
				return x.Placement // it starts in the next pass
			}
		}
		return p.queue.planner().Reserved(p, job)
	}
	if q.plan != nil && !q.unplanned && q.plan.placed {
		return q.plan.where[job]
	}
	all := q.Pending(now, state)
	requests := map[workload.JobID]*workload.Request{}
	for w := range q.line.all {
		requests[w.ID] = w.Request
	}
	all = slices.DeleteFunc(all, func(d Decision) bool { return d.Promised == simtime.Never || requests[d.Job] == nil })
	slices.SortStableFunc(all, func(a, b Decision) int { return cmp.Compare(a.Promised, b.Promised) })
	return placeInOrder(all, requests, job, q, state)
}

// placeInOrder places jobs in the order of their promises until it comes to one.
func placeInOrder(all []Decision, requests map[workload.JobID]*workload.Request, job workload.JobID, q *Queue, state *cluster.State) cluster.Placement {
	type stay struct {
		r     *workload.Request
		until simtime.Time
		where cluster.Placement
	}
	var stays []stay
	for _, d := range all {
		free := state.Free.Clone()
		for _, l := range state.Limits() {
			if l.At <= d.Promised {
				state.Job(l.Slot).GiveTo(free)
			}
		}
		for _, s := range stays {
			if s.until > d.Promised {
				free.Take(s.r, s.where)
			}
		}
		r := requests[d.Job]
		where, reason := q.cfg.Allocator.Allocate(r, free, nil)
		switch {
		case d.Job == job && reason.OK():
			return where
		case d.Job == job:
			return nil
		case reason.OK():
			stays = append(stays, stay{r, d.Promised.Add(r.Walltime), where})
		}
	}
	return nil
}
