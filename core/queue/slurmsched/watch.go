package slurmsched

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/workload"
)

// JobWatch makes passes cheaper for a caller that asks about a few jobs of a long queue.
// These jobs are in the queue from the beginning, but take no part. Until one of them
// would start, or might change what happens to another job, everything happens as if it
// were not there, and as if it were.
type JobWatch struct {
	First workload.JobID // the watched jobs have consecutive IDs from this one on
	Roles []Role         // by job
	// Matters is called at the first pass in which an absent job begins to matter, and
	// again in later ones. The placement is nil unless it would start.
	Matters func(job workload.JobID, where cluster.Placement)
	// Depth, if it is not 0, is the number of jobs that a run of the backfill scheduler
	// plans in each group of partitions that have nodes in common. Jobs after them are started if they can start now, but keep no nodes, and
	// each of them counts for Backfill.MaxTest; with licences or preemption they are not
	// looked at. Slurm's own scheduler has no such limit.
	Depth int32
	Work  int // number of steps in the search for planned starts so far; Schedule adds to it
}

// Role is the part that a watched job takes.
type Role uint8

// The roles.
const (
	Present Role = iota // a job like any other
	Absent              // Matters is called for it
	Ignored             // never looked at
)

// Schedule runs a pass of the policy. A query pass finds reasons for watched jobs only.
func (x *JobWatch) Schedule(policy SlurmPolicy, q *queue.Pass) { policy.schedule(q, x) }

// role returns the role of a job.
func (p *pass) role(w *queue.Waiting) Role {
	if p.watch == nil {
		return Present
	}
	if i := int(w.ID - p.watch.First); i >= 0 && i < len(p.watch.Roles) {
		return p.watch.Roles[i]
	}
	return Present
}

// explains reports whether a query pass finds the reason of a job.
func (p *pass) explains(w *queue.Waiting) bool {
	return p.Asking() && (p.watch == nil || w.ID >= p.watch.First && int(w.ID-p.watch.First) < len(p.watch.Roles))
}

// limit returns the number of jobs that a run plans, or 0 if there is no limit.
func (p *pass) limit() int32 {
	if p.watch == nil || p.Asking() {
		return 0
	}
	return p.watch.Depth
}

// mainTurn handles the turn of an absent job in the main scheduler: it would start, or
// close its partition.
func (p *pass) mainTurn(w *queue.Waiting) {
	if p.Asking() || p.role(w) == Ignored {
		return
	}
	if p.outsideReservation(w) || p.heldBefore(w) || p.lacksLicenses(w, true) || p.heldByNodes(w, true) {
		return
	}
	a := p.within(w, p.Now(), false)
	where, verdict := p.allocateNow(w, &a, nil)
	if (verdict.OK() || !p.crowdedOut(w)) && p.heldOn(w, where, verdict.OK()) {
		return // a job that a limit holds delays no other
	}
	if !verdict.OK() {
		where = nil
	}
	p.watch.Matters(w.ID, where)
}

// backfillTurn handles the turn of an absent job in a run of the backfill scheduler, at
// a place among the waiting jobs. It would start, or be planned, which matters if a
// later job may start.
func (x *outlook) backfillTurn(w *queue.Waiting, at int, plans bool) {
	if x.Asking() || x.role(w) == Ignored || x.outsideReservation(w) {
		return
	}
	if factorsIn(w).limits != nil && (x.heldForRun(w) || x.heldAnywhere(w)) || x.lacksLicenses(w, false) {
		return // a job that a limit holds delays no other
	}
	if x.mayStart(w) {
		tested := x.tested
		start, ok := x.plan(w)
		x.tested = tested
		if ok && x.heldOn(w, start.where, start.at == x.Now()) {
			return
		}
		if ok && start.at == x.Now() {
			if start.stops != nil {
				start.where = nil // it starts once others have been stopped
			}
			x.watch.Matters(w.ID, start.where)
			return
		}
	}
	if plans && (x.limit() == 0 && !x.hopeless(at+1) || !x.hopelessIn(x.group(w), at+1)) {
		x.watch.Matters(w.ID, nil)
	}
}
