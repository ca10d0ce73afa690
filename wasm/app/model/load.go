package model

import (
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
)

// Clear forgets what was chosen and pointed at.
func (m *Model) Clear() {
	m.Want, m.Selected, m.Pointed = workload.NoJob, workload.NoJob, Nowhere()
	m.Weighed, m.Shown, m.Glide, m.Flow, m.Route = nil, -1, 0, Flow{}, NoRoute
}

// Load is asked for: it returns the message for the worker, with a serial of
// its own. What is on screen stays until the answer.
func (m *Model) Load(l message.Load) *message.Load {
	l.Serial = m.Asked.Serial + 1
	m.Asked = l
	m.Loading = &message.Progress{Serial: l.Serial}
	m.Playing, m.Note, m.Request = false, "", RequestState{}
	return &m.Asked
}

// Change asks for the scenario on screen with other overrides, at the place in
// time where the reader is.
func (m *Model) Change(o message.Overrides) *message.Load {
	l := m.Source
	if m.Asked.Serial != m.Source.Serial && m.Loading != nil && m.Request.Turn == 0 {
		l = m.Asked // changes that come quickly add up
	}
	l.Overrides = o
	l.Job = -1
	if m.Run != nil {
		l.At, l.Ordinal = m.Moment()
		if m.Selected != workload.NoJob {
			l.Job = m.Run.Jobs[m.Selected].Number
		}
	}
	return m.LoadEdit(l)
}

// LoadEdit asks for an edit of what is on screen: the answer says what it changed.
func (m *Model) LoadEdit(l message.Load) *message.Load {
	asked := m.Load(l)
	m.Request.Edit = true
	return asked
}

// Take puts a run on screen. It reports false for an answer to what was not
// asked for last.
func (m *Model) Take(r *recording.RecordedRun) bool {
	l, old := r.Loaded, m.Run
	if l.Serial != m.Asked.Serial {
		return false
	}
	m.Run, m.Source = r, m.Asked
	r.Clock = r.Clock.In(m.Words)      // it may have changed meanwhile
	if m.Source.Form == message.Link { // the moment that it named is over
		m.Source.Text, _, _ = strings.Cut(m.Source.Text, "&")
	}
	if m.Source.Form == message.Shared {
		m.Source.View = ""
	}
	m.Source.Telling = false
	m.Loading, m.Faults, m.Failed = nil, nil, nil
	m.Clear()
	m.Step, m.State = int(l.Step), nil
	m.Selected, m.Want = l.Select, l.Select
	if old == nil || !sameMachine(old, m.Run) {
		m.View = draw.View{}
	}
	if !m.Holding && (old == nil || old.Last != m.Run.Last || old.Title != m.Run.Title) {
		m.Window = m.Whole()
	}
	return true
}

func sameMachine(a, b *recording.RecordedRun) bool {
	return a.Machine.Drawn.Nodes == b.Machine.Drawn.Nodes
}

// Reject takes in that what was asked for could not be loaded.
func (m *Model) Reject(f *message.Failed) bool {
	if f.Serial != m.Asked.Serial {
		return false
	}
	m.Loading = nil
	m.Asked.Overrides = m.Source.Overrides // what is chosen next does not repeat the fault
	if f.Cancel {
		m.Note = m.Words.Say(i18n.Cancelled)
		return true
	}
	m.Failed, m.Faults = f, f.Faults
	return true
}

// Empty takes away what is on screen.
func (m *Model) Empty() {
	m.Run, m.State = nil, nil
	m.Step, m.Playing = 0, false
	m.Clear()
}

// Show takes in the state of a step. It reports false for one that is not of
// this run or no longer wanted.
func (m *Model) Show(s *message.State) bool {
	if m.Run == nil || s.Serial != m.Run.Serial {
		return false
	}
	m.State = s
	m.Weighed, m.Shown = s.Weighed, -1
	if int(s.Step) == m.Step {
		m.follow()
	}
	return true
}

// Weigh takes in the placements that were weighed.
func (m *Model) Weigh(w *message.Weighed) bool {
	if m.State == nil || w.Serial != m.State.Serial || w.Step != m.State.Step {
		return false
	}
	m.Weighed, m.Shown = w, -1
	return true
}
