//go:build js && wasm

// Package worksheetview is the browser side of worksheets. A worksheet is a series
// of questions that a teacher hands out as a link or a file. The package shows the
// dialogs and stores answers for a reload. It makes worksheets (make.go), prints
// them and packs them for learning management systems (paper.go), and reports to
// such systems (lms.go). Package worksheetpanel (wasm/app) produces the content.
//
// A student does a worksheet in these steps: OpenText has the worker read it,
// opened shows the first dialog, and begin asks for the first question. For each
// item, further loads the item's run if it is not on screen, and put shows the
// question on the question card. The method take passes on the answer, and keep
// stores it. After the last question, finish requests the grades and shows the
// final dialog.
package worksheetview

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/worksheetpanel"
	"hopyard/wasm/app/worksheetpanel/scorm"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// WorksheetController is the controller of worksheets on the page.
type WorksheetController struct {
	*host.Host
	sheet   *worksheetpanel.WorksheetPanel
	loading bool // whether the run of an item is being loaded
	name    string
	lms     *lms // nil: the page was not opened by a learning management system
	launch  bool // whether the page belongs to a package for learning management systems
	paper   *papers
	making  *worksheetpanel.WorksheetDraft
	draft   *worksheetpanel.WorksheetPanel // worksheet read from the form in order to print or pack it; nil: none yet
	drafted func()                         // function to call when the draft has been read; nil: no draft is being read
}

// New returns a controller. No worksheet is open yet.
func New(h *host.Host) *WorksheetController {
	d := &WorksheetController{Host: h, sheet: worksheetpanel.New(&h.App.Model)}
	d.sheet.Clock = document.Now
	return d
}

// withScript calls f once the script sheet.js is loaded.
func (d *WorksheetController) withScript(f func()) {
	if d.Glue.Get("keptSheet").Truthy() {
		f()
		return
	}
	d.Glue.Call("part", "sheet.js", document.Once(f))
}

// Busy reports whether the page is about to change without further input.
func (d *WorksheetController) Busy() bool {
	return d.loading || d.sheet.Busy() || d.sheet.Stage == worksheetpanel.Doing && !d.App.Examined()
}

// OpenLink opens the worksheet that a link contains.
func (d *WorksheetController) OpenLink(fragment string) {
	text, err := worksheetpanel.Open(fragment)
	if err != nil {
		d.refuse(d.App.Words.Say(i18n.SheetTitle), []message.Problem{{Problem: err.Error(), Fix: "ask for the link once more, or for the worksheet's file"}})
		return
	}
	d.OpenText("", text)
}

// OpenText opens the worksheet with the given text.
func (d *WorksheetController) OpenText(name, text string) {
	d.leave()
	d.name = name
	d.WithLessons(func() {
		d.Post(d.sheet.Open(text, d.lessonTexts()).Pack())
		d.Changed()
	})
}

// lessonTexts returns the scenarios of all lessons. A worksheet may refer to them.
func (d *WorksheetController) lessonTexts() []message.NamedText {
	list := make([]message.NamedText, len(d.Lessons))
	for i := range list {
		list[i] = message.NamedText{Name: d.Lessons[i].Name, Text: d.Lessons[i].Text}
	}
	return list
}

// refuse shows the faults of a worksheet.
func (d *WorksheetController) refuse(name string, faults []message.Problem) {
	d.App.Reject(&message.Failed{Serial: d.App.Asked.Serial, Name: name, Faults: faults})
	d.Rejected()
}

// load requests the run of a scenario that is not a lesson.
func (d *WorksheetController) load(text, name string) {
	d.Next = -1
	d.Load(message.Load{Form: message.JSON, Text: text, Name: name, At: -1, Job: -1})
}

// leave ends the worksheet in progress. The answers remain stored.
func (d *WorksheetController) leave() {
	d.loading = false
	d.sheet.Close()
	d.App.EndExam()
	d.bar()
}

// Hear handles the worker's messages about worksheets.
func (d *WorksheetController) Hear(wire []byte) {
	switch message.KindOf(wire) {
	case message.KindPart:
		var m message.WorksheetPart
		if m.Unpack(wire) == nil {
			d.part(&m)
		}
	case message.KindWorksheetAnswerReply:
		var m message.WorksheetAnswerReply
		if m.Unpack(wire) == nil && d.sheet.Note(&m) {
			d.keep()
			d.further()
		}
	case message.KindMarks:
		var m message.Marks
		if m.Unpack(wire) == nil && d.sheet.Mark(&m) {
			d.showDone()
			d.explain()
		}
	}
	d.Changed()
}

func (d *WorksheetController) part(m *message.WorksheetPart) {
	if d.paper != nil && d.paper.take(m) || d.takeDraft(m) {
		return
	}
	if !d.sheet.Take(m) {
		return
	}
	switch {
	case len(m.Faults) > 0:
		name := d.name
		if name == "" {
			name = d.App.Words.Say(i18n.SheetTitle)
		}
		d.refuse(name, m.Faults)
	case m.Item < 0:
		d.withScript(func() {
			d.Glue.Call("keptSheet", d.sheet.Key(), js.Undefined(), document.OnceWith(func(text js.Value) {
				if text.Type() == js.TypeString {
					d.sheet.Kept = text.String()
				}
				d.opened()
			}))
		})
	default:
		d.further()
	}
}

// Launch opens the worksheet of a package for learning management systems. The
// worksheet is a file in the page's folder.
func (d *WorksheetController) Launch() {
	d.withScript(func() {
		d.Glue.Call("bytes", scorm.Sheet, document.OnceWith(func(bytes js.Value) {
			text := ""
			if bytes.Truthy() {
				text = string(document.GoBytes(bytes))
			}
			d.OpenText(scorm.Sheet, text)
			if d.launch = true; d.Glue.Call("findLMS").Bool() {
				d.lms = d.connect()
			}
		}))
	})
}

// opened shows the first dialog, which comes before the first question.
func (d *WorksheetController) opened() {
	if d.lms != nil {
		d.launched()
		return
	}
	if f := worksheetpanel.Fragment(d.sheet.Text()); f != "" && !d.launch {
		d.SetAddress("replaceState", f) // a reload then opens the worksheet again
	}
	d.front()
	d.Changed()
}

func (d *WorksheetController) front() {
	d.show(d.sheet.FrontHTML(), "[data-sheet=resume], #sheet-name")
}

// show opens the worksheet's dialog. It moves the focus to the dialog's first
// element that matches the selector.
func (d *WorksheetController) show(content html.HTML, selector string) {
	fresh := d.Find("sheet") == nil
	title := d.sheet.DialogTitle()
	if d.sheet.Stage == worksheetpanel.Done {
		title = d.App.Words.Say(i18n.SheetDone)
	}
	d.Dialog("sheet", title, content)
	if fresh {
		d.listen()
	}
	d.OpenDialog("sheet")
	document.Focus(document.Query(d.El("sheet"), selector))
}

// shut handles the closing of the first dialog before the worksheet has begun. It
// shows a bar with a button that opens the dialog again. If no run is on screen, it
// loads the first lesson.
func (d *WorksheetController) shut() {
	if d.sheet.Stage != worksheetpanel.Front || !d.launch && d.App.Run != nil {
		return
	}
	d.sheet.Shut = true
	d.bar()
	document.Focus(d.Query("#sheet-bar [data-sheet=front]"))
	d.Changed()
	if d.App.Run == nil {
		d.WithLessons(func() {
			d.load(d.Lessons[0].Text, d.Lessons[0].Title)
		})
	}
}

// onButtons calls do for each click on a button inside an element. The argument of
// do is the button's command.
func (d *WorksheetController) onButtons(id string, do func(what string)) {
	d.OnItem(id, "click", "[data-sheet]", func(b document.Element) { do(b.GetAttribute("data-sheet")) })
}

func (d *WorksheetController) listen() {
	d.onButtons("sheet", d.do)
	d.On("sheet", "close", func(document.DOMEvent) { d.shut() })
	d.On("sheet", "submit", func(e document.DOMEvent) {
		if document.Target(e).ID() == "sheet-form" {
			e.PreventDefault()
			ask, ok := d.sheet.Begin(d.Picked("sheet-name"))
			d.begin(ask, ok)
		}
	})
}

// bar updates the bar above the page that shows the worksheet in progress. If there
// is none, it removes the bar.
func (d *WorksheetController) bar() {
	content := d.sheet.BarHTML()
	if content == "" {
		d.Remove("sheet-bar")
		return
	}
	if d.Find("sheet-bar") == nil {
		d.Insert(d.El("main"), "before", "div", "sheet-bar", "sheet-bar")
		d.onButtons("sheet-bar", d.do)
	}
	d.SetHTML("sheet-bar", content)
}

// begin asks for the first question. If ok is false, the pseudonym is not valid,
// and it shows a message.
func (d *WorksheetController) begin(ask *message.WorksheetRequest, ok bool) {
	if !ok {
		d.Find("sheet-wrong").SetTextContent(d.App.Words.Say(i18n.SheetNeedsName))
		document.Focus(d.Query("#sheet-name"))
		return
	}
	d.CloseDialog("sheet")
	d.Post(ask.Pack())
	d.Changed()
}

// do performs the action of a button.
func (d *WorksheetController) do(what string) {
	c := d.App.Words
	switch what {
	case "launch":
		ask, ok := d.sheet.Begin(d.lms.student)
		d.begin(ask, ok)
	case "front":
		d.sheet.Shut = false
		d.bar()
		d.opened()
	case "send":
		d.showDone()
	case "resume":
		ask, ok := d.sheet.Resume()
		d.begin(ask, ok)
	case "save":
		name, text := d.sheet.Answers()
		d.Glue.Call("save", name, "application/json", text)
		d.note(name)
	case "download":
		d.Glue.Call("save", "worksheet.json", "application/json", d.sheet.Text())
		d.note("worksheet.json")
	case "copy":
		f := worksheetpanel.Fragment(d.sheet.Text())
		if f == "" {
			d.note(c.Say(i18n.SheetLong))
			return
		}
		d.CopyText(host.Here()+f, func() { d.note(c.Say(i18n.SheetCopied, c.N("n", int64(len(f))))) }, func() { d.note(f) })
	case "form":
		d.backToForm()
	case "aside":
		d.leave()
		d.Say("status", c.Say(i18n.SheetLeft))
		d.Changed()
	case "print":
		d.print(d.sheet, d.note, func() {})
	case "scorm":
		d.scorm(d.sheet, d.note)
	}
}

func (d *WorksheetController) note(text string) {
	if e := d.Find("sheet-note"); e != nil {
		e.SetTextContent(text)
	}
}

// further continues with the next question. If the question belongs to another run,
// it loads that run first. After the last question, it finishes the worksheet.
func (d *WorksheetController) further() {
	t, ask := d.sheet.Next()
	switch {
	case ask != nil:
		d.Post(ask.Pack())
	case t == nil:
		d.finish()
	default:
		if text, fresh := d.sheet.Scenario(); fresh || !d.App.Examined() || d.App.Source.Text != text {
			d.loading = true
			d.load(text, d.sheet.DialogTitle())
			return
		}
		d.put(t)
	}
}

// Loaded handles a new run. If it is the run of the current item, Loaded asks the
// item's question. Any other run ends the worksheet.
func (d *WorksheetController) Loaded() {
	if d.sheet.Stage != worksheetpanel.Doing {
		return
	}
	if text, _ := d.sheet.Scenario(); !d.loading || d.App.Source.Text != text {
		d.leave()
		return
	}
	d.loading = false
	if t, _ := d.sheet.Next(); t != nil {
		d.put(t)
	}
}

func (d *WorksheetController) put(t *message.Task) {
	d.App.Put(&practice.Exam{Head: d.sheet.Head(), Take: d.take}, t)
	d.bar()
	d.PaintNow()
	d.Say("status", d.App.Announce)
	d.Act(keys.FocusQuestion)
	d.Changed()
}

// take handles the reader's reply to a question: the answer, or the decision to
// skip the question.
func (d *WorksheetController) take(m *message.Reply) {
	if given := d.sheet.Give(m, d.App.Practice.Hinted()); given != nil {
		d.Post(given.Pack())
		return
	}
	d.keep()
	d.further()
}

// keep stores the answers, so that a reload does not lose them.
func (d *WorksheetController) keep() {
	text := d.sheet.Keep()
	if d.lms != nil {
		d.lms.note(d.sheet)
	}
	d.Glue.Call("keptSheet", d.sheet.Key(), text, document.OnceWith(func(wrong js.Value) {
		if why := wrong.String(); why != "" {
			d.Say("alert", d.App.Words.Say(i18n.SheetNotKept, i18n.S("why", why)))
		}
		d.Root().SetAttribute("data-answers", strconv.Itoa(d.sheet.Done()))
	}))
}

func (d *WorksheetController) finish() {
	d.App.EndExam()
	d.bar()
	d.Post(d.sheet.Grade().Pack())
	d.showDone()
}

func (d *WorksheetController) showDone() {
	if d.lms != nil {
		d.lms.finish(d.sheet)
	}
	d.show(d.sheet.DoneHTML(), "[data-sheet=send], [data-sheet=save]")
}
