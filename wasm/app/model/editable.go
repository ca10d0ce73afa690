package model

import (
	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
)

// Editable returns the text of the scenario on screen with its overrides. If the
// reader cannot edit the text, it returns "" and the reason.
func (m *Model) Editable() (text, why string) {
	switch {
	case m.Run == nil:
		return "", m.Words.Say(i18n.HandleNothing)
	case m.ReadOnly:
		return "", m.Words.Say(i18n.HandleReadOnly)
	case m.Run.Text == "":
		return "", m.Words.Say(i18n.HandleNoText)
	}
	return m.Run.Text, ""
}

// Modelled reports whether the jobs come from a workload model or a trace, so that
// the scenario's text does not list them.
func (m *Model) Modelled() bool {
	if m.Run == nil {
		return false
	}
	if m.Run.Text == "" {
		return true
	}
	_, places := scenario.LookUp([]byte(m.Run.Text), "jobs")
	return places == nil && len(m.Run.Jobs) > 0
}
