package model

import (
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
)

// Did is what an edit did, for people: "queue policy: EASY → FCFS". It is said
// in the language that the page has by then. Its pairs hold no markup.
type Did struct {
	Text  i18n.Text
	Pairs []i18n.Pair
}

// RequestState is how what was asked for last stands to what is on screen; the zero
// value is that of something else altogether.
type RequestState struct {
	Edit   bool // it is an edit of what is on screen: the answer says what it changed
	Did    Did
	Key    string                 // edits of the same key become one
	Turn   int                    // how many stops of the history it goes on, or back; 0: it is new
	Again  bool                   // it is what is on screen
	Draft  string                 // the draft that it comes from
	Slider string                 // the weight whose slider was moved
	Base   *recording.RecordedRun // what was on screen before its first move
}

// Here is what is on screen, with the place in time where the reader is.
func (m *Model) Here() message.Load {
	l := m.Source
	l.At, l.Ordinal = m.Moment()
	l.Job, l.Telling = -1, false
	if m.Selected != workload.NoJob {
		l.Job = m.Run.Jobs[m.Selected].Number
	}
	return l
}

// Apply asks for an edited text of the scenario on screen, at the place in time
// where the reader is: every edit of a text goes this way, and can be undone.
func (m *Model) Apply(text string, did Did) *message.Load {
	l := message.Load{Form: message.JSON, Text: text, Name: m.Words.Say(i18n.OwnScenario), At: -1, Job: -1}
	if m.Run != nil {
		here := m.Here()
		l.At, l.Ordinal, l.Job = here.At, here.Ordinal, here.Job
	}
	asked := m.LoadEdit(l)
	m.Request.Did = did
	return asked
}
