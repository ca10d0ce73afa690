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

// Select selects a job, or none.
func (m *Model) Select(id workload.JobID) {
	m.Selected, m.Want = id, id
}

// Subject returns the job that texts are about: the selected one, or that of the
// step.
func (m *Model) Subject() workload.JobID {
	if m.Selected != workload.NoJob {
		return m.Selected
	}
	return m.Current()
}

// Number returns the number of a job, or -1.
func (m *Model) Number(id workload.JobID) int64 {
	if m.Run == nil || id < 0 || int(id) >= len(m.Run.Jobs) {
		return -1
	}
	return m.Run.Jobs[id].Number
}

// Row returns a job's row of S1's table, or nil.
func (m *Model) Row(id workload.JobID) *queue.Row {
	for i := range m.State.Table {
		if m.State.Table[i].Job == id {
			return &m.State.Table[i]
		}
	}
	return nil
}

// Submitted returns when a job was submitted, as of the step on screen. For a job
// that follows another this may be later than its submit time.
func (m *Model) Submitted(id workload.JobID) simtime.Time {
	if i := m.Run.Lives[id].Submit; i >= 0 && i < m.State.Step {
		return m.Run.Time(int(i) + 1)
	}
	return m.Run.Jobs[id].Submit
}

// JobList formats a list of jobs, except for one of them: "job 7, job 9 and 3
// more".
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

// Running returns a running job of the state on screen, or nil.
func (m *Model) Running(id workload.JobID) *message.Running {
	for i := range m.State.Running {
		if m.State.Running[i].Job == id {
			return &m.State.Running[i]
		}
	}
	return nil
}

// Waits reports whether a job waits, even if it is too far back in the queue to be
// listed.
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

// Starters returns the jobs that the step on screen starts, in their order.
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

// Ending returns how the life of a job at step i ends: by trace.End, Kill, Fail or
// Requeue. It returns trace.End if the life does not end.
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

// JobText returns the name of a job: "job 7", or "Job 7" at the start of a
// sentence.
func (m *Model) JobText(id workload.JobID) string {
	if m.Run == nil || id < 0 || int(id) >= len(m.Run.Jobs) {
		return "?"
	}
	return m.Words.Say(i18n.JobName, i18n.S("n", m.Run.Names.Number(id)))
}

// Job returns a job for the gap "job" of a text.
func (m *Model) Job(id workload.JobID) i18n.Pair {
	return i18n.S("job", lit(jobMark(id), m.JobText(id)))
}

// Blocker returns the job that a reason names, for the gap "blocker".
func (m *Model) Blocker(r *why.Reason) i18n.Pair {
	if r.Blocker == workload.NoJob {
		return i18n.S("blocker", "?")
	}
	return i18n.S("blocker", m.JobText(r.Blocker))
}

// At returns an instant for a gap.
func (m *Model) At(gap string, t simtime.Time) i18n.Pair {
	return i18n.S(gap, lit(timeMark(t), m.Run.Clock.At(t)))
}

// Placement returns what a job held as of step i, in its life at that step.
func (m *Model) Placement(id workload.JobID, i int32) cluster.Placement {
	l := m.Run.LifeAt(id, i)
	p, _ := m.Run.Placement(id, &l, i)
	return p
}

// Held returns what a job held until an event of step i that released it.
func (m *Model) Held(i int, e *message.Event) cluster.Placement {
	if len(e.Placement) > 0 {
		return e.Placement
	}
	return m.Placement(e.Job, int32(i))
}

// Reason returns the reason of event k of the step on screen.
func (m *Model) Reason(k int) *message.Reason {
	if k >= len(m.State.Reasons) {
		return &message.Reason{}
	}
	return &m.State.Reasons[k]
}

// Waiting returns a waiting job of the state on screen, or nil.
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

// Current returns the job of the step on screen: the first that it starts or
// refuses, or else the first job with an event. It returns NoJob at the start.
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
