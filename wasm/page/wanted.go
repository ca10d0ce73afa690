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

// This file holds the part of the page for practice, lectures, user-written
// policies, manual scheduling, puzzles and long runs that is needed even while the
// reader uses none of them. The rest is in packages below wasm/page, which are
// fetched at first use.

// asked reports whether a question is asked at the step on screen.
func (p *page) asked() bool { return p.m.Predict.On && p.m.Practice.Here() }

// askQuestion requests the question about the next step before the reader gets
// there.
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

// card returns the question card, for a reader who predicts.
func (p *page) card() *practiceview.Card {
	if p.predicts == nil {
		p.predicts = practiceview.New(practiceview.PracticeHost{
			Model: p.m, Post: p.post, Changed: p.changed, Redraw: p.redraw, Say: p.say, Later: p.later,
			Paint: func() { p.panels = true; p.paintAll() },
			Width: func() float64 { return p.timeline.size.W },
			Took:  p.questionTook,
		})
	}
	return p.predicts
}

// questionTook reports the time from the key that led to a question until the
// question is shown.
func (p *page) questionTook() {
	if p.asked() && p.askedAt > 0 {
		p.report("question", now()-p.askedAt)
		p.askedAt = 0
	}
}

// showPredict updates the prediction switch, and the buttons that a question
// disables.
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

// runChanged updates what does not depend on the step, if another run is on screen
// or another prefix of a run that the reader predicts.
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

// answeredAt uses a click on a picture as an answer, if an answer is expected, and
// reports whether it did.
func (p *page) answeredAt(hit draw.Hit) bool {
	return p.asked() && p.card().Hit(hit) || p.m.ByHand() && p.hands().Hit(hit)
}

// showLecture updates what the projector and the speaker's window show.
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

// showHand updates the panel of manual scheduling, or hides it.
func (p *page) showHand() {
	on := p.m.ByHand()
	p.mark("data-manual", on)
	if on {
		p.hands().Show()
	}
}

// beginByHand lets the reader schedule the jobs on screen, starting with the first
// event.
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

// foreseen handles a state that was requested separately from the one on screen.
func (p *page) foreseen(m *message.State) {
	if p.beamer != nil {
		p.beamer.Take(m)
	}
}

// judged handles the evaluation of the audience's votes.
func (p *page) judged(wire []byte) {
	var m message.AnswersJudged
	if p.beamer != nil && m.Unpack(wire) == nil {
		p.beamer.Judged(&m)
	}
}

// surveyed handles the list of all questions of a run, or a question similar to one
// of them.
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

// puzzleStart is the prefix of the fragment of a link to a day's puzzle, titleStart
// the prefix of the title of its scenario.
const puzzleStart, titleStart = "#puzzle=", "Hopyard 20"

// arrivesAtPuzzle opens the puzzle that an address names, and reports whether it
// names any.
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

// puzzleLoaded informs the puzzle controller that a run is on screen, which may
// belong to a puzzle.
func (p *page) puzzleLoaded() {
	if p.puzzled != nil || strings.HasPrefix(p.m.Run.Title, titleStart) {
		p.puzzle().Loaded()
	}
}

// notifyControllers informs the policy editor that the worker is alive, and passes the
// message to the puzzle controller.
func (p *page) notifyControllers(wire []byte) {
	if p.policies != nil {
		p.policies.Heard()
	}
	if p.puzzled != nil {
		p.puzzled.Heard(wire)
	}
}

// showArchive updates the panel for a window of a long run, or hides it.
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
