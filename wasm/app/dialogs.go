package app

import (
	"fmt"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// TraceHTML returns the form that asks for the number of nodes on which to run a
// trace.
func (m *App) TraceHTML(nodes int32) html.HTML {
	value := ""
	if nodes > 0 {
		value = fmt.Sprint(nodes)
	}
	c := m.Words
	return html.El("form", html.Attr{"method", "dialog"}, html.ID("trace-form"), html.Field(c.HTML(i18n.NodesWanted), html.El("input", html.ID("trace-nodes"), html.Attr{"type", "number"},
		html.Attr{"min", "1"}, html.Attr{"max", "1048576"}, html.Flag("required"), html.Attr{"value", value})),
		html.Div(html.Class("row"), html.El("button", html.ID("trace-run"), html.Class("primary"), c.HTML(i18n.RunIt))))
}

// BrokenText returns the message that the worker has stopped and cannot continue.
func (m *App) BrokenText() string { return m.Words.Say(i18n.Broken) }

// NewVersionHTML returns the note that a new version of the page is available. It
// has a button to take the new version (data-take) and a button to keep the current
// version (data-leave).
func (m *App) NewVersionHTML() html.HTML {
	c := m.Words
	return html.Span(c.HTML(i18n.NewVersion)) + html.Button(html.Class("primary"), html.Flag("data-take"), c.HTML(i18n.TakeVersion)) + html.Button(html.Flag("data-leave"), c.HTML(i18n.LeaveVersion))
}
