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

// Select selects a job. NoJob clears the selection.
func (m *Model) Select(id workload.JobID) {
	m.Selected, m.Want = id, id
}

// Subject returns the job that the texts describe: the selected job or, if none is
// selected, the job of the step.
func (m *Model) Subject() workload.JobID {
	if m.Selected != workload.NoJob {
		return m.Selected
	}
	return m.Current()
}

// Number returns the number of a job, or -1 if there is no such job.
func (m *Model) Number(id workload.JobID) int64 {
	if m.Run == nil || id < 0 || int(id) >= len(m.Run.Jobs) {
		return -1
	}
	return m.Run.Jobs[id].Number
}

// Row returns the row of a job in the job table of source S1, or nil.
func (m *Model) Row(id workload.JobID) *queue.Row {
	for i := range m.State.Table {
		if m.State.Table[i].Job == id {
			return &m.State.Table[i]
		}
	}
	return nil
}

// Submitted returns the time at which a job is submitted, as far as is known at the
// step on screen. If the job depends on another job, this may be later than the
// submit time in the scenario.
func (m *Model) Submitted(id workload.JobID) simtime.Time {
	if i := m.Run.Lives[id].Submit; i >= 0 && i < m.State.Step {
		return m.Run.Time(int(i) + 1)
	}
	return m.Run.Jobs[id].Submit
}

// JobList formats a list of jobs, such as "job 7, job 9 and 3 more". It leaves out
// the job given by the parameter without.
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
	out := i18n.List(m.Words, names...)
	if more > 0 {
		out += m.Words.Say(i18n.AndMore, m.Words.N("n", int64(more)))
	}
	return out
}

// Running returns the data of a running job at the step on screen, or nil if the
// job does not run.
func (m *Model) Running(id workload.JobID) *message.Running {
	for i := range m.State.Running {
		if m.State.Running[i].Job == id {
			return &m.State.Running[i]
		}
	}
	return nil
}

// Waits reports whether a job waits, even if the list of waiting jobs is cut short
// before it.
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

// Starters returns the jobs that start in the step on screen, in the order of their
// starts.
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

// Ending returns how a job's attempt (recording.Life) at step i ends: with
// trace.End, Kill, Fail or Requeue. If the attempt has no end, it returns
// trace.End.
func (m *Model) Ending(id workload.JobID, i int32) trace.EventKind {
	l := m.Run.LifeAt(id, i)
	return m.Run.Ending(id, &l)
}

// JobText returns the name of a job: "job 7", or "Job 7" at the start of a
// sentence.
func (m *Model) JobText(id workload.JobID) string {
	if m.Run == nil || id < 0 || int(id) >= len(m.Run.Jobs) {
		return "?"
	}
	return m.Words.Say(i18n.JobName, i18n.S("n", m.Run.Names.Number(id)))
}

// Job returns a job's name for the placeholder "job" of a text.
func (m *Model) Job(id workload.JobID) i18n.Markup {
	return i18n.H("job", lit(jobMark(id), m.JobText(id)))
}

// Blocker returns the name of the blocking job of a reason, for the placeholder
// "blocker" of a text.
func (m *Model) Blocker(r *why.Reason) i18n.Pair {
	if r.Blocker == workload.NoJob {
		return i18n.S("blocker", "?")
	}
	return i18n.S("blocker", m.JobText(r.Blocker))
}

// At returns the pair that fills a placeholder of an HTML text with a time. The
// placeholder is given by its name. The time is bold, and pointing at it highlights
// it in the pictures.
func (m *Model) At(gap string, t simtime.Time) i18n.Markup {
	return i18n.H(gap, lit(timeMark(t), m.Run.Clock.At(t)))
}

// Placement returns the nodes that a job held at step i, in the attempt
// (recording.Life) that was current at this step.
func (m *Model) Placement(id workload.JobID, i int32) cluster.Placement {
	l := m.Run.LifeAt(id, i)
	p, _ := m.Run.Placement(id, &l, i)
	return p
}

// Held returns the nodes that a job held before an event of step i released them.
func (m *Model) Held(i int, e *message.Event) cluster.Placement {
	if len(e.Placement) > 0 {
		return e.Placement
	}
	return m.Placement(e.Job, int32(i))
}

// Reason returns the reason for event k of the step on screen.
func (m *Model) Reason(k int) *message.Reason {
	if k >= len(m.State.Reasons) {
		return &message.Reason{}
	}
	return &m.State.Reasons[k]
}

// Waiting returns the data of a waiting job at the step on screen. It returns nil
// if the job is not in the list of waiting jobs.
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

// Current returns the job of the step on screen. That is the first job that the
// step starts or rejects. If there is none, it is the first job with an event in
// the step. Before the first step, Current returns NoJob.
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
