package edit

import (
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// Again repeats the request for the scenario and the step on screen, after the
// worker was restarted.
func (m *EditPanel) Again() *message.Load {
	asked := m.Load(m.Here())
	m.Request.Again = true
	return asked
}

// Edited requests a run of the text in the editor. Successive requests form a
// single edit in the history.
func (m *EditPanel) Edited(text string) *message.Load {
	asked := m.Apply(text, model.EditSummary{Text: i18n.DidText})
	m.Request.Key = "text"
	return asked
}

// EditText returns the text that the editor shows. If the latest request failed
// because of an error in its text, the editor shows the text of that request.
// Otherwise it shows the text of the scenario on screen. EditText returns false if
// no text can be edited.
func (m *EditPanel) EditText() (string, bool) {
	switch {
	case m.EditsFaults():
		return m.Failed.Text, true
	case m.Run == nil:
		return "", true
	}
	return m.Run.Text, m.Run.Text != ""
}

// TooLongHTML returns the message that the text is too long to be edited.
func (m *EditPanel) TooLongHTML() html.HTML { return html.Li(m.Words.HTML(i18n.TextTooLong)) }

// Lines returns the number of lines of a text.
func Lines(text string) int { return strings.Count(text, "\n") + 1 }
