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
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/puzzlepanel"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// PuzzleController is the controller of puzzles on the page.
type PuzzleController struct {
	*host.Host
	panel   *puzzlepanel.PuzzlePanel
	planned bool // whether the puzzle has selected the questions to ask
	done    bool // whether the part of the puzzle on screen is finished
	note    string
}

// New returns the puzzle controller of a page, with the results of earlier visits.
func New(h *host.Host) *PuzzleController {
	d := &PuzzleController{Host: h, panel: puzzlepanel.New(h.App.Say, h.Stored(key))}
	h.RefillOnLanguage("puzzle", d.fill)
	return d
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
			d.note = d.App.Words.Say(i18n.PuzzleNoDate)
		}
	}
	if err := d.panel.Open(on); err != nil {
		d.Say("alert", err.Error())
		return
	}
	d.fill()
	d.OpenDialog("puzzle")
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
	fresh := d.Find("puzzle") == nil
	d.Dialog("puzzle", d.panel.Title(), d.panel.HTML(today(), d.link(), d.note, send))
	if fresh {
		d.listen("puzzle")
	}
}

// link returns a link to the puzzle. The link opens the puzzle without any results.
func (d *PuzzleController) link() string {
	return host.Here() + puzzlepanel.Fragment(d.panel.Puzzle.Date)
}

// do performs the action of a button.
func (d *PuzzleController) do(what string) {
	what, date, _ := strings.Cut(what, ":")
	text := d.panel.Result(d.link())
	said := func(t i18n.Text) { d.Find("puzzle-said").SetTextContent(d.App.Words.Say(t)) }
	switch what {
	case "predict":
		d.CloseDialog("puzzle")
		d.begin(puzzlepanel.Predict)
	case "hand":
		d.CloseDialog("puzzle")
		if d.panel.Here() != puzzlepanel.ByHand || d.panel.Done(puzzlepanel.ByHand) {
			d.begin(puzzlepanel.ByHand)
		}
	case "copy":
		d.CopyText(text, func() { said(i18n.PuzzleCopied) }, func() {
			d.SelectField("puzzle-text")
			said(i18n.PuzzleCopyHand)
		})
	case "send":
		nothing := js.FuncOf(func(js.Value, []js.Value) any { return nil }) // the reader may cancel sharing, which is no error
		js.Global().Get("navigator").Call("share", map[string]any{"text": text}).Call("catch", nothing)
	case "picture":
		svg, w, h := d.panel.Picture(d.CSSColours(), d.link())
		d.Glue.Call("savePNG", "hopyard-"+d.panel.Puzzle.Date.String()+".png", string(svg), 2*w, 2*h, document.Once(func() {}))
	case "day":
		d.Show(date)
		document.Focus(d.Query("#puzzle button[data-puzzle]"))
	case "open":
		d.note = ""
		d.fill()
		d.OpenDialog("puzzle")
	}
}

// addLine adds the element for the progress line above the panel of reasons.
func (d *PuzzleController) addLine() {
	before := d.Find("hand")
	if before == nil {
		before = d.El("why-ask")
	}
	d.Insert(before, "before", "section", "puzzle-line", "puzzle-line").SetAttribute("aria-label", d.App.Words.Say(i18n.PuzzleToday))
	d.listen("puzzle-line")
}

// listen registers a handler for the puzzle buttons in an element.
func (d *PuzzleController) listen(id string) {
	d.OnItem(id, "click", "[data-puzzle]", func(b document.Element) { d.do(b.GetAttribute("data-puzzle")) })
}

// begin loads a part of the puzzle from its beginning.
func (d *PuzzleController) begin(part puzzlepanel.PuzzlePart) {
	d.done = false
	d.App.WillPredict(part == puzzlepanel.Predict)
	d.LeaveCompare()
	d.Next = -1
	d.Visit(d.panel.Load(part))
}

// Loaded handles a new run. If the run belongs to the puzzle's prediction part, the
// puzzle selects the questions that are asked.
func (d *PuzzleController) Loaded() {
	m := d.App
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
		changed = d.App.Predict.On && m.Unpack(wire) == nil && d.panel.Graded(&m, d.App.Practice.Hinted())
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
	if line := d.panel.LineHTML(); line != "" || d.Find("puzzle-line") != nil {
		if d.Find("puzzle-line") == nil {
			d.addLine()
		}
		d.Fill("puzzle-line", line)
	}
	done := d.panel.Finished()
	if done && !d.done {
		d.Say("status", d.panel.Spoken())
	}
	d.done = done
}
