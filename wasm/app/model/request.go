package model

import (
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
)

// EditSummary describes an edit, for example "queue policy: EASY → FCFS". The text
// is made from Text and Pairs when it is shown, so that it is in the current
// language. Pairs must not contain HTML.
type EditSummary struct {
	Text  i18n.Text
	Pairs []i18n.Pair
}

// RequestState describes how the latest request relates to the run on screen. The
// zero value means that it is unrelated.
type RequestState struct {
	Edit   bool // the request is an edit of the scenario on screen, so the page shows the effect of the edit
	Did    EditSummary
	Key    string                 // consecutive edits with the same key share an entry in the undo history
	Turn   int                    // number of entries by which the request moves in the undo history, negative for undo; 0 for a new request
	Again  bool                   // the request repeats the request of the run on screen
	Draft  string                 // draft from which the request was made, or ""
	Slider string                 // name of the priority weight whose slider was moved, or ""
	Base   *recording.RecordedRun // run on screen before the reader began to move the slider
}

// Here returns a request for the run on screen at the current moment.
func (m *Model) Here() message.Load {
	l := m.Source
	l.At, l.Ordinal = m.Moment()
	l.Job, l.Telling = -1, false
	if m.Selected != workload.NoJob {
		l.Job = m.Run.Jobs[m.Selected].Number
	}
	return l
}

// Apply requests the scenario with the edited text, at the current moment. All
// edits of the text go through Apply, so all of them can be undone.
func (m *Model) Apply(text string, did EditSummary) *message.Load {
	l := message.Load{Form: message.JSON, Text: text, Name: m.Words.Say(i18n.OwnScenario), At: -1, Job: -1}
	if m.Run != nil {
		here := m.Here()
		l.At, l.Ordinal, l.Job = here.At, here.Ordinal, here.Job
	}
	asked := m.LoadEdit(l)
	m.Request.Did = did
	return asked
}
