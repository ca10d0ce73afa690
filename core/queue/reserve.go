package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Reservation is the promise of a start time to a blocked job; it reserves no
// nodes. The time is the shadow time: the first walltime end after which the job
// fits. It is computed only when another job is compared with it, because often no
// job behind the head would fit anyway.
type Reservation struct {
	Job   *Waiting
	at    simtime.Time // the shadow time
	extra int32        // nodes or tasks that are free at the shadow time beyond the job's need
	known bool         // at and extra have been computed

	// The next fields are used outside counting mode.
	future *cluster.Free     // the resources free at the shadow time
	theirs cluster.Placement // the placement of the job at the shadow time; nil if not computed yet
	retry  bool              // a refused job may fit after another job has started
}

// Reserve returns the reservation of the job head, which does not fit now. A pass
// has at most one such reservation at a time. Cost: O(running jobs that must end
// first), when the reservation is used.
func (p *Pass) Reserve(head *Waiting) *Reservation {
	res := &p.reservation
	*res = Reservation{Job: head}
	if p.asking {
		p.computeReservation(res)
		reason := why.Reason{Code: why.TooFewFree, Need: head.Size(), Have: p.Count(head), Blocker: workload.NoJob, At: res.at}
		if reason.Have >= reason.Need {
			reason.Code, reason.Have = why.NotPlaceable, p.state.Room(head.Request)
		}
		if power, lacks := p.lacksPower(head, res.at); lacks {
			reason = power
		}
		p.Hold(head, reason)
	}
	return res
}

// computeReservation computes the shadow time and the extra nodes of a reservation,
// unless they are already known.
func (p *Pass) computeReservation(res *Reservation) {
	switch {
	case res.known:
	case p.queue.cfg.Counted:
		p.reserveCount(res)
	default:
		p.reserveRoom(res)
	}
	res.known = true
}

// Shadow returns the shadow time of a reservation.
func (p *Pass) Shadow(res *Reservation) simtime.Time {
	p.computeReservation(res)
	return res.at
}

// Extra returns how many nodes or tasks are left over at the shadow time. Those
// used by backfilled jobs are already subtracted. It returns false outside counting
// mode.
func (p *Pass) Extra(res *Reservation) (extra int32, ok bool) {
	p.computeReservation(res)
	return res.extra, p.queue.cfg.Counted
}

// Reserved describes the reservation of the first job that must wait.
type Reserved struct {
	Job    workload.JobID
	Shadow simtime.Time // simtime.Never if the machine cannot hold the job
	Need   int32
	Extra  int32 // extra nodes at the shadow time; -1 outside counting mode
}

// Reserved returns the reservation made by Reserve. It is meant for policies that
// make at most one reservation. It returns false if there is none. Cost: that of
// Pending.
func (q *Queue) Reserved(now simtime.Time, state *cluster.State) (Reserved, bool) {
	p := q.rehearsal(now, state)
	p.ask()
	res := &p.reservation
	if res.Job == nil {
		return Reserved{}, false
	}
	r := Reserved{res.Job.ID, p.Shadow(res), res.Job.need, -1}
	if q.cfg.Counted {
		r.Extra = res.extra
	}
	return r, true
}

func (p *Pass) reserveCount(res *Reservation) {
	res.at = simtime.Never
	free := p.free()
	for _, end := range p.state.Limits() {
		if end.At > res.at { // everything that is given back at the shadow time counts, so all ends at that time are included
			break
		}
		free += end.Size
		if free >= res.Job.need && res.at == simtime.Never {
			res.at = max(end.At, p.now)
		}
	}
	res.extra = free - res.Job.need
}

func (p *Pass) reserveRoom(res *Reservation) {
	res.at = simtime.Never
	res.future = p.queue.scratch.future(&p.state.Free)
	limits := p.state.Limits()
	for i, end := range limits {
		p.state.Job(end.Slot).GiveTo(res.future)
		last := i+1 == len(limits) || limits[i+1].At > end.At
		if last && p.fits(res.Job.Request, res.future) {
			res.at = max(end.At, p.now)
			return
		}
	}
}

// Backfill starts w if that cannot delay the reserved job, and reports whether w
// started. The reserved job is not delayed if w ends by the shadow time. It is not
// delayed either if it fits beside w at the shadow time.
func (p *Pass) Backfill(w *Waiting, res *Reservation) bool {
	if !p.fitsCount(w) {
		return false
	}
	if !p.queue.cfg.Counted {
		return p.backfillRoom(w, res)
	}
	p.computeReservation(res)
	reason := why.Reason{Need: w.need, Have: max(res.extra, 0), Blocker: res.Job.ID, At: res.at}
	switch {
	case p.now.Add(w.wall) <= res.at:
		reason.Code = why.EndsByShadow
	case w.need <= res.extra:
		reason.Code = why.OnExtraNodes
	default:
		reason.Code = why.WouldDelay
		p.Hold(w, reason)
		return false
	}
	where, _, ok := p.FindPlace(w)
	if !ok {
		return false
	}
	if reason.Code == why.OnExtraNodes {
		res.extra -= w.need
	}
	p.StartAt(w, where, reason)
	return true
}

// backfillRoom implements Backfill outside counting mode. If w ends after the
// shadow time, it tries two placements of w and checks that each leaves room for
// the reserved job: first the placement that the allocator prefers, then a
// placement beside nodes that the reserved job could take.
func (p *Pass) backfillRoom(w *Waiting, res *Reservation) bool {
	if !p.asking && !p.state.Fits(w.Request) {
		return false
	}
	p.computeReservation(res)
	past := p.now.Add(w.Walltime) > res.at
	if !p.asking && past && res.future.LacksBoth(res.Job.Request, w.Request) {
		return false // w cannot fit later in this pass either
	}
	where, verdict := p.queue.cfg.Allocator.Allocate(w.Request, &p.state.Free, p.Room())
	if !verdict.OK() {
		p.Hold(w, verdict)
		return false
	}
	past = p.endsOn(w, where) > res.at
	reason := why.Reason{Code: why.EndsByShadow, Need: w.Size(), Have: verdict.Have, Blocker: res.Job.ID, At: res.at}
	if past {
		reason.Code = why.AvoidsReserved
		if where = p.placeBeside(w, where, res); where == nil {
			reason.Code, res.retry = why.WouldDelay, true
			p.Hold(w, reason)
			return false
		}
	}
	if p.asking {
		return false
	}
	if past {
		res.future.Take(w.Request, where)
		res.theirs = nil
	}
	p.StartAt(w, where, reason)
	return true
}

// placeBeside returns a placement of w that leaves enough free for the reserved job
// at its shadow time. It tries the preferred placement first. It then tries a
// placement outside the nodes that the allocator would give the reserved job at
// that time. It returns nil if neither placement is possible.
func (p *Pass) placeBeside(w *Waiting, preferred cluster.Placement, res *Reservation) cluster.Placement {
	head, allocator := res.Job.Request, p.queue.cfg.Allocator
	if p.leavesRoom(res, w, preferred) {
		return preferred
	}
	if res.theirs == nil {
		theirs, verdict := allocator.Allocate(head, res.future, p.queue.scratch.theirs[:0])
		if !verdict.OK() {
			return nil
		}
		res.theirs, p.queue.scratch.theirs = theirs, theirs
	}
	room := p.queue.scratch.room(res.future)
	room.Take(head, res.theirs)
	room.Intersect(&p.state.Free)
	room.CopySeats(&p.state.Free)
	where, verdict := allocator.Allocate(w.Request, room, p.Room())
	if verdict.OK() && (!p.queue.constrained || p.leavesRoom(res, w, where)) { // a shape-constrained allocator may not give the reserved job its place beside w
		return where
	}
	return nil
}

// leavesRoom reports whether the reserved job still fits at its shadow time if w
// has the given placement.
func (p *Pass) leavesRoom(res *Reservation, w *Waiting, where cluster.Placement) bool {
	res.future.Take(w.Request, where)
	defer res.future.Give(w.Request, where)
	return p.fits(res.Job.Request, res.future)
}
