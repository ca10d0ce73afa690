//go:build js && wasm

package longrunview

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
)

func (d *LongRunController) listenToChange() {
	d.On("arc-change", "submit", func(e document.DOMEvent) {
		e.PreventDefault()
		d.send(d.panel.Change(d.Value("arc-load"), d.Value("arc-nodes")))
	})
	d.Click("arc-leave", func() {
		d.view = "users"
		d.Changed()
		document.Focus(d.Query("#arc-users .arc-scroll"))
	})
	d.Click("arc-rest-go", func() { d.send(d.panel.Rest()) })
	d.OnItem("arc-altered", "click", "[data-back]", func(b document.Element) { d.send(d.panel.Back(document.IntOf(b, "data-back"))) })
}

// send requests a run of another window, or of a changed trace. It does nothing if l
// is nil.
func (d *LongRunController) send(l *message.Load) {
	if l != nil {
		d.Next = d.Lesson
		d.SendLoad(l)
	}
}

// showChange updates the form for changes of the run. It also updates the warning
// if jobs or the machine's size do not match the trace, and the note if the window
// was shortened.
func (d *LongRunController) showChange() {
	d.SetValue("arc-load", d.panel.LoadText())
	d.SetValue("arc-nodes", d.panel.NodesText())
	d.SetHTML("arc-warn", d.panel.WarnHTML())
	rest := d.panel.Shortened()
	d.SetText("arc-rest-says", rest)
	d.Hide("arc-rest", rest == "")
}

// showAltered shows a note if the run differs from the recorded trace. The note is
// visible in every view, including comparisons.
func (d *LongRunController) showAltered() {
	if !d.there {
		return
	}
	var text html.HTML
	if d.panel.Shown() {
		text = d.panel.AlteredHTML()
	}
	d.Fill("arc-altered", text)
	d.El("arc-altered").SetAttribute("aria-label", d.App.Words.Say(i18n.ArcAltered))
}

// saved saves a part of the run as a scenario file. It does nothing if text is
// empty.
func (d *LongRunController) saved(text string) {
	if text == "" {
		return
	}
	name := d.panel.FileName()
	d.Glue.Call("save", name, "application/json", text)
	d.SetText("arc-cut-note", d.App.Words.Say(i18n.ExportDone, i18n.S("name", name)))
}
