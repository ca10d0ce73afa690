package app

import (
	"strings"

	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
	"hopyard/wasm/draw"
)

// Again is the message that brings back what is on screen, for a new worker.
func (m *Model) Again() *message.Load {
	asked := m.Load(m.here())
	m.Request.Again = true
	return asked
}

// Edited asks for the text of the editor. What is typed without a break is one
// edit.
func (m *Model) Edited(text string) *message.Load {
	asked := m.Apply(text, Did{Text: words.DidText})
	m.Request.Key = "text"
	return asked
}

// EditText is what the editor shows: the text with errors if there is one,
// else the scenario on screen. It reports false where there is no text that
// could be edited.
func (m *Model) EditText() (string, bool) {
	switch {
	case m.EditsFaults():
		return m.Failed.Text, true
	case m.Run == nil:
		return "", true
	}
	return m.Run.Text, m.Run.Text != ""
}

// EditsFaults reports whether the errors are about a text that can be edited.
func (m *Model) EditsFaults() bool {
	return m.Failed != nil && m.Failed.Text != "" && m.Failed.Form != message.SWF
}

// TooLongHTML says why there is nothing to edit.
func (m *Model) TooLongHTML() string { return `<li>` + m.Words.Say(words.TextTooLong) + `</li>` }

// Lines is the number of lines of a text.
func Lines(text string) int { return strings.Count(text, "\n") + 1 }

// Refuse notes a fault of something that was not even sent to the worker.
func (m *Model) Refuse(name string, f message.Fault) {
	m.Reject(&message.Failed{Serial: m.Asked.Serial, Name: name, Faults: []message.Fault{f}})
}

// JobPlace is the place of a job alone.
func JobPlace(id workload.JobID) Place {
	p := Nowhere()
	p.Job = id
	return p
}

// HitPlace is the place of what lies under the pointer.
func HitPlace(h draw.Hit) Place {
	p := Nowhere()
	p.Job = h.Job
	switch h.Kind {
	case draw.OnNode:
		p.Node, p.Last = h.Node, h.Last
	case draw.OnSwitch:
		p.Switch = h.Switch
	case draw.OnLink:
		p.Cable = h.Cable
	case draw.OnBar:
		p.Node, p.Last, p.Aside = h.Node, h.Node, h.Frozen
	case draw.OnNothing, draw.OnPlot, draw.OnAxis:
		p.Job = workload.NoJob
	}
	if p.Outage = h.Outage + 1; p.Outage > 0 && h.Kind == draw.OnPlot {
		p.Node, p.Last = h.Node, h.Node
	}
	return p
}

// Starts reports whether the step on screen started a job.
func (m *Model) Starts() bool {
	if m.State == nil || m.State.Step == 0 {
		return false
	}
	for _, e := range m.Run.StepEvents(int(m.State.Step) - 1) {
		if e.Kind == trace.Start {
			return true
		}
	}
	return false
}

// FiguresNote says of what time the figures are.
func (m *Model) FiguresNote() string {
	if m.State != nil && int(m.State.Step) == m.Run.Len() {
		return m.Words.Say(words.FiguresWhole)
	}
	return m.Words.Say(words.FiguresSoFar)
}

// BusyHTML says how far the recording is, with a button that stops it.
func (m *Model) BusyHTML() string {
	if m.Loading == nil {
		return ""
	}
	text := m.Words.Say(words.Recording, m.Words.N("n", int64(m.Loading.Ended)), m.Words.N("all", int64(m.Loading.Jobs)))
	return text + ` <button type="button" data-cancel>` + m.Words.Say(words.Stop) + `</button>`
}

// CurvesText describes the curves to those who do not see them.
func (m *Model) CurvesText() string {
	busy, longest := 0.0, int64(0)
	for _, p := range m.Run.Curve {
		busy, longest = max(busy, p.Busy), max(longest, p.Waiting)
	}
	return m.Words.Say(words.CurvesSummary, words.S("busy", m.Words.Float(busy*100, 0)), m.Words.N("n", longest))
}

// BrokenText says that the worker has stopped for good.
func (m *Model) BrokenText() string { return m.Words.Say(words.Broken) }
