package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
)

// Ration implements Rationer: as much as keeps to the hard limits.
func (h Hybrid) Ration(p *Pass, job *cluster.Running, want int32) int32 {
	if p.queue.desk == nil {
		return want
	}
	return p.queue.desk.ration(job, want, p.now)
}

// ration is how much a running job may take beside what its owners have, and
// beside the reservations that are made. Cost: O(want) times that of looking at
// the limits.
func (d *desk) ration(job *cluster.Running, want int32, now simtime.Time) int32 {
	f := d.ledger.running[job.Request.ID]
	if f == nil {
		return want
	}
	wall := job.Limit.Sub(now)
	for ; want > 0; want-- {
		r := *job.Request
		if r.Whole() {
			r.Nodes = want
		} else {
			r.Tasks = want
		}
		more := f.with(d.census.least(&r, want))
		more.amounts[Jobs] = 0
		if !r.Whole() {
			more.amounts[Nodes] = 0 // they may go where the job is already
		}
		more.amounts[NodeSeconds] = product(more.amounts[Nodes], int64(wall))
		if d.ledger.allowed(more, wall, moment{t: now, now: now, hard: true, booked: true}) == now {
			break
		}
	}
	return want
}

// fit lowers what a running job may take to what keeps to its limits wherever
// in the room it is taken. Cost: O(nodes·log nodes) for each size that is tried.
func (d *desk) fit(s *Spare, job *cluster.Running, now simtime.Time) {
	f := d.ledger.running[job.Request.ID]
	if f == nil || !f.loose && !d.ledger.counts(f, Nodes, NodeSeconds) {
		return
	}
	room := d.ledger.room(f, job.Limit.Sub(now), moment{t: now, now: now, hard: true, booked: true})
	own := job.Placement.Plus(job.Frozen)
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

// spareOfAgenda is what no reservation needs until a running job's walltime
// ends, nor the limits for one, nor what starts in the next pass.
// Cost: that of Pending.
func (p *Pass) spareOfAgenda(s *Spare, job *cluster.Running) {
	ask := p.queue.rehearsal(p.now, p.state)
	if ask.now > p.now {
		p.queue.desk.fit(s, job, p.now)
		if job.Limit <= ask.now { // it gives all back before anybody can start
			return
		}
	}
	p.queue.cfg.Policy.Schedule(ask)
	d := ask.queue.desk
	free := d.agenda.present.refresh(ask.state)
	d.agenda.narrow(free, ask.now, job.Limit)
	free.Meet(s.Room)
	s.Room, s.Most = free, d.ration(job, s.Most, ask.now)
	d.fit(s, job, ask.now)
}
