package hybrid

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// limitQuery is the situation in which limits are checked. The instant t is now or
// later. If the flag hard is set, hard limits apply instead of soft ones. If the
// flag booked is set, the reservations made so far count.
type limitQuery struct {
	t, now simtime.Time
	hard   bool
	booked bool
}

// allowed returns the first instant from q.t on at which the limits allow a job
// with the given facts to start and run for the duration wall. It assumes that all
// running jobs use their walltimes. It returns simtime.Never if there is no such
// instant. Cost: O(jobs of its owners) for each instant that is tried.
func (l *ledger) allowed(f *facts, wall simtime.Duration, q limitQuery) simtime.Time {
	for again := true; again && q.t != simtime.Never; {
		again = false
		for _, at := range f.owners {
			if at == none {
				continue
			}
			o := &l.owners[at]
			for i := range o.rules {
				if later := o.allowed(&o.rules[i], f, wall, q); later > q.t {
					q.t, again = later, true
				}
			}
		}
	}
	return q.t
}

// allowed returns q.t if the rule allows the job at that instant. Otherwise it
// returns a later instant, before which the rule forbids the job. A job that
// exceeds its soft limit must not delay a reservation that keeps to soft limits: it
// must leave enough of the measure when that reservation begins.
func (o *owner) allowed(r *rule, f *facts, wall simtime.Duration, q limitQuery) simtime.Time {
	bound := r.bound(q.hard)
	if f.amounts[r.measure] > bound {
		return simtime.Never
	}
	if r.measure != queue.NodeSeconds && o.used[r.measure]+o.promised[r.measure]+f.amounts[r.measure] <= r.bound(q.hard && !q.booked) {
		return q.t // allowed no matter which reservations have begun
	}
	if q.t > q.now || len(o.booked) > 0 || o.now(r.measure, q.now)+f.amounts[r.measure] > bound {
		used, slope, next := o.at(r.measure, q)
		if over := used + f.amounts[r.measure] - bound; over > 0 {
			if r.measure == queue.NodeSeconds {
				return min(next, q.t.Add(simtime.Duration((over+slope-1)/slope)))
			}
			return o.release(r.measure, q, over)
		}
	}
	until := q.t.Add(wall)
	for i := range o.booked {
		b := &o.booked[i]
		if !q.booked || b.from <= q.t || b.from >= until || b.from == b.until {
			continue
		}
		mine := f.amounts[r.measure]
		if r.measure == queue.NodeSeconds {
			mine = product(f.amounts[queue.Nodes], int64(until.Sub(b.from)))
		}
		then := q
		then.t = b.from
		if used, _, _ := o.at(r.measure, then); used+mine > r.bound(q.hard && b.hard) {
			return b.from
		}
	}
	return q.t
}

// release returns the first instant at which jobs have given back enough of a
// measure. Only the jobs that hold some of it at q.t count. The parameter over is
// the amount that must be given back. Cost: O(holds + reservations²).
func (o *owner) release(m queue.Measure, q limitQuery, over int64) simtime.Time {
	last := q.t
	for i := 0; ; {
		// The next end of a reservation or of a running job.
		next := simtime.Never
		for k := range o.booked {
			if b := &o.booked[k]; q.booked && b.from <= q.t && b.until > last {
				next = min(next, b.until)
			}
		}
		for ; i < len(o.holds); i++ {
			if until := max(o.holds[i].until, q.now+1); until > next {
				break
			} else if until > q.t {
				last, over = until, over-o.holds[i].amounts[m]
				if over <= 0 {
					return until
				}
			}
		}
		if next == simtime.Never {
			return next
		}
		for k := range o.booked {
			if b := &o.booked[k]; b.from <= q.t && b.until == next {
				over -= b.amounts[m]
			}
		}
		if last = next; over <= 0 {
			return next
		}
	}
}

// at returns how much of a measure the owner's jobs will hold at q.t. For
// node-seconds it also returns by how much this amount falls per millisecond, and
// the instant at which the next of these jobs ends.
func (o *owner) at(m queue.Measure, q limitQuery) (used, slope int64, next simtime.Time) {
	t := q.t
	if m != queue.NodeSeconds {
		return o.heldAt(m, q), 0, simtime.Never
	}
	next = simtime.Never
	one := func(a *amounts, until simtime.Time) {
		if until <= t || a[m] == 0 {
			return
		}
		if next = min(next, until); m == queue.NodeSeconds {
			used += product(a[queue.Nodes], int64(until.Sub(t)))
			slope += a[queue.Nodes]
		} else {
			used += a[m]
		}
	}
	for i := range o.holds {
		one(&o.holds[i].amounts, max(o.holds[i].until, q.now+1))
	}
	for i := range o.booked {
		if b := &o.booked[i]; q.booked && b.from <= t {
			one(b.amounts, b.until)
		}
	}
	return used, slope, next
}

// heldAt implements at for measures that do not fall while a job runs. It starts
// from the amount held now, subtracts what is held by jobs that have ended by q.t,
// and adds the reservations. Cost: O(those jobs + reservations).
func (o *owner) heldAt(m queue.Measure, q limitQuery) int64 {
	used := o.used[m]
	for i := range o.holds {
		if max(o.holds[i].until, q.now+1) > q.t {
			break
		}
		used -= o.holds[i].amounts[m]
	}
	for i := range o.booked {
		if b := &o.booked[i]; q.booked && b.from <= q.t && b.until > q.t {
			used += b.amounts[m]
		}
	}
	return used
}

// book adds a reservation; unbook removes the most recent one.
func (l *ledger) book(job workload.JobID, f *facts, from, until simtime.Time, hard bool) {
	for _, at := range f.owners {
		if at != none {
			o := &l.owners[at]
			o.booked = append(o.booked, span{job, from, until, &f.amounts, hard})
			for m, x := range f.amounts {
				o.promised[m] += x
			}
		}
	}
}

func (l *ledger) unbook(f *facts) {
	for _, at := range f.owners {
		if at != none {
			o := &l.owners[at]
			o.booked = o.booked[:len(o.booked)-1]
			for m, x := range f.amounts {
				o.promised[m] -= x
			}
		}
	}
}

// drop truncates a job's reservation at the given instant. If that is the start of
// the reservation, the reservation no longer counts.
func (l *ledger) drop(job workload.JobID, f *facts, until simtime.Time) {
	for _, at := range f.owners {
		if at == none {
			continue
		}
		for i := range l.owners[at].booked {
			if b := &l.owners[at].booked[i]; b.job == job {
				b.until = until
			}
		}
	}
}
