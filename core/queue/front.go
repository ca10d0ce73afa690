package queue

import (
	"iter"

	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Front is the list of reservations that one pass makes, together with the plan
// that holds them. The plan initially contains the running jobs.
type Front struct {
	plan *Plan
	made []promise // in queue order
	next promise   // the reservation with the earliest start
	last *Waiting  // the last job with a reservation
	// The room available to a job without a reservation: the start of the earliest
	// reservation, and the amount that is free at that time beside the reserved
	// jobs.
	gap Reservation
}

type promise struct {
	job workload.JobID
	at  simtime.Time
}

// Front returns a Front without reservations. A pass has at most one Front at a
// time.
func (p *Pass) Front() *Front {
	f := &p.queue.scratch.front
	*f = Front{plan: p.Replan(), made: f.made[:0], next: promise{workload.NoJob, simtime.Never}}
	return f
}

// ReserveNext reserves the earliest hole of the plan for w. It returns the number
// of reservations made so far.
func (p *Pass) ReserveNext(w *Waiting, f *Front) int32 {
	at, where := f.plan.earliest(p, w)
	blocker := workload.NoJob
	if p.asking {
		if promised, ok := f.plan.promisedNode(p, w, f.promises); ok {
			blocker = promised.Blocker
		}
	}
	if at != simtime.Never {
		f.plan.reserve(w.Request, where, at, at.Add(w.wall))
		if f.plan.placed {
			f.plan.where[w.ID] = where
		}
	}
	f.add(w, at)
	if p.asking {
		reason := why.Reason{Code: why.Reserved, Need: w.Size(), Have: p.Count(w), Blocker: blocker, At: at}
		if reason.Have < reason.Need {
			reason.Code = why.TooFewFree
		}
		if power, lacks := p.lacksPower(w, at); lacks {
			reason = power
		}
		p.Hold(w, reason)
	}
	return int32(len(f.made))
}

// add records a reservation of w.
func (f *Front) add(w *Waiting, at simtime.Time) {
	x := promise{w.ID, at}
	f.made = append(f.made, x)
	if f.last = w; at < f.next.at || f.next.job == workload.NoJob { // at may be simtime.Never
		f.next = x
	}
}

// StartInWindow promises w the best of several scheduling windows. If the chosen
// window begins now, it starts w and returns true. Otherwise it records the promise
// in f and returns false.
func (p *Pass) StartInWindow(w *Waiting, f *Front) bool {
	p.Promise(w)
	if p.StartPromised(w); w.taken {
		return true
	}
	f.add(w, w.Promised)
	return false
}

// Last returns the start of the most recently made reservation.
func (f *Front) Last() simtime.Time { return f.made[len(f.made)-1].at }

// Beyond yields, in queue order, the jobs behind the last job with a reservation.
// It leaves out jobs that need more nodes or tasks than counting allows.
func (p *Pass) Beyond(f *Front) iter.Seq[*Waiting] {
	return func(yield func(*Waiting) bool) {
		if f.last == nil {
			return
		}
		f.gap = Reservation{Job: f.last, at: f.next.at, known: true}
		f.measure()
		p.sweep(f.last, nil, &f.gap, yield)
	}
}

// measure computes, in counting mode, how much is free when the earliest
// reservation begins.
func (f *Front) measure() {
	if !f.plan.placed {
		f.gap.extra = f.plan.counts.At(f.next.at)
	}
}

// StartBeside starts w now if that delays no reservation, and reports whether it
// started.
func (p *Pass) StartBeside(w *Waiting, f *Front) bool {
	if p.queue.unplanned || !p.fitsCount(w) {
		return false
	}
	if !p.queue.cfg.Counted {
		return p.startInRoom(w, f)
	}
	f.measure()
	reason := why.Reason{Code: why.EndsByShadow, Need: w.need, Have: f.gap.extra, Blocker: f.next.job, At: f.next.at}
	until := p.now.Add(w.wall)
	if until > f.next.at {
		reason.Code = why.OnExtraNodes
		if at, free, scarce := f.plan.counts.Scarce(w.need, until); scarce {
			reason = why.Reason{Code: why.WouldDelay, Need: w.need, Have: free, Blocker: f.at(at), At: at}
			p.Hold(w, reason)
			return false
		}
	}
	where, _, ok := p.FindPlace(w)
	if !ok {
		return false
	}
	p.StartAt(w, where, reason)
	f.plan.reserve(w.Request, where, p.now, until)
	f.measure()
	return true
}

// promises yields the jobs with reservations and the starts of these, in queue order.
func (f *Front) promises(yield func(workload.JobID, simtime.Time) bool) {
	for _, x := range f.made {
		if !yield(x.job, x.at) {
			return
		}
	}
}

// at returns the first job in queue order whose reservation begins at t.
func (f *Front) at(t simtime.Time) workload.JobID {
	for _, x := range f.made {
		if x.at == t {
			return x.job
		}
	}
	return f.next.job
}

// startInRoom implements StartBeside outside counting mode.
func (p *Pass) startInRoom(w *Waiting, f *Front) bool {
	if !p.asking && !p.state.Fits(w.Request) {
		return false
	}
	window := f.plan.rooms.Throughout(p.now, p.now.Add(w.wall))
	window.CopySeats(&p.state.Free)
	where, reason := p.queue.cfg.Allocator.Allocate(w.Request, window, p.Room())
	if !reason.OK() {
		if p.asking {
			p.holdBeside(w, f)
		}
		return false
	}
	reason = why.Reason{Code: why.EndsByShadow, Need: w.need, Have: reason.Have, Blocker: f.next.job, At: f.next.at}
	until := p.endsOn(w, where)
	switch {
	case f.last == nil:
		reason.Code, reason.At = why.FitsNow, 0
	case until > f.next.at:
		reason.Code = why.AvoidsReserved
	}
	if !p.state.Has(w.Request, where) { // wait until a job whose walltime ends now has given back its nodes
		p.Hold(w, why.Reason{Code: why.Reserved, Need: w.need, Have: reason.Have, Blocker: workload.NoJob, At: p.now})
		return false
	}
	if p.asking {
		return false
	}
	p.StartAt(w, where, reason)
	f.plan.reserve(w.Request, where, p.now, until)
	return true
}

// holdBeside records why w must wait; w has no reservation.
func (p *Pass) holdBeside(w *Waiting, f *Front) {
	_, verdict := p.queue.cfg.Allocator.Allocate(w.Request, &p.state.Free, nil)
	if promised, ok := f.plan.promisedNode(p, w, f.promises); ok && verdict.OK() {
		verdict = promised
	} else if verdict.OK() {
		verdict = why.Reason{Code: why.WouldDelay, Need: w.need, Have: verdict.Have, Blocker: f.next.job, At: f.next.at}
	}
	p.Hold(w, verdict)
}
