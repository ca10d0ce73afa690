package app

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/recording"
)

// This file connects the page with the predict mode, in which the steps to come are
// hidden and the reader is asked about them. Its panel is created when it is first
// needed: the code of package practice is downloaded only then
// (tools/build/parts.go), so nothing of it may run earlier.

// practicePanel returns the panel of the predict mode, and creates it at the first call.
func (m *App) practicePanel() *practice.PracticePanel {
	if m.Practice == nil {
		m.Practice = practice.New(m.Say)
		m.Practice.Clock = m.Millis
	}
	return m.Practice
}

// Asking reports whether a question waits for an answer.
func (m *App) Asking() bool { return m.Predict.On && m.Practice.Asking() }

// Examined reports whether the reader is answering a worksheet.
func (m *App) Examined() bool { return m.Predict.On && m.Practice.Exam != nil }

// Put asks the question of a worksheet task about the run on screen. It turns the
// predict mode on, from the start of the run, if no steps are hidden yet.
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

// atEdge reports whether the next step is hidden.
func (m *App) atEdge() bool { return m.Predict.On && m.Practice.AtEdge() }

// moved informs the predict mode that another step is wanted.
func (m *App) moved() {
	if m.Predict.On {
		m.Practice.Moved()
	}
}

// cover drops what was hidden of the previous run. In the predict mode it hides the
// steps to come of the new one. A run that was requested at its most telling step
// starts at its beginning instead.
func (m *App) cover(telling bool) {
	if m.Practice != nil {
		m.Practice.Forget()
	}
	if !m.Predict.On {
		return
	}
	m.Changed = "" // it would tell about hidden steps
	if telling {
		m.Step = 0
	}
	m.practicePanel().Begin()
}

// WillPredict sets whether the next run that arrives is shown in the predict mode.
func (m *App) WillPredict(on bool) {
	if m.Predict.On = on; on {
		m.practicePanel()
	}
}

// SwitchPredict turns the predict mode on or off. It stays off during a comparison,
// which hides nothing.
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

// handlePractice carries out an action in the predict mode, and reports whether it did.
// While a question waits, an action that would pass it only moves the focus to it.
// An action that leads to hidden steps uncovers them.
func (m *App) handlePractice(a keys.Action) (Effect, bool) {
	switch {
	case m.Examined() && (a == keys.SwitchPredict || a == keys.OpenCompare):
		m.Note = m.Words.Say(i18n.SheetFirst)
		return GoQuestion, true
	case a == keys.SwitchPredict:
		m.SwitchPredict(!m.Predict.On)
		return Nothing, true
	case m.Run == nil || m.Compare != nil:
		return Nothing, a == keys.NextQuestion
	case a == keys.NextQuestion && !m.Predict.On:
		m.SwitchPredict(true)
	case !m.Predict.On:
		return Nothing, a == keys.TakeHint || a == keys.SkipQuestion
	}
	p := m.Practice
	switch a {
	case keys.NextQuestion:
		if p.Asking() {
			m.goTo(m.Run.Len())
			return GoQuestion, true
		}
		if m.Predict.On {
			m.goTo(m.Run.Len())
			p.Next()
		}
		return Nothing, true
	case keys.TakeHint:
		p.Hint()
		return Nothing, true
	case keys.SkipQuestion:
		return SendSkip, p.Asking()
	case keys.OpenCompare, keys.FirstDivergence, keys.NextDivergence, keys.LastDivergence, keys.OpenExport:
		if p.Asking() {
			m.Note = m.Words.Say(i18n.AnswerFirst)
			return GoQuestion, true
		}
	}
	if !p.AtEdge() {
		return Nothing, false
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
			return Nothing, true
		}
	default:
		return Nothing, false
	}
	if p.Asking() {
		m.Note = m.Words.Say(i18n.AnswerFirst)
		return GoQuestion, true
	}
	if m.Playing, m.Glide = false, 0; a == keys.ToEnd {
		p.ToEnd()
		return Nothing, true
	}
	p.Further(to)
	return Nothing, true
}

// strideOf returns the number of steps to which one stride forward leads from n in
// the whole run r. It differs from Stride, which reads m.Run: in the predict mode
// that holds only the beginning of the run.
func (m *App) strideOf(r *recording.RecordedRun, n int) int {
	if !m.Walk.Together {
		return n + 1
	}
	return r.NextStep(n, 1, r.EndsTeaching)
}

// playFurther plays the next hidden step, or stops at its question.
func (m *App) playFurther() {
	if m.Practice.Busy() {
		return // the question about the step has been requested and not arrived yet
	}
	m.Practice.Further(m.strideOf(m.Practice.Whole(), m.Step))
	m.Playing = m.Practice.AtEdge() && !m.Practice.Asking() && !(m.Walk.Pauses && m.Step > 0 && m.Run.Decides(m.Step-1))
}
