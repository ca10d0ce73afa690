//go:build js && wasm

package editorview

import (
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
)

// grace is the time in milliseconds that passes between an error and its notice.
// The notice moves what is below it, and most errors are in a word that the reader
// is still typing.
const grace = 900

// Stale shows a notice if the schedule on screen does not belong to the program in
// the editor. It returns true in that case.
func (d *EditorController) Stale(notice js.Value) bool {
	text, now := d.panel.StaleHTML(document.Now()), document.Now()
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
		document.SetContent(document.Query(document.ElementOf(notice), "span"), text)
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
	d.open()
	if d.there {
		d.diff(d.App.Words.Say(i18n.PolicyRanName), d.panel.Ran())
	}
}

// notice shows a notice above the panels if a user-written policy has ended the run
// by an error.
func (d *EditorController) notice() {
	text := d.panel.EndedHTML()
	if text == "" {
		d.Remove("own-notice")
		return
	}
	if d.Find("own-notice") == nil {
		d.Insert(d.El("main"), "before", "div", "own-notice", "run-notice").SetAttribute("role", "status")
		d.OnItem("own-notice", "click", "button", func(document.Element) { d.open(); d.goTo(0) })
	}
	d.SetHTML("own-notice", html.Span(text)+" "+html.Button(d.App.Words.HTML(i18n.PolicyOpen)))
}

// Step updates what depends on the step on screen: the line that names the author
// of the decision, and the policy's output.
func (d *EditorController) Step() {
	author := d.panel.AuthorHTML()
	if author != "" && d.Find("own-author") == nil {
		d.Insert(d.El("why-sentence"), "before", "div", "own-author", "own-author")
	}
	if d.Find("own-author") != nil {
		d.Fill("own-author", author)
	}
	d.prints()
}

// prints updates the list of the policy's printed output, and scrolls to the output
// of the step on screen.
func (d *EditorController) prints() {
	if !d.there || d.El("edit-policy").HasAttribute("hidden") {
		return
	}
	list, active := d.El("own-prints"), d.Active()
	held := active != nil && document.Within(active, "#own-prints") != nil
	if !d.SetHTML("own-prints", d.panel.PrintsHTML()) {
		return
	}
	if now := document.Query(list, "[aria-current]"); now != nil {
		now.Underlying().Call("scrollIntoView", map[string]any{"block": "nearest"})
		if held {
			document.Focus(now)
		}
	}
}
