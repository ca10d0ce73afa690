package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Promised is what a waiting job may count on: it starts at At, or earlier.
type Promised struct {
	Job workload.JobID
	At  simtime.Time
}

// Promises are those of the waiting jobs now, in queue order. Under disciplines
// that promise nothing the first job has one all the same, its shadow time:
// when it could start at the latest if nobody came before it. first, unless it
// is workload.NoJob, has such a one wherever it stands now. Those that can not
// start on what the machine has now have none. Cost: that of Pending, and
// O(running jobs).
func (q *Queue) Promises(now simtime.Time, state *cluster.State, first workload.JobID) []Promised {
	p := q.rehearsal(now, state)
	p.ask()
	var out []Promised
	place := 0
	for w := range p.queue.line.all {
		hold := p.answers[w.ID]
		x := Promised{w.ID, simtime.Never}
		if p.promised != nil {
			x.At = p.decision(w.ID).Promised
		}
		switch {
		case x.At != simtime.Never:
		case w.Promised != unplanned:
			x.At = w.Promised
		case hold.Promises():
			x.At = hold.At
		case hold.Code == why.NextCycle:
			x.At = hold.At
		case first == workload.NoJob && place == 0 || first == w.ID:
			x.At = p.shadow(w)
		}
		if place++; x.At != simtime.Never {
			out = append(out, x)
		}
	}
	return out
}

// shadow is when w could start at the latest if nobody came before it.
func (p *Pass) shadow(w *Waiting) simtime.Time {
	if p.queue.cfg.Counted && w.need <= p.free() || !p.queue.cfg.Counted && p.fits(w.Request, &p.state.Free) {
		return p.now
	}
	return p.Shadow(p.Reserve(w))
}
