package deadline

import (
	"math"
	"math/bits"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// pace is the run time and the amount of computation of an application the last
// time that its user ran it.
type pace struct {
	application string
	amount      int64            // S1's S'
	time        simtime.Duration // S1's T0
}

// estimate returns the estimated run time of a job: S/S'·T0, rounded up to a tick.
// S' and T0 come from the last completed job of the same user and application that
// specified its amount. Without such a job, the estimate is the user's own figure,
// the walltime.
//
// Source: S1, section 4 (1), whose formula is an image: that T is S/S'·T0 is
// INFERRED from its three symbols, as are the choice of the past job and the
// estimate without a past job (SOURCES.md S1.3). LIMITATIONS: no correction for
// other numbers of nodes; jobs that were killed or stopped are not counted; an
// estimate may be longer than the walltime.
func (u *account) estimate(r *workload.Request) simtime.Duration {
	if p := u.like(r); p.amount > 0 {
		return p.scaled(r.Amount)
	}
	return r.Walltime
}

// like returns the past job on which a job's estimate is based. It returns the zero
// pace if there is none. Cost: O(the user's applications).
func (u *account) like(r *workload.Request) pace {
	if r.Amount > 0 {
		for i := range u.past {
			if u.past[i].application == r.Application {
				return u.past[i]
			}
		}
	}
	return pace{}
}

// scaled returns amount/p.amount·p.time, limited to simtime.Max.
func (p *pace) scaled(amount int64) simtime.Duration {
	hi, lo := bits.Mul64(uint64(amount), uint64(p.time))
	if hi >= uint64(p.amount) {
		return simtime.Duration(simtime.Max)
	}
	q, r := bits.Div64(hi, lo, uint64(p.amount))
	if q >= uint64(simtime.Max) {
		return simtime.Duration(simtime.Max)
	}
	if r > 0 {
		q++
	}
	return simtime.Duration(q)
}

// learn stores the pace of an application's last run and reports whether it differs
// from the one stored before. Cost: O(the user's applications).
func (u *account) learn(application string, p pace) bool {
	if p.amount <= 0 {
		return false
	}
	p.application = application
	for i := range u.past {
		if was := &u.past[i]; was.application == application {
			changed := *was != p
			*was = p
			return changed
		}
	}
	u.past = append(u.past, p)
	return true
}

// Complete implements queue.PolicyState. It adds a job to the history. If the
// user's estimates change, it also recomputes the end of the slack of the user's
// waiting jobs. Cost: O(the user's waiting jobs with a deadline + overdue jobs).
func (t *shares) Complete(job *cluster.Running, now simtime.Time) {
	r := job.Request
	i, ok := t.index[r.User]
	if !ok || !t.users[i].learn(r.Application, pace{amount: r.Amount, time: now.Sub(job.Start)}) {
		return
	}
	u := &t.users[i]
	for k := range u.dated.jobs {
		if j := &u.dated.jobs[k]; j.r.Application == r.Application {
			u.renew(j, now)
		}
	}
	kept := u.overdue[:0]
	for _, j := range u.overdue {
		if j.r.Application == r.Application {
			u.renew(&j, now)
		}
		if j.latest > now { // the job has slack again
			u.dated.jobs = append(u.dated.jobs, j)
		} else {
			kept = append(kept, j)
		}
	}
	clear(u.overdue[len(kept):])
	u.overdue = kept
	t.count(u)
	if u.dated.order(); len(u.dated.jobs) > 0 {
		t.wake, t.stale = min(t.wake, u.dated.jobs[0].latest), true
	}
	t.retry = true
	t.markForRound(i)
}

// latest computes the instant at which the slack of a job ends, and stores it in
// the field latest. At that instant the time left until the deadline D equals the
// estimate T: D - now = T.
func (u *account) latest(j *waiting) {
	if j.r.Deadline > 0 {
		j.latest = j.r.Deadline - simtime.Time(u.estimate(j.r))
	}
}

// renew recomputes the end of a job's slack, because the estimate may have changed.
func (u *account) renew(j *waiting, now simtime.Time) {
	was := j.latest
	if u.latest(j); j.latest != was {
		j.since = now
	}
}

// count recomputes the fields urgent and least of a user from the user's overdue
// jobs.
func (t *shares) count(u *account) {
	u.urgent, u.least = 0, math.MaxInt32
	for k := range u.overdue {
		need := u.overdue[k].need
		u.least = min(u.least, need)
		if need <= t.holds(u) {
			u.urgent++
		}
	}
}
