//go:build js && wasm

package worksheetview

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/worksheetpanel"
)

// Make opens the form for making a worksheet. The first item of the worksheet is
// the lesson with the given name, or the scenario on screen if the name is "".
func (d *WorksheetController) Make(lesson string) {
	d.Lessons(func(all []lessons.LessonCard) {
		d.making = &worksheetpanel.WorksheetDraft{Title: d.Model.Title()}
		if d.Model.Run != nil && d.Model.Run.Text != "" {
			d.making.Screen = d.Model.Run.Text
		}
		for i := range all {
			d.making.Lessons = append(d.making.Lessons, [2]string{all[i].Name, d.Model.Words.Tell(all[i].Title)})
		}
		if lesson == "" && d.making.Screen == "" {
			lesson = all[0].Name
		}
		d.making.Items = []worksheetpanel.Item{worksheetpanel.NewItem(lesson)}
		d.withScript(func() {
			d.showMaking()
			d.focus("#make-title-text")
		})
	})
}

func (d *WorksheetController) showMaking() {
	fresh := d.el("make").IsNull()
	d.Dialog("make", d.Model.Words.Say(i18n.SheetMake), d.sheet.MakingHTML(d.making))
	if fresh {
		onButtons(d.el("make"), d.press)
		d.el("make").Call("addEventListener", "submit", js.FuncOf(func(_ js.Value, args []js.Value) any {
			if args[0].Get("target").Get("id").String() == "make-form" {
				args[0].Call("preventDefault")
			}
			return nil
		}))
	}
	d.Open("make")
}

// backToForm ends the preview of a worksheet and returns to the form.
func (d *WorksheetController) backToForm() {
	d.Close("sheet")
	d.leave()
	d.showMaking()
	d.focus(`#make [data-sheet="try"]`)
	d.Changed()
}

// readMaking takes over the values that the teacher has entered in the form.
func (d *WorksheetController) readMaking() {
	m := d.making
	value := func(id string) string { return d.el(id).Get("value").String() }
	m.Title, m.Text, m.Seed = value("make-title-text"), value("make-text"), value("make-seed")
	list := d.el("make").Call("querySelectorAll", "[data-item]")
	for i := range min(list.Length(), len(m.Items)) {
		at, it := list.Index(i), &m.Items[i]
		named := func(name string) js.Value { return at.Call("querySelector", `[name="`+name+`"]`) }
		it.Source, it.Count, it.Points = named("source").Get("value").String(), named("count").Get("value").String(), named("points").Get("value").String()
		it.Fixed, it.Because = named("fixed").Get("checked").Bool(), named("because").Get("checked").Bool()
		it.Kinds = nil
		kinds := at.Call("querySelectorAll", `[name="kind"]:checked`)
		for k := range kinds.Length() {
			it.Kinds = append(it.Kinds, kinds.Index(k).Get("value").String())
		}
	}
}

// press performs the action of a button in the form.
func (d *WorksheetController) press(what string) {
	d.readMaking()
	m, c := d.making, d.Model.Words
	note := func(text string) { d.el("make-note").Set("textContent", text) }
	d.el("make-wrong").Set("innerHTML", "")
	if n, found := strings.CutPrefix(what, "remove-"); found {
		if i, err := strconv.Atoi(n); err == nil && i < len(m.Items) && len(m.Items) > 1 {
			m.Items = append(m.Items[:i], m.Items[i+1:]...)
			d.showMaking()
			d.focus(`#make [data-sheet="add"]`)
		}
		return
	}
	text := m.JSON()
	switch what {
	case "add":
		m.Items = append(m.Items, worksheetpanel.NewItem(m.Items[len(m.Items)-1].Source))
		d.showMaking()
		d.focus(`#make [data-item="` + strconv.Itoa(len(m.Items)-1) + `"] select`)
	case "try":
		d.Close("make")
		d.OpenText("worksheet.json", text)
		d.sheet.Preview = true
	case "make-download":
		d.Save("worksheet.json", "application/json", text)
		note("worksheet.json")
	case "make-copy":
		f := worksheetpanel.Fragment(text)
		if f == "" {
			note(c.Say(i18n.SheetLong))
			return
		}
		d.Copy(f, func() { note(c.Say(i18n.SheetCopied, c.N("n", int64(len(f))))) }, func() { note(f) })
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
		d.draft = worksheetpanel.NewDraft(&d.Model.Model)
	}
	d.Lessons(func(all []lessons.LessonCard) {
		d.drafted = f
		d.Post(d.draft.Open(text, named(all)).Pack())
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
		d.el("make-wrong").Set("innerHTML", d.draft.FaultsHTML(m.Faults, false))
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
