package queue

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// RowState says whether a job of the table waits, runs or is done.
type RowState uint8

// The states.
const (
	RowWaits RowState = iota
	RowRuns
	RowDone
)

// String is the name of the state in tables.
func (s RowState) String() string { return [...]string{"waits", "runs", "done"}[s] }

// Row is a line of S1's job table, which has one table for each user: a job
// that waits, runs or is done, what it holds and what is expected of it.
// Priority and submit time are the job's own.
//
// Source: S1, section 3; SOURCES.md S1.2 (table 1 is an image; the columns are
// those of the text); amount and estimate are step 1 of section 4; that a job
// which is done stays, with an empty holding, is section 4 (4).
type Row struct {
	Job     workload.JobID
	User    string
	State   RowState
	Need    int32        // nodes that it asks for, in S1's terms; once started, what it is or was charged for
	Holding int32        // nodes that it is charged for now; 0 unless it runs
	Ended   simtime.Time // when it gave back what it held, if it is done

	// What it is charged to; their sum is Holding.
	Usable, Reserve, System int32

	Due      simtime.Time     // the deadline, 0 if it has none
	Latest   simtime.Time     // when its slack ends: deadline less estimate; Never without a deadline
	Amount   int64            // of computation, 0 if not told
	Estimate simtime.Duration // of its run time
	AtRisk   bool             // it can no longer be complete by its deadline, by the estimate, or was not

	// S1's S' and T0, of the past job that the estimate follows from, which is
	// Amount/PastAmount·PastTime; both are 0 if it is the user's own figure.
	PastAmount int64
	PastTime   simtime.Duration
}

// Accounts implements Accountant: each user's usable share and reserve, in the
// order of the allotments, then the system's reserve.
func (Deadline) Accounts(q *Queue, _ simtime.Time, state *cluster.State) []Account {
	t := q.shares
	out := make([]Account, 0, 2*len(t.users)+1)
	add := func(kind AccountKind, name string, used, size int32) {
		out = append(out, Account{Kind: kind, Name: name, Used: int64(used), Soft: int64(size), Hard: int64(size)})
	}
	for i := range t.users {
		u := &t.users[i]
		add(AccountUsable, u.name, u.usable.used, u.usable.size)
		add(AccountReserve, u.name, u.reserve.used, u.reserve.size)
	}
	add(AccountSystem, "", t.system, t.left(state.Machine())+t.system)
	return out
}

// Table is S1's job table, users in the order of the allotments, of each the
// running jobs, then the waiting ones: those whose slack has ended, those in
// turn by priority, and those that only a rescue can start; then those that are
// done, in the order in which they ended. It is nil under other disciplines.
// Cost: O(jobs that wait or run · log of them + jobs that are done).
func (q *Queue) Table(now simtime.Time, state *cluster.State) []Row {
	if q.shares == nil {
		return nil
	}
	t := q.shares
	running, next := state.AppendRunning(nil), make([][]*cluster.Running, len(t.users))
	for i := range running {
		c := t.charges[running[i].Request.ID]
		next[c.user] = append(next[c.user], &running[i])
	}
	over := make([][]*finished, len(t.users))
	for i := range t.done {
		over[t.done[i].charge.user] = append(over[t.done[i].charge.user], &t.done[i])
	}
	rows := make([]Row, 0, len(running)+q.line.n+len(t.done))
	for i := range t.users {
		u := &t.users[i]
		for _, job := range next[i] {
			c := t.charges[job.Request.ID]
			r := u.row(job.Request, c.estimate, c.past)
			r.Usable, r.Reserve, r.System = c.usable, c.reserve, c.system
			r.State, r.Need = RowRuns, c.usable+c.reserve+c.system
			r.Holding = r.Need
			r.AtRisk = r.Due > 0 && max(now, job.Start.Add(c.estimate)) > r.Due
			rows = append(rows, r)
		}
		rows = q.appendWaiting(rows, int32(i), now)
		for k := range q.gates.held {
			if w := &q.gates.held[k]; t.index[w.User] == int32(i) {
				r := u.row(w.Request, u.estimate(w.Request), u.like(w.Request))
				r.Need, r.AtRisk = fills(state.Machine(), w.Request), r.Latest < now
				rows = append(rows, r)
			}
		}
		for _, x := range over[i] {
			r := u.row(x.r, x.charge.estimate, x.charge.past)
			r.State, r.Need, r.Ended = RowDone, x.charge.usable+x.charge.reserve+x.charge.system, x.ended
			r.AtRisk = r.Due > 0 && r.Ended > r.Due
			rows = append(rows, r)
		}
	}
	return rows
}

// appendWaiting appends the waiting jobs of a user.
func (q *Queue) appendWaiting(rows []Row, user int32, now simtime.Time) []Row {
	u := &q.shares.users[user]
	add := func(j *turn) {
		r := u.row(j.r, u.estimate(j.r), u.like(j.r))
		r.Need, r.AtRisk = j.need, j.flagged || j.latest < now
		rows = append(rows, r)
	}
	late := turns{jobs: slices.Clone(u.overdue), before: bySlack}
	for late.order(); len(late.jobs) > 0; {
		j := late.pop()
		add(&j)
	}
	rest := func(h turns, wide bool) {
		for h.jobs = slices.Clone(h.jobs); len(h.jobs) > 0; {
			j := h.pop()
			u.latest(&j)
			if q.find(&j) != nil && j.latest > now && (j.need > u.usable.size) == wide {
				add(&j)
			}
		}
	}
	rest(u.line, false)
	rest(u.dated, true)
	return rows
}

// row is what is the same of a job that waits and one that runs.
func (u *account) row(r *workload.Request, estimate simtime.Duration, past pace) Row {
	row := Row{Job: r.ID, User: u.name, Due: r.Deadline, Latest: simtime.Never, Amount: r.Amount, Estimate: estimate, PastAmount: past.amount, PastTime: past.time}
	if r.Deadline > 0 {
		row.Latest = r.Deadline - simtime.Time(estimate)
	}
	return row
}
