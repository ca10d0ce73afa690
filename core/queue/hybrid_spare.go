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
	size, wall := job.Held(), job.Limit.Sub(now)
	before := amountsOf(job.Request, size, d.machine, &d.least)
	for ; want > 0; want-- {
		more := *f
		more.amounts = amountsOf(job.Request, size+want, d.machine, &d.least)
		for m := range more.amounts {
			more.amounts[m] -= before[m]
		}
		more.amounts[NodeSeconds] = product(more.amounts[Nodes], int64(wall))
		if d.ledger.allowed(&more, wall, moment{t: now, now: now, hard: true, booked: true}) == now {
			break
		}
	}
	return want
}

// spareOfAgenda is what no reservation needs until a running job's walltime
// ends, nor the limits for one. Cost: that of Pending.
func (p *Pass) spareOfAgenda(s *Spare, job *cluster.Running) {
	ask := p.queue.rehearsal(p.now, p.state)
	p.queue.cfg.Policy.Schedule(ask)
	d := ask.queue.desk
	d.agenda.refresh(p.state)
	d.agenda.narrow(d.agenda.present, p.now, job.Limit)
	s.Room, s.Most = d.agenda.present, d.ration(job, s.Most, p.now)
}
