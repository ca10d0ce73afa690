package keys

import (
	"strconv"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// HelpHTML returns the table of keys for the help, arranged by group.
func (m KeysPanel) HelpHTML() html.HTML {
	var out html.Builder
	c := m.Words
	out.El("caption", html.Class("sr"), c.HTML(i18n.HelpTitle))
	for i := range Keys {
		if i == 0 || !grouped(Keys[:i], Keys[i].Group) {
			out.Add(m.helpGroup(Keys[i:]))
		}
	}
	wide := html.Attr{"colspan", "2"}
	out.El("tbody", html.Tr(html.Td(wide, c.HTML(i18n.HelpPointer))),
		html.Tr(html.Td(wide, html.El("a", html.Attr{"href", "./#reset"}, c.HTML(i18n.ResetLink)))))
	return out.HTML()
}

func grouped(rows []Key, group i18n.Text) bool {
	for i := range rows {
		if rows[i].Group == group {
			return true
		}
	}
	return false
}

// helpGroup returns one group of the help: all given rows that are in the same group
// as the first row.
func (m KeysPanel) helpGroup(rows []Key) html.HTML {
	out := html.Tr(html.El("th", html.Attr{"colspan", "2"}, html.Attr{"scope", "rowgroup"}, html.B(m.Words.HTML(rows[0].Group))))
	for i := range rows {
		k := &rows[i]
		if k.Group != rows[0].Group || len(k.Keys) == 0 {
			continue
		}
		var names html.HTML
		for _, name := range KeyNames(k) {
			names += html.El("kbd", html.Text(name)) + " "
		}
		out += html.Tr(html.RowHead(names), html.Td(html.Button(html.Class("link"), html.Attr{"data-action", strconv.Itoa(int(k.Action))}, m.Words.HTML(k.Text))))
	}
	return html.El("tbody", out)
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
