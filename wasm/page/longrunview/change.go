//go:build js && wasm

package longrunview

import (
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

func (d *LongRunController) listenToChange() {
	listen(d.el("arc-change"), "submit", func(e js.Value) {
		e.Call("preventDefault")
		value := func(id string) string { return d.el(id).Get("value").String() }
		d.send(d.Change(value("arc-load"), value("arc-nodes")))
	})
	listen(d.el("arc-leave"), "click", func(js.Value) {
		d.view = "users"
		d.Changed()
		d.doc.Call("querySelector", "#arc-users .arc-scroll").Call("focus")
	})
	listen(d.el("arc-rest-go"), "click", func(js.Value) { d.send(d.Rest()) })
	d.onEach("arc-altered", "click", "[data-back]", func(b js.Value) { d.send(d.Back(int(numberOf(b, "data-back")))) })
}

// send requests a run. It does nothing if l is nil.
func (d *LongRunController) send(l *message.Load) {
	if l != nil {
		d.Send(l)
	}
}

// showChange updates the form for changes of the run. It also updates the warning
// if jobs or the machine's size do not match the trace, and the note if the window
// was shortened.
func (d *LongRunController) showChange() {
	d.el("arc-load").Set("value", d.LoadText())
	d.el("arc-nodes").Set("value", d.NodesText())
	d.fill("arc-warn", d.WarnHTML())
	rest := d.Shortened()
	d.el("arc-rest-says").Set("textContent", rest)
	d.el("arc-rest").Set("hidden", rest == "")
}

// showAltered shows a note if the run differs from the recorded trace. The note is
// visible in every view, including comparisons.
func (d *LongRunController) showAltered() {
	if !d.there {
		return
	}
	html := ""
	if d.Shown() {
		html = d.AlteredHTML()
	}
	d.fill("arc-altered", html)
	d.el("arc-altered").Set("hidden", html == "")
	d.el("arc-altered").Call("setAttribute", "aria-label", d.Words.Say(i18n.ArcAltered))
}

// saved saves a part of the run as a scenario file. It does nothing if text is
// empty.
func (d *LongRunController) saved(text string) {
	if text == "" {
		return
	}
	name := d.FileName()
	d.Glue.Call("save", name, "application/json", text)
	d.el("arc-cut-note").Set("textContent", d.Words.Say(i18n.ExportDone, i18n.S("name", name)))
}
