package app

import (
	"hopyard/wasm/app/compare"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/share"
)

// Effect tells the page what to do in the browser after an action, besides
// redrawing the panels.
type Effect uint8

// Effects that an action can have.
const (
	Nothing Effect = iota
	ShowGallery
	ShowEditor
	ShowHelp
	ShareLink
	ToggleTheme
	GoQueue
	GoMachine
	GoTimeline
	GoWhy
	Cancel
	ShowDrafts
	Turned // after undo or redo: call Edit.Undo or Edit.Redo, and send the request
	ShowPalette
	ShowSettings
	ShowCompare // begin or end a comparison
	ShowMenu
	ShowNewJob
	ShowExport
	ShowGlossary
	ShowOpening
	ShowShort
	ShowQR
	GoQuestion // move the focus to the question
	SendSkip
	ShowMaking
	ShowPolicy
	BeginManual
	ShowLab // open the experiments dialog for the scenario on screen
)

// opens returns the effect of an action that only opens a dialog, moves the focus
// or calls the browser. Such an action is possible in any state of the page. It
// reports false for other actions.
func opens(a keys.Action) (Effect, bool) {
	switch a {
	case keys.OpenGallery:
		return ShowGallery, true
	case keys.OpenHelp:
		return ShowHelp, true
	case keys.OpenGlossary:
		return ShowGlossary, true
	case keys.BeginOpening:
		return ShowOpening, true
	case keys.OpenPalette:
		return ShowPalette, true
	case keys.OpenSettings:
		return ShowSettings, true
	case keys.OpenMenu:
		return ShowMenu, true
	case keys.AddJob:
		return ShowNewJob, true
	case keys.OpenExport:
		return ShowExport, true
	case keys.MakeSheet:
		return ShowMaking, true
	case keys.CopyLink:
		return ShareLink, true
	case keys.MakeShort:
		return ShowShort, true
	case keys.ShowCode:
		return ShowQR, true
	case keys.SwitchTheme:
		return ToggleTheme, true
	case keys.OpenDrafts:
		return ShowDrafts, true
	case keys.UndoEdit, keys.RedoEdit:
		return Turned, true
	case keys.FocusQueue:
		return GoQueue, true
	case keys.FocusMachine:
		return GoMachine, true
	case keys.FocusTimeline:
		return GoTimeline, true
	case keys.FocusWhy:
		return GoWhy, true
	}
	return Nothing, false
}

// changes returns the effect of an action that opens a tool for changing the
// scenario: the text editor, the policy editor, the experiments, or scheduling by
// hand. The effect is Nothing if the page is read-only, or if the tool needs a run
// and none is on screen. changes reports false for other actions.
func (m *App) changes(a keys.Action) (Effect, bool) {
	effect, run := Nothing, true // whether the action needs a run on screen
	switch a {
	case keys.OpenEditor:
		effect, run = ShowEditor, false
	case keys.OpenPolicy:
		effect = ShowPolicy
	case keys.OpenLab:
		effect = ShowLab
	case keys.ByHand:
		effect = BeginManual
	default:
		return Nothing, false
	}
	if m.ReadOnly || run && m.Run == nil {
		return Nothing, true
	}
	return effect, true
}

// Do carries out an action, and returns the effect that the page must apply besides
// redrawing the panels.
func (m *App) Do(a keys.Action) Effect {
	if effect, ok := opens(a); ok {
		return effect
	}
	if effect, ok := m.changes(a); ok {
		return effect
	}
	if a == keys.OpenLecture {
		return m.switchLecture()
	}
	if effect, done := m.handlePractice(a); done {
		return effect
	}
	if a == keys.Out && m.Loading != nil {
		return Cancel
	}
	if m.comparing(a) {
		return ShowCompare
	}
	if m.Run == nil || m.Compare != nil && m.Compare.Do(a) {
		return Nothing
	}
	if !m.move(a) {
		keys.Look(&m.Model, a)
	}
	return Nothing
}

// switchLecture toggles lecture mode. Lecture mode shows a single run, so entering
// it ends a comparison. Lecture mode cannot be entered without a run, or while the
// reader answers a worksheet.
func (m *App) switchLecture() Effect {
	m.Walk.Lecture = !m.Walk.Lecture && m.Run != nil && !m.Examined()
	if m.Walk.Lecture && m.Compare != nil {
		return ShowCompare // ends the comparison
	}
	return Nothing
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
