//go:build js && wasm

// Package nativeview is the browser side of the engine behind `hopyard serve`. It asks
// the reader once, greets the server, and tells the host how to connect to it. Package
// nativepanel (wasm/app) holds its state; static/native.js speaks with the server.
package nativeview

import (
	"syscall/js"

	"hopyard/wasm/app/nativepanel"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// NativeController is the controller of the engine behind `hopyard serve`.
type NativeController struct {
	*host.Host
	panel *nativepanel.NativePanel
	open  func(name string, nodes int32, file js.Value) // opens a trace
}

// New returns the controller. The function open opens the trace that was named on the
// command line of the server.
func New(h *host.Host, open func(name string, nodes int32, file js.Value)) *NativeController {
	d := &NativeController{Host: h, panel: nativepanel.New(&h.App.Model), open: open}
	h.UseNative(d.lost)
	h.OnLanguage(d.show)
	h.AddPanel(host.Content, d.show)
	return d
}

// Offer handles the offer of an engine, which came with the page's address, now or
// earlier in this tab.
func (d *NativeController) Offer() {
	if d.glue().Call("answer").String() == "+" { // the page was reloaded
		then := d.begin
		if len(d.Hash()) > 1 {
			then = d.resume // the address holds what the reader looked at last
		}
		d.connect(then)
		return
	}
	d.ask()
	d.RefillOnLanguage(dialog, d.ask)
	d.OpenDialog(dialog)
}

// dialog and line are the ids of the question and of the line below the header.
const dialog, line = "native-ask", "native"

func (d *NativeController) glue() js.Value { return d.Glue.Get("native") }

// ask fills the dialog with the question. If the reader closes it without an answer, the
// page asks again after a reload.
func (d *NativeController) ask() {
	body := d.Dialog(dialog, d.panel.QuestionTitle(), d.panel.QuestionHTML())
	for _, b := range document.QueryAll(body, "[data-native]") {
		document.On(b.Underlying(), "click", func(document.DOMEvent) {
			answer := b.GetAttribute("data-native")
			d.glue().Call("keep", answer)
			d.CloseDialog(dialog)
			if answer == "+" {
				d.connect(d.begin)
			}
		})
	}
}

// connect greets the server. It calls then with the greeting if the server can be used.
func (d *NativeController) connect(then func(greeting js.Value)) {
	d.glue().Call("greet", document.OnceWith(func(greeting js.Value) {
		if !greeting.Truthy() {
			d.panel.Become(nativepanel.Away)
		} else {
			d.panel.Greet(uint32(greeting.Get("protocol").Float()), greeting.Get("jobs").Int())
		}
		if d.Native.Ready = d.panel.State == nativepanel.Ready; d.Native.Ready {
			then(greeting)
		}
		d.Changed()
		d.show()
	}))
}

// begin opens the trace that was named on the command line of the server, if there is
// one. Otherwise it resumes what the loss of an earlier connection has interrupted.
func (d *NativeController) begin(greeting js.Value) {
	file := greeting.Get("trace")
	if !file.Truthy() {
		d.resume(greeting)
		return
	}
	file.Set("native", true)
	file.Set("served", true)
	d.open(file.Get("name").String(), int32(file.Get("nodes").Int()), file)
}

// resume repeats the request that the loss of the connection has interrupted, or loads the
// run on screen again if it comes from the engine.
func (d *NativeController) resume(js.Value) {
	switch asked := d.Native.Again; {
	case asked != nil:
		d.Native.Again = nil
		d.SendLoad(d.App.Load(*asked))
	case d.App.Run != nil && d.Native.Wanted(&d.App.Source):
		d.SendLoad(d.App.Edit.Again())
	}
}

// lost shows that the connection has ended.
func (d *NativeController) lost() {
	d.panel.Become(nativepanel.Lost)
	d.show()
	d.Say("alert", d.panel.Text())
}

// show updates the line below the header.
func (d *NativeController) show() {
	d.panel.Runs = d.App.Run != nil && d.Native.Wanted(&d.App.Source)
	content := d.panel.HTML()
	d.Root().SetAttribute("data-native", [...]string{"off", "ready", "lost", "away", "foreign"}[d.panel.State])
	if content == "" {
		d.Remove(line)
		return
	}
	if d.Find(line) == nil {
		e := d.Create("div")
		e.SetID(line)
		e.SetAttribute("class", "run-notice")
		e.SetAttribute("role", "status")
		d.Query("main").Underlying().Call("before", e.Underlying())
		d.OnItem(line, "click", "[data-native]", d.press)
	}
	d.SetHTML(line, content)
}

// press handles a button of the line.
func (d *NativeController) press(b document.Element) {
	if b.GetAttribute("data-native") == "again" {
		d.connect(d.resume)
		return
	}
	d.panel.Hide()
	d.show()
	document.Focus(d.El("why"))
}
