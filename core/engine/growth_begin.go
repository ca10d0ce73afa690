package engine

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// resize lets one more running job change its size now if one may, and returns
// it. Cost: O(running jobs) when something changed that could help, nothing
// otherwise.
func (e *Engine) resize() (workload.JobID, bool) {
	if e.tight {
		e.tight = false
		if id, ok := e.shrink(); ok {
			return id, true
		}
	}
	if e.ripe {
		if id, ok := e.grow(); ok {
			return id, true
		}
		e.ripe = false
	}
	return workload.NoJob, false
}

// candidate is a running job that may grow.
type candidate struct {
	elastic.Candidate
	slot cluster.Slot
}

// grow lets the first running job that may take some of what is spare begin to
// take it.
func (e *Engine) grow() (workload.JobID, bool) {
	p := e.cfg.Elastic
	if p.Growth == elastic.NoGrowth || p.Idle && e.Waiting() > 0 || e.shrinking() {
		return workload.NoJob, false
	}
	if q := &e.cfg.queue; q.Counted && e.state.Held() >= q.Capacity {
		return workload.NoJob, false
	}
	all := e.candidates[:0]
	for _, l := range e.state.Limits() {
		job := e.state.Job(l.Slot)
		x, c := job.Request.Elastic, &e.courses[l.Slot]
		// Of those that stand still nothing is known; those that gave nodes back
		// just now, for a job that then did not start, would do so for ever.
		if x == nil || c.rate == 0 || len(job.Frozen) > 0 || c.shrank == e.now {
			continue
		}
		if size := job.Size(); size < x.Max {
			all = append(all, candidate{elastic.Candidate{Job: job.Request.ID, Rank: c.rank, Size: size, Left: e.remaining(l.Slot) / c.rate, Speedup: &x.Speedup}, l.Slot})
		}
	}
	e.candidates = all
	for len(all) > 0 { // most often the first is taken, or nothing is spare for any
		best := 0
		for i := range all {
			if p.Growth.Before(&all[i].Candidate, &all[best].Candidate) {
				best = i
			}
		}
		c := all[best]
		if e.growOne(&c) {
			return c.Job, true
		}
		all[best] = all[len(all)-1]
		all = all[:len(all)-1]
	}
	return workload.NoJob, false
}

// growOne lets a job begin to grow by as much as is spare and useful, if that
// pays.
func (e *Engine) growOne(c *candidate) bool {
	job := e.state.Job(c.slot)
	where := e.find(job, c.Size)
	if where == nil {
		return false
	}
	to := c.Size + int32(where.Tasks())
	after := e.workOn(&e.cfg.Jobs[c.Job], job.Placement.Plus(where))
	if e.cfg.Elastic.Method == elastic.Resubmit {
		return e.resubmit(c, to, after)
	}
	g := growing{slot: c.slot, stage: 1, since: e.now, from: c.Size, to: to, stages: e.cfg.Elastic.Costs.Schedule(c.Size, to, job.Request.Elastic.Data)}
	o := e.outlook(c.slot, &g, 5, after)
	if !o.Pays() {
		return false
	}
	e.state.Freeze(c.slot, where)
	e.queue.Took(job, where, e.now)
	e.log(trace.Event{Kind: trace.Freeze, Job: c.Job, Placement: where})
	g.until = e.now.Add(g.stages[0])
	e.growths = append(e.growths, g)
	return true
}

// find is a place for a running job to grow onto, or nil: where the allocator
// would put a job of what is spare (INFERRED: it does not see what the job
// holds already). An allocator that refuses shapes is asked for less and less.
func (e *Engine) find(job *cluster.Running, size int32) cluster.Placement {
	x := job.Request.Elastic
	s := e.queue.Spare(job, x.Max-size, e.now, e.state)
	part := *job.Request
	set := func(k int32) *workload.Request {
		if part.Whole() {
			part.Nodes = k
		} else {
			part.Tasks = k
		}
		return &part
	}
	if s.Most <= 0 {
		return nil
	}
	k := min(s.Most, s.Room.Count(set(s.Most)))
	k = elastic.Useful(x.Speedup.At, size, size+k) - size
	_, picky := e.cfg.Allocator.(alloc.Picky)
	for ; k > 0; k-- {
		where, verdict := e.cfg.Allocator.Allocate(set(k), s.Room, nil)
		if verdict.OK() {
			return where
		}
		if !picky {
			break
		}
	}
	return nil
}

// outlook is what a change of size would mean for the job of a slot: it
// computes until the stage computes is done, and after is the work that all of
// it would be then.
func (e *Engine) outlook(slot cluster.Slot, g *growing, computes int, after float64) elastic.Outlook {
	job, c := e.state.Job(slot), &e.courses[slot]
	o := elastic.Outlook{Left: e.remaining(slot) / c.rate, Limit: job.Limit.Sub(e.now), Factor: 1}
	if before := e.workOn(&e.cfg.Jobs[job.Request.ID], job.Placement); before > 0 {
		o.Factor = after / before
	}
	for i, d := range g.stages {
		if i < computes {
			o.Setup += d
		} else {
			o.Stop += d
		}
	}
	return o
}

// resubmit stops a job and puts it back into the queue with its new size, if
// it then ends earlier although it loses what it has not saved, and if it
// starts at once. It is what S2 argues against. A size whose shape the allocator
// would refuse even on the empty machine is none. Cost: O(1), and an allocation
// on the empty machine if the allocator is picky.
func (e *Engine) resubmit(c *candidate, to int32, after float64) bool {
	costs := &e.cfg.Elastic.Costs
	kept, by := e.saved(c.slot)
	if e.state.Job(c.slot).Start == e.now || float64(costs.Restart)+float64(after*(1-kept)) >= c.Left {
		return false // not twice in an instant, though it were given less than it asked for
	}
	r := e.cfg.Jobs[c.Job].Resized(to)
	if picky, ok := e.cfg.Allocator.(alloc.Picky); ok {
		if _, verdict := picky.Allocate(r, cluster.NewFree(e.cfg.Machine), nil); !verdict.OK() {
			return false // it would wait for ever
		}
	}
	e.requeue(c.slot, r, kept, why.Reason{Code: why.Outgrown, Need: to, Have: c.Size, Blocker: workload.NoJob, At: by})
	e.again[c.Job] = again{kept, by, costs.Restart}
	return true
}
