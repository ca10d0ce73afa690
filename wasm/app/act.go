package app

import (
	"hopyard/core/workload"
	"hopyard/wasm/app/view"
	"hopyard/wasm/draw"
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
	ShowTour
	ShowShort
	ShowQR
)

// Do carries out an action.
func (m *Model) Do(a Action) Effect {
	switch a {
	case OpenGallery:
		return ShowGallery
	case OpenEditor:
		if m.ReadOnly {
			return Nothing
		}
		return ShowEditor
	case OpenHelp:
		return ShowHelp
	case OpenGlossary:
		return ShowGlossary
	case BeginTour:
		return ShowTour
	case OpenPalette:
		return ShowPalette
	case OpenSettings:
		return ShowSettings
	case OpenMenu:
		return ShowMenu
	case AddJob:
		return ShowNewJob
	case OpenExport:
		return ShowExport
	case CopyLink:
		return ShareLink
	case MakeShort:
		return ShowShort
	case ShowCode:
		return ShowQR
	case SwitchTheme:
		return ToggleTheme
	case OpenDrafts:
		return ShowDrafts
	case UndoEdit, RedoEdit:
		return Turned
	case FocusQueue:
		return GoQueue
	case FocusMachine:
		return GoMachine
	case FocusTimeline:
		return GoTimeline
	case FocusWhy:
		return GoWhy
	}
	if a == Out && m.Loading != nil {
		return Cancel
	}
	if m.comparing(a) {
		return ShowCompare
	}
	if m.Run == nil || m.Compare != nil && m.Compare.do(a) {
		return Nothing
	}
	if !m.move(a) {
		m.look(a)
	}
	return Nothing
}

// move carries out what leads through time.
func (m *Model) move(a Action) bool {
	switch a {
	case Forward:
		m.Go(m.Stride(m.Step, 1))
	case Back:
		m.Go(m.Stride(m.Step, -1))
	case ToStart:
		m.Go(0)
	case ToEnd:
		m.Go(m.Run.Len())
	case NextDecision:
		m.Go(m.Run.Decision(m.Step, 1))
	case LastDecision:
		m.Go(m.Run.Decision(m.Step, -1))
	case NextConflict:
		m.Go(m.Run.Conflict(m.Step, 1))
	case LastConflict:
		m.Go(m.Run.Conflict(m.Step, -1))
	case NextOfJob:
		m.Go(m.Run.EventOf(m.Subject(), m.Step, 1))
	case LastOfJob:
		m.Go(m.Run.EventOf(m.Subject(), m.Step, -1))
	case Play:
		m.play()
	case Faster:
		m.Speed = min(m.Speed+1, len(view.Speeds)-1)
	case Slower:
		m.Speed = max(m.Speed-1, 0)
	default:
		return false
	}
	return true
}

// look carries out what changes how things are looked at.
func (m *Model) look(a Action) {
	const step = 1.5
	switch a {
	case Fit:
		m.Window = m.Around()
	case WholeView:
		m.Window, m.View = m.Whole(), draw.View{}
	case ZoomIn:
		m.Window = m.Window.Zoom(m.NowAt(), step, m.Whole())
	case ZoomOut:
		m.Window = m.Window.Zoom(m.NowAt(), 1/step, m.Whole())
	case PanLeft:
		m.Window = m.Window.Pan(-0.25, m.Whole())
	case PanRight:
		m.Window = m.Window.Pan(0.25, m.Whole())
	case WholeTime:
		m.Window = m.Whole()
	case WholeMachine:
		m.View = draw.View{}
	case ZoomInMachine:
		m.View = m.View.ZoomAt(0.5, 0.5, step)
	case ZoomOutMachine:
		m.View = m.View.ZoomAt(0.5, 0.5, 1/step)
	case Out:
		m.Playing, m.Note, m.Changed = false, "", ""
		m.Faults, m.Failed = nil, nil
		m.Select(workload.NoJob)
		m.Pointed, m.Shown = view.Nowhere(), -1
	}
}

// Go asks for the state after n steps, and ends playing.
func (m *Model) Go(n int) {
	if m.Compare != nil {
		m.Compare.Go(n)
		return
	}
	m.Playing, m.Glide = false, 0
	m.goTo(n)
}

func (m *Model) goTo(n int) {
	if m.Run != nil {
		m.Request.Slider, m.Request.Base = "", nil
		m.Step = min(max(n, 0), m.Run.Len())
		m.Note = ""
	}
}

// play starts playing, from the start if the run is at its end, or pauses.
func (m *Model) play() {
	m.Playing = !m.Playing && m.Run.Len() > 0
	m.Glide = 0
	if m.Playing && m.Step == m.Run.Len() {
		m.goTo(0)
	}
}

// Tick moves playing on by some milliseconds. When the state of the step on
// screen has not come yet, it waits for it.
func (m *Model) Tick(ms float64) {
	if m.Compare != nil {
		m.Compare.tick(ms / 1000 * view.StepsPerSecond * view.Speeds[m.Speed])
		return
	}
	if !m.Playing || m.State == nil || int(m.State.Step) != m.Step {
		return
	}
	m.Glide += ms / 1000 * view.StepsPerSecond * view.Speeds[m.Speed]
	if m.Glide < 1 {
		return
	}
	m.Glide = 0
	m.goTo(m.Stride(m.Step, 1))
	m.Playing = m.Step < m.Run.Len() && !(m.Walk.Pauses && m.Run.Decides(m.Step-1))
}
