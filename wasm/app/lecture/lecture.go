// Package lecture computes the text of the speaker's window. During a lecture the
// audience sees the run on a projector, while the speaker has a second window. It
// shows the notes for the step on screen, the next step with its reasons, and the
// effect of the next press of the remote control.
//
// A [LecturePanel] reads the page's model. To describe the next step, it needs a
// state that the page does not have yet. Ask returns the request for that state,
// Take receives the worker's answer, and Tell returns the text as a [SpeakerView].
//
//	if q := panel.Ask(); q != nil {
//		// send q to the worker, and pass its answer to panel.Take
//	}
//	told := panel.Tell()
//
// The next step is described by a separate model, which is built from the whole run
// and that state. No part of that model enters the page's model, so no panel and no
// projected picture can reveal the answer that the audience must guess.
package lecture

import (
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lecture/markdown"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/app/whypanel"
	"hopyard/wasm/html"
)

// NextAction is the effect of the next press of the remote control.
type NextAction uint8

// The possible effects of the next press.
const (
	ThenNothing NextAction = iota // the run is over
	ThenStep                      // shows the next step
	ThenAsk                       // shows a question
	ThenAnswer                    // shows the answer
	ThenBack                      // returns to the question
	ThenWait                      // not known yet
)

// LecturePanel computes the text of the speaker's window.
type LecturePanel struct {
	Model *model.Model
	// Practice returns the panel that asks the audience questions. It returns nil
	// if the audience is not in predict mode, in which the page hides the future of
	// the run and asks what happens next.
	Practice func() *practice.PracticePanel
	// Lesson holds the notes of the lesson on screen. They are shown if the run
	// itself has no notes.
	Lesson []scenario.Note

	ahead *message.State // state of the run after the next press; nil if not known
}

// SpeakerView is the content of the speaker's window. All texts are HTML made by
// panels of the page, except Notes, which are parsed Markdown.
type SpeakerView struct {
	Title, Step, Clock string
	Now                html.HTML // sentence or question that the audience reads
	Next               html.HTML // sentence that the audience will read after the next press; if a question is open, after its answer
	NextClock          string
	Ask                html.HTML // question that appears at the next press
	Why                html.HTML // full reasons: for the answer while a question is open, otherwise for the step on screen
	Then               NextAction
	Notes              []markdown.Block
	At                 int    // number of steps that have been shown
	Asks               bool   // the audience is in predict mode
	Middle             bool   // the screen shows the state within a step, between its event and its scheduling pass; see Model.Middle
	NotesAt            string // instant of the note; "" for a note before the first step
}

// question reports whether a question to the audience about the step on screen is
// open.
func (p *LecturePanel) question() bool { return p.Model.Predict.On && p.Practice().Here() }

// whole returns the complete run, even while the page hides its future.
func (p *LecturePanel) whole() *recording.RecordedRun {
	if p.Model.Predict.On {
		if r := p.Practice().Whole(); r != nil {
			return r
		}
	}
	return p.Model.Run
}

// target returns the number of steps that will be on screen after the next press.
// If a question is open, it returns the number after the question has been
// answered. If no step follows, it returns the current number.
func (p *LecturePanel) target() int {
	m, whole := p.Model, p.whole()
	switch {
	case p.question() && m.Middle():
		return m.Step // only the scheduling pass of this step still has to be shown
	case p.question():
		return m.Step + 1
	case m.Step >= whole.Len():
		return m.Step
	}
	ahead := *m
	ahead.Run = whole
	return ahead.Stride(m.Step, 1)
}

// Ask returns the request for the state after the next press, or nil if the panel
// does not need that state. The request has its Aside flag set. The page therefore
// passes the answer to Take and does not show it on screen.
func (p *LecturePanel) Ask() *message.Seek {
	m := p.Model
	if m.Run == nil || m.State == nil || int(m.State.Step) != m.Step || m.Compared != nil {
		return nil
	}
	to := p.target()
	if to == m.Step && !m.Middle() || p.knows(to) {
		return nil
	}
	return &message.Seek{Serial: m.Run.Serial, Step: int32(to), Job: workload.NoJob, Aside: true}
}

// Take receives the state that Ask requested.
func (p *LecturePanel) Take(s *message.State) { p.ahead = s }

// knows reports whether the requested state after the given number of steps has
// arrived.
func (p *LecturePanel) knows(step int) bool {
	return p.ahead != nil && p.ahead.Serial == p.Model.Run.Serial && int(p.ahead.Step) == step
}

// Tell returns the content of the speaker's window for the step on screen.
func (p *LecturePanel) Tell() SpeakerView {
	m := p.Model
	if m.Run == nil || m.State == nil {
		return SpeakerView{Then: ThenWait}
	}
	t := SpeakerView{Title: m.Title(), Step: m.StepNote(), Clock: m.ClockText(), Now: nowHTML(m), At: m.Step, Asks: m.Predict.On, Middle: m.Middle()}
	if p.question() {
		t.Now = i18n.UpperHTML(p.Practice().Prompt())
	}
	t.Notes, t.NotesAt = p.notes()
	to := p.target()
	t.Then = p.then(to)
	switch {
	case t.Then == ThenBack:
		t.Ask = i18n.UpperHTML(p.Practice().Prompt())
	case to > m.Step || m.Middle():
		if ahead := p.next(to); ahead != nil {
			t.Next, t.NextClock = nowHTML(ahead), ahead.ClockText()
			if p.question() {
				t.Why = whyHTML(ahead)
			}
		} else if t.Then == ThenStep || t.Then == ThenAnswer {
			t.Then = ThenWait
		}
	}
	if t.Then == ThenAsk {
		t.Ask, _ = p.coming(to)
	}
	if !p.question() {
		t.Why = whyHTML(m)
	}
	return t
}

// then returns the effect of the next press. The caller passes the number of steps
// that will be on screen after the press; see target.
func (p *LecturePanel) then(to int) NextAction {
	m := p.Model
	if m.Predict.On {
		c := p.Practice()
		switch {
		case c.Here():
			return ThenAnswer
		case c.Asking() && to >= m.Run.Len():
			return ThenBack
		}
		if q, known := p.coming(to); !known {
			return ThenWait
		} else if q != "" {
			return ThenAsk
		}
	}
	if to == m.Step {
		return ThenNothing
	}
	return ThenStep
}

// coming returns the question that appears if the next press moves to the given
// step, or "" if no question appears. It returns false while the worker has not
// reported the questions yet.
func (p *LecturePanel) coming(to int) (html.HTML, bool) {
	if !p.Model.Predict.On || p.Model.Step < p.Model.Run.Len() {
		return "", true
	}
	q, known := p.Practice().Coming(to)
	if q == nil {
		return "", known
	}
	return i18n.UpperHTML(p.Practice().Teller().Prompt(q)), true
}

// next returns a model of the run after the given number of steps, or nil if the
// state after these steps has not arrived.
func (p *LecturePanel) next(to int) *model.Model {
	if !p.knows(to) {
		return nil
	}
	run := *p.whole()
	run.Clock = run.Clock.In(p.Model.Words)
	m := *p.Model
	m.Run, m.State, m.Weighed, m.Step = &run, p.ahead, p.ahead.Weighed, to
	m.Predict, m.Glide = model.Predict{}, 0
	m.Selected, m.Want, m.Pointed, m.Shown = workload.NoJob, workload.NoJob, model.Nowhere(), -1
	return &m
}

// Ahead returns the model of the next step. While a question is open, it returns
// the model of the step that answers the question. It returns nil if no step
// follows or the next state has not arrived.
func (p *LecturePanel) Ahead() *model.Model {
	if m := p.Model; m.Run == nil || m.State == nil {
		return nil
	} else if to := p.target(); to > m.Step || m.Middle() {
		return p.next(to)
	}
	return nil
}

// Questions converts the questions that the worker found in the run to items of the
// list that the lecturer sees.
func (p *LecturePanel) Questions(list []quiz.Question) []practice.Item {
	run := *p.whole()
	run.Clock = run.Clock.In(p.Model.Words)
	m := *p.Model
	m.Run, m.Predict = &run, model.Predict{}
	return practice.New(narrative.Sentences{Model: &m}).Items(list)
}

// Whole returns the complete run, even while the page hides its future.
func (p *LecturePanel) Whole() *recording.RecordedRun { return p.whole() }

// nowHTML returns the sentence about the step that a model shows, followed by
// sentences about other events of the same step.
func nowHTML(m *model.Model) html.HTML {
	s := narrative.Sentences{Model: m}
	main, also := s.Sentence()
	out := i18n.UpperHTML(main)
	for _, text := range append(also, html.Escape(s.Together())) {
		out += i18n.After(" ", i18n.UpperHTML(text))
	}
	return out
}

// whyHTML returns the reasons for the step that a model shows, as in the page's
// panel of reasons.
func whyHTML(m *model.Model) html.HTML {
	w := whypanel.WhyPanel{Sentences: narrative.Sentences{Model: m}}
	part := func(element string, content html.HTML) html.HTML {
		return html.If(content != "", html.El(element, content))
	}
	return html.P(w.SentenceHTML()) + part("table", w.CandidatesHTML()) + part("ul", w.RulesHTML()) + part("dl", w.FactsHTML())
}
