package app

import (
	"fmt"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// TraceHTML returns the form that asks on how many nodes to run a trace. The parameter
// nodes is the default. If job sizes are in processors, the parameter processors is the
// largest number in use at once, and the form also asks for the processors per node;
// otherwise it is 0.
func (m *App) TraceHTML(nodes, processors int32) html.HTML {
	c := m.Words
	number := func(id, value, most string) html.HTML {
		return html.El("input", html.ID(id), html.Attr{"type", "number"}, html.Attr{"min", "1"}, html.Attr{"max", most}, html.Flag("required"), html.Attr{"value", value})
	}
	value := ""
	if nodes > 0 {
		value = fmt.Sprint(nodes)
	}
	cores := html.HTML("")
	if processors > 0 {
		cores = html.Field(c.HTML(i18n.ProcessorsWanted), number("trace-cores", "1", fmt.Sprint(scenario.MaxCores))) + html.P(html.Class("small"), c.HTML(i18n.ProcessorsWhy, c.N("n", int64(processors))))
	}
	return html.El("form", html.Attr{"method", "dialog"}, html.ID("trace-form"), html.Field(c.HTML(i18n.NodesWanted), number("trace-nodes", value, "1048576")), cores,
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
