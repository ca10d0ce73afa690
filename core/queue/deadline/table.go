package deadline

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Accounts implements queue.Accountant. It returns each user's usable share and
// reserve, in the order of the allotments, and then the system's reserve. Each
// account has the number of nodes charged and the number that may be charged now.
func (t *shares) Accounts(simtime.Time, *cluster.State) []queue.Account {
	out := make([]queue.Account, 0, 2*len(t.users)+1)
	add := func(kind queue.AccountKind, name string, used, size int32) {
		out = append(out, queue.Account{Kind: kind, Name: name, Used: int64(used), Soft: int64(size), Hard: int64(size)})
	}
	for i := range t.users {
		u := &t.users[i]
		reserve, usable := u.left()
		add(queue.AccountUsable, u.name, u.usable.used, min(u.usable.size, u.usable.used+usable))
		add(queue.AccountReserve, u.name, u.reserve.used, min(u.reserve.size, u.reserve.used+reserve))
	}
	add(queue.AccountSystem, "", t.system, t.system+t.left())
	return out
}

// Table implements queue.Tabler. It returns S1's job table, with the users in the
// order of the allotments. The rows of a user are the running jobs, then the
// waiting jobs, then the jobs in stopped queues, then finished jobs in the order in
// which they ended. The waiting jobs are listed in this order: jobs whose slack has
// ended, jobs that the usable share can hold (by priority), jobs that only a rescue
// can start, and jobs that wait for a larger share. Cost: O(n log n + m) for n
// waiting or running jobs and m finished jobs.
//
// Source: S1, section 3; SOURCES.md S1.2.
func (t *shares) Table(q *queue.Queue, now simtime.Time, state *cluster.State) []queue.Row {
	running, next := state.AppendRunning(nil), make([][]*cluster.Running, len(t.users))
	for i := range running {
		c := t.charges[running[i].Request.ID]
		next[c.user] = append(next[c.user], &running[i])
	}
	over := make([][]*finished, len(t.users))
	for i := range t.done {
		over[t.done[i].charge.user] = append(over[t.done[i].charge.user], &t.done[i])
	}
	rows := make([]queue.Row, 0, len(running)+q.Len()+len(t.done))
	for i := range t.users {
		u := &t.users[i]
		for _, job := range next[i] {
			c := t.charges[job.Request.ID]
			r := u.row(job.Request, c.estimate, c.past)
			r.Usable, r.Reserve, r.System = c.usable, c.reserve, c.system
			r.State, r.Need = queue.RowRuns, c.usable+c.reserve+c.system
			r.Holding = r.Need
			r.AtRisk = r.Due > 0 && max(now, job.Start.Add(c.estimate)) > r.Due
			rows = append(rows, r)
		}
		rows = u.appendWaiting(rows, q, now)
		for k := range q.Stopped() {
			if w := &q.Stopped()[k]; t.index[w.User] == int32(i) {
				r := u.row(w.Request, u.estimate(w.Request), u.like(w.Request))
				r.Need, r.AtRisk = state.Machine().NodesFor(w.Request), r.Latest < now
				rows = append(rows, r)
			}
		}
		for _, x := range over[i] {
			r := u.row(x.r, x.charge.estimate, x.charge.past)
			r.State, r.Need, r.Ended = queue.RowDone, x.charge.usable+x.charge.reserve+x.charge.system, x.ended
			r.AtRisk = r.Due > 0 && r.Ended > r.Due
			rows = append(rows, r)
		}
	}
	return rows
}

// appendWaiting appends the rows of a user's waiting jobs.
func (u *account) appendWaiting(rows []queue.Row, q *queue.Queue, now simtime.Time) []queue.Row {
	add := func(j *waiting) {
		r := u.row(j.r, u.estimate(j.r), u.like(j.r))
		r.Need, r.AtRisk = j.need, j.flagged || j.latest < now
		rows = append(rows, r)
	}
	late := waitingHeap{jobs: slices.Clone(u.overdue), before: bySlack}
	for late.order(); len(late.jobs) > 0; {
		j := late.pop()
		add(&j)
	}
	rest := func(h waitingHeap, wide bool) {
		for h.jobs = slices.Clone(h.jobs); len(h.jobs) > 0; {
			j := h.pop()
			u.latest(&j)
			if q.Find(j.r, j.place) != nil && j.latest > now && (j.need > u.usable.size) == wide {
				add(&j)
			}
		}
	}
	rest(u.line, false)
	rest(u.dated, true)
	wide := waitingHeap{before: byPriority}
	for _, j := range u.wide { // jobs that wait for a larger allotment
		if j.r.Deadline == 0 {
			wide.push(j)
		}
	}
	rest(wide, true)
	return rows
}

// row returns a row with the fields that are computed in the same way for all jobs.
func (u *account) row(r *workload.Request, estimate simtime.Duration, past pace) queue.Row {
	row := queue.Row{Job: r.ID, User: u.name, Due: r.Deadline, Latest: simtime.Never, Amount: r.Amount, Estimate: estimate, PastAmount: past.amount, PastTime: past.time}
	if r.Deadline > 0 {
		row.Latest = r.Deadline - simtime.Time(estimate)
	}
	return row
}
