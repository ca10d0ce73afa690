package queue

import (
	"iter"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Reservation promises a blocked job a time, not nodes: its shadow time, the
// first end of a walltime at which it fits.
type Reservation struct {
	Job   *Waiting
	At    simtime.Time
	Extra int32 // nodes that are free at At beyond the job's need

	// What is free at At, where counting does not decide; nil otherwise.
	future *cluster.Free
}

// Reserve finds the shadow time of head, which does not fit now.
// Cost: O(running jobs that must end first). A pass has one at a time.
func (p *Pass) Reserve(head *Waiting) *Reservation {
	res := &p.reservation
	*res = Reservation{Job: head, At: simtime.Never}
	if p.queue.cfg.Counted {
		p.reserveCount(res)
	} else {
		p.reserveRoom(res)
	}
	p.Hold(head, why.Reason{Code: why.TooFewFree, Need: head.Size(), Have: p.state.Count(head.Request), Blocker: workload.NoJob, At: res.At})
	return res
}

func (p *Pass) reserveCount(res *Reservation) {
	free := int32(p.state.Idle().Len())
	for _, end := range p.state.Limits() {
		if end.At > res.At { // all ends of the shadow time count as extra
			break
		}
		free += end.Size
		if free >= res.Job.need && res.At == simtime.Never {
			res.At = max(end.At, p.now)
		}
	}
	res.Extra = free - res.Job.need
}

func (p *Pass) reserveRoom(res *Reservation) {
	res.future = p.state.Free.Clone()
	limits := p.state.Limits()
	for i, end := range limits {
		job := p.state.Job(end.Slot)
		res.future.Give(job.Request, job.Placement)
		last := i+1 == len(limits) || limits[i+1].At > end.At
		if last && p.fits(res.Job.Request, res.future) {
			res.At = max(end.At, p.now)
			return
		}
	}
}

// Behind yields the jobs after the reserved one that counting does not
// refuse, in queue order. Where counting does not decide, it sweeps again
// after a sweep that started something: a job's preferred place may have
// moved to where it delays nobody (one sweep is enough where counting does).
func (p *Pass) Behind(res *Reservation) iter.Seq[*Waiting] {
	return func(yield func(*Waiting) bool) {
		for {
			before := p.queue.line.n
			if !p.sweep(res, yield) || p.queue.cfg.Counted || p.queue.line.n == before {
				return
			}
		}
	}
}

// sweep yields once over the line, and reports whether it was let through.
func (p *Pass) sweep(res *Reservation, yield func(*Waiting) bool) bool {
	line := &p.queue.line
	g := p.gap(res)
	for i := line.digests.next(line.first, &g); i >= 0; i = line.digests.next(i+1, &g) {
		jobs := line.blocks[i].jobs
		for j := range jobs {
			w := &jobs[j]
			if w == res.Job || w.taken || !w.fits(&g) {
				continue
			}
			if !yield(w) {
				return false
			}
			g = p.gap(res)
		}
	}
	return true
}

// gap is what a job must fit now beside res. It lets all jobs through where
// counting does not decide, and for those who ask.
func (p *Pass) gap(res *Reservation) gap {
	if p.asking || !p.queue.cfg.Counted {
		return anyGap
	}
	g := gap{free: int32(p.state.Idle().Len()), extra: res.Extra, window: simtime.Forever}
	if res.At != simtime.Never {
		g.window = res.At.Sub(p.now)
	}
	return g
}

// Backfill starts w now if that cannot delay res: it ends by the shadow time,
// or leaves the reserved job its room at that time.
func (p *Pass) Backfill(w *Waiting, res *Reservation) bool {
	if !p.fitsCount(w) {
		return false
	}
	if !p.queue.cfg.Counted {
		return p.backfillRoom(w, res)
	}
	reason := why.Reason{Need: w.need, Have: res.Extra, Blocker: res.Job.ID, At: res.At}
	switch {
	case p.now.Add(w.wall) <= res.At:
		reason.Code = why.EndsByShadow
	case w.need <= res.Extra:
		reason.Code = why.OnExtraNodes
	default:
		reason.Code = why.WouldDelay
		p.Hold(w, reason)
		return false
	}
	where, _, ok := p.place(w)
	if !ok {
		return false
	}
	if reason.Code == why.OnExtraNodes {
		res.Extra -= w.need
	}
	p.start(w, where, reason)
	return true
}

// backfillRoom is Backfill where counting does not decide: places are tried
// against the room that the reserved job needs, first the one that the
// allocator prefers, then one beside a place that the reserved job could take.
func (p *Pass) backfillRoom(w *Waiting, res *Reservation) bool {
	where, verdict := p.queue.cfg.Allocator.Allocate(w.Request, &p.state.Free, nil)
	if !verdict.OK() {
		p.Hold(w, verdict)
		return false
	}
	reason := why.Reason{Code: why.EndsByShadow, Need: w.Size(), Have: verdict.Have, Blocker: res.Job.ID, At: res.At}
	if p.now.Add(w.Walltime) > res.At {
		reason.Code = why.AvoidsReserved
		if where = p.beside(w, where, res); where == nil {
			reason.Code = why.WouldDelay
			p.Hold(w, reason)
			return false
		}
	}
	if p.asking {
		return false
	}
	if reason.Code == why.AvoidsReserved {
		res.future.Take(w.Request, where)
	}
	p.start(w, where, reason)
	return true
}

// beside returns a place for w that leaves the reserved job a place at its
// shadow time: the preferred one or, if that one does not, one outside the
// nodes that the allocator would give the reserved job then; nil if neither.
func (p *Pass) beside(w *Waiting, preferred cluster.Placement, res *Reservation) cluster.Placement {
	head := res.Job.Request
	res.future.Take(w.Request, preferred)
	ok := p.fits(head, res.future)
	res.future.Give(w.Request, preferred)
	if ok {
		return preferred
	}
	theirs, verdict := p.queue.cfg.Allocator.Allocate(head, res.future, nil)
	if !verdict.OK() {
		return nil
	}
	room := res.future.Clone()
	room.Take(head, theirs)
	room.Meet(&p.state.Free)
	if where, verdict := p.queue.cfg.Allocator.Allocate(w.Request, room, nil); verdict.OK() {
		return where
	}
	return nil
}
