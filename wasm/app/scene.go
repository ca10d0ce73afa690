package app

import "hopyard/wasm/draw"

// FillTimeline brings the timeline's scene up to date; its size is the page's.
func (m *Model) FillTimeline(t *draw.Timeline) {
	t.Nodes, t.Bands = m.Run.Machine.Drawn.Nodes, m.Run.Bands()
	t.Bars, t.Jobs, t.Words = &m.Run.Bars, &m.Run.Names, m.Words.Drawn()
	t.Window, t.Now, t.Step = m.Window, m.Now(), m.State.Step
	t.Promises, t.Shadow = m.Promises(), m.State.Shadow
	t.Speeds, t.Names = m.Run.Speeds, m.Run.Machine.Names
	t.Outages, t.Growths, t.Growing = m.Run.Outages.All, m.Run.Growths.Drawn, m.Machine.Growing()
	t.Deadlines, t.Due, t.Parts = m.Run.Deadlines, m.Due(), m.Run.Parts
	t.Highlight = m.Highlight()
	t.Submitted = m.chosenSubmit()
}
