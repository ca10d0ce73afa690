//go:build js && wasm

package scenarioview

import (
	"syscall/js"

	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/page/document"
)

// visitDraft loads a draft, with a history entry of its own.
func (p *ScenarioView) visitDraft(id string) {
	p.LeaveEntry()
	if asked := p.App.Edit.OpenDraft(id); asked != nil {
		p.Next = -1
		p.SendLoad(asked)
		p.Visits.Opens = p.App.Asked.Serial
	}
}

// when formats a time in the reader's language, without the day if it is today.
func (p *ScenarioView) when(ms int64) string {
	at := js.Global().Get("Date").New(float64(ms))
	options := map[string]any{"hour": "2-digit", "minute": "2-digit", "hourCycle": "h23"}
	if at.Call("toDateString").String() != js.Global().Get("Date").New().Call("toDateString").String() {
		options["day"], options["month"] = "numeric", "short"
	}
	return at.Call("toLocaleString", p.App.Words.Code, options).String()
}

// Resume opens the draft that was on screen when the reader last left the page. It
// returns false if there is none.
func (p *ScenarioView) Resume() bool {
	x, ok := p.App.Edit.Drafts.Last()
	if !ok {
		return false
	}
	asked := p.App.Edit.OpenDraft(x.ID)
	if asked == nil {
		return false
	}
	p.Next = -1
	p.SendLoad(asked)
	note := p.Create("div")
	note.SetID("draft")
	note.SetAttribute("class", "draft-note")
	note.SetAttribute("role", "status")
	document.SetContent(note, p.App.Edit.DraftNoteHTML(p.when(x.Time)))
	p.El("main").Underlying().Call("before", note.Underlying())
	document.On(note.Underlying(), "click", func(e document.DOMEvent) {
		if _, ok := document.Closest(e, "[data-discard]"); ok {
			p.App.Edit.Drafts.Delete(x.ID)
			p.Next = 0
			p.Load(message.Load{Form: message.JSON, Text: p.Lessons[0].Text, Name: p.Lessons[0].Title, At: -1, Job: -1, Telling: true})
		}
		if _, ok := document.Closest(e, "button"); ok {
			p.DropNote()
			document.Focus(p.El("pick-lesson"))
		}
	})
	return true
}

// openDrafts lists the drafts.
func (p *ScenarioView) openDrafts() {
	body := p.Dialog("drafts", p.App.Words.Say(i18n.DraftsTitle), p.App.Edit.DraftsHTML(p.when, ""))
	if p.Texts["drafts"] == "" {
		p.Texts["drafts"] = "there"
		document.On(body.Underlying(), "click", p.draftClick)
	}
	p.OpenDialog("drafts")
}

// draftClick opens a draft, or asks before deleting it: the second click on its
// delete button deletes it.
func (p *ScenarioView) draftClick(e document.DOMEvent) {
	if b, ok := document.Closest(e, "[data-draft]"); ok {
		p.CloseDialog("drafts")
		p.visitDraft(b.GetAttribute("data-draft"))
		return
	}
	b, ok := document.Closest(e, "[data-delete]")
	if !ok {
		return
	}
	id := b.GetAttribute("data-delete")
	sure := id
	if p.sure == id {
		p.App.Edit.Drafts.Delete(id)
		p.Kept(nil)
		sure = ""
	}
	p.sure = sure
	body := document.Query(p.El("drafts"), ".dialog-body")
	document.SetContent(body, p.App.Edit.DraftsHTML(p.when, sure))
	if again := document.Query(body, "[data-delete]"); again != nil {
		if same := document.Query(body, `[data-delete="`+id+`"]`); same != nil {
			again = same
		}
		document.Focus(again)
	}
}

func (p *ScenarioView) listenToDrafts() {
	p.App.Edit.Drafts.Shelf = document.BrowserStorage{}
	p.Hide("edit-drafts", !p.App.Edit.Drafts.Any())
	p.Click("edit-drafts", p.openDrafts)
}

var _ edit.DraftStore = document.BrowserStorage{}

// ShowUndo labels the undo and redo buttons with the edits that they would undo and
// redo. The buttons appear with the first edit, and stay.
func (p *ScenarioView) ShowUndo() {
	undo, redo := p.App.Edit.UndoText(), p.App.Edit.RedoText()
	if undo+redo != "" && p.Texts["undo-there"] == "" {
		p.Texts["undo-there"] = "there"
		p.Hide("undo", false)
		p.Hide("redo", false)
	}
	p.nameUndo("undo", undo, keys.UndoEdit)
	p.nameUndo("redo", redo, keys.RedoEdit)
}

func (p *ScenarioView) nameUndo(id, text string, a keys.Action) {
	off := "false"
	if text == "" {
		text, off = p.App.Keys.ActionText(a), "true"
	}
	if p.Texts[id] == text+off {
		return
	}
	p.Texts[id] = text + off
	b := p.El(id)
	b.SetAttribute("aria-label", text)
	b.SetAttribute("title", text)
	b.SetAttribute("aria-disabled", off)
}
