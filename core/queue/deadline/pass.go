package deadline

import (
	"iter"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// pass is a scheduling pass together with the shares.
type pass struct {
	*queue.Pass
	*shares
}

// begin brings the shares up to date and returns them together with the pass. It
// adds new jobs to the lists of their users, and moves jobs whose slack has ended
// to the overdue jobs.
func begin(q *queue.Pass) pass {
	p := pass{q, q.Own().(*shares)}
	for _, j := range p.came {
		u := &p.users[j.user]
		j.need = p.Machine().NodesFor(j.r)
		if u.latest(&j); j.need <= u.usable.size || len(p.changes) > 0 {
			u.enqueue(&j)
		}
		if j.latest != simtime.Never {
			u.dated.push(j)
			p.wake = min(p.wake, j.latest)
		}
		p.markForRound(j.user)
	}
	clear(p.came)
	p.came = p.came[:0]
	if p.wake <= p.Now() {
		p.expire()
	}
	p.retry = p.retry || p.refused
	if p.Asking() {
		p.retry = true
		for i := range p.users {
			p.markForRound(int32(i))
		}
	}
	return p
}

// expire moves the jobs whose slack has ended to the overdue jobs.
func (p pass) expire() {
	for i := range p.users {
		u := &p.users[i]
		for len(u.dated.jobs) > 0 && u.dated.jobs[0].latest <= p.Now() {
			j := u.dated.pop()
			if p.find(&j) == nil {
				continue
			}
			j.ended = min(p.Now(), max(j.latest, j.since)) // earlier than now if the job's queue was stopped meanwhile
			u.overdue = append(u.overdue, j)
			u.fresh, p.retry = true, true
		}
		if u.fresh {
			p.count(u)
		}
	}
	p.stale = true
}

// again reports whether another round must follow: this round has started a job and
// the allocator has refused a job that it may accept now.
func (p pass) again() bool {
	started := p.started
	p.started = false
	p.retry = p.refused
	return p.Constrained() != nil && started && (p.refused || len(p.open) > 0)
}

// WakeUp makes sure that a pass runs when the next job's slack ends.
func (p pass) WakeUp() {
	if p.stale {
		p.stale, p.wake = false, simtime.Never
		for i := range p.users {
			d := &p.users[i].dated
			for len(d.jobs) > 0 && p.find(&d.jobs[0]) == nil {
				d.pop()
			}
			if len(d.jobs) > 0 {
				p.wake = min(p.wake, d.jobs[0].latest)
			}
		}
	}
	p.WakeAt(p.wake)
}

// startOn starts a waiting job and charges its user with the given charge. If the
// allocator refuses the job, startOn returns the reason and false.
func (p pass) startOn(j *waiting, w *queue.Waiting, c charge, reason why.Reason) (why.Reason, bool) {
	where, verdict, ok := p.FindPlace(w)
	if !ok {
		if verdict.Code == why.None {
			verdict = why.Reason{Code: why.TooFewFree, Need: w.Size(), Have: p.Count(w), Blocker: workload.NoJob}
		}
		return verdict, false
	}
	u := &p.users[j.user]
	c.per, c.estimate, c.past = p.Machine().PerNode(j.r), u.estimate(j.r), u.like(j.r)
	if end := p.Now().Add(c.estimate); j.r.Deadline > 0 && end > j.r.Deadline {
		p.flag(j, w, why.Reason{Code: why.TooLate, Need: j.need, Blocker: workload.NoJob, At: end})
	}
	u.usable.used += c.usable
	u.reserve.used += c.reserve
	p.system += c.system
	p.charges[w.ID] = c
	p.started, p.stale = true, p.stale || j.latest != simtime.Never
	j.over = true
	p.StartAt(w, where, reason)
	return reason, true
}

// flag records that a job's deadline is at risk. It does so at most once while the
// job waits.
func (p pass) flag(j *waiting, w *queue.Waiting, reason why.Reason) {
	if !p.Asking() && !j.flagged {
		j.flagged = true
		p.Flag(w, reason)
	}
}

// HoldInLine records a reason for every waiting job that has none yet. Such a job
// either waits behind another job of its user, or is too wide for the user's usable
// share.
func (p pass) HoldInLine() {
	if !p.Asking() {
		return
	}
	first := make([]workload.JobID, len(p.users))
	for i := range p.users {
		if j, w := p.next(&p.users[i]); w != nil {
			first[i] = j.r.ID
		}
		var before *waiting
		for k := range p.users[i].overdue {
			if j := &p.users[i].overdue[k]; j.need <= p.holds(&p.users[i]) && (before == nil || bySlack(j, before)) {
				before, first[i] = j, j.r.ID
			}
		}
	}
	for w := range p.Waiting() {
		if p.HasReason(w) {
			continue
		}
		reason := why.Reason{Code: why.OverShare, Need: p.Machine().NodesFor(w.Request), Blocker: workload.NoJob}
		if i, ok := p.index[w.User]; ok {
			if _, reason.Have = p.users[i].left(); reason.Need <= p.users[i].usable.size {
				reason.Code, reason.Blocker = why.BehindUser, first[i]
			}
		}
		p.Hold(w, reason)
	}
}

// Overdue yields the jobs whose slack has ended, in the order in which it ended. It
// leaves out flagged jobs that are too large for the shares now. Cost: O(users +
// overdue jobs of its user) for each job.
func (p pass) Overdue() iter.Seq[*waiting] {
	return func(yield func(*waiting) bool) {
		if !p.retry {
			return
		}
		p.retry, p.refused = false, false
		if p.Asking() { // nothing starts, so the order does not matter
			p.eachOverdue(yield)
			return
		}
		p.round++
		for i := range p.users {
			p.users[i].at = -1
		}
		for j := p.late(); j != nil; j = p.late() {
			j.round = p.round
			u := &p.users[j.user]
			if yield(j); j.over {
				p.markForRound(j.user)
				last := len(u.overdue) - 1
				u.overdue[u.at], u.overdue[last] = u.overdue[last], waiting{}
				u.overdue = u.overdue[:last]
				p.count(u)
			}
			u.at = -1
		}
	}
}

func (p pass) eachOverdue(yield func(*waiting) bool) {
	for i := range p.users {
		for k := range p.users[i].overdue {
			yield(&p.users[i].overdue[k])
		}
	}
}

// late returns the next overdue job that this round must consider, or nil.
func (p pass) late() *waiting {
	var first *waiting
	system := p.left()
	for i := range p.users {
		if len(p.users[i].overdue) == 0 {
			continue
		}
		if j := p.users[i].late(system, p.round); j != nil && (first == nil || bySlack(j, first)) {
			first = j
		}
	}
	return first
}

// late returns the user's next overdue job that the given round must consider, or
// nil.
func (u *account) late(system, round int32) *waiting {
	hold := u.spare() + system
	due := func(j *waiting) bool { return j.round != round && (!j.flagged || j.need <= hold) }
	if u.at >= 0 && due(&u.overdue[u.at]) {
		return &u.overdue[u.at]
	}
	if u.at = -1; !u.fresh && u.least > hold {
		return nil
	}
	for i := range u.overdue {
		if j := &u.overdue[i]; due(j) && (u.at < 0 || bySlack(j, &u.overdue[u.at])) {
			u.at = i
		}
	}
	if u.at < 0 {
		u.fresh = false
		return nil
	}
	return &u.overdue[u.at]
}

// ByPriority yields the users for whom a job may start by priority, in the order of
// the allotments.
func (p pass) ByPriority() iter.Seq[*account] {
	return func(yield func(*account) bool) {
		for i, x := range p.open { // insertion sort, as the entries are few and often in order
			for ; i > 0 && p.open[i-1] > x; i-- {
				p.open[i] = p.open[i-1]
			}
			p.open[i] = x
		}
		kept := p.open[:0]
		for _, i := range p.open {
			u := &p.users[i]
			u.refused = false
			yield(u)
			if u.open = u.refused; u.open {
				kept = append(kept, i)
			}
		}
		p.open = kept
	}
}

// next returns the user's waiting job with the highest priority, among the jobs
// that the usable share can hold. It returns nil if there are none.
func (p pass) next(u *account) (*waiting, *queue.Waiting) {
	for len(u.line.jobs) > 0 {
		if w := p.find(&u.line.jobs[0]); w != nil {
			return &u.line.jobs[0], w
		}
		u.line.pop()
	}
	return nil, nil
}

// find returns the entry of j among the waiting jobs, or nil if j no longer waits.
// Cost: O(log waiting jobs).
func (p pass) find(j *waiting) *queue.Waiting { return p.Find(j.r, j.place) }
