package app

import (
	"fmt"

	"hopyard/wasm/app/i18n"
)

// TraceHTML returns the form that asks for the number of nodes on which to run a
// trace.
func (m *App) TraceHTML(nodes int32) string {
	value := ""
	if nodes > 0 {
		value = fmt.Sprint(nodes)
	}
	c := m.Words
	return `<form method="dialog" id="trace-form"><label class="field"><span>` + c.Say(i18n.NodesWanted) +
		`</span><input id="trace-nodes" type="number" min="1" max="1048576" required value="` + value + `"></label>` +
		`<div class="row"><button id="trace-run" class="primary">` + c.Say(i18n.RunIt) + `</button></div></form>`
}

// BrokenText returns the message that the worker has stopped and cannot continue.
func (m *App) BrokenText() string { return m.Words.Say(i18n.Broken) }

// NewVersionHTML returns the note that a new version of the page is available. It
// has a button to take the new version (data-take) and a button to keep the current
// version (data-leave).
func (m *App) NewVersionHTML() string {
	say := m.Words.Say
	return `<span>` + say(i18n.NewVersion) + `</span><button type="button" class="primary" data-take>` + say(i18n.TakeVersion) +
		`</button><button type="button" data-leave>` + say(i18n.LeaveVersion) + `</button>`
}
