package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Decision is the reason why a job waits, and the start time promised to it.
type Decision struct {
	Job      workload.JobID
	Promised simtime.Time // promised start time, or simtime.Never
	Why      why.Reason
}

// question is the situation in which a query pass is asked a question: an instant,
// the machine state and the waiting jobs, in queue order. If the discipline sleeps
// between passes, the query pass simulates the next pass, which may be later than
// this instant.
type question struct {
	now   simtime.Time
	state *cluster.State
	queue *Queue
	line  []Waiting
}

// rehearsal returns a query pass on a copy of the queue, ready to run. Cost: that
// of Clone; with a Planner, also that of copying the machine state.
func (q *Queue) rehearsal(now simtime.Time, state *cluster.State) *Pass {
	c := q.Clone()
	c.resync(state)
	c.replan()
	p := &Pass{queue: c, trigger: Alarm, now: now, state: state, asking: true, answers: make(map[workload.JobID]why.Reason, c.line.n)}
	planner := c.planner()
	if planner != nil {
		planner.Order(p)
	}
	p.asked = question{now, state, q, make([]Waiting, 0, c.line.n)}
	for w := range c.line.all {
		p.asked.line = append(p.asked.line, *w)
	}
	if planner != nil {
		planner.Rehearse(p)
	}
	return p
}

// Pending runs a query pass and returns the reason why each job waits, in queue
// order; jobs in stopped queues and those that may not start yet come last. It changes nothing. Cost: a pass that
// considers every waiting job, and a copy of the queue.
func (q *Queue) Pending(now simtime.Time, state *cluster.State) []Decision {
	p := q.rehearsal(now, state)
	p.ask()
	if p.promised == nil {
		p.promised = make(map[workload.JobID]simtime.Time, p.queue.line.n)
		for w := range p.queue.line.all {
			p.promised[w.ID] = w.Promised
		}
	}
	out := make([]Decision, 0, len(p.asked.line))
	for i := range p.asked.line {
		d := p.decision(p.asked.line[i].ID)
		q.explainLimit(&p.asked.line[i], &d)
		out = append(out, d)
	}
	for i := range q.gates.held {
		out = append(out, Decision{q.gates.held[i].ID, simtime.Never, why.Reason{Code: why.QueueStopped, Blocker: workload.NoJob}})
	}
	for i := range q.detained {
		out = append(out, Decision{q.detained[i].request.ID, simtime.Never, q.detained[i].why})
	}
	return out
}

// decision returns the result of a query pass for a job.
func (p *Pass) decision(id workload.JobID) Decision {
	hold, told := p.answers[id]
	if !told {
		hold = why.Reason{Code: why.NotReached, Blocker: workload.NoJob}
	}
	d := Decision{id, simtime.Never, hold}
	if at, ok := p.promised[id]; ok && at != unplanned {
		d.Promised = at
	} else if hold.Promises() && hold.Code != why.OverLimit {
		d.Promised = hold.At
	}
	return d
}
