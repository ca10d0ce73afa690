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

// send asks for a run, if there is anything to ask for.
func (d *LongRunController) send(l *message.Load) {
	if l != nil {
		d.Send(l)
	}
}

// showChange brings up to date what is run, and what of the window is missing.
func (d *LongRunController) showChange() {
	d.el("arc-load").Set("value", d.LoadText())
	d.el("arc-nodes").Set("value", d.NodesText())
	d.fill("arc-warn", d.WarnHTML())
	rest := d.Shortened()
	d.el("arc-rest-says").Set("textContent", rest)
	d.el("arc-rest").Set("hidden", rest == "")
}

// showAltered says that the run is not the trace as it was recorded: whatever of it
// is on screen, beside other policies, too.
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

// saved hands the file of a cut to the browser.
func (d *LongRunController) saved(text string) {
	if text == "" {
		return
	}
	name := d.FileName()
	d.Glue.Call("save", name, "application/json", text)
	d.el("arc-cut-note").Set("textContent", d.Words.Say(i18n.ExportDone, i18n.S("name", name)))
}
