//go:build js && wasm

package longrunview

import (
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

func (d *LongRunController) listenToCut() {
	d.onEach("arc-cut", "change", "[data-cut]", func(b js.Value) {
		d.Choose(int(numberOf(b, "data-cut")))
		d.showCut()
	})
	listen(d.el("arc-cut-open"), "click", func(js.Value) { d.openCut() })
	listen(d.el("arc-cut-copy"), "click", func(js.Value) { d.copyCut() })
	listen(d.el("arc-cut-save"), "click", func(js.Value) { d.Post(d.AskFile().Pack()) })
}

// showCut shows which parts of the run can be extracted as scenarios. The worker
// takes some time to answer for each day. showCut therefore asks it only after the
// step on screen has stayed the same for 0.4 seconds.
func (d *LongRunController) showCut() {
	d.Later("arc-cut", 400, func() {
		if !d.Shown() || d.App.Compare != nil {
			return
		}
		asked := d.AskCuts()
		for _, m := range asked {
			d.Post(m.Pack())
		}
		if len(asked) > 0 {
			d.el("arc-cut-note").Set("textContent", "")
		}
	})
	d.fill("arc-cut", d.CutHTML())
	cut := d.Cut()
	d.el("arc-cut-open").Set("disabled", cut == nil || cut.Link == "" && cut.Scenario == "")
	file := cut != nil && cut.Link == "" && cut.Jobs > 0 // the scenario is too long for a link
	d.el("arc-cut-copy").Set("disabled", cut == nil || cut.Link == "")
	d.el("arc-cut-copy").Set("hidden", file)
	d.el("arc-cut-save").Set("hidden", !file)
}

// openCut opens the selected part of the run as a scenario. It uses a link where
// possible, so that the browser's Back button returns to the long run.
func (d *LongRunController) openCut() {
	switch cut := d.Cut(); {
	case cut == nil:
	case cut.Link != "":
		js.Global().Get("location").Set("hash", d.CutLink())
	case cut.Scenario != "":
		d.LongRunHost.Load(message.Load{Form: message.JSON, Text: cut.Scenario, At: -1, Job: -1})
	}
}

func (d *LongRunController) copyCut() {
	cut := d.Cut()
	if cut == nil || cut.Link == "" {
		return
	}
	at := js.Global().Get("location")
	link := at.Get("origin").String() + at.Get("pathname").String() + d.CutLink()
	var done js.Func
	done = js.FuncOf(func(_ js.Value, args []js.Value) any {
		done.Release()
		said := d.App.Share.CopiedText(link)
		if !args[0].Bool() {
			said = d.Words.Say(i18n.ArcCutNoCopy)
		}
		d.el("arc-cut-note").Set("textContent", said)
		return nil
	})
	d.Glue.Call("copy", link, done)
}
