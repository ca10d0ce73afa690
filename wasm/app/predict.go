package app

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/recording"
)

// What the page has to do with practice. The panel itself is made when it is first
// wanted: its package is fetched then (tools/build/parts.go), and so nothing of it
// may run before.

// practice is the panel.
func (m *App) practice() *practice.PracticePanel {
	if m.Practice == nil {
		m.Practice = practice.New(m.Say)
		m.Practice.Clock = m.Millis
	}
	return m.Practice
}

// Asking reports whether a question waits for an answer.
func (m *App) Asking() bool { return m.Predict.On && m.Practice.Asking() }

// Examined reports whether the questions of a worksheet are asked.
func (m *App) Examined() bool { return m.Predict.On && m.Practice.Exam != nil }

// Put asks a question of a worksheet of the run on screen.
func (m *App) Put(exam *practice.Exam, t *message.Task) {
	m.Predict.On, m.practice().Exam = true, exam
	if !m.Practice.Covers() {
		m.Step = 0
		m.Practice.Begin()
	}
	if m.Practice.Covers() {
		m.Practice.Put(t.Question, t.Middle)
	}
}

// EndExam ends the questions of a worksheet, and shows the whole run.
func (m *App) EndExam() {
	if m.Practice == nil || m.Practice.Exam == nil {
		return
	}
	m.Practice.Exam = nil
	m.SwitchPredict(false)
}

// atEdge reports whether the next step is a covered one.
func (m *App) atEdge() bool { return m.Predict.On && m.Practice.AtEdge() }

// moved is called when another step is wanted.
func (m *App) moved() {
	if m.Predict.On {
		m.Practice.Moved()
	}
}

// cover lets go of what was covered of the run before, and covers the new one if
// the reader predicts: one that is to be shown at its most telling step from its
// start.
func (m *App) cover(telling bool) {
	if m.Practice != nil {
		m.Practice.Forget()
	}
	if !m.Predict.On {
		return
	}
	m.Changed = "" // it compares what comes
	if telling {
		m.Step = 0
	}
	m.practice().Begin()
}

// WillPredict says whether the run that is to come is predicted.
func (m *App) WillPredict(on bool) {
	if m.Predict.On = on; on {
		m.practice()
	}
}

// SwitchPredict lets the reader predict, or not: what is compared is not covered.
func (m *App) SwitchPredict(on bool) {
	if m.Predict.On = on; !on || m.Compare != nil {
		if m.Predict.On = false; m.Practice != nil {
			m.Practice.End()
		}
		m.Note = m.Words.Say(i18n.PredictOff)
		return
	}
	if m.Note = m.Words.Say(i18n.PredictOn); !m.practice().Covers() {
		m.Practice.Begin()
	}
}

// practise carries out what a reader who predicts asks for: what would pass a
// question waits, and what leads to covered steps goes by them.
func (m *App) practise(a keys.Action) (Effect, bool) {
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

// strideOf is Stride forwards in a run of which the page has the beginning.
func (m *App) strideOf(r *recording.RecordedRun, n int) int {
	if !m.Walk.Together {
		return n + 1
	}
	return r.NextStep(n, 1, r.EndsTeaching)
}

// playFurther plays a covered step, or stops at its question.
func (m *App) playFurther() {
	if m.Practice.Busy() {
		return // what the step asks is on its way
	}
	m.Practice.Further(m.strideOf(m.Practice.Whole(), m.Step))
	m.Playing = m.Practice.AtEdge() && !m.Practice.Asking() && !(m.Walk.Pauses && m.Step > 0 && m.Run.Decides(m.Step-1))
}
