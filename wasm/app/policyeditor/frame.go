package policyeditor

import (
	"strconv"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// FrameHTML returns the elements of the editor. The page later fills the elements
// with variable content, which it finds by their ids.
func (m *PolicyEditor) FrameHTML() html.HTML {
	c := m.Words
	said := func(t i18n.Text) html.Attr { return html.Num("data-say", int(t)) }
	button := func(id, class string, t i18n.Text) html.HTML {
		return html.Button(html.ID(id), html.Class(class), said(t), c.HTML(t))
	}
	text := func(tag string, t i18n.Text) html.HTML { return html.El(tag, said(t), c.HTML(t)) }
	hidden := html.Flag("hidden")
	return html.Div(html.Class("own-head"), html.El("select", html.ID("own-differ"), html.Label(c.Say(i18n.PolicyDiffer))), html.Span(html.Class("gap")),
		button("own-build", "", i18n.BuildOpen), button("own-first", "", i18n.PolicyFirst), button("own-share", "", i18n.PolicyShare), button("own-help", "link", i18n.PolicyHelp)) +
		html.Div(html.Class("own-shelf"), html.Spoken(html.ID("own-shelf-title"), text("span", i18n.PolicyExamples)),
			html.Span(html.ID("own-shelf"), html.Class("own-examples"), html.Attr{"role", "group"}, html.LabelledBy("own-shelf-title"))) +
		html.Div(html.Class("own-code"), html.El("label", html.ID("own-field"), html.Class("field"), text("span", i18n.KeyPolicy),
			html.El("textarea", html.ID("own-text"), html.Attr{"spellcheck", "false"}, html.Attr{"autocapitalize", "off"}, html.Attr{"autocomplete", "off"})),
			html.Div(html.ID("own-editor"), html.Class("code"), hidden), html.Div(html.ID("own-diff"), hidden)) +
		html.Ul(html.ID("own-wrong"), html.Class("own-wrong"), html.Attr{"aria-live", "polite"}) +
		html.Div(html.Class("own-act"), button("own-run", "primary", i18n.RunIt),
			html.El("label", html.Class("check"), html.El("input", html.ID("own-auto"), html.Attr{"type", "checkbox"}, html.Flag("checked")), text("span", i18n.PolicyRunTyped)),
			html.Small(html.Span(html.ID("own-last")), html.HTML(" "), html.Span(html.ID("own-size")))) +
		html.Div(html.Class("own-cols"), html.Section(html.H3(text("span", i18n.PolicyPrinted), html.HTML(" "), text("small", i18n.PolicyByStep)), html.Ol(html.ID("own-prints"), html.Class("own-prints"))),
			html.Section(html.ID("own-trial"), html.Div(html.Class("own-trial-head"), html.H3(html.ID("own-trial-title")), html.Button(html.ID("own-try"))), html.Div(html.ID("own-told"))))
}

// ExamplesHTML returns a button for each example program.
func (m *PolicyEditor) ExamplesHTML() html.HTML {
	var out html.HTML
	for i := range m.Help.Examples {
		x := &m.Help.Examples[i]
		out += html.Button(html.Num("data-example", i), html.Attr{"title", m.Words.Tell(x.Title)}, html.Text(m.Words.Tell(x.Label())))
	}
	return out
}

// DifferHTML returns the options of the picker with which the reader chooses a text
// to compare with the program in the editor.
func (m *PolicyEditor) DifferHTML() html.HTML {
	out := html.Option("", false, m.Words.HTML(i18n.PolicyDiffer))
	for i := range m.Help.Examples {
		out += html.Option(strconv.Itoa(i), false, html.Text(m.Words.Tell(m.Help.Examples[i].Label())))
	}
	return out
}
