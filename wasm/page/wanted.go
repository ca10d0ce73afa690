//go:build js && wasm

package page

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/draw"
	"hopyard/wasm/page/editorview"
	"hopyard/wasm/page/lectureview"
	"hopyard/wasm/page/longrunview"
	"hopyard/wasm/page/manualview"
	"hopyard/wasm/page/practiceview"
	"hopyard/wasm/page/puzzleview"
)

// This file holds code for practice, lectures, user-written policies, manual
// scheduling, puzzles and long runs: the part that is needed even while the reader
// uses none of them. The rest is in packages below wasm/page, which are fetched at
// first use.

// registerLate connects these features with the actions of the reader and with the
// messages of the worker. None of it calls their code before a reader uses them.
func (p *page) registerLate() {
	p.onAction(keys.FocusQuestion, func() { p.card().Go() })
	p.onAction(keys.SkipQuestion, func() { p.card().Skip() })
	p.onActed(func(a keys.Action) {
		if a == keys.SwitchPredict {
			p.say("status", p.m.Note)
		}
	})
	p.onAsk(p.askQuestion)
	for _, kind := range []message.Kind{message.KindAsked, message.KindGraded} {
		p.onMessage(kind, func(wire []byte) {
			if p.m.Predict.On {
				p.card().Hear(wire)
				if !p.m.Walk.Lecture { // answers during a lecture do not count as the reader's own progress
					p.path().Graded(wire)
				}
			}
		})
	}
	p.onAction(keys.ByHand, p.beginByHand)
	p.onAsk(func() {
		if p.m.ByHand() && p.m.State != nil {
			p.hands().Ask()
		}
	})
	for _, kind := range []message.Kind{message.KindTried, message.KindScoreboardReply} {
		p.onMessage(kind, func(wire []byte) {
			if p.m.ByHand() {
				p.hands().Hear(wire)
			}
		})
	}
	p.onAction(keys.MakeSheet, func() { p.sheets().Make(p.lessonName()) })
	for _, kind := range []message.Kind{message.KindPart, message.KindWorksheetAnswerReply, message.KindMarks} {
		p.onMessage(kind, func(wire []byte) { p.sheets().Hear(wire) })
	}
	p.onMessage(message.KindTold, func(wire []byte) {
		if p.windows != nil {
			p.windows.Hear(wire)
		}
	})
	p.onMessage(message.KindJudged, p.judged)
	p.onMessage(message.KindSurveyed, p.surveyed)
	p.onMessage(message.KindAlike, p.surveyed)
	p.onAside(p.foreseen)
	p.onAction(keys.OpenPuzzle, func() { p.puzzle().Show("") })
	p.onMessage(message.None, func(wire []byte) {
		if p.puzzled != nil {
			p.puzzled.Heard(wire)
		}
	})
	p.onBroken(func(text string) bool { return p.policies != nil && p.policies.Died(text) })
	p.onMessage(message.None, func([]byte) {
		if p.policies != nil {
			p.policies.Heard()
		}
	})
}

// asked reports whether the page is waiting for the answer to a question at the
// step on screen.
func (p *page) asked() bool { return p.m.Predict.On && p.m.Practice.Here() }

// askQuestion requests the question about the next step, before the reader reaches
// that step.
func (p *page) askQuestion() {
	if !p.m.Predict.On || p.m.Loading != nil || p.m.Compare != nil {
		return
	}
	if m := p.m.Practice.Ask(); m != nil {
		p.post(m.Pack())
	}
}

// showQuestion updates the question card.
func (p *page) showQuestion(reach *i18n.TermFocus) {
	p.mark("data-asking", p.asked())
	p.mark("data-covered", p.m.Predict.On)
	if !p.m.Predict.On {
		p.fill("why-ask", "")
		return
	}
	p.fill("why-ask", reach.Mark(p.m.Practice.CardHTML()))
	p.card().Shown()
	p.questionTook()
}

// card returns the controller of the question card. The card asks the reader to
// predict scheduling decisions.
func (p *page) card() *practiceview.Card {
	if p.predicts == nil {
		p.predicts = practiceview.New(practiceview.PracticeHost{
			Model: p.m, Post: p.post, Changed: p.changed, Redraw: p.redraw, Say: p.say, Later: p.later,
			Paint: p.paintNow,
			Width: func() float64 { return p.timeline.size.W },
			Took:  p.questionTook,
		})
	}
	return p.predicts
}

// questionTook reports how long it took from the reader's key press until the
// question was shown.
func (p *page) questionTook() {
	if p.asked() && p.askedAt > 0 {
		p.report("question", now()-p.askedAt)
		p.askedAt = 0
	}
}

// showPredict updates the switch for predict mode, and disables the transport
// buttons that cannot be used while a question is open.
func (p *page) showPredict() {
	m := p.m
	p.el("t-predict").SetAttribute("aria-checked", strconv.FormatBool(m.Predict.On))
	if !m.Predict.On || m.Compare != nil {
		return
	}
	for _, id := range []string{"t-forward", "t-end", "t-play"} {
		p.el(id).SetAttribute("aria-disabled", strconv.FormatBool(p.asked() || id != "t-play" && !m.Practice.AtEdge() && m.Step == m.Run.Len()))
	}
}

// runChanged updates what depends on the run but not on the step, if the run on
// screen has changed. In predict mode, each longer prefix of the run counts as
// another run.
func (p *page) runChanged() {
	if p.drawn == p.m.Run {
		return
	}
	old := p.drawn
	p.drawn, p.strip.Density = p.m.Run, nil
	if old != nil && (old.Covered || p.m.Run.Covered) {
		p.curvesChanged()
		if old.Covered != p.m.Run.Covered {
			p.showFigures()
		}
	}
}

// answeredAt uses a click on a picture as an answer if an answer is expected, and
// reports whether it did.
func (p *page) answeredAt(hit draw.Hit) bool {
	return p.asked() && p.card().Hit(hit) || p.m.ByHand() && p.hands().Hit(hit)
}

// showLecture updates the projector view and the speaker's window during a lecture.
func (p *page) showLecture() {
	if p.beamer == nil {
		if !p.m.Walk.Lecture {
			return
		}
		p.beamer = lectureview.New(lectureview.LectureHost{
			Model: p.m, Glue: p.glue, Post: p.post, Act: p.act, Changed: p.changed,
			Answer: func() { p.card().Tell() }, Looks: p.recolour, Palette: func() js.Value { return p.palette },
		})
	}
	p.beamer.Show()
}

// hands returns the controller of manual scheduling.
func (p *page) hands() *manualview.ManualController {
	if p.hand == nil {
		p.hand = manualview.New(manualview.ManualHost{
			Model: p.m, Post: p.post, Changed: p.changed, Say: p.say, Share: p.openShare,
			Load: func(l *message.Load) { p.next = -1; p.sendLoad(l) },
			Set:  func(id, html string) { p.setHTML(id, html) },
			Hit:  func(x, y float64) draw.Hit { return p.hit(true, gesture{x: x, y: y}) },
		})
	}
	return p.hand
}

// showHand updates the panel of manual scheduling. It hides the panel if the reader
// does not schedule by hand.
func (p *page) showHand() {
	on := p.m.ByHand()
	p.mark("data-manual", on)
	if on {
		p.hands().Show()
	}
}

// beginByHand starts manual scheduling: the reader schedules the jobs on screen,
// from the first event on.
func (p *page) beginByHand() {
	if p.m.Compare != nil {
		p.toggleCompare()
	}
	if p.m.Predict.On {
		p.act(keys.SwitchPredict)
	}
	p.next = p.lesson
	p.sendLoad(p.m.ManualPanel().Begin(p.m.Change, p.m.Source.Overrides))
}

// foreseen passes a state to the lecture if the lecture requested it for another
// step than the step on screen.
func (p *page) foreseen(m *message.State) {
	if p.beamer != nil {
		p.beamer.Take(m)
	}
}

// judged handles the reply that grades the audience's votes in a lecture.
func (p *page) judged(wire []byte) {
	var m message.AnswersJudged
	if p.beamer != nil && m.Unpack(wire) == nil {
		p.beamer.Judged(&m)
	}
}

// surveyed handles a reply for a lecture: the list of all questions of a run, or a
// question similar to a given one.
func (p *page) surveyed(wire []byte) {
	if p.beamer == nil {
		return
	}
	var all message.Surveyed
	var alike message.SimilarQuestion
	if all.Unpack(wire) == nil {
		p.beamer.Surveyed(&all)
	} else if alike.Unpack(wire) == nil {
		p.beamer.Alike(&alike)
	}
}

// own returns the controller of the policy editor.
func (p *page) own() *editorview.EditorController {
	if p.policies == nil {
		p.policies = editorview.New(editorview.EditorHost{
			Model: p.m, Glue: p.glue, Post: p.post, Changed: p.changed, Say: p.say, Later: p.later, Fetch: p.fetch,
			Stored: p.stored, Store: p.store, Share: p.openShare, Open: p.openDialog, Show: p.openPolicy, Millis: now,
			Send:    func(l *message.Load) { p.next = p.lesson; p.sendLoad(l) },
			Load:    func(l message.Load) { p.next = -1; p.visit(l) },
			Restart: func() { p.glue.Call("restart", p.other); p.sent, p.waiting = "", -1 },
			Dialog:  func(id, title, html string) js.Value { return p.dialog(id, title, html).Underlying() },
			Compare: func(list []scenario.PolicyNames) {
				p.m.Do(keys.FirstDivergence)
				p.startCompare(share.Linked{Policies: list})
			},
		})
	}
	return p.policies
}

// puzzleStart is the prefix of the fragment in a link to the puzzle of a day.
// titleStart is the prefix of the title of a puzzle's scenario.
const puzzleStart, titleStart = "#puzzle=", "Hopyard 20"

// arrivesAtPuzzle opens the puzzle that an address names. It returns false if the
// address names none.
func (p *page) arrivesAtPuzzle(hash string) bool {
	date, is := strings.CutPrefix(hash, puzzleStart)
	if is {
		p.next, p.written = -1, hash
		if p.m.Compare != nil {
			p.leaveCompare(nil)
		}
		p.puzzle().Arrive(date)
	}
	return is
}

// puzzle returns the controller of puzzles.
func (p *page) puzzle() *puzzleview.PuzzleController {
	if p.puzzled == nil {
		p.puzzled = puzzleview.New(puzzleview.PuzzleHost{
			Model: p.m, Glue: p.glue, Changed: p.changed, Say: p.say, Stored: p.stored, Store: p.store, Open: p.openDialog, Close: p.closed, Copy: p.copyText,
			Colours: p.cssColours,
			Load: func(l message.Load) {
				if p.m.Compare != nil {
					p.leaveCompare(nil)
				}
				p.next = -1
				p.visit(l)
			},
			Dialog: func(id, title, html string) js.Value { return p.dialog(id, title, html).Underlying() },
		})
		p.refillOnLanguage("puzzle", p.puzzled.Refill)
	}
	return p.puzzled
}

// puzzleLoaded notifies the puzzle controller of a new run if the run may belong to
// a puzzle.
func (p *page) puzzleLoaded() {
	if p.puzzled != nil || strings.HasPrefix(p.m.Run.Title, titleStart) {
		p.puzzle().Loaded()
	}
}

// showArchive updates the panel for a long run, of which only an excerpt is shown.
// It hides the panel for other runs.
func (p *page) showArchive() {
	if p.windows == nil {
		if p.m.Run.Archive == nil {
			return
		}
		p.windows = longrunview.New(longrunview.LongRunHost{
			App: p.m, Glue: p.glue, Post: p.post, Changed: p.changed, Say: p.say, Later: p.later,
			Send: func(l *message.Load) { p.next = p.lesson; p.sendLoad(l) },
			Load: func(l message.Load) { p.next = -1; p.visit(l) },
		})
	}
	p.windows.Show()
}

// policyLoaded notifies the policy editor of a new run, if the editor exists or if
// the run has a user-written policy.
func (p *page) policyLoaded() {
	if p.policies != nil || p.m.Run.Program != nil {
		p.own().Loaded()
	}
}
