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
