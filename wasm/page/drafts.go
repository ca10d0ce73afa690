//go:build js && wasm

package page

import (
	"errors"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// browserStorage accesses the browser's local storage for this page. If the browser
// forbids access, reading finds nothing and writing returns an error.
type browserStorage struct{}

const shelfPrefix = "hopyard."

// inStorage calls f with the browser's local storage. If the browser throws an
// exception, inStorage returns it as an error.
func inStorage(f func(js.Value)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("no storage")
			if thrown, ok := r.(js.Error); ok {
				err = errors.New(thrown.Get("name").String())
			}
		}
	}()
	f(js.Global().Get("localStorage"))
	return nil
}

// Get implements [edit.DraftStore].
func (browserStorage) Get(key string) (value string) {
	_ = inStorage(func(s js.Value) {
		if v := s.Call("getItem", shelfPrefix+key); v.Type() == js.TypeString {
			value = v.String()
		}
	})
	return value
}

// Put implements [edit.DraftStore].
func (browserStorage) Put(key, value string) error {
	return inStorage(func(s js.Value) { s.Call("setItem", shelfPrefix+key, value) })
}

// Delete implements [edit.DraftStore].
func (browserStorage) Delete(key string) {
	_ = inStorage(func(s js.Value) { s.Call("removeItem", shelfPrefix+key) })
}

// Keys implements [edit.DraftStore].
func (browserStorage) Keys() (keys []string) {
	_ = inStorage(func(s js.Value) {
		for i := range s.Get("length").Int() {
			if key, ok := strings.CutPrefix(s.Call("key", i).String(), shelfPrefix); ok {
				keys = append(keys, key)
			}
		}
	})
	return keys
}

func millis() int64 { return int64(js.Global().Get("Date").Call("now").Float()) }

// when formats a time in the reader's language, without the day if it is today.
func (p *page) when(ms int64) string {
	at := js.Global().Get("Date").New(float64(ms))
	options := map[string]any{"hour": "2-digit", "minute": "2-digit", "hourCycle": "h23"}
	if at.Call("toDateString").String() != js.Global().Get("Date").New().Call("toDateString").String() {
		options["day"], options["month"] = "numeric", "short"
	}
	return at.Call("toLocaleString", p.m.Words.Code, options).String()
}

// keep stores a scenario text as a draft before it is run.
func (p *page) keep(text string) { p.kept(p.m.Edit.Drafts.Keep(millis(), p.m.Edit.DraftTitle(), text)) }

// kept updates the button for drafts, and shows the error if a draft could not be
// stored.
func (p *page) kept(err error) {
	p.hide("edit-drafts", !p.m.Edit.Drafts.Any())
	if err == nil {
		return
	}
	text := p.m.Words.Say(i18n.DraftNotKept, i18n.S("why", err.Error()))
	p.say("alert", text)
	p.el("form-note").SetTextContent(text)
}

// resume opens the draft that was on screen when the reader last left the page. It
// returns false if there is none.
func (p *page) resume() bool {
	x, ok := p.m.Edit.Drafts.Last()
	if !ok {
		return false
	}
	asked := p.m.Edit.OpenDraft(x.ID)
	if asked == nil {
		return false
	}
	p.next = -1
	p.sendLoad(asked)
	note := p.create("div")
	note.SetID("draft")
	note.SetAttribute("class", "draft-note")
	note.SetAttribute("role", "status")
	note.SetInnerHTML(p.m.Edit.DraftNoteHTML(p.when(x.Time)))
	p.el("main").Underlying().Call("before", note.Underlying())
	on(note.Underlying(), "click", func(e event) {
		if _, ok := closest(e, "[data-discard]"); ok {
			p.m.Edit.Drafts.Delete(x.ID)
			p.next = 0
			p.load(message.Load{Form: message.JSON, Text: p.lessons[0].Text, Name: p.lessons[0].Title, At: -1, Job: -1, Telling: true})
		}
		if _, ok := closest(e, "button"); ok {
			p.dropNote()
			focus(p.el("pick-lesson"))
		}
	})
	return true
}

// dropNote removes the note about the restored draft.
func (p *page) dropNote() {
	if note := p.find("draft"); note != nil {
		note.Underlying().Call("remove")
	}
}

// openDrafts lists the drafts.
func (p *page) openDrafts() {
	body := p.dialog("drafts", p.m.Words.Say(i18n.DraftsTitle), p.m.Edit.DraftsHTML(p.when, ""))
	if p.texts["drafts"] == "" {
		p.texts["drafts"] = "there"
		on(body.Underlying(), "click", p.draftClick)
	}
	p.openDialog("drafts")
}

// draftClick opens a draft, or asks before deleting it: the second click on its
// delete button deletes it.
func (p *page) draftClick(e event) {
	if b, ok := closest(e, "[data-draft]"); ok {
		p.closed("drafts")
		p.visitDraft(b.GetAttribute("data-draft"))
		return
	}
	b, ok := closest(e, "[data-delete]")
	if !ok {
		return
	}
	id := b.GetAttribute("data-delete")
	sure := id
	if p.sure == id {
		p.m.Edit.Drafts.Delete(id)
		p.kept(nil)
		sure = ""
	}
	p.sure = sure
	body := query(p.el("drafts"), ".dialog-body")
	body.SetInnerHTML(p.m.Edit.DraftsHTML(p.when, sure))
	if again := query(body, "[data-delete]"); again != nil {
		if same := query(body, `[data-delete="`+id+`"]`); same != nil {
			again = same
		}
		focus(again)
	}
}

func (p *page) listenToDrafts() {
	p.m.Edit.Drafts.Shelf = browserStorage{}
	p.hide("edit-drafts", !p.m.Edit.Drafts.Any())
	p.click("edit-drafts", p.openDrafts)
}

var _ edit.DraftStore = browserStorage{}

// edit stores and runs an edited text of the scenario on screen. The edit can be
// undone, and the page shows what it changed.
func (p *page) edit(text string, did model.EditSummary) {
	p.keep(text)
	p.next = -1
	p.sendLoad(p.m.Apply(text, did))
}

// undoOrRedo undoes the last edit. If again is set, it redoes the edit undone last.
func (p *page) undoOrRedo(again bool) {
	turn := p.m.Edit.Undo
	if again {
		turn = p.m.Edit.Redo
	}
	if asked := turn(); asked != nil {
		p.next = p.m.Edit.TurnLesson()
		p.sendLoad(asked)
	}
}

// showUndo labels the undo and redo buttons with the edits that they would undo and
// redo. The buttons appear with the first edit, and stay.
func (p *page) showUndo() {
	undo, redo := p.m.Edit.UndoText(), p.m.Edit.RedoText()
	if undo+redo != "" && p.texts["undo-there"] == "" {
		p.texts["undo-there"] = "there"
		p.hide("undo", false)
		p.hide("redo", false)
	}
	p.nameUndo("undo", undo, keys.UndoEdit)
	p.nameUndo("redo", redo, keys.RedoEdit)
}

func (p *page) nameUndo(id, text string, a keys.Action) {
	off := "false"
	if text == "" {
		text, off = p.m.Keys.ActionText(a), "true"
	}
	if p.texts[id] == text+off {
		return
	}
	p.texts[id] = text + off
	b := p.el(id)
	b.SetAttribute("aria-label", text)
	b.SetAttribute("title", text)
	b.SetAttribute("aria-disabled", off)
}
