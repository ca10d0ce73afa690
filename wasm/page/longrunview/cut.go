//go:build js && wasm

package longrunview

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

func (d *LongRunController) listenToCut() {
	d.OnItem("arc-cut", "change", "[data-cut]", func(b document.Element) {
		d.panel.Choose(document.IntOf(b, "data-cut"))
		d.showCut()
	})
	d.Click("arc-cut-open", d.openCut)
	d.Click("arc-cut-copy", d.copyCut)
	d.Click("arc-cut-save", func() { d.Post(d.panel.AskFile().Pack()) })
}

// showCut shows which parts of the run can be extracted as scenarios. The worker
// takes some time to answer for each day. showCut therefore asks it only after the
// step on screen has stayed the same for 0.4 seconds.
func (d *LongRunController) showCut() {
	d.Later("arc-cut", 400, func() {
		if !d.panel.Shown() || d.App.Compare != nil {
			return
		}
		asked := d.panel.AskCuts()
		for _, m := range asked {
			d.Post(m.Pack())
		}
		if len(asked) > 0 {
			d.SetText("arc-cut-note", "")
		}
	})
	d.SetHTML("arc-cut", d.panel.CutHTML())
	cut := d.panel.Cut()
	d.Disable("arc-cut-open", cut == nil || cut.Link == "" && cut.Scenario == "")
	file := cut != nil && cut.Link == "" && cut.Jobs > 0 // the scenario is too long for a link
	d.Disable("arc-cut-copy", cut == nil || cut.Link == "")
	d.Hide("arc-cut-copy", file)
	d.Hide("arc-cut-save", !file)
}

// openCut opens the selected part of the run as a scenario. It uses a link where
// possible, so that the browser's Back button returns to the long run.
func (d *LongRunController) openCut() {
	switch cut := d.panel.Cut(); {
	case cut == nil:
	case cut.Link != "":
		document.Location().Set("hash", d.panel.CutLink())
	case cut.Scenario != "":
		d.Next = -1
		d.Visit(message.Load{Form: message.JSON, Text: cut.Scenario, At: -1, Job: -1})
	}
}

func (d *LongRunController) copyCut() {
	cut := d.panel.Cut()
	if cut == nil || cut.Link == "" {
		return
	}
	link := host.Here() + d.panel.CutLink()
	d.CopyText(link, func() { d.SetText("arc-cut-note", d.App.Share.CopiedText(link)) }, func() { d.SetText("arc-cut-note", d.App.Words.Say(i18n.ArcCutNoCopy)) })
}
