package queue

import (
	"cmp"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Places holds the nodes on which waiting jobs are promised to start.
type Places struct {
	// Hold is set if the promises reserve these nodes. Otherwise the promises are
	// only times, and the nodes are those that the allocator would choose at these
	// times.
	Hold  bool
	Where []cluster.Placement // nodes of each job, by its index in the argument jobs; nil if the job has no promised time
}

// Places returns the nodes on which the given waiting jobs are promised to start.
// If reservations hold nodes, it returns these nodes. Otherwise a promise is only a
// time. Places then returns the nodes that the allocator a would choose at that
// time, beside the jobs promised before (INFERRED). This assumes that all walltimes
// are used and no job arrives. The parameter most limits the number of jobs for
// which nodes are chosen; if there are more, no nodes are returned. Cost: that of
// Pending; if promises are only times, also a copy of the free resources and a
// question to the allocator for each job with a promise.
func (q *Queue) Places(jobs []workload.JobID, most int, a alloc.Allocator, now simtime.Time, state *cluster.State) Places {
	out := Places{Where: make([]cluster.Placement, len(jobs))}
	if q.plan != nil && !q.unplanned && q.plan.placed {
		out.Hold = true
		for i, job := range jobs {
			out.Where[i] = q.plan.where[job]
		}
		return out
	}
	p := q.rehearsal(now, state)
	p.ask()
	planner, places := p.queue.planner(), map[workload.JobID]cluster.Placement(nil)
	if planner != nil {
		out.Hold = planner.HoldsNodes()
	}
	if planner == nil || planner.Counts() {
		places = p.placeInOrder(most, a)
	}
	for i, job := range jobs {
		out.Where[i] = startedOn(p.state, job) // nil unless the job starts in the next pass
		switch {
		case out.Where[i] != nil:
		case places != nil:
			out.Where[i] = places[job]
		default:
			out.Where[i] = planner.Reserved(p, job)
		}
	}
	return out
}

// startedOn returns the placement of a running job. It returns nil if the job does
// not run.
func startedOn(state *cluster.State, job workload.JobID) cluster.Placement {
	for _, l := range state.Limits() {
		if x := state.Job(l.Slot); x.Request.ID == job {
			return x.Placement
		}
	}
	return nil
}

// placeInOrder places the waiting jobs by the allocator a, in the order of their
// promises, after a query pass. The parameter most limits the number of jobs with a
// promised time; if there are more, the result is an empty map.
func (p *Pass) placeInOrder(most int, a alloc.Allocator) map[workload.JobID]cluster.Placement {
	type stay struct {
		r     *workload.Request
		until simtime.Time
		where cluster.Placement
	}
	type plan struct {
		r  *workload.Request
		at simtime.Time
	}
	var plans []plan
	for w := range p.queue.line.all {
		at := p.decision(w.ID).Promised
		if p.promised == nil && w.hasPromise() {
			at = w.Promised
		}
		if at != simtime.Never {
			plans = append(plans, plan{w.Request, at})
		}
	}
	slices.SortStableFunc(plans, func(a, b plan) int { return cmp.Compare(a.at, b.at) })
	places := map[workload.JobID]cluster.Placement{}
	if len(plans) > most {
		return places
	}
	var stays []stay
	for _, x := range plans {
		free := p.queue.scratch.future(&p.state.Free)
		for _, l := range p.state.Limits() {
			if l.At <= x.at {
				p.state.Job(l.Slot).GiveTo(free)
			}
		}
		for _, s := range stays {
			if s.until > x.at {
				free.Take(s.r, s.where)
			}
		}
		if where, reason := a.Allocate(x.r, free, nil); reason.OK() {
			places[x.r.ID] = where
			stays = append(stays, stay{x.r, x.at.Add(x.r.Walltime + p.queue.cfg.Lead), where})
		}
	}
	return places
}
