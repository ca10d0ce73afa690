//go:build js && wasm

// Package puzzleview is the browser side of the puzzle of the day: its dialog, its
// progress line above the panel of reasons, and the sharing of results. Package
// puzzlepanel (wasm/app) produces their content.
//
// A puzzle has two parts: predicting decisions, and scheduling by hand.
// [PuzzleController] loads a part as an ordinary scenario. Then Loaded selects the
// questions that the part asks, Heard records the worker's grades and stores them,
// and Update shows the progress.
package puzzleview

import (
	"strings"
	"syscall/js"

	"hopyard/core/puzzle"
	"hopyard/wasm/app"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/puzzlepanel"
)

// PuzzleHost is the set of page functions that puzzles need.
type PuzzleHost struct {
	Model   *app.App
	Glue    js.Value
	Load    func(message.Load)
	Changed func()
	Say     func(id, text string)
	Stored  func(key string) string
	Store   func(key, value string)
	Dialog  func(id, title, html string) js.Value // returns the dialog's body
	Open    func(id string)
	Close   func(id string)
	Copy    func(text string, done, failed func())
	Colours func() []string
}

// PuzzleController is the controller of puzzles on the page.
type PuzzleController struct {
	PuzzleHost
	panel   *puzzlepanel.PuzzlePanel
	doc     js.Value
	there   bool // whether the dialog has been created
	planned bool // whether the puzzle has selected the questions to ask
	done    bool // whether the part of the puzzle on screen is finished
	note    string
	line    string // HTML of the progress line above the panel of reasons
}

// New returns the puzzle controller of a page, with the results of earlier visits.
func New(p PuzzleHost) *PuzzleController {
	return &PuzzleController{PuzzleHost: p, panel: puzzlepanel.New(p.Model.Say, p.Stored(key)), doc: js.Global().Get("document")}
}

// key is the key under which the browser stores the results.
const key = "puzzle"

// today returns the date in the reader's time zone.
func today() puzzle.Date {
	now := js.Global().Get("Date").New()
	d := puzzle.Date{Year: now.Call("getFullYear").Int(), Month: now.Call("getMonth").Int() + 1, Day: now.Call("getDate").Int()}
	if _, ok := puzzle.ParseDate(d.String()); !ok { // the clock is set to a date without a puzzle
		d = puzzle.Date{Year: 2026, Month: 11, Day: 26}
	}
	return d
}

// Show opens the dialog with the puzzle of a date. If date is "", it uses today's
// date. The scenario on screen does not change.
func (d *PuzzleController) Show(date string) {
	d.note = ""
	on, ok := puzzle.ParseDate(date)
	if !ok {
		if on = today(); date != "" {
			d.note = d.Model.Words.Say(i18n.PuzzleNoDate)
		}
	}
	if err := d.panel.Open(on); err != nil {
		d.Say("alert", err.Error())
		return
	}
	d.fill()
	d.Open("puzzle")
}

// Arrive opens the puzzle that a link names. It shows the dialog and loads the part
// for manual scheduling, in which no decision has been made yet.
func (d *PuzzleController) Arrive(date string) {
	d.Show(date)
	d.begin(puzzlepanel.ByHand)
}

// fill updates the dialog. The first call creates it.
func (d *PuzzleController) fill() {
	send := !js.Global().Get("navigator").Get("share").IsUndefined()
	d.Dialog("puzzle", d.panel.Title(), d.panel.HTML(today(), d.link(), d.note, send))
	if d.there {
		return
	}
	d.there = true
	d.listen(d.doc.Call("getElementById", "puzzle"))
}

// Refill updates the dialog after a change of language.
func (d *PuzzleController) Refill() { d.fill() }

// link returns a link to the puzzle. The link opens the puzzle without any results.
func (d *PuzzleController) link() string {
	at := js.Global().Get("location")
	return at.Get("origin").String() + at.Get("pathname").String() + puzzlepanel.Fragment(d.panel.Puzzle.Date)
}

// do performs the action of a button.
func (d *PuzzleController) do(what string) {
	what, date, _ := strings.Cut(what, ":")
	text := d.panel.Result(d.link())
	said := func(t i18n.Text) { d.Say("puzzle-said", d.Model.Words.Say(t)) }
	switch what {
	case "predict":
		d.Close("puzzle")
		d.begin(puzzlepanel.Predict)
	case "hand":
		d.Close("puzzle")
		if d.panel.Here() != puzzlepanel.ByHand || d.panel.Done(puzzlepanel.ByHand) {
			d.begin(puzzlepanel.ByHand)
		}
	case "copy":
		d.Copy(text, func() { said(i18n.PuzzleCopied) }, func() {
			field := d.doc.Call("getElementById", "puzzle-text")
			field.Call("focus")
			field.Call("select")
			said(i18n.PuzzleCopyHand)
		})
	case "send":
		nothing := js.FuncOf(func(js.Value, []js.Value) any { return nil }) // the reader may cancel sharing, which is no error
		js.Global().Get("navigator").Call("share", map[string]any{"text": text}).Call("catch", nothing)
	case "picture":
		svg, w, h := d.panel.Picture(d.Colours(), d.link())
		d.Glue.Call("savePNG", "hopyard-"+d.panel.Puzzle.Date.String()+".png", svg, 2*w, 2*h, once(func() {}))
	case "day":
		d.Show(date)
		d.doc.Call("getElementById", "puzzle").Call("querySelector", "button[data-puzzle]").Call("focus")
	case "open":
		d.note = ""
		d.fill()
		d.Open("puzzle")
	}
}

// addLine adds the element for the progress line above the panel of reasons.
func (d *PuzzleController) addLine() js.Value {
	line, before := d.doc.Call("createElement", "section"), d.doc.Call("getElementById", "hand")
	if before.IsNull() {
		before = d.doc.Call("getElementById", "why-ask")
	}
	line.Set("id", "puzzle-line")
	line.Set("className", "puzzle-line")
	line.Call("setAttribute", "aria-label", d.Model.Words.Say(i18n.PuzzleToday))
	before.Get("parentNode").Call("insertBefore", line, before)
	d.listen(line)
	return line
}

// listen registers a handler for the puzzle buttons in an element.
func (d *PuzzleController) listen(at js.Value) {
	at.Call("addEventListener", "click", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if b := args[0].Get("target").Call("closest", "[data-puzzle]"); b.Truthy() {
			d.do(b.Call("getAttribute", "data-puzzle").String())
		}
		return nil
	}))
}

// once returns a callback that releases itself when it is called.
func once(f func()) js.Func {
	var call js.Func
	call = js.FuncOf(func(js.Value, []js.Value) any {
		call.Release()
		f()
		return nil
	})
	return call
}

// begin loads a part of the puzzle from its beginning.
func (d *PuzzleController) begin(part puzzlepanel.PuzzlePart) {
	d.done = false
	d.Model.WillPredict(part == puzzlepanel.Predict)
	d.Load(d.panel.Load(part))
}

// Loaded handles a new run. If the run belongs to the puzzle's prediction part, the
// puzzle selects the questions that are asked.
func (d *PuzzleController) Loaded() {
	m := d.Model
	if m.Run == nil {
		return
	}
	if on, ok := puzzle.DateOf(m.Run.Title); ok && (d.panel.Puzzle == nil || d.panel.Puzzle.Date != on) {
		_ = d.panel.Open(on) // a link to the run, not to the puzzle, opened it
	}
	if d.panel.Here() == puzzlepanel.Predict {
		d.planned = true
		m.Practice.SetPlan(d.panel.Plan())
		m.Practice.Always = true
		m.Practice.Next()
	} else if d.planned {
		d.planned = false
		m.Practice.SetPlan(nil)
		m.Practice.Always = false
	}
}

// Heard handles the worker's messages that affect the puzzle's results: grades of
// answers, and scores of manual schedules.
func (d *PuzzleController) Heard(wire []byte) {
	changed := false
	switch message.KindOf(wire) {
	case message.KindGraded:
		var m message.Graded
		changed = d.Model.Predict.On && m.Unpack(wire) == nil && d.panel.Graded(&m, d.Model.Practice.Hinted())
	case message.KindScoreboardReply:
		var m message.ScoreboardReply
		changed = m.Unpack(wire) == nil && d.panel.Stood(&m)
	}
	if changed {
		d.Store(key, d.panel.Kept())
	}
}

// Update updates the progress line, and announces a part that has just been
// finished.
func (d *PuzzleController) Update() {
	if html := d.panel.LineHTML(); html != d.line {
		d.line = html
		at := d.doc.Call("getElementById", "puzzle-line")
		if at.IsNull() {
			at = d.addLine()
		}
		at.Set("innerHTML", html)
		at.Set("hidden", html == "")
	}
	done := d.panel.Finished()
	if done && !d.done {
		d.Say("status", d.panel.Spoken())
	}
	d.done = done
}
