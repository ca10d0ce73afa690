package app

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/message"
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
		if k.Group != rows[0].Group || len(k.Keys) == 0 || !k.now(m) {
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

// FaultsHTML lists errors, each with its place, the limit and the fix. With
// buttons, a line is a button that leads there in the text.
func (m *Model) FaultsHTML(faults []message.Fault, buttons bool) string {
	const most = 50
	var out strings.Builder
	c := m.Words
	for i := range faults {
		if i == most {
			out.WriteString(`<li>` + c.Say(words.FaultHidden, c.N("n", int64(len(faults)-most))) + `</li>`)
			break
		}
		f := &faults[i]
		out.WriteString(`<li>`)
		if f.Line > 0 {
			line := c.Say(words.FaultLine, c.N("n", int64(f.Line)))
			if buttons {
				fmt.Fprintf(&out, `<button type="button" class="link" data-fault="%d">%s</button> `, i, line)
			} else {
				out.WriteString(line + ` `)
			}
		}
		if f.Place != "" {
			out.WriteString(`<code>` + words.Escape(f.Place) + `</code>: `)
		}
		out.WriteString(c.Foreign(f.Problem))
		if f.Limit != "" && !strings.Contains(f.Problem, f.Limit) {
			out.WriteString(` (` + c.Say(words.FaultLimit, words.S("limit", c.Foreign(f.Limit))) + `)`)
		}
		if f.Fix != "" {
			out.WriteString(`<br><small>` + c.Say(words.FaultFix, words.S("fix", c.Foreign(f.Fix))) + `</small>`)
		}
		out.WriteString(`</li>`)
	}
	return out.String()
}

// StaleText says that what is on screen is not what was asked for.
func (m *Model) StaleText() string {
	if m.Failed == nil {
		return ""
	}
	name := m.Failed.Name
	if name == "" {
		name = m.Words.Say(words.OwnScenario)
	}
	return m.Words.Say(words.Stale, words.S("name", name), m.Words.N("n", int64(len(m.Faults))))
}

// Spot is where a fault lies in a text, in UTF-16 units as text fields count;
// it is empty where the fault has no place.
func Spot(text string, f *message.Fault) (from, to int) {
	if f.Line == 0 || int(f.Offset) > len(text) {
		return 0, 0
	}
	from = units(text[:f.Offset])
	end := min(max(int(f.End), int(f.Offset)), len(text))
	return from, from + units(text[f.Offset:end])
}

// units is the length of a text in UTF-16 units.
func units(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
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
