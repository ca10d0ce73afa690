package model

import (
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// JobLine returns a line about a job, such as a row of a table: the element with the
// given name and content. The page highlights the job while the pointer is on the
// line, and selects it on a click. Lines of the queue have other attributes.
func (m *Model) JobLine(element string, id workload.JobID, class string, content html.HTML) html.HTML {
	if id == m.Selected {
		class = strings.TrimSpace(class + " selected")
	}
	return html.El(element, html.Class(class), html.Num("data-line", int(id)), content)
}

// Chooser returns a button that selects a job. It is part of a JobLine.
func (m *Model) Chooser(id workload.JobID) html.HTML {
	return html.Button(html.Class("chooser"), html.Num("data-of", int(id)), html.Bool("aria-pressed", id == m.Selected), html.Text(i18n.Upper(m.JobText(id))))
}

// Chip returns a small square in the color of a job.
func (m *Model) Chip(id workload.JobID) html.HTML {
	if m.Run.Names.Colour(id) == draw.Line {
		return html.I(html.Class("chip others"))
	}
	pattern, some := draw.JobPattern(id)
	return html.I(html.Class("chip"), html.Attr{"data-job", strings.TrimPrefix(m.Run.Names.Colour(id).String(), "job")},
		html.If(some, html.Num("data-pattern", int(pattern))))
}

// Highlight returns what all panels must highlight at the moment.
func (m *Model) Highlight() draw.Highlight {
	h := draw.NoHighlight()
	h.Current, h.Selected, h.Pointed = m.Current(), m.Selected, m.Pointed.Job
	h.Node, h.Switch, h.Cable = m.Pointed.Node, m.Pointed.Switch, m.Pointed.Cable
	m.lightUp(&h)
	if w := m.Weighed; w != nil && m.Shown >= 0 {
		if level := m.Shown - len(w.Candidates); level < 0 {
			h.Candidate = w.Candidates[m.Shown].Placement
		} else if level < len(w.Levels) {
			h.Candidate = w.Levels[level].Placement
		}
	}
	h.Ends = m.Route.Ends
	for _, way := range m.Route.Ways {
		h.Route = append(h.Route, way/2)
	}
	if m.Predict.Asking && len(m.Predict.Nodes) > 0 {
		h.Candidate = m.Predict.Nodes
	}
	if m.Hand.Nodes != nil {
		h.Candidate, h.Held, h.Fits, h.Until = m.Hand.Nodes, true, m.Hand.Fits, m.Hand.Until
	}
	return h
}
