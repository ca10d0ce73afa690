package app

import (
	"fmt"

	"hopyard/wasm/app/words"
)

// TraceHTML asks how many nodes a trace runs on.
func (m *Model) TraceHTML(nodes int32) string {
	value := ""
	if nodes > 0 {
		value = fmt.Sprint(nodes)
	}
	c := m.Words
	return `<form method="dialog" id="trace-form"><label class="field"><span>` + c.Say(words.NodesWanted) +
		`</span><input id="trace-nodes" type="number" min="1" max="1048576" required value="` + value + `"></label>` +
		`<div class="row"><button id="trace-run" class="primary">` + c.Say(words.RunIt) + `</button></div></form>`
}

// BrokenText says that the worker has stopped for good.
func (m *Model) BrokenText() string { return m.Words.Say(words.Broken) }

// NewVersionHTML offers a new version of the page: buttons data-take and
// data-leave.
func (m *Model) NewVersionHTML() string {
	say := m.Words.Say
	return `<span>` + say(words.NewVersion) + `</span><button type="button" class="primary" data-take>` + say(words.TakeVersion) +
		`</button><button type="button" data-leave>` + say(words.LeaveVersion) + `</button>`
}
