package policyeditor

import (
	"strings"

	"hopyard/wasm/app/i18n"
)

// Help documents the interface of programs and holds examples. The page loads it
// from a file that comes with the editor (tools/build, policy.go).
type Help struct {
	Entries  []Entry
	Examples []Example
}

// Entry describes a part of the interface: a field of a job, a method or a
// function.
type Entry struct {
	Name, Of, Params, Type, Doc, Example string
}

// Example is a program to start from.
type Example struct {
	Name, Title, Source string
}

// Label returns the title up to a colon, for a button.
func (x *Example) Label() string {
	label, _, _ := strings.Cut(x.Title, ":")
	return strings.TrimSpace(strings.TrimSuffix(label, "."))
}

// InterfaceHTML returns the documentation of the interface, grouped by what its
// entries belong to.
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

// doc returns a documentation text, in English if the language of the page has no
// translation.
func (m *PolicyEditor) doc(english string) string {
	if told := m.Words.Tell(english); told != english {
		return i18n.Escape(told)
	}
	return m.Words.Foreign(english)
}

// signature returns an entry as it is written in a program.
func (e *Entry) signature() string {
	name := e.Name
	if e.Of != "" && e.Of[0] >= 'a' && e.Of[0] <= 'z' && !strings.Contains(e.Of, " ") {
		name = e.Of + "." + name
	}
	return name + e.Params
}
