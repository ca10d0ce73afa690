package model

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Select chooses a job, or none.
func (m *Model) Select(id workload.JobID) {
	m.Selected, m.Want = id, id
}

// Subject is the job that is talked about: the chosen one, or the step's.
func (m *Model) Subject() workload.JobID {
	if m.Selected != workload.NoJob {
		return m.Selected
	}
	return m.Current()
}

// Number is what people call a job; -1 for none.
func (m *Model) Number(id workload.JobID) int64 {
	if m.Run == nil || id < 0 || int(id) >= len(m.Run.Jobs) {
		return -1
	}
	return m.Run.Jobs[id].Number
}

// Row is a job's line of S1's table, or nil where there is none.
func (m *Model) Row(id workload.JobID) *queue.Row {
	for i := range m.State.Table {
		if m.State.Table[i].Job == id {
			return &m.State.Table[i]
		}
	}
	return nil
}

// Submitted is when a job came, as of the step on screen; of one that follows
// another that is later than its submit time may say.
func (m *Model) Submitted(id workload.JobID) simtime.Time {
	if i := m.Run.Lives[id].Submit; i >= 0 && i < m.State.Step {
		return m.Run.Time(int(i) + 1)
	}
	return m.Run.Jobs[id].Submit
}

// JobList is jobs for people, "job 7, job 9 and 3 more", without one of them.
func (m *Model) JobList(ids []workload.JobID, without workload.JobID) string {
	const most = 5
	var names []string
	more := 0
	for _, id := range ids {
		switch {
		case id == without:
		case len(names) == most:
			more++
		default:
			names = append(names, m.JobText(id))
		}
	}
	out := m.Words.List(names...)
	if more > 0 {
		out += m.Words.Say(i18n.AndMore, m.Words.N("n", int64(more)))
	}
	return out
}

// Running is a running job of the state on screen, or nil.
func (m *Model) Running(id workload.JobID) *message.Running {
	for i := range m.State.Running {
		if m.State.Running[i].Job == id {
			return &m.State.Running[i]
		}
	}
	return nil
}

// Waits reports whether a job waits, also where it stands too far back in the
// queue to be listed.
func (m *Model) Waits(id workload.JobID) bool {
	step := m.State.Step - 1
	l := m.Run.LifeAt(id, step)
	switch {
	case l.Submit < 0 || l.Submit > step || m.Run.Refused[id] || m.Running(id) != nil:
		return false
	case l.Start < 0 || l.Start > step:
		return true
	}
	return l.End >= 0 && l.End <= step && m.Ending(id, step) == trace.Requeue
}

// Starters are the jobs that the step on screen starts, in their order.
func (m *Model) Starters() []workload.JobID {
	var out []workload.JobID
	if m.State == nil || m.State.Step == 0 {
		return nil
	}
	for _, e := range m.Run.StepEvents(int(m.State.Step) - 1) {
		if e.Kind == trace.Start {
			out = append(out, e.Job)
		}
	}
	return out
}

// Ending is how the life of a job that step i is in ends: by trace.End, Kill,
// Fail or Requeue; trace.End if it does not.
func (m *Model) Ending(id workload.JobID, i int32) trace.EventKind {
	end := m.Run.LifeAt(id, i).End
	if end < 0 {
		return trace.End
	}
	for _, e := range m.Run.StepEvents(int(end)) {
		if e.Job == id && (e.Kind == trace.Kill || e.Kind == trace.Fail || e.Kind == trace.Requeue) {
			return e.Kind
		}
	}
	return trace.End
}

// JobText is what people call a job, "job 7"; "Job 7" at the start of a
// sentence.
func (m *Model) JobText(id workload.JobID) string {
	if m.Run == nil || id < 0 || int(id) >= len(m.Run.Jobs) {
		return "?"
	}
	return m.Words.Say(i18n.JobName, i18n.S("n", m.Run.Names.Number(id)))
}

// Job is a job for the gap of that name.
func (m *Model) Job(id workload.JobID) i18n.Pair {
	return i18n.S("job", lit(jobMark(id), m.JobText(id)))
}

// Blocker is the job that a reason names.
func (m *Model) Blocker(r *why.Reason) i18n.Pair {
	if r.Blocker == workload.NoJob {
		return i18n.S("blocker", "?")
	}
	return i18n.S("blocker", m.JobText(r.Blocker))
}

// At is an instant for a gap.
func (m *Model) At(gap string, t simtime.Time) i18n.Pair {
	return i18n.S(gap, lit(timeMark(t), m.Run.Clock.At(t)))
}

// Placement is what a job held as of step i, in the life that i is in.
func (m *Model) Placement(id workload.JobID, i int32) cluster.Placement {
	l := m.Run.LifeAt(id, i)
	p, _ := m.Run.Placement(id, &l, i)
	return p
}

// Held is what a job had until an event of step i that took it away.
func (m *Model) Held(i int, e *message.Event) cluster.Placement {
	if len(e.Placement) > 0 {
		return e.Placement
	}
	return m.Placement(e.Job, int32(i))
}

// Reason is that of the k-th event of the step on screen.
func (m *Model) Reason(k int) *message.Reason {
	if k >= len(m.State.Reasons) {
		return &message.Reason{}
	}
	return &m.State.Reasons[k]
}

// Waiting is a waiting job of the state on screen, or nil.
func (m *Model) Waiting(id workload.JobID) *message.Waiting {
	for i := range m.State.Queue {
		if m.State.Queue[i].Job == id {
			return &m.State.Queue[i]
		}
	}
	if m.State.Chosen != nil && m.State.Chosen.Job == id {
		return m.State.Chosen
	}
	return nil
}

// Current is the job of the step on screen: the first that it starts, or
// refuses, or what else it is about; NoJob at the start.
func (m *Model) Current() workload.JobID {
	if m.State == nil || m.State.Step == 0 {
		return workload.NoJob
	}
	i := int(m.State.Step) - 1
	for _, e := range m.Run.StepEvents(i) {
		if e.Kind == trace.Start || e.Kind == trace.Reject {
			return e.Job
		}
	}
	for _, e := range m.Run.StepEvents(i) {
		if e.Job != workload.NoJob {
			return e.Job
		}
	}
	return workload.NoJob
}
