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
	p.hooks.messages = map[message.Kind][]func([]byte){}
	p.hooks.paint = p.paintAll
	p.addPanels()
	for id, panel := range map[keys.Action]string{keys.FocusQueue: "queue-list", keys.FocusMachine: "machine-tree", keys.FocusTimeline: "timeline-grid", keys.FocusWhy: "why"} {
		p.onAction(id, func() { p.focusPanel(panel) })
	}
	p.onAction(keys.OpenGallery, p.openGallery)
	p.onAction(keys.OpenEditor, p.openEditor)
	p.onAction(keys.OpenPolicy, p.openPolicy)
	p.onAction(keys.OpenHelp, p.openHelp)
	p.onAction(keys.OpenPalette, p.openPalette)
	p.onAction(keys.OpenSettings, p.openSettings)
	p.onAction(keys.OpenMenu, p.menuHere)
	p.onAction(keys.AddJob, p.newJob)
	p.onAction(keys.OpenExport, p.openExport)
	p.onAction(keys.OpenGlossary, func() { p.openGlossary("") })
	p.onAction(keys.OpenDrafts, p.openDrafts)
	p.onAction(keys.OpenFile, p.chooseFile)
	p.onAction(keys.OpenFaults, p.openFaults)
	p.onAction(keys.OpenShare, func() { p.onceKnown(p.openShare) })
	p.onAction(keys.CopyLink, func() { p.onceKnown(p.copyLink) })
	p.onAction(keys.MakeShort, func() {
		p.shortening = true
		p.onceKnown(p.openShare)
	})
	p.onAction(keys.ShowCode, func() { p.onceKnown(func() { p.openQR(share.LinkParts{}) }) })
	p.onAction(keys.OpenLab, func() {
		p.onceKnown(func() { p.glue.Call("vary", cmp.Or(p.m.Run.Text, p.m.Run.Bare), p.m.Share.Fragment(), p.aim()) })
	})
	p.onAction(keys.BeginOpening, p.beginOpening)
	p.onAction(keys.SwitchTheme, p.nextTheme)
	p.onAction(keys.UndoEdit, func() { p.undoOrRedo(false) })
	p.onAction(keys.RedoEdit, func() { p.undoOrRedo(true) })
	p.onAction(keys.StopRecording, p.cancel)
	p.onAction(keys.OpenCompare, p.toggleCompare)
	p.onRedraw(p.askLanes)

	view := p.m.View
	p.onActed(func(a keys.Action) {
		if p.m.View != view {
			view, p.layout = p.m.View, nil
		}
		if a == keys.Out {
			p.forgetPointer()
		}
	})
	p.onRun(p.loaded)
	p.onPickers(p.updatePickers)
	p.onRejected(p.showRejection)
	p.onLoading(p.busy)
	p.onLessons(p.showLessons)
	p.onLessons(p.showLessonTexts)
	p.onLanguage(func() {
		if p.m.Compare != nil {
			p.buildCompare()
		}
	})
	p.onLanguage(p.showBadLink)
	p.onLanguage(p.showRunNotice)
	p.onLanguage(func() { p.setHTML("busy", p.m.BusyHTML()) })
	p.onLanguage(p.curvesChanged)
	p.onLanguage(p.renameGrips)
	p.onLanguage(p.editorAnew)
	p.onLessons(p.editorAnew)
	p.onMessage(message.KindConverted, p.converted)
	p.onMessage(message.KindExported, p.exported)
	p.onAside(p.slide)
	p.registerLate()
}
