//go:build js && wasm

package page

import (
	"strings"

	"hopyard/wasm/app/share"
	"hopyard/wasm/app/words"
)

// showBadLink puts the help for a link that cannot be opened in place of the
// panels, or takes it away again. What was on screen before is gone from the
// page: nobody shall take it for what the link holds.
func (p *page) showBadLink() {
	bad := p.m.Share.Bad != nil
	p.mark("data-bad", bad)
	view := p.find("bad-view")
	if !bad {
		if view != nil {
			view.Underlying().Call("remove")
		}
		return
	}
	if view == nil {
		view = p.create("section")
		view.SetID("bad-view")
		view.SetAttribute("class", "panel bad-view")
		view.SetAttribute("aria-labelledby", "bad-title")
		put(query(p.root(), "main"), view)
		on(view.Underlying(), "submit", p.openPasted)
		on(view.Underlying(), "click", p.badClick)
	}
	p.closeAll()
	view.SetInnerHTML(p.m.Share.BadLinkHTML())
	p.doc.Set("title", p.m.Words.Say(words.BadTitle)+" · Hopyard")
	p.say("status", "")
	p.setText("clock", "")
	p.setText("step-count", "")
	for _, id := range []string{"queue-list", "running-list", "gauges-list", "figures", "machine-tree", "timeline-grid", "why-sentence", "why-table", "why-rules", "why-lines-list", "why-facts"} {
		p.setHTML(id, "")
	}
	p.root().RemoveAttribute("data-trace")
	p.root().RemoveAttribute("data-run")
	if !p.asleep() {
		focus(query(view, "#bad-title"))
	}
	p.say("alert", p.m.Words.Say(words.BadTitle))
}

// closeAll closes the dialogs that are open: they belong to what was on screen.
func (p *page) closeAll() {
	for d := query(p.root(), "dialog[open]"); d != nil; d = query(p.root(), "dialog[open]") {
		d.Underlying().Call("close")
	}
}

// openPasted opens the link that was pasted into the help.
func (p *page) openPasted(e event) {
	e.PreventDefault()
	text := strings.TrimSpace(p.picked("bad-link"))
	if id, view, ok := share.ShortIn(text); ok {
		p.openShort(id, view)
		return
	}
	if _, after, found := strings.Cut(text, "#"); found {
		text = after
	}
	if isLab("#" + text) {
		location().Set("hash", text)
		return
	}
	if !share.HasScenario("#" + text) {
		p.find("bad-note").SetTextContent(p.m.Words.Say(words.BadNoLink))
		focus(p.find("bad-link"))
		return
	}
	p.loadLink("#" + text)
}

func (p *page) badClick(e event) {
	b, ok := closest(e, "[data-bad]")
	if !ok {
		return
	}
	switch b.GetAttribute("data-bad") {
	case "again":
		p.openShort(p.m.Share.Short.ID, p.m.Share.Short.View)
	case "lesson":
		p.openGallery()
	case "edit":
		p.openEditor()
		p.goToFault(0)
	case "reset":
		location().Set("hash", "reset")
		location().Call("reload")
	}
}

// showRunNotice tells that the run on screen is not the one that its link was
// made from, above the panels, until it is hidden or something else is loaded.
func (p *page) showRunNotice() {
	text := p.m.Share.RunNotice()
	old := p.find("run-notice")
	if text == "" {
		if old != nil {
			old.Underlying().Call("remove")
		}
		return
	}
	if old == nil {
		old = p.create("div")
		old.SetID("run-notice")
		old.SetAttribute("class", "run-notice")
		old.SetAttribute("role", "status")
		query(p.root(), "main").Underlying().Call("before", old.Underlying())
		on(old.Underlying(), "click", func(e event) {
			if _, hide := closest(e, "button"); hide {
				p.m.Share.Made.Differs = false
				p.showRunNotice()
				focus(p.el("why"))
			}
		})
	}
	old.SetInnerHTML(`<span>` + text + `</span> <button type="button">` + p.m.Words.Say(words.DiffersHide) + `</button>`)
}
