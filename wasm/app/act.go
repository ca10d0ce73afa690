package app

import (
	"hopyard/wasm/app/compare"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/share"
)

// inBrowser reports whether an action only opens a dialog, moves the focus or calls
// the browser. Such an action is possible in any state of the page.
func inBrowser(a keys.Action) bool {
	switch a {
	case keys.OpenGallery, keys.OpenHelp, keys.OpenGlossary, keys.BeginOpening, keys.OpenPalette, keys.OpenSettings, keys.OpenMenu,
		keys.AddJob, keys.OpenExport, keys.MakeSheet, keys.CopyLink, keys.MakeShort, keys.ShowCode, keys.SwitchTheme, keys.OpenDrafts,
		keys.UndoEdit, keys.RedoEdit, keys.FocusQueue, keys.FocusMachine, keys.FocusTimeline, keys.FocusWhy,
		keys.OpenShare, keys.OpenFile, keys.OpenPuzzle, keys.OpenLive, keys.OpenFaults, keys.FocusQuestion:
		return true
	}
	return false
}

// changes reports whether an action opens a tool for changing the scenario: the
// text editor, the policy editor, the experiments, scheduling by hand, or the shell. It also
// reports whether the tool can be opened now: the page must not be read-only, and
// all tools except the text editor need a run on screen.
func (m *App) changes(a keys.Action) (changes, possible bool) {
	switch a {
	case keys.OpenEditor:
		return true, !m.ReadOnly
	case keys.OpenPolicy, keys.OpenLab, keys.ByHand, keys.OpenShell:
		return true, !m.ReadOnly && m.Run != nil
	}
	return false, false
}

// Do carries out an action as far as the model is concerned. It returns what is
// left to do in the browser, besides redrawing the panels: the same action, another
// action, or keys.NoAction.
func (m *App) Do(a keys.Action) keys.Action {
	if inBrowser(a) {
		return a
	}
	if changes, possible := m.changes(a); possible {
		return a
	} else if changes {
		return keys.NoAction
	}
	if a == keys.OpenLecture {
		return m.switchLecture()
	}
	if next, done := m.handlePractice(a); done {
		return next
	}
	if a == keys.Out && m.Loading != nil {
		return keys.StopRecording
	}
	if m.comparing(a) {
		return keys.OpenCompare
	}
	if m.Run == nil || m.Compare != nil && m.Compare.Do(a) {
		return keys.NoAction
	}
	if !m.move(a) {
		keys.Look(&m.Model, a)
	}
	return keys.NoAction
}

// switchLecture toggles lecture mode. Lecture mode shows a single run, so entering
// it ends a comparison. Lecture mode cannot be entered without a run, or while the
// reader answers a worksheet.
func (m *App) switchLecture() keys.Action {
	m.Walk.Lecture = !m.Walk.Lecture && m.Run != nil && !m.Examined()
	if m.Walk.Lecture && m.Compare != nil {
		return keys.OpenCompare // ends the comparison
	}
	return keys.NoAction
}

// move carries out an action that changes the step or the playback. It reports
// false for other actions.
func (m *App) move(a keys.Action) bool {
	switch a {
	case keys.Forward:
		m.Go(m.Stride(m.Step, 1))
	case keys.Back:
		m.Go(m.Stride(m.Step, -1))
	case keys.ToStart:
		m.Go(m.Run.Head())
	case keys.ToEnd:
		m.Go(m.Run.Len())
	case keys.NextDecision:
		m.Go(m.Run.Decision(m.Step, 1))
	case keys.LastDecision:
		m.Go(m.Run.Decision(m.Step, -1))
	case keys.NextConflict:
		m.Go(m.Run.Conflict(m.Step, 1))
	case keys.LastConflict:
		m.Go(m.Run.Conflict(m.Step, -1))
	case keys.NextOfJob:
		m.Go(m.Run.EventOf(m.Subject(), m.Step, 1))
	case keys.LastOfJob:
		m.Go(m.Run.EventOf(m.Subject(), m.Step, -1))
	case keys.Play:
		m.play()
	case keys.Faster:
		m.SetPace(m.Tempo() + 1)
	case keys.Slower:
		m.SetPace(m.Tempo() - 1)
	case keys.ByTime:
		m.TogglePace()
	default:
		return false
	}
	return true
}

// Go stops playing, and requests the state after n steps. In a comparison, it sets
// the comparison's clock to the position after n moments. A moment of a comparison
// is a point in time at which any of its runs has a step.
func (m *App) Go(n int) {
	if m.Compare != nil {
		m.Compare.Go(n)
		return
	}
	m.Playing, m.Glide, m.Flow = false, 0, model.Flow{}
	m.goTo(n)
}

func (m *App) goTo(n int) {
	if m.Run != nil {
		m.Request.Slider, m.Request.Base = "", nil
		m.Step = min(max(n, m.Run.Head()), m.Run.Len())
		m.Note = ""
		m.moved()
	}
}

// play toggles playing. If the run is at its end, playing starts from the
// beginning.
func (m *App) play() {
	m.Playing = !m.Playing && m.Run.Len() > 0
	m.Glide, m.Flow = 0, model.Flow{}
	if m.Playing && m.Step == m.Run.Len() {
		m.goTo(m.Run.Head())
	}
}

// Tick advances playback by ms milliseconds of real time. It does nothing until the
// state of the current step has arrived.
func (m *App) Tick(ms float64) {
	if m.Compare != nil {
		m.Compare.Tick(ms)
		return
	}
	if m.Rate() > 0 {
		m.flow(ms)
		return
	}
	if !m.Playing || m.State == nil || int(m.State.Step) != m.Step {
		return
	}
	m.Glide += m.StepsIn(ms)
	if m.Glide < 1 {
		return
	}
	m.Glide = 0
	if m.atEdge() {
		m.playFurther()
		return
	}
	m.goTo(m.Stride(m.Step, 1))
	m.Playing = (m.Step < m.Run.Len() || m.atEdge()) && !(m.Walk.Pauses && m.Run.Decides(m.Step-1))
}

// Reached returns the number of steps taken. In a comparison, it returns the number
// of moments that have passed on the comparison's clock.
func (m *App) Reached() int {
	if m.Compare != nil {
		return m.Compare.At
	}
	return m.Step
}

// comparing reports whether an action begins or ends a comparison. Actions that
// jump to a divergence, where the runs decide differently, also begin a comparison.
// Such a comparison opens at the first divergence.
func (m *App) comparing(a keys.Action) bool {
	switch a {
	case keys.OpenCompare:
		return true
	case keys.Out:
		return m.Compare != nil
	case keys.FirstDivergence, keys.NextDivergence, keys.LastDivergence:
		m.part = m.Compare == nil && m.Run != nil
		return m.part
	}
	return false
}

// StartCompare begins a comparison of the policies that a link names. If the link
// names no policies, it compares the policy on screen with the policy that
// compare.New chooses. It turns predict mode off, since a comparison shows its runs
// completely.
func (m *App) StartCompare(l share.Linked) {
	if m.Playing = false; m.Predict.On { // predict mode hides steps, but a comparison shows all steps
		m.SwitchPredict(false)
	}
	c := compare.New(&compare.CompareHost{Model: &m.Model, Policy: m.Policy, Figures: m.Figures, Export: m.Export}, l, m.part)
	m.Compare, m.Compared, m.part = c, c, false
}

// EndCompare returns to the single run, and requests its state at the moment on the
// comparison's clock.
func (m *App) EndCompare() {
	c := m.Compare
	if c == nil {
		return
	}
	m.Playing, m.Compare, m.Compared = false, nil, nil
	m.Pointed = model.Nowhere()
	if m.Run != nil {
		at := c.Moment()
		m.Go(m.Run.Find(at.Time, at.Ordinal))
	}
}

// UseColumn ends the comparison, and requests a run of the scenario on screen under
// the policy of column i.
func (m *App) UseColumn(i int) *message.Load {
	o := m.Compare.Overrides(i)
	m.EndCompare()
	return m.Change(o)
}
