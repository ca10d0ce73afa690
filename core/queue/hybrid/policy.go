// Package hybrid is S3's scheduling of CPU and GPU jobs by priorities and limits,
// with reservations on nodes. It sees of the queue only what is exported, as any
// discipline can that is added.
//
// Its state keeps who holds how much of what limits count (ledger), brought up to
// date when a job starts, changes its size or gives back what it holds. Limits
// are numbers, not nodes, which works with every placement. Reservations are
// lazy: one is worked out only when a later job fits now and might get in its
// way, in the order and with the result of working out all. With a cycle every
// promise is one of its passes (passAt), and what is asked between two is the
// next pass, rehearsed on a copy from which all that must have ended is gone.
package hybrid

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// HybridPolicy is S3's scheduling of CPU and GPU jobs: jobs by falling priority; each
// starts if limits and the nodes that fit it allow, and has a reservation if
// not. No job starts that would delay a reservation made before it.
//
// A reservation promises a time, or with Nodes it holds the nodes that the allocator
// would choose for it then. Where times are promised a job starts on any nodes that
// are free, if everybody with a reservation can still be placed by his time; with
// Nodes it starts beside the nodes that are held, on others only.
//
// A pass (S3's scheduling cycle) goes by S3's steps a to g under the soft
// limits. Then come the jobs that only soft limits held back: under their hard
// limits they may start beside all reservations but their own, which they give
// up, if they leave what those need of soft limits.
//
// With a cycle, passes come at its multiples only, counted from time 0, each
// after all else that happens at its instant. Nothing can start between them,
// so that all times that are promised are among them: what is free from some
// time on is free for a job from the next pass on. What is asked between two
// passes is answered as the next one would decide if running jobs use their
// walltimes and nobody comes.
//
// Cost: O(waiting jobs) a pass besides the allocator; reservations are worked
// out only for a job that fits now, for those before it that may begin before
// it would end, and most of those that the pass before has made are only looked
// over (reservationTable). Where times are promised, a job that fits on nodes of a
// reservation has those made anew that depend on it, until one comes later
// (startAnywhere); under overload that is most of what a pass costs.
//
// With several Windows a job is promised the best of them (queue.PickWindow), and
// starts when that begins; reservations then hold nodes, since a window is one for
// its place.
//
// Source: S3, claims 1 to 5 and steps a to g of the description (there again as
// h to n); SOURCES.md S3.1 to S3.9. INFERRED: a job over a limit is promised
// the earliest time at which limits and nodes allow, running jobs' walltimes
// and reservations taken into account; limits count what a job really holds,
// node by node (see settle); soft and hard limits in two rounds, as Maui does;
// what a reservation promises. LIMITATIONS: what is promised holds if walltimes do,
// and while no job comes in that is before it in priority; jobs that only hard
// limits let start may starve, and what they are promised comes after all that keeps
// to soft limits, whatever the priority; where counting does not decide a job is
// tried in two places only (startAnywhere says which), and a time to come is promised
// beside the nodes that those before have in the plan.
type HybridPolicy struct {
	Weights queue.Weights
	Limits  []queue.Limit
	Cycle   simtime.Duration // between scheduling passes; 0: one after every event
	Depth   int32            // jobs with reservations; 0: every job that must wait
	Nodes   bool             // reservations hold nodes, not times only
	Windows int32            // that are weighed for a promise
}

// Weighs implements Windowed.
func (h HybridPolicy) Weighs() int32 { return h.Windows }

// ReservesNodes implements Reserver.
func (HybridPolicy) ReservesNodes() {}

// Schedule implements Policy.
func (h HybridPolicy) Schedule(q *queue.Pass) {
	p := pass{q, q.Own().(*state)}
	if !p.inCycle() {
		return
	}
	p.weigh()
	if p.newcomerWaits() {
		return
	}
	for again := true; again; {
		agenda := p.reservationTable(h.Depth)
		for job := range p.Waiting() { // g: by falling priority
			if job.Request == p.d.until {
				return
			}
			if h.step(p, agenda, job); !agenda.valid {
				break
			}
		}
		again = !agenda.valid || p.startAboveSoft(agenda)
	}
	p.sleep()
}

// step is S3's steps a to f for one job.
func (h HybridPolicy) step(p pass, agenda *reservationTable, job *queue.Waiting) {
	agenda.blocker = workload.NoJob
	if over, need := p.d.ledger.over(factsOf(job), p.Now(), false); over != nil { // a
		p.reserveOver(job, agenda, over, need) // b
		return
	}
	if p.startAnywhere(job, agenda, false) || p.decideWindow(job, agenda) {
		return
	}
	free, ok := p.filter(job, agenda) // c
	if !ok {
		p.reserveShort(job, agenda) // d
		return
	}
	where, reason := p.choose(job, agenda, free, false) // e
	switch {
	case reason.OK():
		p.launch(job, agenda, where, reason) // f
	case reason.Code == why.OverLimit: // a, of what it would really hold
		p.reserveLimited(job, agenda, &where) // b
	default:
		p.reserveShort(job, agenda)          // d
		if agenda.times && p.d.ledger.soft { // its hard limits may let it have nodes that reservations do without
			agenda.above = append(agenda.above, job)
		}
	}
}
