package engine

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/queue"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// resize makes one more running job begin to change its size, if there is a job
// that may do so now. It returns that job and the trigger for the scheduling pass.
// Cost: O(running jobs) if the last steps may have made a change of size possible,
// and O(1) if not.
func (e *Engine) resize() (queue.Trigger, workload.JobID, bool) {
	e.tests = e.tests[:0]
	if e.tight {
		e.tight = false
		if id, ok := e.shrink(); ok {
			return queue.Staging, id, true
		}
	}
	if e.mayGrow {
		if id, ok := e.grow(); ok {
			if e.cfg.Elastic.Method == elastic.Resubmit {
				return queue.Submission, id, true
			}
			return queue.Staging, id, true
		}
		e.mayGrow = false
	}
	return queue.Staging, workload.NoJob, false
}

// candidate is a running job that may grow.
type candidate struct {
	elastic.GrowthCandidate
	slot cluster.Slot
}

// grow tests the running jobs, and makes the first job that should grow begin to
// take spare nodes.
func (e *Engine) grow() (workload.JobID, bool) {
	p := e.cfg.Elastic
	if p.Growth == elastic.NoGrowth || p.Idle && e.Waiting() > 0 || e.shrinking() {
		return workload.NoJob, false
	}
	if q := &e.cfg.queue; q.Counted && e.state.Held() >= q.Capacity {
		return workload.NoJob, false
	}
	all := e.growable(e.candidates[:0])
	e.candidates = all
	for len(all) > 0 { // Each iteration searches for the best candidate. Sorting all candidates would take longer, because usually the first one is taken, or no candidate finds spare nodes.
		best := 0
		for i := range all {
			if p.Growth.Before(&all[i].GrowthCandidate, &all[best].GrowthCandidate) {
				best = i
			}
		}
		x := e.tryGrowth(&all[best])
		if x.Verdict != elastic.NothingFree {
			e.tests = append(e.tests, x.Test)
		}
		if x.Verdict.Grows() {
			e.startGrowth(&all[best], &x)
			return x.Job, true
		}
		all[best] = all[len(all)-1]
		all = all[:len(all)-1]
	}
	return workload.NoJob, false
}

// growable appends to the given list the running jobs that may grow now if there
// are spare nodes.
func (e *Engine) growable(all []candidate) []candidate {
	for _, l := range e.state.Limits() {
		job := e.state.Job(l.Slot)
		x, c := job.Request.Elastic, &e.progress[l.Slot]
		// Three kinds of jobs are left out. Jobs that stand still: their remaining
		// time is unknown. Jobs that gave nodes back at this instant: if the job
		// that needed the nodes did not start, they would grow and shrink for ever.
		// Jobs that were submitted again at this instant.
		if x == nil || c.rate == 0 || len(job.Frozen) > 0 || c.shrank == e.now || e.cfg.Elastic.Method == elastic.Resubmit && job.Start == e.now {
			continue
		}
		if size := job.Size(); size < x.Max {
			all = append(all, candidate{elastic.GrowthCandidate{Job: job.Request.ID, Rank: c.place.Key, Size: size, Left: e.estimate(l.Slot), Speedup: &x.Speedup}, l.Slot})
		}
	}
	return all
}

// startGrowth makes a job begin to grow as decided by the trial.
func (e *Engine) startGrowth(c *candidate, x *trial) {
	if e.cfg.Elastic.Method == elastic.Resubmit {
		e.resubmit(c, x)
		return
	}
	job := e.state.Job(c.slot)
	e.state.Freeze(c.slot, x.where)
	e.queue.Grew(job, x.where, e.now)
	e.log(trace.Event{Kind: trace.Freeze, Job: c.Job, Placement: x.where})
	x.growing.until = e.now.Add(x.growing.stages[0])
	e.growths = append(e.growths, x.growing)
}

// find returns nodes onto which a running job may grow, or nil. If a rule of the
// discipline forbids the job to hold more, find also returns the reason. The
// allocator chooses the nodes as for a separate job whose size is the number of
// nodes to add (INFERRED: the allocator does not see what the job already holds).
// If the allocator may reject shapes, find tries smaller and smaller numbers.
func (e *Engine) find(job *cluster.Running, size int32) (cluster.Placement, why.Reason) {
	x := job.Request.Elastic
	s := e.queue.Headroom(job, x.Max-size, e.now, e.state)
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
		return nil, s.Why
	}
	k := min(s.Most, s.Room.Count(set(s.Most)))
	if e.cfg.Elastic.Growth != elastic.Always {
		k = elastic.Useful(x.Speedup.At, size, size+k) - size
	}
	_, constrained := e.cfg.Allocator.(alloc.ShapeConstrained)
	for ; k > 0; k-- {
		where, verdict := e.cfg.Allocator.Allocate(set(k), s.Room, nil)
		if verdict.OK() {
			return where, why.Reason{}
		}
		if !constrained {
			break
		}
	}
	return nil, why.Reason{}
}

// compare returns the effect of a change of size on the job of a slot. The
// arguments are the time that the job has left, the planned change, and the
// placement on which the job would continue.
func (e *Engine) compare(slot cluster.Slot, left float64, g *growing, where cluster.Placement) elastic.Comparison {
	job := e.state.Job(slot)
	o := elastic.Comparison{Left: left, Limit: job.Limit.Sub(e.now), Factor: e.slower(slot, job.Placement, where)}
	o.Setup, o.Stop = elastic.Sides(&g.stages)
	return o
}

// slower returns the ratio of the times that the job of a slot takes for the same
// work on two placements: the time on the second divided by the time on the first.
// It returns 1 if the ratio is not known.
func (e *Engine) slower(slot cluster.Slot, before, after cluster.Placement) float64 {
	job := *e.JobNow(e.state.Job(slot).Request.ID) // a copy, in which the walltime replaces the run time, because a scheduler does not know the run time
	job.Runtime = job.Walltime
	if long := e.workOn(&job, before); long > 0 {
		return e.workOn(&job, after) / long
	}
	return 1
}

// estimate returns how long the job of a slot will still run at its present size,
// in milliseconds. The estimate is based on its progress and its walltime.
func (e *Engine) estimate(slot cluster.Slot) float64 {
	return e.estimateOf(slot, e.done(slot), e.state.Job(slot).Size())
}

// estimateOf returns how long the job of a slot would take, in milliseconds, to
// complete its remaining work at the given size. The remaining work follows from
// the given progress.
func (e *Engine) estimateOf(slot cluster.Slot, progress float64, size int32) float64 {
	job, slower := e.JobNow(e.state.Job(slot).Request.ID), 1.0
	if x := job.Elastic; x != nil && size != job.Size() {
		slower = x.Speedup.At(job.Size()) / x.Speedup.At(size)
	}
	return elastic.Estimate(progress, job.Walltime, slower)
}
