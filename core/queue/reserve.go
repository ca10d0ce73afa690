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
// Cost: O(running jobs that must end first).
func (p *Pass) Reserve(head *Waiting) *Reservation {
	res := &Reservation{Job: head, At: simtime.Never}
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
// refuse, in queue order.
func (p *Pass) Behind(res *Reservation) iter.Seq[*Waiting] {
	return func(yield func(*Waiting) bool) {
		window := simtime.Forever
		if res.At != simtime.Never {
			window = res.At.Sub(p.now)
		}
		for i := p.first; i < len(p.queue.line.blocks); i++ {
			b := &p.queue.line.blocks[i]
			free := int32(p.state.Idle().Len())
			if free == 0 && p.queue.cfg.Counted && !p.asking {
				return
			}
			if !p.asking && !p.promising(b, res, free, window) {
				continue
			}
			for j := range b.jobs {
				w := &b.jobs[j]
				if w == res.Job || w.taken || w.need > free && !p.asking {
					continue
				}
				if !yield(w) {
					return
				}
				free = int32(p.state.Idle().Len())
			}
		}
	}
}

// promising reports whether a job with the least need and the least walltime
// of the block could be backfilled.
func (p *Pass) promising(b *block, res *Reservation, free int32, window simtime.Duration) bool {
	return !p.queue.cfg.Counted || b.need <= free && (b.wall <= window || b.need <= res.Extra)
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
	case p.now.Add(w.Walltime) <= res.At:
		reason.Code = why.EndsByShadow
	case w.need <= res.Extra:
		reason.Code = why.OnExtraNodes
	default:
		reason.Code = why.WouldDelay
		p.Hold(w, reason)
		return false
	}
	if p.asking {
		return false
	}
	where, verdict := p.queue.cfg.Allocator.Allocate(w.Request, &p.state.Free, p.starter.Room())
	if !verdict.OK() {
		return false
	}
	if reason.Code == why.OnExtraNodes {
		res.Extra -= w.need
	}
	p.start(p.blockOf(w), w, where, reason)
	return true
}

// backfillRoom is Backfill where counting does not decide: the placement
// itself is tried against the room that the reserved job needs.
func (p *Pass) backfillRoom(w *Waiting, res *Reservation) bool {
	var dst cluster.Placement
	if !p.asking {
		dst = p.starter.Room()
	}
	where, verdict := p.queue.cfg.Allocator.Allocate(w.Request, &p.state.Free, dst)
	if !verdict.OK() {
		p.Hold(w, verdict)
		return false
	}
	reason := why.Reason{Code: why.EndsByShadow, Need: w.Size(), Have: verdict.Have, Blocker: res.Job.ID, At: res.At}
	if p.now.Add(w.Walltime) > res.At {
		reason.Code = why.AvoidsReserved
		res.future.Take(w.Request, where)
		if !p.fits(res.Job.Request, res.future) {
			res.future.Give(w.Request, where)
			reason.Code = why.WouldDelay
			p.Hold(w, reason)
			return false
		}
	}
	if p.asking {
		return false
	}
	p.start(p.blockOf(w), w, where, reason)
	return true
}
