package hybrid

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Ration implements queue.UserLimiter. The job may take as much as its hard limits
// allow.
func (HybridPolicy) Ration(p *queue.Pass, job *cluster.Running, want int32) (int32, why.Reason) {
	d, now := p.Own().(*state), p.Now()
	most := d.ration(job, want, now)
	if f := d.ledger.running[job.Request.ID]; most <= 0 && f != nil {
		if r, need := d.ledger.over(d.wider(f, job, 1, job.Limit.Sub(now)), now, true); r != nil {
			return most, overLimit(r, r.hard, need, 0)
		}
	}
	return most, why.Reason{}
}

// ration returns how much more a running job may take, at most the wanted number of
// nodes or tasks. It considers the amounts that the job's owners hold and the
// reservations made. Cost: one limit check for each node or task wanted.
func (d *state) ration(job *cluster.Running, want int32, now simtime.Time) int32 {
	f := d.ledger.running[job.Request.ID]
	if f == nil {
		return want
	}
	wall := job.Limit.Sub(now)
	for ; want > 0; want-- {
		if d.ledger.allowed(d.wider(f, job, want, wall), wall, limitQuery{t: now, now: now, hard: true, booked: true}) == now {
			break
		}
	}
	return want
}

// wider returns the facts of a job with the additional amounts that the job would
// hold if it grew. The parameter by is the number of nodes or tasks by which it
// would grow.
func (d *state) wider(f *facts, job *cluster.Running, by int32, wall simtime.Duration) *facts {
	r := *job.Request
	if r.Whole() {
		r.Nodes = by
	} else {
		r.Tasks = by
	}
	more := f.with(d.census.least(&r, by))
	more.amounts[queue.Jobs] = 0
	if !r.Whole() {
		more.amounts[queue.Nodes] = 0 // the tasks may go to nodes that the job already uses
	}
	more.amounts[queue.NodeSeconds] = product(more.amounts[queue.Nodes], int64(wall))
	return more
}

// fit reduces the headroom until the job keeps to its limits no matter which of the
// offered resources it takes. Cost: O(nodes·log nodes) for each size that is tried.
func (d *state) fit(s *queue.Headroom, job *cluster.Running, now simtime.Time) {
	f := d.ledger.running[job.Request.ID]
	if f == nil || !f.loose && !d.ledger.counts(f, queue.Nodes, queue.NodeSeconds) {
		return
	}
	room := d.ledger.room(f, job.Limit.Sub(now), limitQuery{t: now, now: now, hard: true, booked: true})
	own := heldBy(job)
	for r := *job.Request; s.Most > 0; s.Most-- {
		if r.Whole() {
			r.Nodes = s.Most
		} else {
			r.Tasks = s.Most
		}
		o := offer{free: s.Room}
		if d.keepers.look(d.census, &r, &o); d.keepers.choose(d.census, &r, &room, own) {
			s.Room = d.keepers.leave(&r, &o).free
			return
		}
	}
}

// Headroom implements queue.Planner. The running job may take what is free until
// its walltime ends, except what the reservations and the jobs that start in the
// next pass need. The limits must also leave enough for these. Cost: that of
// Pending.
func (d *state) Headroom(p *queue.Pass, s *queue.Headroom, job *cluster.Running) {
	if p.Len() == 0 {
		d.fit(s, job, p.Now())
		return
	}
	ask := p.Rehearsal()
	if ask.Now() > p.Now() {
		d.fit(s, job, p.Now())
		if job.Limit <= ask.Now() { // the job gives back everything before any other job can start
			return
		}
	}
	p.Policy().Schedule(ask)
	then := ask.Own().(*state)
	free := then.table.present.refresh(ask.Cluster())
	then.table.narrow(free, ask.Now(), job.Limit)
	free.Intersect(s.Room)
	s.Room, s.Most = free, then.ration(job, s.Most, ask.Now())
	if then.table.counted {
		s.Most = min(s.Most, then.table.counts.Least(job.Limit))
	}
	then.fit(s, job, ask.Now())
}

// FreeFor implements queue.Planner.
func (d *state) FreeFor(p *queue.Pass, w *queue.Waiting) *cluster.Free {
	d.until = w.Request
	p.Policy().Schedule(p)
	a := &d.table
	if !a.valid {
		return nil
	}
	free := a.present.refresh(p.Cluster())
	if !a.times {
		a.narrow(free, p.Now(), p.Now().Add(w.Wall()))
	}
	return free
}

// Reserved implements queue.Planner.
func (d *state) Reserved(_ *queue.Pass, job workload.JobID) cluster.Placement {
	a := &d.table
	for i := range a.held {
		if b := &a.held[i]; b.job == job && a.spans[i].from != simtime.Never {
			return slices.Clone(b.where)
		}
	}
	return nil
}
