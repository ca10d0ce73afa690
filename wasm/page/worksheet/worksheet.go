//go:build js && wasm

// Package worksheet is what the browser has to do with worksheets: its dialogs, what
// is kept over a reload, and files. What they say is wasm/app/worksheet's.
package worksheet

import (
	"syscall/js"

	"hopyard/wasm/app"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/practice"
	"hopyard/wasm/app/words"
	"hopyard/wasm/app/worksheet"
	"hopyard/wasm/app/worksheet/scorm"
)

// Page is what worksheets need of the page.
type Page struct {
	Model   *app.Model
	Glue    js.Value
	Post    func(wire []byte)
	Load    func(message.Load)
	Changed func()
	Paint   func() // at once
	Go      func() // brings the focus to the question
	Say     func(id, text string)
	Dialog  func(id, title, html string) js.Value
	Open    func(id string)
	Close   func(id string)
	Save    func(name, kind, text string)
	Copy    func(text string, done, failed func())
	Refuse  func(name string, faults []message.Fault)
	Lessons func(func([]lessons.Lesson))
	Address func(fragment string) // what a reload comes back to
	Colours func() []string
	Millis  func() float64
}

// Desk is worksheets on the page.
type Desk struct {
	Page
	sheet   *worksheet.Panel
	loading bool // the run of an item is on its way
	name    string
	doc     js.Value
	lms     *lms // nil: there is none
	launch  bool // by a learning management system, or as from one
	paper   *papers
	making  *worksheet.Making
	draft   *worksheet.Panel // what the form was last printed or packed as; nil: it never was
	drafted func()           // what to do when the draft has been read; nil: none is being read
}

// New is no worksheet yet.
func New(p Page) *Desk {
	d := &Desk{Page: p, sheet: worksheet.New(&p.Model.Model), doc: js.Global().Get("document")}
	d.sheet.Clock = p.Millis
	return d
}

// once is a callback that is called once, told up to two things.
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

// withScript calls f when what the browser has to be asked for is there.
func (d *Desk) withScript(f func()) {
	if d.Glue.Get("keptSheet").Truthy() {
		f()
		return
	}
	d.Glue.Call("part", "sheet.js", once(func(js.Value, js.Value) { f() }))
}

// Busy reports whether something is on its way that changes what is on screen.
func (d *Desk) Busy() bool {
	return d.loading || d.sheet.Busy() || d.sheet.Stage == worksheet.Doing && !d.Model.Examined()
}

// OpenLink opens the worksheet of an address.
func (d *Desk) OpenLink(fragment string) {
	text, err := worksheet.Open(fragment)
	if err != nil {
		d.Refuse(d.Model.Words.Say(words.SheetTitle), []message.Fault{{Problem: err.Error(), Fix: "ask for the link once more, or for the worksheet's file"}})
		return
	}
	d.OpenText("", text)
}

// OpenText opens a worksheet.
func (d *Desk) OpenText(name, text string) {
	d.leave()
	d.name = name
	d.Lessons(func(all []lessons.Lesson) {
		d.Post(d.sheet.Open(text, named(all)).Pack())
		d.Changed()
	})
}

func named(all []lessons.Lesson) []message.Named {
	list := make([]message.Named, len(all))
	for i := range all {
		list[i] = message.Named{Name: all[i].Name, Text: all[i].Text}
	}
	return list
}

// leave ends what is being done; the answers stay kept.
func (d *Desk) leave() {
	d.loading = false
	d.sheet.Close()
	d.Model.EndExam()
	d.bar()
}

// Hear takes in what the worker says of worksheets.
func (d *Desk) Hear(wire []byte) {
	switch message.KindOf(wire) {
	case message.KindPart:
		var m message.Part
		if m.Unpack(wire) == nil {
			d.part(&m)
		}
	case message.KindNoted:
		var m message.Noted
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

func (d *Desk) part(m *message.Part) {
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
			name = d.Model.Words.Say(words.SheetTitle)
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

// Launch does the worksheet that lies beside the page, as packages for learning
// management systems have it.
func (d *Desk) Launch() {
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

// opened shows what stands before the first question.
func (d *Desk) opened() {
	if d.lms != nil {
		d.launched()
		return
	}
	if f := worksheet.Fragment(d.sheet.Text()); f != "" && !d.launch {
		d.Address(f)
	}
	d.front()
	d.Changed()
}

func (d *Desk) front() {
	d.show(d.sheet.FrontHTML(), "[data-sheet=resume], #sheet-name")
}

// show opens the dialog of the worksheet, with the focus on the first element that the
// selector finds in it.
func (d *Desk) show(html, selector string) {
	fresh := d.el("sheet").IsNull()
	title := d.sheet.DialogTitle()
	if d.sheet.Stage == worksheet.Done {
		title = d.Model.Words.Say(words.SheetDone)
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

// shut leaves a way back to the first question where the dialog before it was closed,
// and shows the first lesson where there is nothing else on the page.
func (d *Desk) shut() {
	if d.sheet.Stage != worksheet.Front || !d.launch && d.Model.Run != nil {
		return
	}
	d.sheet.Shut = true
	d.bar()
	d.focus("#sheet-bar [data-sheet=front]")
	d.Changed()
	if d.Model.Run == nil {
		d.Lessons(func(all []lessons.Lesson) {
			d.Load(message.Load{Form: message.JSON, Text: all[0].Text, Name: all[0].Title, At: -1, Job: -1})
		})
	}
}

// onButtons has a button that is clicked inside an element do what it says.
func onButtons(e js.Value, do func(what string)) {
	e.Call("addEventListener", "click", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if b := args[0].Get("target").Call("closest", "[data-sheet]"); b.Truthy() {
			do(b.Call("getAttribute", "data-sheet").String())
		}
		return nil
	}))
}

func (d *Desk) listen() {
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

func (d *Desk) el(id string) js.Value { return d.doc.Call("getElementById", id) }

func (d *Desk) focus(selector string) {
	if e := d.doc.Call("querySelector", selector); e.Truthy() {
		e.Call("focus")
	}
}

// begin asks the first question, or says what is wrong with the pseudonym.
func (d *Desk) begin(ask *message.Sheet, ok bool) {
	if !ok {
		d.el("sheet-wrong").Set("textContent", d.Model.Words.Say(words.SheetNeedsName))
		d.focus("#sheet-name")
		return
	}
	d.Close("sheet")
	d.Post(ask.Pack())
	d.Changed()
}

// do carries out a button.
func (d *Desk) do(what string) {
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
		f := worksheet.Fragment(d.sheet.Text())
		if f == "" {
			d.note(c.Say(words.SheetLong))
			return
		}
		d.Copy(f, func() { d.note(c.Say(words.SheetCopied, c.N("n", int64(len(f))))) }, func() { d.note(f) })
	case "form":
		d.backToForm()
	case "aside":
		d.leave()
		d.Say("status", c.Say(words.SheetLeft))
		d.Changed()
	case "print":
		d.print(d.sheet, d.note, func() {})
	case "scorm":
		d.scorm(d.sheet, d.note)
	}
}

func (d *Desk) note(text string) {
	if e := d.el("sheet-note"); !e.IsNull() {
		e.Set("textContent", text)
	}
}

// further asks the next question: of the run on screen, or of another one.
func (d *Desk) further() {
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

// Loaded takes in that a run has come: that of an item, or another one, which ends
// the worksheet.
func (d *Desk) Loaded() {
	if d.sheet.Stage != worksheet.Doing {
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

func (d *Desk) put(t *message.Task) {
	d.Model.Put(&practice.Exam{Head: d.sheet.Head(), Take: d.take}, t)
	d.bar()
	d.Paint()
	d.Say("status", d.Model.Announce)
	d.Go()
	d.Changed()
}

// take takes in an answer, or that there is none.
func (d *Desk) take(m *message.Reply) {
	if given := d.sheet.Give(m, d.Model.Practice.Hinted()); given != nil {
		d.Post(given.Pack())
		return
	}
	d.keep()
	d.further()
}

// keep keeps the answers over a reload.
func (d *Desk) keep() {
	text := d.sheet.Keep()
	if d.lms != nil {
		d.lms.note(d.sheet)
	}
	d.Glue.Call("keptSheet", d.sheet.Key(), text, once(func(_, wrong js.Value) {
		if why := wrong.String(); why != "" {
			d.Say("alert", d.Model.Words.Say(words.SheetNotKept, words.S("why", why)))
		}
		d.doc.Get("documentElement").Call("setAttribute", "data-answers", d.sheet.Done())
	}))
}

func (d *Desk) finish() {
	d.Model.EndExam()
	d.bar()
	d.Post(d.sheet.Grade().Pack())
	d.showDone()
}

func (d *Desk) showDone() {
	if d.lms != nil {
		d.lms.finish(d.sheet)
	}
	d.show(d.sheet.DoneHTML(), "[data-sheet=send], [data-sheet=save]")
}
