package app

import (
	"hopyard/wasm/app/compare"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/share"
)

// Effect is what the page has to do after an action besides drawing again.
type Effect uint8

// The effects.
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
	Turned // by Undo or Redo: what they ask for is to be sent
	ShowPalette
	ShowSettings
	ShowCompare // or leave it
	ShowMenu
	ShowNewJob
	ShowExport
	ShowGlossary
	ShowOpening
	ShowShort
	ShowQR
	GoQuestion // the focus goes to where it is answered
	SendSkip
	ShowMaking
	ShowPolicy
	BeginManual
	ShowLab // experiments of the scenario on screen
)

// opens is what an action shows that only the page can, whatever is on screen.
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

// changes is what an action opens with which a scenario is changed, or decided in.
func (m *App) changes(a keys.Action) (Effect, bool) {
	effect, run := Nothing, true // a run must be on screen
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

// Do carries out an action.
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
	if effect, done := m.practise(a); done {
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

// switchLecture goes to lecture mode, which shows one run, or leaves it.
func (m *App) switchLecture() Effect {
	m.Walk.Lecture = !m.Walk.Lecture && m.Run != nil && !m.Examined()
	if m.Walk.Lecture && m.Compare != nil {
		return ShowCompare // leaves it
	}
	return Nothing
}

// move carries out what leads through time.
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
		m.TurnPace()
	default:
		return false
	}
	return true
}

// Go asks for the state after n steps, and ends playing.
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

// play starts playing, from the start if the run is at its end, or pauses.
func (m *App) play() {
	m.Playing = !m.Playing && m.Run.Len() > 0
	m.Glide, m.Flow = 0, model.Flow{}
	if m.Playing && m.Step == m.Run.Len() {
		m.goTo(m.Run.Head())
	}
}

// Tick moves playing on by some milliseconds. When the state of the step on
// screen has not come yet, it waits for it.
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

// Reached is how many steps have been taken, or moments where policies are
// compared.
func (m *App) Reached() int {
	if m.Compare != nil {
		return m.Compare.At
	}
	return m.Step
}

// comparing reports whether an action begins to compare, or ends it. Where they
// part can be asked for at once.
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

// StartCompare begins to compare the policies of a link; with none, that on
// screen and the one that says most beside it.
func (m *App) StartCompare(l share.Linked) {
	if m.Playing = false; m.Predict.On { // what is compared is not covered
		m.SwitchPredict(false)
	}
	c := compare.New(&compare.CompareHost{Model: &m.Model, Policy: m.Policy, Figures: m.Figures, Export: m.Export}, l, m.part)
	m.Compare, m.Compared, m.part = c, c, false
}

// EndCompare goes back to one run, at the moment where the comparison was.
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

// UseColumn asks for the run on screen with the policy of a column.
func (m *App) UseColumn(i int) *message.Load {
	o := m.Compare.Overrides(i)
	m.EndCompare()
	return m.Change(o)
}
