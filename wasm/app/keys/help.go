package keys

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/i18n"
)

// HelpHTML returns the table of keys for the help, arranged by group.
func (m KeysPanel) HelpHTML() string {
	var out strings.Builder
	c := m.Words
	out.WriteString(`<caption class="sr">` + c.Say(i18n.HelpTitle) + `</caption>`)
	for i := range Keys {
		if i == 0 || !grouped(Keys[:i], Keys[i].Group) {
			m.helpGroup(&out, Keys[i:])
		}
	}
	fmt.Fprintf(&out, `<tbody><tr><td colspan="2">%s</td></tr>`, c.Say(i18n.HelpPointer))
	out.WriteString(`<tr><td colspan="2"><a href="./#reset">` + c.Say(i18n.ResetLink) + `</a></td></tr></tbody>`)
	return out.String()
}

func grouped(rows []Key, group i18n.Text) bool {
	for i := range rows {
		if rows[i].Group == group {
			return true
		}
	}
	return false
}

// helpGroup writes one group of the help: all given rows that are in the same group
// as the first row.
func (m KeysPanel) helpGroup(out *strings.Builder, rows []Key) {
	fmt.Fprintf(out, `<tbody><tr><th colspan="2" scope="rowgroup"><b>%s</b></th></tr>`, m.Words.Say(rows[0].Group))
	for i := range rows {
		k := &rows[i]
		if k.Group != rows[0].Group || len(k.Keys) == 0 {
			continue
		}
		out.WriteString(`<tr><th scope="row">`)
		for _, name := range KeyNames(k) {
			out.WriteString(`<kbd>` + i18n.Escape(name) + `</kbd> `)
		}
		fmt.Fprintf(out, `</th><td>%s</td></tr>`, m.Words.Say(k.Text))
	}
	out.WriteString(`</tbody>`)
}

// ActionText returns the title of an action in the help.
func (m KeysPanel) ActionText(a Action) string {
	for i := range Keys {
		if Keys[i].Action == a {
			return m.Words.Say(Keys[i].Text)
		}
	}
	return ""
}
