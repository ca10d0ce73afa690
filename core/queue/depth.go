package queue

// DepthBackfill is backfilling with a reservation depth: the first Depth jobs that
// must wait have reservations, and any other job starts now if it delays none of
// them. Depth 1 is EASY; a depth of the whole queue is ConservativeRebuild.
//
// A pass goes through the queue in order, with a plan of the running jobs and the
// reservations. A job starts if the plan has room for it from now on for its whole
// walltime. Otherwise it gets the earliest hole of the plan, until Depth jobs have
// a reservation. The other jobs wait without a reservation.
//
// Cost: O(running jobs + Depth · steps of the plan) per pass, plus O(steps) for
// each waiting job that would fit beside the first reservation. Jobs that would not
// fit there are skipped in blocks, without a look at each of them. If the engine is
// not in counting mode (placements must name particular nodes), the pass repeats
// after each round that started a job. This is because the allocator may then
// choose other nodes for the reservations, or accept a job that it refused.
//
// Source: RESERVATIONDEPTH of the Maui Administrator's Guide, 7.1.4 and 8.2
// (SOURCES.md EASY.3), with RESERVATIONPOLICY CURRENTHIGHEST: only the jobs that
// are first now have reservations (INFERRED: they are made anew in every pass).
// LIMITATIONS: the promise to the first job never moves later if walltimes are
// upper bounds; all other promises may move later. Unlike in EASY, reservations
// outside counting mode hold particular nodes.
//
// If the field Windows is greater than 1, several scheduling windows are compared
// for each of the first Depth jobs (PickWindow): the first ones that can hold the
// job, at most Windows of them. The job is promised the window in which the
// allocator's placement costs least, and starts when that window begins. The first
// window begins now if the job fits now. As in ConservativeRebuild, windows that
// begin later than the last promise to the job are not considered. A job without a
// reservation starts when it fits beside the reserved jobs; no windows are compared
// for it. Source: S4 (SOURCES.md S4.1); that windows are compared for EASY's
// reservation is INFERRED.
//
// If the field Nodes is set, reservations hold nodes in counting mode, too. The
// nodes are those that the allocator chooses among the nodes that are free for the
// job's whole walltime. A job behind the reservations starts only on nodes that are
// free for its own whole walltime. Source: batsched (SOURCES.md EASY.4).
type DepthBackfill struct {
	Depth   int32 // number of jobs with reservations; less than 1 means 1
	Windows int32
	Nodes   bool
}

// Weighs implements Windowed.
func (d DepthBackfill) Weighs() int32 { return d.Windows }

// ReservesNodes implements NodeReserver.
func (d DepthBackfill) ReservesNodes() bool { return d.Nodes }

// Schedule implements Policy.
func (d DepthBackfill) Schedule(p *Pass) {
	round := d.round
	if p.queue.cfg.Judge != nil {
		round = d.weigh
	}
	for round(p) && !p.queue.cfg.Counted { // another round, because the reservations may now hold other nodes
	}
}

// round makes the reservations and starts the jobs that fit beside them. It reports
// whether it started such a job.
func (d DepthBackfill) round(p *Pass) bool {
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

// weigh runs one round of a policy that compares several scheduling windows. It
// compares the windows of each job at the front of the queue. The job starts if its
// best window begins now; otherwise it is promised that window. After Depth
// promises, the remaining jobs start if they fit beside the promised windows. weigh
// reports whether a job started.
func (d DepthBackfill) weigh(p *Pass) (started bool) {
	for head := p.Head(); head != nil && !p.fits(head.Request, &p.state.Free) && p.StartMoulded(head); head = p.Head() {
	}
	if p.Head() == nil || p.queue.unplanned {
		return false
	}
	front := p.Front()
	for job := range p.Waiting() {
		if p.StartInWindow(job, front) {
			started = true
		} else if int32(len(front.made)) >= max(d.Depth, 1) {
			break
		}
	}
	for job := range p.Beyond(front) {
		job.Promised = unplanned
		started = p.StartBeside(job, front) || started
	}
	return started
}
