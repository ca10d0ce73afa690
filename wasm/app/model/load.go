package model

import (
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
)

// Clear resets the selection, the highlighted region, and other state that depends
// on the step.
func (m *Model) Clear() {
	m.Want, m.Selected, m.Pointed = workload.NoJob, workload.NoJob, Nowhere()
	m.Weighed, m.Shown, m.Glide, m.Flow, m.Route = nil, -1, 0, Flow{}, NoRoute
}

// Load starts a request. It returns the message for the worker, which has a new
// serial. The page continues to show the previous run until the answer arrives.
func (m *Model) Load(l message.Load) *message.Load {
	l.Serial = m.Asked.Serial + 1
	m.Asked = l
	m.Loading = &message.Progress{Serial: l.Serial}
	m.Playing, m.Note, m.Request = false, "", RequestState{}
	return &m.Asked
}

// Change requests the scenario on screen with other overrides. The page keeps the
// moment on screen.
func (m *Model) Change(o message.Overrides) *message.Load {
	l := m.Source
	if m.Asked.Serial != m.Source.Serial && m.Loading != nil && m.Request.Turn == 0 {
		l = m.Asked // a previous change is still being recorded, so its values are kept
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

// LoadEdit requests an edited version of the scenario on screen. When the run
// arrives, the page shows the effect of the edit.
func (m *Model) LoadEdit(l message.Load) *message.Load {
	asked := m.Load(l)
	m.Request.Edit = true
	return asked
}

// Take puts a run on screen, and returns true. If the run does not answer the
// latest request, Take changes nothing and returns false.
func (m *Model) Take(r *recording.RecordedRun) bool {
	l, old := r.Loaded, m.Run
	if l.Serial != m.Asked.Serial {
		return false
	}
	m.Run, m.Source = r, m.Asked
	r.Clock = r.Clock.In(m.Words)      // the reader may have changed the language since the request
	if m.Source.Form == message.Link { // remove the moment in the link, so that it is not used again
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

// Reject records that a request failed. It returns false if the request was not the
// latest.
func (m *Model) Reject(f *message.Failed) bool {
	if f.Serial != m.Asked.Serial {
		return false
	}
	m.Loading = nil
	m.Asked.Overrides = m.Source.Overrides // so that the next selection does not contain the rejected values
	if f.Cancel {
		m.Note = m.Words.Say(i18n.Cancelled)
		return true
	}
	m.Failed, m.Faults = f, f.Faults
	return true
}

// Empty removes the run from the screen.
func (m *Model) Empty() {
	m.Run, m.State = nil, nil
	m.Step, m.Playing = 0, false
	m.Clear()
}

// Show sets the state on screen, and returns true. If the state belongs to another
// run, Show changes nothing and returns false.
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

// Weigh stores the placements that the allocator compared. It returns false if they
// do not belong to the step on screen.
func (m *Model) Weigh(w *message.PlacementList) bool {
	if m.State == nil || w.Serial != m.State.Serial || w.Step != m.State.Step {
		return false
	}
	m.Weighed, m.Shown = w, -1
	return true
}
