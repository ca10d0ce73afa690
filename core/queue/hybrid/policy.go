// Package hybrid implements S3's scheduling of CPU and GPU jobs by priorities and
// limits, with reservations. It uses only exported names of package queue, so it
// also serves as a model for a discipline added from outside.
//
// [HybridPolicy] is the queue.Policy. Its Schedule method sorts the waiting jobs by
// priority and runs S3's steps a to g for each job: check the limits, choose nodes
// beside the reservations made so far, and start the job or give it a reservation.
//
// The policy's state (type state) lasts from pass to pass. Its main parts are
//
//   - ledger: how much each user, group and queue holds of every limited measure,
//     updated when a job starts, changes its size or gives back nodes. Limits are
//     numbers, not nodes, so they work with every placement.
//   - weights and fairShare: the components of a job's priority.
//   - reservationTable: the reservations. A reservation is computed only when a
//     later job fits now and might delay it. The order and the results are the same
//     as if all reservations were computed at once.
//
// With a cycle, every promised time is the time of a pass (passAt). A question
// between two passes is answered by simulating the next pass on a copy of the
// state, from which all jobs that must have ended by then have been removed.
package hybrid

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// HybridPolicy is S3's scheduling of CPU and GPU jobs. It handles the jobs by
// descending priority. A job starts if its limits and suitable free nodes allow it;
// otherwise it gets a reservation. No job starts that would delay a reservation
// made before it.
//
// A reservation promises a time. If the field Nodes is set, it also holds the nodes
// that the allocator would choose for it at that time. A job may then start only on
// nodes that are not held during its run. If the field is not set, a job may start
// on any free nodes, as long as every job with a reservation can still be placed by
// its promised time.
//
// A pass (S3's scheduling cycle) first runs steps a to g under the soft limits. It
// then considers the jobs that only soft limits held back. Such a job may start
// under its hard limits beside the reservations of all other jobs; it then gives up
// its own reservation. It must leave to those reservations what they need of the
// soft limits.
//
// With a cycle, passes run only at multiples of the cycle, counted from time 0,
// each after all other events of its instant. Nothing can start between two passes,
// so every promised time is the time of a pass: resources that become free at some
// time are available to a job from the next pass on. A question between two passes
// is answered as the next pass would decide if running jobs use their walltimes and
// no job arrives.
//
// Cost: O(waiting jobs) a pass besides the allocator. A reservation is computed
// only when a job fits now and the reservation may begin before that job would end.
// Most reservations of the previous pass are only verified (reservationTable). If
// reservations promise only times, a job may start on nodes that are planned for a
// reservation. Then the affected reservations are computed again until one would be
// delayed (startAnywhere); under overload that is most of the cost of a pass.
//
// If the field Windows is greater than 1, a job is promised the best of several
// scheduling windows (queue.Pass.PickWindow) and starts when that window begins.
// Reservations then hold nodes, since a window is chosen for its placement.
//
// Source: S3, claims 1 to 5 and steps a to g of the description (there again as h
// to n); SOURCES.md S3.1 to S3.9. INFERRED: a job over a limit is promised the
// earliest time at which limits and nodes allow it, considering running jobs'
// walltimes and reservations; limits count what a job really holds, node by node
// (see settle); soft and hard limits are checked in two rounds, as in Maui; a
// reservation promises what is described above. LIMITATIONS: promises hold only if
// walltimes are not exceeded and no job with a higher priority arrives. Jobs that
// may start only under hard limits may starve, and their promises come after those
// of all jobs that keep to soft limits, whatever the priority. Outside counting
// mode, only two placements of a job are tried (see startAnywhere), and a later
// time is promised only on nodes beside those that earlier jobs have in the plan.
type HybridPolicy struct {
	Weights queue.Weights
	Limits  []queue.Limit
	Cycle   simtime.Duration // interval between scheduling passes; if 0, a pass follows every event
	Depth   int32            // number of jobs with reservations; if 0, every job that must wait has a reservation
	Nodes   bool             // reservations hold nodes, not only times
	Windows int32            // number of scheduling windows compared for each promise
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
		for job := range p.Waiting() { // step g: by descending priority
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

// step runs S3's steps a to f for one job.
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
	case reason.Code == why.OverLimit: // step a, for the resources that the job would really hold
		p.reserveLimited(job, agenda, &where) // b
	default:
		p.reserveShort(job, agenda)          // d
		if agenda.times && p.d.ledger.soft { // under its hard limits the job may still get nodes that no reservation needs
			agenda.above = append(agenda.above, job)
		}
	}
}
