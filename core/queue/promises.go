package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Promised is a promise that a waiting job starts at the time At or earlier.
type Promised struct {
	Job workload.JobID
	At  simtime.Time
}

// Promises returns the current promises to the waiting jobs, in queue order. Even
// if the discipline makes no promises, the first job is promised its shadow time.
// This is the latest time at which it could start if no other job starts before it.
// The parameter first selects another job for this promise, wherever it is in the
// queue; workload.NoJob selects the first job. Jobs that cannot start on the
// machine in its present state are left out. Cost: that of Pending, and O(running
// jobs).
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
		case first == workload.NoJob && place == 0 || first == w.ID:
			x.At = p.shadow(w)
		}
		if place++; x.At != simtime.Never {
			out = append(out, x)
		}
	}
	return out
}

// shadow returns the latest time at which w could start if no other job starts
// before it.
func (p *Pass) shadow(w *Waiting) simtime.Time {
	if p.queue.cfg.Counted && w.need <= p.free() || !p.queue.cfg.Counted && p.fits(w.Request, &p.state.Free) {
		return p.now
	}
	return p.Shadow(p.Reserve(w))
}
