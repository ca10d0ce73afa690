//go:build js && wasm

package page

import (
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/view"
)

// edit runs an edited text of the scenario on screen: what was done can be
// undone, and says what it changed.
func (p *page) edit(text string, did view.Did) {
	p.keep(text)
	p.next = -1
	p.sendLoad(p.m.Apply(text, did))
}

// turn undoes an edit, or does it again.
func (p *page) turn(again bool) {
	turn := p.m.Edit.Undo
	if again {
		turn = p.m.Edit.Redo
	}
	if asked := turn(); asked != nil {
		p.next = p.m.Edit.TurnLesson()
		p.sendLoad(asked)
	}
}

// showUndo says on the buttons what they would do. They come with the first
// edit, and stay.
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
