package slurmsched

import (
	"cmp"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// lateFrom returns the first second from which on a job could no longer end by its
// deadline if it used its whole walltime, or the least one if it may be shortened, or simtime.Never if that does not matter.
func (s *setup) lateFrom(r *workload.Request) simtime.Time {
	if !s.config.Deadlines || r.Deadline == 0 {
		return simtime.Never
	}
	need := simtime.Time(cmp.Or(r.TimeMin, r.Walltime))
	if r.Deadline < need {
		return 0
	}
	const second = simtime.Time(simtime.Second)
	return ((r.Deadline-need)/second + 1) * second
}

// dropLate removes a job that could no longer end by its deadline, and reports whether
// it did. A scheduler calls it when the turn of the job has come, so that a job behind
// one that has closed its partition, or one that limits hold in the backfill scheduler,
// may be removed later. A pass that asks removes nothing.
//
// Source: SOURCES.md SLURM.16.
func (p *pass) dropLate(w *queue.Waiting) bool {
	if p.Now() < p.lateFrom(w.Request) {
		return false
	}
	p.Drop(w, why.Reason{Code: why.DeadlinePassed, Need: w.Size(), Blocker: workload.NoJob, At: w.Deadline})
	return true
}

// wakeForDeadlines asks for a pass at each instant at which a job becomes too late, and
// for a run of the backfill scheduler after it.
//
// INFERRED: the main scheduler runs at that instant, not at its next interval.
func (p *pass) wakeForDeadlines() {
	if !p.config.Deadlines {
		return
	}
	for w := range p.Waiting() {
		switch late := p.lateFrom(w.Request); {
		case p.role(w) != Present:
		case late > p.Now():
			p.WakeAt(late)
		case late > p.ran:
			p.changed = true
		}
	}
}
