package app

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/recording"
)

// This file connects the page with predict mode, in which later steps are hidden
// and the reader is asked to predict them. Its panel is created when the reader
// first needs it: the code of package practice is downloaded only then
// (tools/build/parts.go), so none of that code may run earlier.

// practicePanel returns the panel of predict mode, and creates it at the first
// call.
func (m *App) practicePanel() *practice.PracticePanel {
	if m.Practice == nil {
		m.Practice = practice.New(m.Say)
		m.Practice.Clock = m.Millis
	}
	return m.Practice
}

// Asking reports whether a question waits for the reader's answer.
func (m *App) Asking() bool { return m.Predict.On && m.Practice.Asking() }

// Examined reports whether the reader is answering a worksheet.
func (m *App) Examined() bool { return m.Predict.On && m.Practice.Exam != nil }

// Put asks the question of a worksheet task about the run on screen. If no steps
// are hidden yet, it turns predict mode on and goes to the start of the run.
func (m *App) Put(exam *practice.Exam, t *message.Task) {
	m.Predict.On, m.practicePanel().Exam = true, exam
	if !m.Practice.Covers() {
		m.Step = 0
		m.Practice.Begin()
	}
	if m.Practice.Covers() {
		m.Practice.Put(t.Question, t.Middle)
	}
}

// EndExam ends a worksheet, and shows the whole run.
func (m *App) EndExam() {
	if m.Practice == nil || m.Practice.Exam == nil {
		return
	}
	m.Practice.Exam = nil
	m.SwitchPredict(false)
}

// atEdge reports whether predict mode hides the next step.
func (m *App) atEdge() bool { return m.Predict.On && m.Practice.AtEdge() }

// moved notifies predict mode that the page has requested another step.
func (m *App) moved() {
	if m.Predict.On {
		m.Practice.Moved()
	}
}

// cover prepares predict mode for a new run. It drops all data about the previous
// run and, if predict mode is on, hides the later steps of the new run. If the
// request asked to open the new run at its most instructive step (telling), the run
// starts at its beginning instead.
func (m *App) cover(telling bool) {
	if m.Practice != nil {
		m.Practice.Forget()
	}
	if !m.Predict.On {
		return
	}
	m.Changed = "" // the description of the changes would reveal hidden steps
	if telling {
		m.Step = 0
	}
	m.practicePanel().Begin()
}

// WillPredict sets whether the next run that arrives is shown in predict mode.
func (m *App) WillPredict(on bool) {
	if m.Predict.On = on; on {
		m.practicePanel()
	}
}

// SwitchPredict turns predict mode on or off. During a comparison it stays off,
// because a comparison hides no steps.
func (m *App) SwitchPredict(on bool) {
	if m.Predict.On = on; !on || m.Compare != nil {
		if m.Predict.On = false; m.Practice != nil {
			m.Practice.End()
		}
		m.Note = m.Words.Say(i18n.PredictOff)
		return
	}
	if m.Note = m.Words.Say(i18n.PredictOn); !m.practicePanel().Covers() {
		m.Practice.Begin()
	}
}

// handlePractice carries out an action in predict mode. It returns what is left to
// do in the browser, and whether predict mode handles the action. While a question
// waits for an answer, an action that would go past the question only moves the
// focus to the question. Otherwise, an action that leads to hidden steps reveals
// them.
func (m *App) handlePractice(a keys.Action) (next keys.Action, done bool) {
	switch {
	case m.Examined() && (a == keys.SwitchPredict || a == keys.OpenCompare):
		m.Note = m.Words.Say(i18n.SheetFirst)
		return keys.FocusQuestion, true
	case a == keys.SwitchPredict:
		m.SwitchPredict(!m.Predict.On)
		return keys.NoAction, true
	case m.Run == nil || m.Compare != nil:
		return keys.NoAction, a == keys.NextQuestion
	case a == keys.NextQuestion && !m.Predict.On:
		m.SwitchPredict(true)
	case !m.Predict.On:
		return keys.NoAction, a == keys.TakeHint || a == keys.SkipQuestion
	}
	p := m.Practice
	switch a {
	case keys.NextQuestion:
		if p.Asking() {
			m.goTo(m.Run.Len())
			return keys.FocusQuestion, true
		}
		if m.Predict.On {
			m.goTo(m.Run.Len())
			p.Next()
		}
		return keys.NoAction, true
	case keys.TakeHint:
		p.Hint()
		return keys.NoAction, true
	case keys.SkipQuestion:
		return keys.SkipQuestion, p.Asking()
	case keys.OpenCompare, keys.FirstDivergence, keys.NextDivergence, keys.LastDivergence, keys.OpenExport:
		if p.Asking() {
			m.Note = m.Words.Say(i18n.AnswerFirst)
			return keys.FocusQuestion, true
		}
	}
	if !p.AtEdge() {
		return keys.NoAction, false
	}
	to := m.Step + 1
	switch whole := p.Whole(); a {
	case keys.Forward:
		to = m.strideOf(whole, m.Step)
	case keys.NextDecision:
		if to = whole.Decision(m.Step, 1); to == m.Step {
			to = whole.Len()
		}
	case keys.ToEnd:
		to = whole.Len()
	case keys.Play:
		if m.Playing || !p.Asking() {
			m.Playing, m.Glide = !m.Playing, 0
			return keys.NoAction, true
		}
	default:
		return keys.NoAction, false
	}
	if p.Asking() {
		m.Note = m.Words.Say(i18n.AnswerFirst)
		return keys.FocusQuestion, true
	}
	if m.Playing, m.Glide = false, 0; a == keys.ToEnd {
		p.ToEnd()
		return keys.NoAction, true
	}
	p.Further(to)
	return keys.NoAction, true
}

// strideOf returns the number of steps that are shown after one stride forward from
// n steps of the complete run r. A stride is one step, or several steps if the page
// groups the events of an instant. Stride cannot be used here: it reads m.Run,
// which in predict mode contains only the steps revealed so far.
func (m *App) strideOf(r *recording.RecordedRun, n int) int {
	if !m.Walk.Together {
		return n + 1
	}
	return r.NextStep(n, 1, r.EndsTeaching)
}

// playFurther plays the next hidden step, or stops if there is a question about
// that step.
func (m *App) playFurther() {
	if m.Practice.Busy() {
		return // the question about the step was requested and has not arrived yet
	}
	m.Practice.Further(m.strideOf(m.Practice.Whole(), m.Step))
	m.Playing = m.Practice.AtEdge() && !m.Practice.Asking() && !(m.Walk.Pauses && m.Step > 0 && m.Run.Decides(m.Step-1))
}
