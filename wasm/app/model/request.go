package model

import (
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
)

// EditSummary describes what an edit did: "queue policy: EASY → FCFS". The text is put
// together only when it is shown, in the current language. Its pairs hold no
// markup.
type EditSummary struct {
	Text  i18n.Text
	Pairs []i18n.Pair
}

// RequestState is the relation between the latest request and the run on screen.
// The zero value is for a request of something unrelated.
type RequestState struct {
	Edit   bool // the request is an edit of what is on screen, so the page shows what it changed
	Did    EditSummary
	Key    string                 // successive edits with the same key become one entry of the history
	Turn   int                    // number of entries of the history to move forward, or back if negative; 0: a new request
	Again  bool                   // the request repeats what is on screen
	Draft  string                 // draft that the request comes from
	Slider string                 // weight whose slider was moved
	Base   *recording.RecordedRun // run on screen before the slider's first move
}

// Here returns a request for what is on screen, at the current moment.
func (m *Model) Here() message.Load {
	l := m.Source
	l.At, l.Ordinal = m.Moment()
	l.Job, l.Telling = -1, false
	if m.Selected != workload.NoJob {
		l.Job = m.Run.Jobs[m.Selected].Number
	}
	return l
}

// Apply requests an edited text of the scenario on screen, at the current moment.
// All edits of a text go through Apply, and can be undone.
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
