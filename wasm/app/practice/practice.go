// Package practice asks readers to predict each decision before the page shows it.
//
// While a [PracticePanel] is active, the page's model holds only the beginning of
// the run, up to the last step that the reader has reached
// (recording.RecordedRun.Cover). No panel, picture or list can reveal the future,
// because the model does not contain it. A new step is shown in two parts. First
// the page shows the step's events and asks a question. After the answer it shows
// the scheduling pass. Only the worker knows the right answer (core/quiz). The page
// receives it with the grade.
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
	// MaxSteps is the maximum number of steps of a run whose future can be hidden.
	// There is a limit because the visible part of the run is rebuilt at each step.
	MaxSteps = 5000
	// The constant ahead is the number of steps in which the worker searches for
	// the next question. It applies to runs with at most smallRun jobs. In larger
	// runs the worker examines only the next step.
	ahead, smallRun = 200, 500
	// pause is the minimum time between two questions in milliseconds. It does not
	// apply when the reader requests a question.
	pause = 10_000
)

// kinds is the set of kinds of questions that the panel asks. The question about
// the discipline of the run is not among them, because the page shows the name of
// the discipline.
const kinds = quiz.AllKinds &^ (1 << quiz.Policy)

// PracticePanel asks questions about a run and hides the run's future.
type PracticePanel struct {
	narrative.Sentences
	Clock func() float64 // current time in milliseconds, used for the pause between questions
	Exam  *Exam          // settings for prepared questions; nil if the worker finds the questions
	// Always turns off the pause between questions, so that a question comes before
	// every decision. It is set when the page is on a projector, because the
	// speaker sets the pace and must know what comes next.
	Always bool
	// Repeats makes the panel ask again about steps that were shown before. When
	// the reader goes back, all later steps are hidden again. It is for lectures,
	// so that a rehearsal does not affect the lecture.
	Repeats bool

	whole   *recording.RecordedRun // complete run; nil if nothing is hidden
	next    *message.QuestionList  // worker's latest report on the steps after the visible ones; nil if there is none
	sent    int                    // number of the step in the request that the worker has not answered yet; -1 if there is no such request
	wish    *wish                  // requested move that is not finished; nil for none. The move continues when the report in next covers the next step.
	asked   *quiz.Question         // question on screen; nil for none
	middle  *message.State         // state on screen while the question is open; nil if the question is about a step that has not begun
	graded  *message.Graded
	waiting bool // an answer is being graded
	hinted  bool // the reader used the hint for the current question
	telling bool // the reader gave up and wants to see the right answer
	given   given
	counts  [quiz.NumKinds]int // number of questions asked so far of each kind
	shownAt float64            // time of the last question in milliseconds; valid if shown is set
	shown   bool               // at least one question has been asked
	points  float64
	all     int
	sought  *questionRequest // reader's request for questions of a certain kind; nil for any question
	plan    []string         // keys of the questions to ask; valid if planned is set
	planned bool             // the lecturer has chosen the questions
	note    string           // HTML of a message: what the answer lacks, or why no question follows
}

// questionRequest is the reader's request for a question of a certain kind.
type questionRequest struct {
	kind quiz.QuestionKind
	job  workload.JobID // workload.NoJob for any job
}

// Exam holds the settings for questions that were prepared for a worksheet or a
// vote. Put shows such a question. The panel does not show its grade.
type Exam struct {
	Head string               // HTML at the top of the card
	Take func(*message.Reply) // Take handles the reader's answer, or the message that the reader skips the question
}

// wish is a request by the reader to move to a step or to a question.
type wish struct {
	to     int
	asking bool // stop at the next question, even if little time has passed since the previous question
	anyway bool // valid if asking is set: move to the end of the run if there is no further question
}

// New returns a panel that hides nothing.
func New(s narrative.Sentences) *PracticePanel {
	p := &PracticePanel{Sentences: s, Clock: func() float64 { return 0 }, sent: -1}
	p.close()
	return p
}

// Covers reports whether the future of the run is hidden.
func (p *PracticePanel) Covers() bool { return p.whole != nil }

// Asking reports whether a question waits for an answer.
func (p *PracticePanel) Asking() bool { return p.asked != nil && p.graded == nil }

// Here reports whether a question waits for an answer and its step is on screen.
func (p *PracticePanel) Here() bool { return p.Asking() && p.Step == p.Run.Len() }

// Graded reports whether a grade is on screen.
func (p *PracticePanel) Graded() bool { return p.graded != nil }

// Busy reports whether the worker still has to send an answer after which the
// screen changes.
func (p *PracticePanel) Busy() bool { return p.wish != nil || p.waiting }

// AtEdge reports whether the step after the one on screen is hidden.
func (p *PracticePanel) AtEdge() bool {
	return p.whole != nil && p.Step == p.Run.Len() && (p.Asking() || p.Step < p.whole.Len())
}

// Whole returns the complete run, or nil if nothing is hidden.
func (p *PracticePanel) Whole() *recording.RecordedRun { return p.whole }

// Begin hides everything after the step on screen. If the run is too long for that,
// Begin shows a note instead.
func (p *PracticePanel) Begin() {
	p.Forget()
	switch {
	case p.Run == nil:
		return
	case p.Run.Archive != nil: // a window of a long run contains data of steps before the window
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

// End shows the complete run again, at the step on screen.
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

// Forget drops all data about the run, because another run replaces it.
func (p *PracticePanel) Forget() {
	p.whole, p.next, p.sent, p.wish, p.sought = nil, nil, -1, nil, nil
	p.close()
}

// close removes the question and its grade from the card.
func (p *PracticePanel) close() {
	p.asked, p.middle, p.graded, p.note = nil, nil, nil, ""
	p.waiting, p.hinted, p.telling = false, false, false
	p.clear()
	p.Predict.Asking = false
}

// fits reports whether the timeline shows the visible part of the run from its
// beginning to its end.
func (p *PracticePanel) fits() bool { return p.Window == p.Model.Whole() }

// cover makes the first n steps of the run visible, and the given number of events
// of the step after them. If the timeline showed the whole visible part before, it
// shows the whole new visible part afterwards.
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

// reach extends the time axis to the latest time in the state on screen. If fit is
// set, the timeline afterwards shows the whole axis.
func (p *PracticePanel) reach(fit bool) {
	if s := p.State; s != nil && s.Serial == p.Run.Serial && int(s.Step) <= p.Run.Len() {
		p.Run.Reach(s)
	}
	if fit {
		p.Window = p.Model.Whole()
	}
}

// ExtendAxis extends the time axis after a new state has arrived.
func (p *PracticePanel) ExtendAxis() {
	if p.whole != nil {
		p.reach(p.fits())
	}
}

// CanShow reports whether the page may show a state. It must not show the state of
// a hidden step.
func (p *PracticePanel) CanShow(s *message.State) bool {
	if p.whole == nil {
		return true
	}
	if p.Here() && p.middle != nil || p.Asking() && int(s.Step) > p.asked.Step {
		return false
	}
	return int(s.Step) <= p.Run.Len()
}

// Moved updates the panel after the reader has moved to another visible step.
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
