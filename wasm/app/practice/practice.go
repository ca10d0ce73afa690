// Package practice asks readers to predict each decision before the page shows it.
//
// While a [PracticePanel] is active, the page's model holds only the beginning of
// the run, up to the last step reached (recording.RecordedRun.Cover). No panel,
// picture or list can reveal the future, because the model does not contain it. A
// new step is shown in two parts: first its events, then the question, and only
// after the answer its scheduling pass. The right answer is known to the worker
// alone (core/quiz). The page receives it with the grade.
//
// The calls of one question:
//
//	p.Begin()            // hide what comes after the step on screen
//	p.Further(to)        // the reader wants to move on
//	a := p.Ask()         // send a to the worker
//	p.Hear(answer)       // puts a question on screen
//	r := p.Reply()       // the reader has answered; send r to the worker
//	p.Grade(graded)      // shows the grade and the scheduling pass
//
// Package quiztext writes the sentences of questions and grades.
package practice

import (
	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/recording"
)

const (
	// MaxSteps is the largest number of steps of a run whose future can be hidden,
	// because each step rebuilds the visible part of the run.
	MaxSteps = 5000
	// ahead is the number of steps that the worker searches for the next question
	// in runs of up to smallRun jobs. In larger runs it examines only the next
	// step.
	ahead, smallRun = 200, 500
	// pause is the minimum time between two questions in milliseconds, unless the
	// reader requests one.
	pause = 10_000
)

// kinds is the set of kinds of questions that are asked. It excludes the question
// which discipline made the run, because the page shows the discipline's name.
const kinds = quiz.AllKinds &^ (1 << quiz.Policy)

// PracticePanel asks questions about a run and hides its future.
type PracticePanel struct {
	narrative.Sentences
	Clock func() float64 // current time in milliseconds, for the pause between questions
	Exam  *Exam          // nil if the worker finds the questions
	// Always asks before every decision, however soon after the last question. When
	// the page is on a projector, the speaker sets the pace and must know what
	// comes.
	Always bool
	// Repeats asks again about steps that were shown before: going back hides what
	// follows. It is for lectures, so that a rehearsal leaves no trace.
	Repeats bool

	whole   *recording.RecordedRun // the complete run; nil if nothing is hidden
	next    *message.QuestionList  // the worker's report on the steps from the current one on; nil if there is none yet
	sent    int                    // step in the pending request to the worker; -1 for none
	wish    *wish                  // pending move, carried out once next is known
	asked   *quiz.Question         // question on screen; nil for none
	middle  *message.State         // state in which asked is asked; nil if it is asked before its step
	graded  *message.Graded
	waiting bool // an answer is being graded
	hinted  bool // the reader took a hint for asked
	telling bool // the reader wants to see the right answer without answering
	given   given
	counts  [quiz.NumKinds]int // number of questions asked, by kind
	shownAt float64            // time of the last question, if shown is set
	shown   bool               // a question has been asked
	points  float64
	all     int
	sought  *questionRequest // question that the reader requested; nil for any question
	plan    []string         // keys of the questions to ask, if planned is set
	planned bool             // the lecturer has chosen the questions
	note    string           // HTML of an error in the answer, or of the reason why no question comes
}

// questionRequest is the reader's request for a kind of question.
type questionRequest struct {
	kind quiz.QuestionKind
	job  workload.JobID // workload.NoJob for any job
}

// Exam describes questions that were prepared beforehand, for a worksheet or a
// vote. Put asks them, and their grades are not shown.
type Exam struct {
	Head string               // HTML in the head of the card
	Take func(*message.Reply) // receives an answer, or the message that there is none
}

// wish is the reader's request to move to a step or a question.
type wish struct {
	to     int
	asking bool // stop at the next question, even if it follows the last one closely
	anyway bool // with asking: move to the end of the run if no question comes
}

// New returns a panel that hides nothing.
func New(s narrative.Sentences) *PracticePanel {
	p := &PracticePanel{Sentences: s, Clock: func() float64 { return 0 }, sent: -1}
	p.close()
	return p
}

// Covers reports whether the future is hidden.
func (p *PracticePanel) Covers() bool { return p.whole != nil }

// Asking reports whether a question waits for an answer.
func (p *PracticePanel) Asking() bool { return p.asked != nil && p.graded == nil }

// Here reports whether a question waits for an answer and is about the step on
// screen.
func (p *PracticePanel) Here() bool { return p.Asking() && p.Step == p.Run.Len() }

// Graded reports whether a grade is on screen.
func (p *PracticePanel) Graded() bool { return p.graded != nil }

// Busy reports whether a pending answer of the worker will change the screen.
func (p *PracticePanel) Busy() bool { return p.wish != nil || p.waiting }

// AtEdge reports whether the next step is hidden.
func (p *PracticePanel) AtEdge() bool {
	return p.whole != nil && p.Step == p.Run.Len() && (p.Asking() || p.Step < p.whole.Len())
}

// Whole returns the complete run, or nil if nothing is hidden.
func (p *PracticePanel) Whole() *recording.RecordedRun { return p.whole }

// Begin hides what comes after the wanted step. Runs that are too long remain as
// they are, with a note.
func (p *PracticePanel) Begin() {
	p.Forget()
	switch {
	case p.Run == nil:
		return
	case p.Run.Archive != nil: // its window contains data of steps before it
		p.Predict.On = false
		p.Note = p.Words.Say(i18n.TooLongTrace)
		return
	case p.Run.Len() > MaxSteps:
		p.Predict.On = false
		p.Note = p.Words.Say(i18n.TooLongRun, p.Words.N("n", MaxSteps))
		return
	}
	p.whole = p.Run
	if p.State != nil && int(p.State.Step) > p.Step {
		p.State = nil
	}
	p.cover(p.Step, -1)
}

// End shows the complete run, at the step on screen.
func (p *PracticePanel) End() {
	if p.whole == nil {
		return
	}
	whole, fit := p.whole, p.fits()
	if p.Middle() {
		p.Step--
		p.State = nil
	}
	p.Forget()
	p.Run = whole
	if p.Run.Clock = whole.Clock.In(p.Words); fit {
		p.Window = p.Model.Whole()
	}
}

// Forget drops all data of a run that is being replaced.
func (p *PracticePanel) Forget() {
	p.whole, p.next, p.sent, p.wish, p.sought = nil, nil, -1, nil, nil
	p.close()
}

// close removes the card.
func (p *PracticePanel) close() {
	p.asked, p.middle, p.graded, p.note = nil, nil, nil, ""
	p.waiting, p.hinted, p.telling = false, false, false
	p.clear()
	p.Predict.Asking = false
}

// fits reports whether the timeline shows the whole of the visible run.
func (p *PracticePanel) fits() bool { return p.Window == p.Model.Whole() }

// cover puts the beginning of the run on screen. If the timeline showed all of the
// run that was visible before, it does so again.
func (p *PracticePanel) cover(n, events int) {
	fit, last := p.fits(), simtime.Time(0)
	if p.Run.Covered {
		last = p.Run.Last
	}
	p.Run = p.whole.Cover(n, events, p.Words)
	p.Run.Last = max(p.Run.Last, last)
	if p.Run.Last == 0 {
		p.Run.Last = p.Run.FirstReach()
	}
	p.reach(fit)
}

// reach extends the time axis to the latest time that is known.
func (p *PracticePanel) reach(fit bool) {
	if s := p.State; s != nil && s.Serial == p.Run.Serial && int(s.Step) <= p.Run.Len() {
		p.Run.Reach(s)
	}
	if fit {
		p.Window = p.Model.Whole()
	}
}

// ExtendAxis extends the time axis after a state has arrived.
func (p *PracticePanel) ExtendAxis() {
	if p.whole != nil {
		p.reach(p.fits())
	}
}

// CanShow reports whether a state may be shown. A state of a hidden step may not.
func (p *PracticePanel) CanShow(s *message.State) bool {
	if p.whole == nil {
		return true
	}
	if p.Here() && p.middle != nil || p.Asking() && int(s.Step) > p.asked.Step {
		return false
	}
	return int(s.Step) <= p.Run.Len()
}

// Moved updates the panel after the wanted step has changed to another visible
// step.
func (p *PracticePanel) Moved() {
	p.note = ""
	if p.graded != nil && p.Step != int(p.graded.Step)+1 {
		p.close()
	}
	if p.Repeats && p.whole != nil && p.Step < p.Run.Len() {
		p.hideAgain()
	}
	if p.Predict.Asking = p.Here(); p.Predict.Asking && p.middle != nil {
		p.State, p.Weighed, p.Model.Shown = p.middle, nil, -1
	}
}
