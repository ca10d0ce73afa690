// Package lecture is what the speaker of a lecture is told in a window of their own,
// while the hall sees the run on a beamer: the notes of the step, what comes next,
// why, and what the next press of the remote will do.
//
// What comes next is another model beside the page's, of the whole run and of a
// state of its own. Nothing of it goes into the page's model, so that no panel, and
// no picture on the beamer, can tell what the hall is still to guess.
package lecture

import (
	"strings"

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
)

// Then is what the next press does.
type Then uint8

// What it may do.
const (
	ThenNothing Then = iota // the run is over
	ThenStep                // it shows the next step
	ThenAsk                 // it shows a question
	ThenAnswer              // it shows the answer
	ThenBack                // it leads back to the question
	ThenWait                // that is not known yet
)

// LecturePanel tells the speaker.
type LecturePanel struct {
	Model *model.Model
	// Practice is the card of questions; nil as long as nobody predicts.
	Practice func() *practice.PracticePanel
	// Lesson are the notes of a lesson on screen that has none itself.
	Lesson []scenario.Note

	ahead *message.State // of the step that the next press leads to; nil: not known
}

// Told is what the speaker's window shows. All but Notes is HTML that panels of the
// page make.
type Told struct {
	Title, Step, Clock string
	Now                string // what the hall reads: the sentence, or the question
	Next               string // what it will read after the next press, or after the answer
	NextClock          string
	Ask                string // the question that the next press asks
	Why                string // why, in full: of the answer while a question stands, else of the step
	Then               Then
	Notes              []markdown.Block
	At                 int    // the number of steps that are shown
	Asks               bool   // questions are on
	Middle             bool   // the question on screen, or the step, is in the middle of its step
	NotesAt            string // the instant of the note; "" for what stands before the first step
}

// question reports whether the hall is asked something at the step on screen.
func (p *LecturePanel) question() bool { return p.Model.Predict.On && p.Practice().Here() }

// whole is the run with its end, whatever is covered of it.
func (p *LecturePanel) whole() *recording.RecordedRun {
	if p.Model.Predict.On {
		if r := p.Practice().Whole(); r != nil {
			return r
		}
	}
	return p.Model.Run
}

// target is the number of steps that the next press leads to, or the answer of the
// question on screen; that of now where nothing follows.
func (p *LecturePanel) target() int {
	m, whole := p.Model, p.whole()
	switch {
	case p.question() && m.Middle():
		return m.Step // its pass is to come
	case p.question():
		return m.Step + 1
	case m.Step >= whole.Len():
		return m.Step
	}
	ahead := *m
	ahead.Run = whole
	return ahead.Stride(m.Step, 1)
}

// Ask is what the worker is to be asked so that the next step can be told; nil for
// nothing. It is asked aside: the answer is for Take.
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

// Take takes in a state that was asked for aside.
func (p *LecturePanel) Take(s *message.State) { p.ahead = s }

// knows reports whether the state of a step is there.
func (p *LecturePanel) knows(step int) bool {
	return p.ahead != nil && p.ahead.Serial == p.Model.Run.Serial && int(p.ahead.Step) == step
}

// Tell is what the speaker is told of what is on screen now.
func (p *LecturePanel) Tell() Told {
	m := p.Model
	if m.Run == nil || m.State == nil {
		return Told{Then: ThenWait}
	}
	t := Told{Title: m.Title(), Step: m.StepNote(), Clock: m.ClockText(), Now: nowHTML(m), At: m.Step, Asks: m.Predict.On, Middle: m.Middle()}
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

// then is what the next press does.
func (p *LecturePanel) then(to int) Then {
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

// coming is the question that the next press asks; false while that is not known.
func (p *LecturePanel) coming(to int) (string, bool) {
	if !p.Model.Predict.On || p.Model.Step < p.Model.Run.Len() {
		return "", true
	}
	q, known := p.Practice().Coming(to)
	if q == nil {
		return "", known
	}
	return i18n.UpperHTML(p.Practice().Teller().Prompt(q)), true
}

// next is a model of the run after so many steps; nil while its state is not there.
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

// Ahead is the model of the step, or of the answer, that the speaker is told of; nil
// where none follows or its state is not there.
func (p *LecturePanel) Ahead() *model.Model {
	if m := p.Model; m.Run == nil || m.State == nil {
		return nil
	} else if to := p.target(); to > m.Step || m.Middle() {
		return p.next(to)
	}
	return nil
}

// Questions lists the questions of the run, by what the worker found.
func (p *LecturePanel) Questions(list []quiz.Question) []practice.Item {
	run := *p.whole()
	run.Clock = run.Clock.In(p.Model.Words)
	m := *p.Model
	m.Run, m.Predict = &run, model.Predict{}
	return practice.New(narrative.Sentences{Model: &m}).Items(list)
}

// Whole is the run with its end, whatever is covered of it.
func (p *LecturePanel) Whole() *recording.RecordedRun { return p.whole() }

// nowHTML is the sentence of a model's step, with what else happened in it.
func nowHTML(m *model.Model) string {
	s := narrative.Sentences{Model: m}
	main, also := s.Sentence()
	var out strings.Builder
	out.WriteString(i18n.UpperHTML(main))
	for _, text := range append(also, s.Together()) {
		if text != "" {
			out.WriteString(" " + i18n.UpperHTML(text))
		}
	}
	return out.String()
}

// whyHTML is the panel of reasons of a model's step.
func whyHTML(m *model.Model) string {
	w := whypanel.WhyPanel{Sentences: narrative.Sentences{Model: m}}
	var out strings.Builder
	out.WriteString(`<p>` + w.SentenceHTML() + `</p>`)
	for _, part := range [...][2]string{{"table", w.CandidatesHTML()}, {"ul", w.RulesHTML()}, {"dl", w.FactsHTML()}} {
		if part[1] != "" {
			out.WriteString(`<` + part[0] + `>` + part[1] + `</` + part[0] + `>`)
		}
	}
	return out.String()
}
