//go:build js && wasm

package page

import (
	"cmp"

	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
)

// register connects the features of the page with the actions of the reader and
// with the messages of the worker.
func (p *page) register() {
	p.OnPaint(p.paintAll)
	p.addPanels()
	for id, panel := range map[keys.Action]string{keys.FocusQueue: "queue-list", keys.FocusMachine: "machine-tree", keys.FocusTimeline: "timeline-grid", keys.FocusWhy: "why"} {
		p.OnAction(id, func() { p.focusPanel(panel) })
	}
	p.OnAction(keys.OpenGallery, p.openGallery)
	p.OnAction(keys.OpenEditor, p.openEditor)
	p.OnAction(keys.OpenPolicy, p.openPolicy)
	p.OnAction(keys.OpenHelp, p.openHelp)
	p.OnAction(keys.OpenPalette, p.openPalette)
	p.OnAction(keys.OpenSettings, p.openSettings)
	p.OnAction(keys.OpenMenu, p.menuHere)
	p.OnAction(keys.AddJob, p.newJob)
	p.OnAction(keys.OpenExport, p.openExport)
	p.OnAction(keys.OpenGlossary, func() { p.openGlossary("") })
	p.OnAction(keys.OpenDrafts, p.openDrafts)
	p.OnAction(keys.OpenFile, p.chooseFile)
	p.OnAction(keys.OpenFaults, p.openFaults)
	p.OnAction(keys.OpenShare, func() { p.OnceKnown(p.openShare) })
	p.OnAction(keys.CopyLink, func() { p.OnceKnown(p.copyLink) })
	p.OnAction(keys.MakeShort, func() {
		p.shortening = true
		p.OnceKnown(p.openShare)
	})
	p.OnAction(keys.ShowCode, func() { p.OnceKnown(func() { p.openQR(share.LinkParts{}) }) })
	p.OnAction(keys.OpenLab, func() {
		p.OnceKnown(func() { p.Glue.Call("vary", cmp.Or(p.App.Run.Text, p.App.Run.Bare), p.App.Share.Fragment(), p.Aim()) })
	})
	p.OnAction(keys.BeginOpening, p.beginOpening)
	p.OnAction(keys.SwitchTheme, p.nextTheme)
	p.OnAction(keys.UndoEdit, func() { p.UndoOrRedo(false) })
	p.OnAction(keys.RedoEdit, func() { p.UndoOrRedo(true) })
	p.OnAction(keys.StopRecording, p.Cancel)
	p.OnAction(keys.OpenCompare, p.toggleCompare)
	p.OnRedraw(p.askLanes)

	view := p.App.View
	p.OnActed(func(a keys.Action) {
		if p.App.View != view {
			view, p.layout = p.App.View, nil
		}
		if a == keys.Out {
			p.forgetPointer()
		}
	})
	p.OnRun(p.loaded)
	p.OnPickers(p.updatePickers)
	p.OnRejected(p.showRejection)
	p.OnLoading(p.busy)
	p.OnLessons(p.showLessons)
	p.OnLessons(p.showLessonTexts)
	p.OnLanguage(func() {
		if p.App.Compare != nil {
			p.buildCompare()
		}
	})
	p.OnLanguage(p.showBadLink)
	p.OnLanguage(p.showRunNotice)
	p.OnLanguage(func() { p.SetHTML("busy", p.App.BusyHTML()) })
	p.OnLanguage(p.curvesChanged)
	p.OnLanguage(p.renameGrips)
	p.OnLanguage(p.editorAnew)
	p.OnLessons(p.editorAnew)
	p.OnMessage(message.KindConverted, p.converted)
	p.OnMessage(message.KindExported, p.exported)
	p.OnAside(p.slide)
	p.OnBusy(func() bool {
		for _, l := range p.lanes {
			if l.intake.Busy || l.column.Loading != nil || l.waiting >= 0 && l.column.Failed == nil {
				return true
			}
		}
		return false
	})
	p.OnBusy(func() bool {
		return p.Soon("weigh") || p.Soon("grip") || p.Soon("typed") || p.Soon("slide") || p.Soon("policy")
	})
	p.registerLate()
}
