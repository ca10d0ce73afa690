// Package practice asks the reader what will be decided before it is shown.
//
// While it is on, the page has only the beginning of the run, up to the last step
// that was reached (recording.RecordedRun.Cover): whatever any panel, picture or list makes
// of it tells nothing of what is to come, since it is not in it. A step further is
// taken in two: its event happens, the question is asked, and only then its pass is
// shown. What is right is the worker's to know (core/quiz); the page hears of it
// with the grade.
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
	// MaxSteps bounds the runs that are covered: each step makes what is known of
	// them anew.
	MaxSteps = 5000
	// ahead is how many steps are searched for the next question in runs of up to
	// smallRun jobs; in larger ones only the next step is looked at.
	ahead, smallRun = 200, 500
	// pause is how long after a question comes the next one, unless it is asked
	// for, in milliseconds.
	pause = 10_000
)

// kinds are those that are asked: the page names the discipline.
const kinds = quiz.AllKinds &^ (1 << quiz.Policy)

// PracticePanel is the card of questions, and what is covered.
type PracticePanel struct {
	narrative.Sentences
	Clock func() float64 // milliseconds; for the pause between questions
	Exam  *Exam          // nil: the worker finds what is asked
	// Always asks before every decision, however soon after the last question: on a
	// beamer the speaker has the pace, and must know what comes.
	Always bool
	// Repeats asks about steps that were shown before: who goes back covers what follows.
	// It is for lectures, so that a rehearsal leaves no trace.
	Repeats bool

	whole   *recording.RecordedRun // nil: nothing is covered
	next    *message.Asked         // what is known of the steps from the one reached on; nil: nothing yet
	sent    int                    // the step that the worker was asked about; -1: none
	wish    *wish                  // to go on, once next is known
	asked   *quiz.Question         // on screen; nil: none
	middle  *message.State         // where it is asked; nil: before its step
	graded  *message.Graded
	waiting bool // for the grade
	hinted  bool // a hint was taken for asked
	telling bool // what is right was asked for, not answered
	given   given
	counts  [quiz.NumKinds]int // how often each kind was asked
	shownAt float64            // when the last question came
	shown   bool               // one has
	points  float64
	all     int
	sought  *sought  // a question that was chosen; nil: any will do
	plan    []string // keys of the questions that are asked,
	planned bool     // if these are chosen
	note    string   // what is wrong with what was typed, or why no question comes
}

// sought is a question that the reader has chosen.
type sought struct {
	kind quiz.QuestionKind
	job  workload.JobID // NoJob: about any
}

// Exam is questions that were drawn beforehand: they are put by Put, and what they
// are worth is not told.
type Exam struct {
	Head string               // what the card begins with
	Take func(*message.Reply) // an answer, or that there is none
}

// wish is how far the reader wants to go.
type wish struct {
	to     int
	asking bool // to the next question, however soon it comes,
	anyway bool // or to the end
}

// New is the practice of a model.
func New(s narrative.Sentences) *PracticePanel {
	p := &PracticePanel{Sentences: s, Clock: func() float64 { return 0 }, sent: -1}
	p.close()
	return p
}

// Covers reports whether the future is covered.
func (p *PracticePanel) Covers() bool { return p.whole != nil }

// Asking reports whether a question waits for an answer.
func (p *PracticePanel) Asking() bool { return p.asked != nil && p.graded == nil }

// Here reports whether the question is asked of the step on screen.
func (p *PracticePanel) Here() bool { return p.Asking() && p.Step == p.Run.Len() }

// Graded reports whether what an answer was worth is on screen.
func (p *PracticePanel) Graded() bool { return p.graded != nil }

// Busy reports whether something is on its way that changes what is on screen.
func (p *PracticePanel) Busy() bool { return p.wish != nil || p.waiting }

// AtEdge reports whether the next step is a covered one.
func (p *PracticePanel) AtEdge() bool {
	return p.whole != nil && p.Step == p.Run.Len() && (p.Asking() || p.Step < p.whole.Len())
}

// Whole is the run with all that is covered of it; nil: nothing is.
func (p *PracticePanel) Whole() *recording.RecordedRun { return p.whole }

// Begin covers what comes after the step that is wanted. Runs that are too long
// stay as they are.
func (p *PracticePanel) Begin() {
	p.Forget()
	switch {
	case p.Run == nil:
		return
	case p.Run.Archive != nil: // its window tells of steps before it
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

// End shows the whole run, at the step on screen.
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

// Forget lets go of a run that is replaced.
func (p *PracticePanel) Forget() {
	p.whole, p.next, p.sent, p.wish, p.sought = nil, nil, -1, nil, nil
	p.close()
}

// close takes the card away.
func (p *PracticePanel) close() {
	p.asked, p.middle, p.graded, p.note = nil, nil, nil, ""
	p.waiting, p.hinted, p.telling = false, false, false
	p.clear()
	p.Predict.Asking = false
}

// fits reports whether the timeline shows all that there is.
func (p *PracticePanel) fits() bool { return p.Window == p.Model.Whole() }

// cover puts the beginning of the run on screen. A timeline that showed all of what
// was known does so again.
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

// reach makes the axis reach as far as is known.
func (p *PracticePanel) reach(fit bool) {
	if s := p.State; s != nil && s.Serial == p.Run.Serial && int(s.Step) <= p.Run.Len() {
		p.Run.Reach(s)
	}
	if fit {
		p.Window = p.Model.Whole()
	}
}

// Stretch takes in that a state has come: the axis reaches as far as it knows.
func (p *PracticePanel) Stretch() {
	if p.whole != nil {
		p.reach(p.fits())
	}
}

// Takes reports whether a state may be shown: none of what is covered.
func (p *PracticePanel) Takes(s *message.State) bool {
	if p.whole == nil {
		return true
	}
	if p.Here() && p.middle != nil || p.Asking() && int(s.Step) > p.asked.Step {
		return false
	}
	return int(s.Step) <= p.Run.Len()
}

// Moved takes in that another step is wanted, of those that are uncovered.
func (p *PracticePanel) Moved() {
	p.note = ""
	if p.graded != nil && p.Step != int(p.graded.Step)+1 {
		p.close()
	}
	if p.Repeats && p.whole != nil && p.Step < p.Run.Len() {
		p.recover()
	}
	if p.Predict.Asking = p.Here(); p.Predict.Asking && p.middle != nil {
		p.State, p.Weighed, p.Model.Shown = p.middle, nil, -1
	}
}
