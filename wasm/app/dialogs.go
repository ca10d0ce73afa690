package app

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/words"
)

// HelpHTML is the table of keys, from the table of keys: group by group, what
// can be done now.
func (m *Model) HelpHTML() string {
	var out strings.Builder
	c := m.Words
	out.WriteString(`<caption class="sr">` + c.Say(words.HelpTitle) + `</caption>`)
	for i := range Keys {
		if i == 0 || !grouped(Keys[:i], Keys[i].Group) {
			m.helpGroup(&out, Keys[i:])
		}
	}
	fmt.Fprintf(&out, `<tbody><tr><td colspan="2">%s</td></tr>`, c.Say(words.HelpPointer))
	out.WriteString(`<tr><td colspan="2"><a href="./#reset">` + c.Say(words.ResetLink) + `</a></td></tr></tbody>`)
	return out.String()
}

func grouped(rows []Key, group words.Text) bool {
	for i := range rows {
		if rows[i].Group == group {
			return true
		}
	}
	return false
}

// helpGroup writes the rows of the first one's group.
func (m *Model) helpGroup(out *strings.Builder, rows []Key) {
	fmt.Fprintf(out, `<tbody><tr><th colspan="2" scope="rowgroup"><b>%s</b></th></tr>`, m.Words.Say(rows[0].Group))
	for i := range rows {
		k := &rows[i]
		if k.Group != rows[0].Group || len(k.Keys) == 0 {
			continue
		}
		out.WriteString(`<tr><th scope="row">`)
		for _, name := range KeyNames(k) {
			out.WriteString(`<kbd>` + words.Escape(name) + `</kbd> `)
		}
		fmt.Fprintf(out, `</th><td>%s</td></tr>`, m.Words.Say(k.Text))
	}
	out.WriteString(`</tbody>`)
}

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
