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
	t := totals{priorities: priorities{}}
	for i := range allotted { // users with an allotment come first
		t.users.of(allotted[i].User)
	}
	return t
}

// add adds a job that has ended, or that has not ended by the end of the trace.
func (t *totals) add(m *cluster.Machine, j *workload.Job, o *Outcome, use *Use) {
	if j.Deadline != 0 {
		t.deadlines.add(&t.d, j, o)
	}
	if o.HasWait() {
		t.priorities.add(j, o)
	}
	if j.User != "" {
		t.users.of(j.User).add(o, use)
	}
	t.sizes.add(&t.d, m, j, o, use)
}

// finish returns the figures about deadlines, users, sizes and failures of a run
// between two times. The events need not contain submissions, starts and ends.
func (t *totals) finish(s *Subject, events []trace.Event, first, until simtime.Time, w *window) Disciplines {
	if t.d.Deadlines > 0 {
		t.deadlines.finish(&t.d)
	}
	if len(t.priorities) > 1 {
		t.priorities.compare(&t.d)
	}
	if len(t.users.list) > 0 {
		t.users.finish(&t.d, s.Allotted, events, first, until)
	}
	t.d.GrowthGain = mean(t.sizes.gain, t.sizes.grown)
	t.d.readMachine(s.Machine, events, first, until, w)
	return t.d
}
