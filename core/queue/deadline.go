package queue

import (
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Allotments are S1's shares of the machine, in nodes; a job of tasks counts as
// the nodes that it would fill. What no user is allotted is the system's
// reserve.
//
// Source: S1, section 3; SOURCES.md S1.1.
type Allotments struct {
	Users   []Allotment
	History []Past // earliest first
}

// Allotment is what one user may use: Nodes, of which Usable for any job and
// the rest in reserve for jobs that would miss their deadline.
type Allotment struct {
	User   string
	Nodes  int32 // S1's K
	Usable int32 // S1's K·P, rounded down
}

// Past is a finished job that estimates are made from.
type Past struct {
	User, Application string
	Amount            int64            // of computation
	Time              simtime.Duration // that it ran
}

// Deadline is S1's scheduling by users' allotments, priorities and deadlines.
//
// Each user has a share of the machine of their own: K nodes, of which K·P are
// for any job and the rest in reserve. A user's jobs start by priority, in
// turn, as the usable share holds them. A job whose deadline is no further
// away than its estimated run time starts at once, on its user's reserve, or
// on that and the system's together. If neither holds it, its deadline is at
// risk: it is flagged, and comes before all others of its user. So is flagged
// one that starts too late to be complete in time by its estimate.
//
// Cost: O(log waiting jobs) for each start by priority, besides the
// allocator; O(users + its user's overdue jobs) for each rescue, and for each
// job that becomes overdue; O(users) if a job with a deadline starts; O(its
// user's waiting jobs with a deadline) for a job that ends and changes an
// estimate. Jobs that wait their turn, and those that are over, cost nothing.
//
// Source: S1, sections 3 and 4 (1) and (2); SOURCES.md S1.3 to S1.6. INFERRED:
// a higher number is a higher priority, ties keep queue order, and a user's
// jobs start strictly in turn; a wake-up where the slack ends; rescue on the
// user's reserve and the system's together, and failing both on the usable
// share; among jobs to be rescued those first whose slack ended first; a job
// wider than the usable share, which only a rescue can start, holds up nobody
// before it is due. LIMITATIONS: shares are numbers of nodes, not nodes: where
// the allocator refuses a job that its share would hold (nodes that are down or
// frozen, tasks spread over shared nodes, choosy allocators), it waits, and
// holds up its user only; users are looked at in the order of the allotments. A
// job at risk may be overtaken by narrower ones that can still be rescued. A
// job that grows is charged for it (Ration); one that could choose its size
// starts as asked.
type Deadline struct{ Allotments Allotments }

// Schedule implements Policy.
func (Deadline) Schedule(p *Pass) {
	t := p.Shares()
	for again := true; again; again = p.again(t) {
		for job := range p.Overdue(t) {
			p.Rescue(job)
		}
		for user := range t.InTurn() {
			for p.StartNext(user) {
			}
		}
	}
	p.WakeUp(t)
	p.HoldInLine(t)
}

// Rescue starts a job whose slack has ended on its user's reserve, or on that
// and the system's, or else on the usable share. If none holds it, it is
// flagged.
//
// Source: S1, section 4 (2), step 4; SOURCES.md S1.5 and S1.6.
func (p *Pass) Rescue(j *turn) {
	w, t := p.queue.find(j), p.queue.shares
	if w == nil {
		j.over = true
		return
	}
	u := &t.users[j.user]
	usable, reserve, system := u.usable.left(), u.reserve.left(), t.left(p.state.Machine())
	reason := why.Reason{Need: j.need, Blocker: workload.NoJob}
	if j.latest >= j.r.Submit || j.ended > j.r.Submit {
		reason.At = j.ended
	}
	c := charge{user: j.user}
	switch {
	case j.need <= reserve:
		reason.Code, reason.Have, c.reserve = why.Rescued, reserve, j.need
	case j.need <= reserve+system:
		c.reserve, c.system = reserve, j.need-reserve
		reason.Code, reason.Have = why.RescuedBySystem, c.system
	case j.need <= usable:
		reason.Code, reason.Have, c.usable = why.WithinShare, usable, j.need
	default:
		reason.Code, reason.Have = why.AtRisk, reserve+system
		p.Hold(w, reason)
		p.flag(j, w, reason)
		return
	}
	if refusal, ok := p.startOn(j, w, c, reason); !ok {
		t.refused = true
		p.flag(j, w, refusal)
	}
}

// StartNext starts the next job of a user by priority if the usable share
// holds it, unless one that should have been rescued is before it.
//
// Source: S1, section 4 (2), steps 1 and 3; SOURCES.md S1.4.
func (p *Pass) StartNext(u *account) bool {
	j, w := p.queue.next(u)
	if w == nil || u.urgent > 0 {
		return false
	}
	have := u.usable.left()
	if j.need > have {
		p.Hold(w, why.Reason{Code: why.OverShare, Need: j.need, Have: have, Blocker: workload.NoJob})
		return false
	}
	reason := why.Reason{Code: why.WithinShare, Need: j.need, Have: have, Blocker: workload.NoJob}
	if _, ok := p.startOn(j, w, charge{user: j.user, usable: j.need}, reason); !ok {
		u.refused = true
		return false
	}
	u.line.pop()
	return true
}
