//go:build js && wasm

package page

import (
	"cmp"

	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// register connects the features of the page with the actions of the reader and
// with the messages of the worker.
func (p *page) register() {
	p.OnPaint(p.paintAll)
	p.addPanels()
	for action, panel := range map[keys.Action]string{keys.FocusQueue: "queue-list", keys.FocusMachine: "machine-tree", keys.FocusTimeline: "timeline-grid", keys.FocusWhy: "why"} {
		p.OnAction(action, func() { p.focusPanel(panel) })
	}
	p.OnAction(keys.OpenHelp, p.openHelp)
	p.OnAction(keys.OpenFile, p.chooseFile)
	p.OnAction(keys.OpenLab, func() {
		p.OnceKnown(func() { p.Glue.Call("vary", cmp.Or(p.App.Run.Text, p.App.Run.Bare), p.App.Share.Fragment(), p.Aim()) })
	})
	p.OnAction(keys.StopRecording, p.Cancel)
	p.pictures.Answers = p.answeredAt
	p.OnTransport(p.showPredict)
	p.OnPickers(p.updatePickers)
	p.OnRejected(p.showRejection)
	p.OnLoading(p.busy)
	p.OnLanguage(p.showBadLink)
	p.OnLanguage(p.showRunNotice)
	p.OnLanguage(func() { p.SetHTML("busy", p.App.BusyHTML(html.Flag("data-cancel"))) })
	p.OnMessage(message.KindConverted, p.converted)
	p.OnBusy(func() bool { return p.Soon("weigh") })
	p.registerLate()
}
