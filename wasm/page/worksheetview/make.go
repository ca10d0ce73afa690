//go:build js && wasm

package worksheetview

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/worksheetpanel"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// Make opens the form for making a worksheet. The first item of the worksheet is
// the lesson with the given name, or the scenario on screen if the name is "".
func (d *WorksheetController) Make(lesson string) {
	d.WithLessons(func() {
		d.making = &worksheetpanel.WorksheetDraft{Title: d.App.Title()}
		if d.App.Run != nil && d.App.Run.Text != "" {
			d.making.Screen = d.App.Run.Text
		}
		for i := range d.Lessons {
			d.making.Lessons = append(d.making.Lessons, [2]string{d.Lessons[i].Name, d.App.Words.Tell(d.Lessons[i].Title)})
		}
		if lesson == "" && d.making.Screen == "" {
			lesson = d.Lessons[0].Name
		}
		d.making.Items = []worksheetpanel.Item{worksheetpanel.NewItem(lesson)}
		d.withScript(func() {
			d.showMaking()
			document.Focus(d.Query("#make-title-text"))
		})
	})
}

func (d *WorksheetController) showMaking() {
	fresh := d.Find("make") == nil
	d.Dialog("make", d.App.Words.Say(i18n.SheetMake), d.sheet.MakingHTML(d.making))
	if fresh {
		d.onButtons("make", d.press)
		d.On("make", "submit", func(e document.DOMEvent) {
			if document.Target(e).ID() == "make-form" {
				e.PreventDefault()
			}
		})
	}
	d.OpenDialog("make")
}

// backToForm ends the preview of a worksheet and returns to the form.
func (d *WorksheetController) backToForm() {
	d.CloseDialog("sheet")
	d.leave()
	d.showMaking()
	document.Focus(d.Query(`#make [data-sheet="try"]`))
	d.Changed()
}

// readMaking takes over the values that the teacher has entered in the form.
func (d *WorksheetController) readMaking() {
	m := d.making
	m.Title, m.Text, m.Seed = d.Picked("make-title-text"), d.Picked("make-text"), d.Picked("make-seed")
	items := document.QueryAll(d.El("make"), "[data-item]")
	for i := range min(len(items), len(m.Items)) {
		it := &m.Items[i]
		field := func(name string) js.Value { return document.Query(items[i], `[name="`+name+`"]`).Underlying() }
		value := func(name string) string { return field(name).Get("value").String() }
		checked := func(name string) bool { return field(name).Get("checked").Bool() }
		it.Source, it.Count, it.Points = value("source"), value("count"), value("points")
		it.Fixed, it.Because = checked("fixed"), checked("because")
		it.Kinds = nil
		for _, kind := range document.QueryAll(items[i], `[name="kind"]:checked`) {
			it.Kinds = append(it.Kinds, kind.Underlying().Get("value").String())
		}
	}
}

// press performs the action of a button in the form.
func (d *WorksheetController) press(what string) {
	d.readMaking()
	m, c := d.making, d.App.Words
	note := func(text string) { d.Find("make-note").SetTextContent(text) }
	d.Find("make-wrong").SetTextContent("")
	if n, found := strings.CutPrefix(what, "remove-"); found {
		if i, err := strconv.Atoi(n); err == nil && i < len(m.Items) && len(m.Items) > 1 {
			m.Items = append(m.Items[:i], m.Items[i+1:]...)
			d.showMaking()
			document.Focus(d.Query(`#make [data-sheet="add"]`))
		}
		return
	}
	text := m.JSON()
	switch what {
	case "add":
		m.Items = append(m.Items, worksheetpanel.NewItem(m.Items[len(m.Items)-1].Source))
		d.showMaking()
		document.Focus(d.Query(`#make [data-item="` + strconv.Itoa(len(m.Items)-1) + `"] select`))
	case "try":
		d.CloseDialog("make")
		d.OpenText("worksheet.json", text)
		d.sheet.Preview = true
	case "make-download":
		d.Glue.Call("save", "worksheet.json", "application/json", text)
		note("worksheet.json")
	case "make-copy":
		f := worksheetpanel.Fragment(text)
		if f == "" {
			note(c.Say(i18n.SheetLong))
			return
		}
		d.CopyText(host.Here()+f, func() { note(c.Say(i18n.SheetCopied, c.N("n", int64(len(f))))) }, func() { note(f) })
	case "make-print":
		d.readDraft(text, func() { d.print(d.draft, note, d.restore) })
	case "make-scorm":
		d.readDraft(text, func() {
			d.restore()
			d.scorm(d.draft, note)
		})
	}
}

// readDraft asks the worker to read the worksheet described by the form, and calls
// f if the worksheet has no faults. Neither the form nor a worksheet in progress
// changes.
func (d *WorksheetController) readDraft(text string, f func()) {
	if d.draft == nil {
		d.draft = worksheetpanel.NewDraft(&d.App.Model)
	}
	d.WithLessons(func() {
		d.drafted = f
		d.Post(d.draft.Open(text, d.lessonTexts()).Pack())
	})
}

// takeDraft handles the worker's reply to readDraft. It returns false for any other
// message.
func (d *WorksheetController) takeDraft(m *message.WorksheetPart) bool {
	if d.drafted == nil || !d.draft.Take(m) {
		return false
	}
	f := d.drafted
	d.drafted = nil
	if len(m.Faults) > 0 {
		for i := range m.Faults {
			m.Faults[i].Line = 0 // the author does not see the generated text, so its line numbers are useless
		}
		document.SetContent(d.Find("make-wrong"), d.draft.FaultsHTML(m.Faults, false))
		d.restore()
		return true
	}
	f()
	return true
}

// restore makes the worker read the worksheet in progress again, in place of the
// draft.
func (d *WorksheetController) restore() {
	if ask := d.sheet.Reread(); ask != nil {
		d.Post(ask.Pack())
	}
}
