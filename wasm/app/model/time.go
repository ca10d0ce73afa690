package model

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/wasm/app/i18n"
)

// Starts reports whether the step on screen started a job.
func (m *Model) Starts() bool {
	if m.State == nil || m.State.Step == 0 {
		return false
	}
	for _, e := range m.Run.StepEvents(int(m.State.Step) - 1) {
		if e.Kind == trace.Start {
			return true
		}
	}
	return false
}

// Moment returns the time and the ordinal of the step on screen, or the time -1
// before the first step.
func (m *Model) Moment() (at simtime.Time, ordinal int32) {
	if m.Compared != nil {
		at := m.Compared.Moment()
		return at.Time, at.Ordinal
	}
	n := m.Step
	if m.Middle() { // a link cannot refer to the middle of a step, so it refers to the step before
		n--
	}
	if m.Run == nil || n <= 0 {
		return -1, 0
	}
	s := &m.Run.Steps[n-1]
	return s.Time, s.Ordinal
}

// Now returns the time on screen. During playback it may lie between two steps. In
// a comparison it is the time of the common clock. If State still belongs to an
// earlier step, Now returns the time of that state, so that the picture shows a
// single moment.
func (m *Model) Now() simtime.Time {
	if m.Run == nil || m.State == nil {
		return 0
	}
	n := int(m.State.Step)
	if m.Beside != nil {
		if n != m.Step {
			return m.Run.Time(n)
		}
		return m.Beside.Instant()
	}
	at := m.Run.Time(n)
	if m.Flow.On && n < m.Run.Len() {
		return m.Between(at, m.Run.Time(n+1))
	}
	if m.Glide > 0 && n < m.Run.Len() && !m.Looks.Still {
		at += simtime.Time(m.Glide * float64(m.Run.Time(m.Stride(n, 1))-at))
	}
	return at
}

// StepNote returns the number of the step on screen, such as "step 31 of 118". If
// simultaneous events are shown together, it counts teaching steps and events
// separately: "step 12 of 40, event 31 of 118".
func (m *Model) StepNote() string {
	if m.State == nil {
		return ""
	}
	if m.Run.Covered {
		return m.Words.Say(i18n.StepAlone, m.Words.N("n", int64(m.State.Step)))
	}
	if n, all, ok := m.teachingStep(); ok && m.Run.Head() == 0 {
		return m.Words.Say(i18n.StepAndEvent, m.Words.N("n", n), m.Words.N("all", all),
			m.Words.N("event", int64(m.State.Step)), m.Words.N("events", int64(m.Run.Len())))
	}
	return m.Words.Say(i18n.StepOf, m.Words.N("n", int64(int(m.State.Step)-m.Run.Head())), m.Words.N("all", int64(m.Run.Len()-m.Run.Head())))
}

// CountNote returns the number of the step on screen in short form, such as "31 /
// 118". If simultaneous events are shown together, it counts teaching steps and
// events separately: "12 / 40 (31 / 118)".
func (m *Model) CountNote() string {
	if m.State == nil {
		return ""
	}
	if m.Run.Covered {
		return m.Words.Int(int64(m.State.Step))
	}
	events := m.Words.Int(int64(int(m.State.Step)-m.Run.Head())) + " / " + m.Words.Int(int64(m.Run.Len()-m.Run.Head()))
	if n, all, ok := m.teachingStep(); ok && m.Run.Head() == 0 {
		return m.Words.Int(n) + " / " + m.Words.Int(all) + " (" + events + ")"
	}
	return events
}

// ClockText returns the time on screen as text.
func (m *Model) ClockText() string {
	if m.Run == nil || m.State == nil {
		return ""
	}
	if m.Flowing() {
		return m.Run.Clock.At(m.Now() / simtime.Time(simtime.Minute) * simtime.Time(simtime.Minute)) // a frame advances by several seconds or more, so whole minutes are enough
	}
	return m.Run.Clock.At(m.Run.Time(int(m.State.Step)))
}
