package edit

import (
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// Again is the message that brings back what is on screen, for a new worker.
func (m *EditPanel) Again() *message.Load {
	asked := m.Load(m.Here())
	m.Request.Again = true
	return asked
}

// Edited asks for the text of the editor. What is typed without a break is one
// edit.
func (m *EditPanel) Edited(text string) *message.Load {
	asked := m.Apply(text, model.Did{Text: i18n.DidText})
	m.Request.Key = "text"
	return asked
}

// EditText is what the editor shows: the text with errors if there is one,
// else the scenario on screen. It reports false where there is no text that
// could be edited.
func (m *EditPanel) EditText() (string, bool) {
	switch {
	case m.EditsFaults():
		return m.Failed.Text, true
	case m.Run == nil:
		return "", true
	}
	return m.Run.Text, m.Run.Text != ""
}

// TooLongHTML says why there is nothing to edit.
func (m *EditPanel) TooLongHTML() string { return `<li>` + m.Words.Say(i18n.TextTooLong) + `</li>` }

// Lines is the number of lines of a text.
func Lines(text string) int { return strings.Count(text, "\n") + 1 }
