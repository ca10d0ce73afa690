package policyeditor

import (
	"strings"

	"hopyard/wasm/app/i18n"
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
func (m *PolicyEditor) InterfaceHTML() string {
	var out strings.Builder
	of, open := "", false
	for i := range m.Help.Entries {
		e := &m.Help.Entries[i]
		if !open || e.Of != of {
			if open {
				out.WriteString(`</dl>`)
			}
			of, open = e.Of, true
			title := `<code>` + i18n.Escape(of) + `</code>`
			if strings.Contains(of, " ") {
				title = i18n.UpperHTML(m.doc(of))
			}
			out.WriteString(`<h3>` + title + `</h3><dl class="own-entries">`)
		}
		out.WriteString(`<div><dt><code>` + i18n.Escape(e.signature()) + `</code>`)
		if e.Type != "" {
			out.WriteString(` <small>` + i18n.Escape(e.Type) + `</small>`)
		}
		out.WriteString(`</dt><dd>` + m.doc(e.Doc))
		if e.Example != "" {
			out.WriteString(`<pre><code>` + i18n.Escape(e.Example) + `</code></pre>`)
		}
		out.WriteString(`</dd></div>`)
	}
	if open {
		out.WriteString(`</dl>`)
	}
	return out.String()
}

// doc returns the translation of a documentation text, or the English text if there
// is no translation.
func (m *PolicyEditor) doc(english string) string {
	if told := m.Words.Tell(english); told != english {
		return i18n.Escape(told)
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
