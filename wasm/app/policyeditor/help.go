package policyeditor

import (
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Help holds the documentation of the functions and types that programs can use,
// and the example programs. The page loads it from a file that comes with the
// editor (tools/build, policy.go).
type Help struct {
	Entries  []Entry
	Examples []Example
}

// Entry is the documentation of a field, method or function that programs can use.
type Entry struct {
	Name, Of, Params, Type, Doc, Example string
}

// Example is a program that readers can start from.
type Example struct {
	Name, Title, Source string
}

// Label returns the part of the example's title before a colon. It is the text of
// the example's button.
func (x *Example) Label() string {
	label, _, _ := strings.Cut(x.Title, ":")
	return strings.TrimSpace(strings.TrimSuffix(label, "."))
}

// InterfaceHTML returns the documentation of all entries. The entries are grouped
// by their type or topic, which is in the field Of.
func (m *PolicyEditor) InterfaceHTML() html.HTML {
	var out, entries html.HTML
	for i := range m.Help.Entries {
		e := &m.Help.Entries[i]
		name, about := html.Code(html.Text(e.signature())), m.doc(e.Doc)
		if e.Type != "" {
			name += " " + html.Small(html.Text(e.Type))
		}
		if e.Example != "" {
			about += html.El("pre", html.Code(html.Text(e.Example)))
		}
		entries += html.Entry(name, about)
		if i+1 < len(m.Help.Entries) && m.Help.Entries[i+1].Of == e.Of {
			continue
		}
		title := html.Code(html.Text(e.Of))
		if strings.Contains(e.Of, " ") {
			title = i18n.UpperHTML(m.doc(e.Of))
		}
		out += html.H3(title) + html.El("dl", html.Class("own-entries"), entries)
		entries = ""
	}
	return out
}

// doc returns the translation of a documentation text, or the English text if there
// is no translation.
func (m *PolicyEditor) doc(english string) html.HTML {
	if told := m.Words.Tell(english); told != english {
		return html.Escape(told)
	}
	return m.Words.Foreign(english)
}

// signature returns an entry in the form in which programs use it. For a field or
// method of a named object, the name of the object and a dot come first.
func (e *Entry) signature() string {
	name := e.Name
	if e.Of != "" && e.Of[0] >= 'a' && e.Of[0] <= 'z' && !strings.Contains(e.Of, " ") {
		name = e.Of + "." + name
	}
	return name + e.Params
}
