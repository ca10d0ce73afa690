package queue

// Deep is backfilling with a reservation depth: the first Depth jobs that must
// wait have reservations, and any other job starts now if it delays none of
// them. Depth 1 is EASY; a depth of the whole queue is ConservativeRebuild.
//
// A pass goes through the queue in order, with a plan of the running jobs. A
// job that fits now, for its whole walltime, in what the plan leaves free
// starts; of the others each takes the earliest hole of the plan, until Depth
// have done so; the rest wait without one.
//
// Cost: O(running jobs + Depth · steps of the plan) a pass, and O(steps) for
// each job that would fit beside the first reservation; others are skipped by
// blocks. Where counting does not decide, this is done again after each round
// that started a job: what is left may lead the allocator to other places for
// the reservations, or to accept what it has refused.
//
// Source: RESERVATIONDEPTH of the Maui Administrator's Guide, 7.1.4 and 8.2
// (SOURCES.md EASY.3), with RESERVATIONPOLICY CURRENTHIGHEST: only the jobs
// that are first now have reservations (INFERRED: they are made anew in every
// pass). LIMITATIONS: only the first job's promise never moves later, and that
// if walltimes are upper bounds; where counting does not decide, reservations
// hold places inside the plan, which EASY's does not.
type Deep struct {
	Depth int32 // jobs with reservations; less than 1 means 1
}

// Schedule implements Policy.
func (d Deep) Schedule(p *Pass) {
	for d.round(p) && !p.queue.cfg.Counted { // reservations may now hold other places
	}
}

// round reports whether a job was started beside the reservations.
func (d Deep) round(p *Pass) bool {
	for p.StartHead() {
	}
	if p.Head() == nil || p.queue.unplanned {
		return false
	}
	front, started := p.Front(), false
	for job := range p.Waiting() {
		if p.StartBeside(job, front) {
			started = true
		} else if p.ReserveNext(job, front) >= d.Depth {
			break
		}
	}
	for job := range p.Beyond(front) {
		started = p.StartBeside(job, front) || started
	}
	return started
}
