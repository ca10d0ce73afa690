package queue

import (
	"cmp"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Places are the nodes on which waiting jobs are promised to start.
type Places struct {
	// Hold reports whether the promises are of these nodes. Where they are of times
	// only, the nodes are those that the allocator would choose then.
	Hold  bool
	Where []cluster.Placement // by job asked for; nil if it is promised no time
}

// Places is where waiting jobs are promised to start. Where reservations hold nodes
// those are the ones. Elsewhere a promise is a time, and these are the nodes that
// the allocator a would choose then, beside the jobs that are promised before it, if
// all walltimes are used and nobody comes (INFERRED).
// Where more than most jobs would have to be placed for that, no nodes are told.
// Cost: that of Pending; where promises are times, also a copy of what is free and
// a question to the allocator for each job that is promised one.
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
		out.Where[i] = startedOn(p.state, job) // it starts in the next pass
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

// startedOn is where a running job is, nil if it does not run.
func startedOn(state *cluster.State, job workload.JobID) cluster.Placement {
	for _, l := range state.Limits() {
		if x := state.Job(l.Slot); x.Request.ID == job {
			return x.Placement
		}
	}
	return nil
}

// placeInOrder places jobs that wait by the allocator a, after a pass that only asks, in the order
// of their promises; none if more than most are promised a time.
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
		if p.promised == nil && w.knows() {
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
			stays = append(stays, stay{x.r, x.at.Add(x.r.Walltime), where})
		}
	}
	return places
}
