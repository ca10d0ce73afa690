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
	"syscall/js"

	"hopyard/wasm/app"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/worksheetpanel"
	"hopyard/wasm/app/worksheetpanel/scorm"
)

// WorksheetHost is the set of page functions that worksheets need.
type WorksheetHost struct {
	Model   *app.App
	Glue    js.Value
	Post    func(wire []byte)
	Load    func(message.Load)
	Changed func()
	Paint   func() // updates the page immediately
	Go      func() // moves the focus to the question
	Say     func(id, text string)
	Dialog  func(id, title, html string) js.Value
	Open    func(id string)
	Close   func(id string)
	Save    func(name, kind, text string)
	Copy    func(text string, done, failed func())
	Refuse  func(name string, faults []message.Problem)
	Lessons func(func([]lessons.LessonCard))
	Address func(fragment string) // sets the page's address, so that a reload opens the worksheet again
	Colours func() []string
	Millis  func() float64
}

// WorksheetController is the controller of worksheets on the page.
type WorksheetController struct {
	WorksheetHost
	sheet   *worksheetpanel.WorksheetPanel
	loading bool // whether the run of an item is being loaded
	name    string
	doc     js.Value
	lms     *lms // nil: the page was not opened by a learning management system
	launch  bool // whether the page belongs to a package for learning management systems
	paper   *papers
	making  *worksheetpanel.WorksheetDraft
	draft   *worksheetpanel.WorksheetPanel // worksheet read from the form in order to print or pack it; nil: none yet
	drafted func()                         // function to call when the draft has been read; nil: no draft is being read
}

// New returns a controller. No worksheet is open yet.
func New(p WorksheetHost) *WorksheetController {
	d := &WorksheetController{WorksheetHost: p, sheet: worksheetpanel.New(&p.Model.Model), doc: js.Global().Get("document")}
	d.sheet.Clock = p.Millis
	return d
}

// once returns a callback that releases itself when it is called. The callback
// passes its first two arguments to f; a missing argument is undefined.
func once(f func(a, b js.Value)) js.Func {
	var call js.Func
	call = js.FuncOf(func(_ js.Value, args []js.Value) any {
		call.Release()
		got := [2]js.Value{js.Undefined(), js.Undefined()}
		copy(got[:], args)
		f(got[0], got[1])
		return nil
	})
	return call
}

// withScript calls f once the script sheet.js is loaded.
func (d *WorksheetController) withScript(f func()) {
	if d.Glue.Get("keptSheet").Truthy() {
		f()
		return
	}
	d.Glue.Call("part", "sheet.js", once(func(js.Value, js.Value) { f() }))
}

// Busy reports whether the page is about to change without further input.
func (d *WorksheetController) Busy() bool {
	return d.loading || d.sheet.Busy() || d.sheet.Stage == worksheetpanel.Doing && !d.Model.Examined()
}

// OpenLink opens the worksheet that a link contains.
func (d *WorksheetController) OpenLink(fragment string) {
	text, err := worksheetpanel.Open(fragment)
	if err != nil {
		d.Refuse(d.Model.Words.Say(i18n.SheetTitle), []message.Problem{{Problem: err.Error(), Fix: "ask for the link once more, or for the worksheet's file"}})
		return
	}
	d.OpenText("", text)
}

// OpenText opens the worksheet with the given text.
func (d *WorksheetController) OpenText(name, text string) {
	d.leave()
	d.name = name
	d.Lessons(func(all []lessons.LessonCard) {
		d.Post(d.sheet.Open(text, named(all)).Pack())
		d.Changed()
	})
}

func named(all []lessons.LessonCard) []message.NamedText {
	list := make([]message.NamedText, len(all))
	for i := range all {
		list[i] = message.NamedText{Name: all[i].Name, Text: all[i].Text}
	}
	return list
}

// leave ends the worksheet in progress. The answers remain stored.
func (d *WorksheetController) leave() {
	d.loading = false
	d.sheet.Close()
	d.Model.EndExam()
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
			name = d.Model.Words.Say(i18n.SheetTitle)
		}
		d.Refuse(name, m.Faults)
	case m.Item < 0:
		d.withScript(func() {
			d.Glue.Call("keptSheet", d.sheet.Key(), js.Undefined(), once(func(text, _ js.Value) {
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
		d.Glue.Call("bytes", scorm.Sheet, once(func(bytes, _ js.Value) {
			text := ""
			if bytes.Truthy() {
				b := make([]byte, bytes.Get("length").Int())
				js.CopyBytesToGo(b, bytes)
				text = string(b)
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
		d.Address(f)
	}
	d.front()
	d.Changed()
}

func (d *WorksheetController) front() {
	d.show(d.sheet.FrontHTML(), "[data-sheet=resume], #sheet-name")
}

// show opens the worksheet's dialog. It moves the focus to the dialog's first
// element that matches the selector.
func (d *WorksheetController) show(html, selector string) {
	fresh := d.el("sheet").IsNull()
	title := d.sheet.DialogTitle()
	if d.sheet.Stage == worksheetpanel.Done {
		title = d.Model.Words.Say(i18n.SheetDone)
	}
	d.Dialog("sheet", title, html)
	if fresh {
		d.listen()
	}
	d.Open("sheet")
	if e := d.el("sheet").Call("querySelector", selector); e.Truthy() {
		e.Call("focus")
	}
}

// shut handles the closing of the first dialog before the worksheet has begun. It
// shows a bar with a button that opens the dialog again. If no run is on screen, it
// loads the first lesson.
func (d *WorksheetController) shut() {
	if d.sheet.Stage != worksheetpanel.Front || !d.launch && d.Model.Run != nil {
		return
	}
	d.sheet.Shut = true
	d.bar()
	d.focus("#sheet-bar [data-sheet=front]")
	d.Changed()
	if d.Model.Run == nil {
		d.Lessons(func(all []lessons.LessonCard) {
			d.Load(message.Load{Form: message.JSON, Text: all[0].Text, Name: all[0].Title, At: -1, Job: -1})
		})
	}
}

// onButtons calls do for each click on a button inside an element. The argument of
// do is the button's command.
func onButtons(e js.Value, do func(what string)) {
	e.Call("addEventListener", "click", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if b := args[0].Get("target").Call("closest", "[data-sheet]"); b.Truthy() {
			do(b.Call("getAttribute", "data-sheet").String())
		}
		return nil
	}))
}

func (d *WorksheetController) listen() {
	onButtons(d.el("sheet"), d.do)
	d.el("sheet").Call("addEventListener", "close", js.FuncOf(func(js.Value, []js.Value) any {
		d.shut()
		return nil
	}))
	d.el("sheet").Call("addEventListener", "submit", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if args[0].Get("target").Get("id").String() == "sheet-form" {
			args[0].Call("preventDefault")
			ask, ok := d.sheet.Begin(d.el("sheet-name").Get("value").String())
			d.begin(ask, ok)
		}
		return nil
	}))
}

func (d *WorksheetController) el(id string) js.Value { return d.doc.Call("getElementById", id) }

func (d *WorksheetController) focus(selector string) {
	if e := d.doc.Call("querySelector", selector); e.Truthy() {
		e.Call("focus")
	}
}

// begin asks for the first question. If ok is false, the pseudonym is not valid,
// and it shows a message.
func (d *WorksheetController) begin(ask *message.WorksheetRequest, ok bool) {
	if !ok {
		d.el("sheet-wrong").Set("textContent", d.Model.Words.Say(i18n.SheetNeedsName))
		d.focus("#sheet-name")
		return
	}
	d.Close("sheet")
	d.Post(ask.Pack())
	d.Changed()
}

// do performs the action of a button.
func (d *WorksheetController) do(what string) {
	c := d.Model.Words
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
		d.Save(name, "application/json", text)
		d.note(name)
	case "download":
		d.Save("worksheet.json", "application/json", d.sheet.Text())
		d.note("worksheet.json")
	case "copy":
		f := worksheetpanel.Fragment(d.sheet.Text())
		if f == "" {
			d.note(c.Say(i18n.SheetLong))
			return
		}
		d.Copy(f, func() { d.note(c.Say(i18n.SheetCopied, c.N("n", int64(len(f))))) }, func() { d.note(f) })
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
	if e := d.el("sheet-note"); !e.IsNull() {
		e.Set("textContent", text)
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
		if text, fresh := d.sheet.Scenario(); fresh || !d.Model.Examined() || d.Model.Source.Text != text {
			d.loading = true
			d.Load(message.Load{Form: message.JSON, Text: text, Name: d.sheet.DialogTitle(), At: -1, Job: -1})
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
	if text, _ := d.sheet.Scenario(); !d.loading || d.Model.Source.Text != text {
		d.leave()
		return
	}
	d.loading = false
	if t, _ := d.sheet.Next(); t != nil {
		d.put(t)
	}
}

func (d *WorksheetController) put(t *message.Task) {
	d.Model.Put(&practice.Exam{Head: d.sheet.Head(), Take: d.take}, t)
	d.bar()
	d.Paint()
	d.Say("status", d.Model.Announce)
	d.Go()
	d.Changed()
}

// take handles the reader's reply to a question: the answer, or the decision to
// skip the question.
func (d *WorksheetController) take(m *message.Reply) {
	if given := d.sheet.Give(m, d.Model.Practice.Hinted()); given != nil {
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
	d.Glue.Call("keptSheet", d.sheet.Key(), text, once(func(_, wrong js.Value) {
		if why := wrong.String(); why != "" {
			d.Say("alert", d.Model.Words.Say(i18n.SheetNotKept, i18n.S("why", why)))
		}
		d.doc.Get("documentElement").Call("setAttribute", "data-answers", d.sheet.Done())
	}))
}

func (d *WorksheetController) finish() {
	d.Model.EndExam()
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
