package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// totals sums up the outcomes of jobs for the figures of a whole run.
type totals struct {
	d          Disciplines
	deadlines  deadlines
	priorities priorities
	users      users
	sizes      sizes
}

func newTotals(allotted []Allotted) totals {
	return totals{priorities: priorities{}, users: newUsers(allotted)}
}

// add adds a job that has ended, or whose outcome is that at the end of the trace.
func (t *totals) add(m *cluster.Machine, j *workload.Job, o *Outcome, use *Use) {
	t.deadlines.add(&t.d, j, o)
	t.priorities.add(j, o)
	t.users.add(j, o, use)
	t.sizes.add(&t.d, m, j, o, use)
}

// finish returns the figures about deadlines, users, sizes and failures of a run
// between two times. The events need not contain submissions, starts and ends.
func (t *totals) finish(s *Subject, events []trace.Event, first, until simtime.Time, w *window) Disciplines {
	t.deadlines.finish(&t.d)
	t.priorities.finish(&t.d)
	t.users.finish(&t.d, s.Allotted, events, first, until)
	t.sizes.finish(&t.d)
	t.d.readMachine(s.Machine, events, first, until, w)
	return t.d
}
