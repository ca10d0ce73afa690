package timeline

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
)

// chosenSubmit returns the submit time of the selected job. It returns
// simtime.Never if no job is selected, or if the job has not been submitted yet.
func (m TimelinePanel) chosenSubmit() simtime.Time {
	id := m.Selected
	if m.State == nil || id == workload.NoJob || m.Run.Lives[id].Submit < 0 || m.Run.Lives[id].Submit >= m.State.Step {
		return simtime.Never
	}
	return m.Run.StepTime(m.Run.Lives[id].Submit)
}

// TimelineNote returns a note that explains what the rows, bars and boxes of the
// timeline mean.
func (m TimelinePanel) TimelineNote() string {
	if m.Run == nil {
		return ""
	}
	text := i18n.RowsNodes
	switch d := m.Run.Machine.Drawn; {
	case len(d.Tree) > 0:
		text = i18n.RowsLeaves
	case d.Bands() == nil:
	case len(d.Dims) == 0:
		text = i18n.RowsGroups
	default:
		text = i18n.RowsLines
	}
	note := m.Words.Say(text)
	if m.Run.Speeds != nil {
		note += " · " + m.Words.Say(i18n.BarsSpeed)
	}
	if m.State != nil && m.Run.Archive == nil && m.State.Places() {
		text := i18n.BoxesNow
		if m.State.Holds {
			text = i18n.BoxesHeld
		}
		note += " · " + m.Words.Say(text)
	}
	return note
}

// FillTimeline fills the timeline's scene. Only the size is missing, which the page
// sets.
func (m TimelinePanel) FillTimeline(t *draw.Timeline) {
	t.Nodes, t.Bands = m.Run.Machine.Drawn.Nodes, m.Run.Bands()
	t.Bars, t.Jobs, t.Words = &m.Run.Bars, &m.Run.Names, m.Words.Drawn()
	t.Window, t.Now, t.Step = m.Window, m.Now(), m.State.Step
	t.Promises, t.Shadow, t.Known = m.Promises(), m.State.Shadow, 0
	if a := m.Run.Archive; a != nil { // The window of a long run also shows events after the step on screen. The step on screen is only a mark in the window.
		t.Promises, t.Step, t.Known = nil, int32(m.Run.Len()), a.To
	}
	t.Speeds, t.Names = m.Run.Speeds, m.Run.Machine.Names
	t.Outages, t.Growths, t.Growing = m.Run.Outages.All, m.Run.Growths.Drawn, m.Growing()
	t.Deadlines, t.Due, t.Parts = m.Run.Deadlines, m.Due(), m.Run.Parts
	if t.Kept = nil; len(m.Run.Kept) > 0 {
		t.Kept = m.kept()
	}
	t.Highlight = m.Highlight()
	t.Submitted = m.chosenSubmit()
	t.Marked, t.Covered = simtime.Never, ""
	if m.Predict.Asking {
		t.Marked, t.Covered = m.Predict.Time, m.Words.Say(i18n.WhatNext)
	}
}

// maxKept is the largest number of periods of each reservation that are drawn.
const maxKept = 100

// kept returns the periods of the announced reservations in the window. As their
// future is known, they are drawn beyond the step on screen.
func (m TimelinePanel) kept() (all []draw.KeptNodes) {
	for i := range m.Run.Kept {
		k := &m.Run.Kept[i]
		if k.Known > m.Now() {
			continue
		}
		start, every := k.Start, simtime.Time(k.Every)
		if before := m.Window.From - start.Add(k.Duration); every > 0 && before > 0 {
			start += before / every * every
		}
		for n := 0; n < maxKept && start <= m.Window.To; n++ {
			all = append(all, draw.KeptNodes{Name: k.Name, Nodes: k.Nodes, From: start, To: start.Add(k.Duration)})
			if every == 0 {
				break
			}
			start += every
		}
	}
	return all
}

// Growing returns the growths in progress. Each contains the times at which its
// current stage and its later stages end.
func (m TimelinePanel) Growing() []draw.Growing {
	var out []draw.Growing
	for i := range m.State.Growths {
		g := &m.State.Growths[i]
		x := draw.Growing{Job: g.Job, Nodes: g.Frozen, Stage: g.Stage}
		at := g.Until
		for k := range x.Ends {
			switch {
			case int32(k)+1 < g.Stage:
				x.Ends[k] = simtime.Never
			case int32(k)+1 == g.Stage:
				x.Ends[k] = at
			default:
				at = at.Add(g.Stages[k])
				x.Ends[k] = at
			}
		}
		out = append(out, x)
	}
	return out
}
