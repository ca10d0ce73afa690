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

// What the page has to do with practice while nobody predicts, with lectures while
// nobody gives one, with policies while nobody writes one and with scheduling by
// hand while nobody does; what there is to do then is in packages below wasm/page,
// which are fetched when they are first wanted.

// asked reports whether a question is asked of the step on screen.
func (p *page) asked() bool { return p.m.Predict.On && p.m.Practice.Here() }

// askQuestion asks the worker about the next step, before the reader is there.
func (p *page) askQuestion() {
	if !p.m.Predict.On || p.m.Loading != nil || p.m.Compare != nil {
		return
	}
	if m := p.m.Practice.Ask(); m != nil {
		p.post(m.Pack())
	}
}

// showQuestion brings the card up to date.
func (p *page) showQuestion(reach *i18n.Reach) {
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

// card is the card on the page, for a reader who predicts.
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

// questionTook measures how long a question took from the key that led to it.
func (p *page) questionTook() {
	if p.asked() && p.askedAt > 0 {
		p.report("question", now()-p.askedAt)
		p.askedAt = 0
	}
}

// showPredict brings the switch up to date, and the buttons that wait.
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

// runChanged brings up to date what stays from step to step, where that is of
// another beginning of the run.
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

// answeredAt takes a click on a picture for an answer, if one is to be given there.
func (p *page) answeredAt(hit draw.Hit) bool {
	return p.asked() && p.card().Hit(hit) || p.m.ByHand() && p.hands().Hit(hit)
}

// showLecture brings what is on the beamer, and the speaker's window, up to date.
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

// hands is the hand on the page, for a reader who schedules.
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

// showHand brings the hand up to date, or hides it.
func (p *page) showHand() {
	on := p.m.ByHand()
	p.mark("data-manual", on)
	if on {
		p.hands().Show()
	}
}

// beginByHand lets the reader schedule what is on screen, from its first event on.
func (p *page) beginByHand() {
	if p.m.Compare != nil {
		p.toggleCompare()
	}
	if p.m.Predict.On {
		p.act(keys.SwitchPredict)
	}
	p.next = p.lesson
	p.sendLoad(p.m.Hands().Begin(p.m.Change, p.m.Source.Overrides))
}

// foreseen takes in a state that was asked for aside.
func (p *page) foreseen(m *message.State) {
	if p.beamer != nil {
		p.beamer.Take(m)
	}
}

// judged takes in what the votes of a hall are worth.
func (p *page) judged(wire []byte) {
	var m message.Judged
	if p.beamer != nil && m.Unpack(wire) == nil {
		p.beamer.Judged(&m)
	}
}

// surveyed takes in all questions of a run, or one that is similar to one of them.
func (p *page) surveyed(wire []byte) {
	if p.beamer == nil {
		return
	}
	var all message.Surveyed
	var alike message.Alike
	if all.Unpack(wire) == nil {
		p.beamer.Surveyed(&all)
	} else if alike.Unpack(wire) == nil {
		p.beamer.Alike(&alike)
	}
}

// own is the editor of policies.
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

// puzzleStart begins the fragment of a link to the puzzle of a day, and titleStart the
// title of its scenario.
const puzzleStart, titleStart = "#puzzle=", "Hopyard 20"

// arrivesAtPuzzle opens the puzzle that an address names, if it names one.
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

// puzzle is the puzzles on the page.
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
		p.saysAnew("puzzle", p.puzzled.Refill)
	}
	return p.puzzled
}

// puzzleLoaded takes in that a run is on screen, which may be a puzzle's.
func (p *page) puzzleLoaded() {
	if p.puzzled != nil || strings.HasPrefix(p.m.Run.Title, titleStart) {
		p.puzzle().Loaded()
	}
}

// heardBeside tells the editor of policies that the worker lives, and puzzles what it said.
func (p *page) heardBeside(wire []byte) {
	if p.policies != nil {
		p.policies.Heard()
	}
	if p.puzzled != nil {
		p.puzzled.Heard(wire)
	}
}

// showArchive brings what belongs to a window of a long run up to date, or hides it.
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
