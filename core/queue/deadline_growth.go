package queue

import "hopyard/core/cluster"

// Ration implements Rationer: a job on the usable share may take what is left
// of that, unless a job of its user waits for it; one on a reserve stays as it
// is, because reserves are for others to be rescued.
//
// Source: ours (SOURCES.md S2.9): S1 knows no jobs that grow.
func (Deadline) Ration(p *Pass, job *cluster.Running, want int32) int32 {
	t := p.queue.shares
	c := t.charges[job.Request.ID]
	u := &t.users[c.user]
	if _, waits := p.queue.next(u); waits != nil || c.reserve+c.system > 0 {
		return 0
	}
	return max(0, min(want, (c.usable+u.usable.left())*c.per-job.Size()))
}

// resize charges a running job for what it holds and has frozen now: more to
// the usable share, less to what others need most.
func (t *Shares) resize(job *cluster.Running) {
	c, ok := t.charges[job.Request.ID]
	if !ok {
		return
	}
	u := &t.users[c.user]
	more := (job.Held()+c.per-1)/c.per - (c.usable + c.reserve + c.system)
	change := func(part, used *int32, by int32) {
		*part += by
		*used += by
		more -= by
	}
	if more < 0 {
		change(&c.system, &t.system, max(more, -c.system))
		change(&c.reserve, &u.reserve.used, max(more, -c.reserve))
		t.look(c.user)
		t.retry = true
	}
	change(&c.usable, &u.usable.used, more)
	t.charges[job.Request.ID] = c
}
