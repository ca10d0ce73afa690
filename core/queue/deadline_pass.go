package queue

import (
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Shares are the allotments as a pass finds them: jobs that came are in line,
// and those whose slack has ended are overdue.
func (p *Pass) Shares() *Shares {
	t := p.queue.shares
	for _, j := range t.came {
		u := &t.users[j.user]
		j.need = fills(p.state.Machine(), j.r)
		if u.latest(&j); j.need <= u.usable.size {
			u.line.push(j)
		}
		if j.latest != simtime.Never {
			u.dated.push(j)
			t.wake = min(t.wake, j.latest)
		}
		t.look(j.user)
	}
	clear(t.came)
	t.came = t.came[:0]
	if t.wake <= p.now {
		p.expire(t)
	}
	t.retry = t.retry || t.refused
	if p.asking {
		t.retry = true
		for i := range t.users {
			t.look(int32(i))
		}
	}
	return t
}

// expire moves the jobs whose slack has ended among the overdue.
func (p *Pass) expire(t *Shares) {
	for i := range t.users {
		u := &t.users[i]
		for len(u.dated.jobs) > 0 && u.dated.jobs[0].latest <= p.now {
			j := u.dated.pop()
			if p.queue.find(&j) == nil {
				continue
			}
			j.ended = min(p.now, max(j.latest, j.since)) // earlier if it was stopped, and has come back
			u.overdue = append(u.overdue, j)
			u.fresh, t.retry = true, true
		}
		if u.fresh {
			u.count()
		}
	}
	t.stale = true
}

// again begins another round if a job was started, and an allocator that may
// then accept what it has refused did refuse something.
func (p *Pass) again(t *Shares) bool {
	started := t.started
	t.started = false
	t.retry = t.refused
	return p.queue.constrained && started && (t.refused || len(t.open) > 0)
}

// WakeUp makes sure that a pass comes when the next job's slack ends.
func (p *Pass) WakeUp(t *Shares) {
	if t.stale {
		t.stale, t.wake = false, simtime.Never
		for i := range t.users {
			d := &t.users[i].dated
			for len(d.jobs) > 0 && p.queue.find(&d.jobs[0]) == nil {
				d.pop()
			}
			if len(d.jobs) > 0 {
				t.wake = min(t.wake, d.jobs[0].latest)
			}
		}
	}
	p.queue.wake = t.wake
}

// startOn starts a waiting job and charges it, or returns why the allocator
// refuses it.
func (p *Pass) startOn(j *turn, w *Waiting, c charge, reason why.Reason) (why.Reason, bool) {
	where, verdict, ok := p.place(w)
	if !ok {
		if verdict.Code == why.None {
			verdict = why.Reason{Code: why.TooFewFree, Need: w.need, Have: p.count(w), Blocker: workload.NoJob}
		}
		return verdict, false
	}
	t := p.queue.shares
	u := &t.users[j.user]
	c.per, c.estimate, c.past = perNode(p.state.Machine(), j.r), u.estimate(j.r), u.like(j.r)
	if end := p.now.Add(c.estimate); j.r.Deadline > 0 && end > j.r.Deadline {
		p.flag(j, w, why.Reason{Code: why.TooLate, Need: j.need, Blocker: workload.NoJob, At: end})
	}
	u.usable.used += c.usable
	u.reserve.used += c.reserve
	t.system += c.system
	t.charges[w.ID] = c
	t.started, t.stale = true, t.stale || j.latest != simtime.Never
	j.over = true
	p.start(w, where, reason)
	return reason, true
}

// flag records, once while it waits, that a job's deadline is at risk.
func (p *Pass) flag(j *turn, w *Waiting, reason why.Reason) {
	if !p.asking && !j.flagged {
		j.flagged = true
		p.starter.Flag(w, reason)
	}
}

// HoldInLine says of the jobs that nothing was said of that they wait behind
// another of their user, or are too wide for its usable share.
func (p *Pass) HoldInLine(t *Shares) {
	if !p.asking {
		return
	}
	first := make([]workload.JobID, len(t.users))
	for i := range t.users {
		if j, w := p.queue.next(&t.users[i]); w != nil {
			first[i] = j.r.ID
		}
		var before *turn
		for k := range t.users[i].overdue {
			if j := &t.users[i].overdue[k]; j.need <= t.users[i].usable.size && (before == nil || bySlack(j, before)) {
				before, first[i] = j, j.r.ID
			}
		}
	}
	for w := range p.Waiting() {
		if _, told := p.answers[w.ID]; told {
			continue
		}
		reason := why.Reason{Code: why.OverShare, Need: p.nodesOf(w), Blocker: workload.NoJob}
		if i, ok := t.index[w.User]; ok {
			if reason.Have = t.users[i].usable.left(); reason.Need <= t.users[i].usable.size {
				reason.Code, reason.Blocker = why.BehindUser, first[i]
			}
		}
		p.Hold(w, reason)
	}
}
