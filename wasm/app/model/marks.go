package model

import (
	"strconv"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
)

// JobLine returns the HTML attributes of a line about a job, such as a row of a
// table. The page highlights the job while the pointer is on the line, and selects
// it on a click. Lines of the queue have other attributes.
func (m *Model) JobLine(id workload.JobID, class string) string {
	if id == m.Selected {
		class = strings.TrimSpace(class + " selected")
	}
	return ` class="` + class + `" data-line="` + strconv.Itoa(int(id)) + `"`
}

// Chooser returns a button that selects a job. It is part of a line with the
// attributes of JobLine.
func (m *Model) Chooser(id workload.JobID) string {
	return `<button type="button" class="chooser" data-of="` + strconv.Itoa(int(id)) + `" aria-pressed="` + strconv.FormatBool(id == m.Selected) + `">` + i18n.Upper(m.JobText(id)) + `</button>`
}

// Chip returns a small square in the color of a job.
func (m *Model) Chip(id workload.JobID) string {
	mark := ""
	if pattern, some := draw.JobPattern(id); some {
		mark = ` data-pattern="` + strconv.Itoa(int(pattern)) + `"`
	}
	if m.Run.Names.Colour(id) == draw.Line {
		return `<i class="chip others"></i>`
	}
	return `<i class="chip" data-job="` + strings.TrimPrefix(m.Run.Names.Colour(id).String(), "job") + `"` + mark + `></i>`
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
