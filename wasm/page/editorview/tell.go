//go:build js && wasm

package editorview

import (
	"syscall/js"

	"hopyard/wasm/app/i18n"
)

// grace is the time in milliseconds that passes between an error and its notice.
// The notice moves what is below it, and most errors are in a word that the reader
// is still typing.
const grace = 900

// Stale shows a notice if the schedule on screen does not belong to the program in
// the editor. It returns true in that case.
func (d *EditorController) Stale(notice js.Value) bool {
	text, now := d.panel.StaleHTML(d.Millis()), d.Millis()
	if text == "" {
		d.wrongAt = 0
		if d.noticed {
			d.noticed = false
			notice.Get("classList").Call("remove", "own")
			notice.Set("hidden", true)
		}
		return false
	}
	if d.wrongAt == 0 {
		d.wrongAt = now
	}
	wait := 1000.0
	if now-d.wrongAt >= grace {
		d.noticed = true
		notice.Get("classList").Call("add", "own")
		notice.Call("querySelector", "span").Set("innerHTML", text)
		notice.Set("hidden", false)
	} else {
		wait = grace - (now - d.wrongAt) + 5
	}
	d.Later("policy-ago", int(wait), d.Changed)
	return true
}

// showRan opens the editor and shows how its code differs from the program that
// made the schedule on screen.
func (d *EditorController) showRan() {
	d.Show()
	if d.there {
		d.diff(d.Model.Words.Say(i18n.PolicyRanName), d.panel.Ran())
	}
}

// notice shows a notice above the panels if a user-written policy has ended the run
// by an error.
func (d *EditorController) notice() {
	text, old := d.panel.EndedHTML(), d.el("own-notice")
	if text == "" {
		if !old.IsNull() {
			old.Call("remove")
		}
		return
	}
	if old.IsNull() {
		old = d.doc.Call("createElement", "div")
		old.Set("id", "own-notice")
		old.Set("className", "run-notice")
		old.Call("setAttribute", "role", "status")
		d.el("main").Call("before", old)
		d.on("own-notice", "click", "button", func(js.Value) { d.Show(); d.goTo(0) })
	}
	old.Set("innerHTML", `<span>`+text+`</span> <button type="button">`+d.Model.Words.Say(i18n.PolicyOpen)+`</button>`)
}

// Step updates what depends on the step on screen: the line that names the author
// of the decision, and the policy's output.
func (d *EditorController) Step() {
	author, at := d.panel.AuthorHTML(), d.el("own-author")
	if at.IsNull() && author != "" {
		at = d.doc.Call("createElement", "div")
		at.Set("id", "own-author")
		at.Set("className", "own-author")
		d.el("why-sentence").Call("before", at)
	}
	if !at.IsNull() {
		at.Set("hidden", author == "")
		d.fill("own-author", author)
	}
	d.prints()
}

// prints updates the list of the policy's printed output, and scrolls to the output
// of the step on screen.
func (d *EditorController) prints() {
	if !d.there || d.el("edit-policy").Get("hidden").Bool() {
		return
	}
	list := d.el("own-prints")
	held := list.Call("contains", d.doc.Get("activeElement")).Bool()
	if !d.fill("own-prints", d.panel.PrintsHTML()) {
		return
	}
	if now := list.Call("querySelector", "[aria-current]"); !now.IsNull() {
		now.Call("scrollIntoView", map[string]any{"block": "nearest"})
		if held {
			now.Call("focus")
		}
	}
}
