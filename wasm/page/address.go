//go:build js && wasm

package page

import (
	"strings"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// goToEntry handles the browser's Back and Forward buttons, which select another
// entry. If the entry's address holds a scenario, goToEntry leaves the loading to
// readAddress, which the browser's next event calls.
func (p *page) goToEntry(state js.Value) {
	v := &p.Visits
	if state.Type() != js.TypeNumber || state.Int() == v.Entry || p.App.Share.Embed.On {
		return
	}
	p.KeepLong()
	v.Entry, v.Opens = state.Int(), 0
	if p.InLab() {
		return
	}
	p.closeAll()
	if p.Hash() != "" {
		return
	}
	p.Written = ""
	p.LeaveCompare()
	l, kept := v.Long[v.Entry]
	if kept && (l.Form != message.Beside || p.Traces[l.Text].Truthy()) {
		p.Next = -1
		p.Load(l)
	} else {
		p.arrive()
	}
}

// readAddress loads the link that was entered in the address bar.
func (p *page) readAddress() {
	hash := p.Hash()
	if hash == p.Written || p.share.ReadShort() {
		return
	}
	if p.arrivesAtPuzzle(hash) {
		return
	}
	if host.IsLab(hash) {
		p.Glue.Call("vary", "", hash)
	} else if isSheet(hash) {
		p.openPaper(hash)
	} else if share.HasScenario(hash) {
		p.loadLink(hash)
	}
}

func (p *page) loadLink(hash string) {
	p.Next = -1
	p.Written = hash
	p.LeaveCompare()
	p.Compares = share.LinkedOf(hash)
	p.App.WillPredict(p.Compares.Predict && len(p.Compares.Policies) == 0)
	p.App.Walk.Lecture = p.Compares.Lecture
	p.Load(message.Load{Form: message.Link, Text: hash, At: -1, Job: -1})
}

// listenToHistory handles the browser's Back and Forward, and links entered in the
// address bar.
func (p *page) listenToHistory() {
	if n := js.Global().Get("history").Get("state"); n.Type() == js.TypeNumber { // the page was reloaded
		p.Visits.Entry, p.Visits.Last = n.Int(), n.Int()
	}
	document.On(js.Global(), "popstate", func(e document.DOMEvent) { p.goToEntry(e.Underlying().Get("state")) })
	document.On(js.Global(), "hashchange", func(document.DOMEvent) { p.readAddress() })
}

// showBadLink shows help for an unreadable link in place of the panels. If there is
// no such link, it removes the help. It clears what was on screen before, so that
// no reader takes it for the content of the link.
func (p *page) showBadLink() {
	bad := p.App.Share.Bad != nil
	p.Mark("data-bad", bad)
	view := p.Find("bad-view")
	if !bad {
		if view != nil {
			view.Underlying().Call("remove")
		}
		return
	}
	if view == nil {
		view = p.Create("section")
		view.SetID("bad-view")
		view.SetAttribute("class", "panel bad-view")
		view.SetAttribute("aria-labelledby", "bad-title")
		document.Put(p.Query("main"), view)
		document.On(view.Underlying(), "submit", p.openPasted)
		document.On(view.Underlying(), "click", p.badClick)
	}
	p.closeAll()
	document.SetContent(view, p.App.Share.BadLinkHTML())
	p.Doc.Set("title", p.App.Words.Say(i18n.BadTitle)+" · Hopyard")
	p.Say("status", "")
	p.SetText("clock", "")
	p.SetText("step-count", "")
	for _, id := range []string{"queue-list", "running-list", "gauges-list", "figures", "machine-tree", "timeline-grid", "why-sentence", "why-table", "why-rules", "why-lines-list", "why-facts"} {
		p.SetHTML(id, "")
	}
	p.Root().RemoveAttribute("data-trace")
	p.Root().RemoveAttribute("data-run")
	if !p.Asleep() {
		document.Focus(document.Query(view, "#bad-title"))
	}
	p.Say("alert", p.App.Words.Say(i18n.BadTitle))
}

// closeAll closes the open dialogs, which belong to what was on screen.
func (p *page) closeAll() {
	for d := p.Query("dialog[open]"); d != nil; d = p.Query("dialog[open]") {
		d.Underlying().Call("close")
	}
}

// openPasted opens a link that was pasted into the help for unreadable links.
func (p *page) openPasted(e document.DOMEvent) {
	e.PreventDefault()
	text := strings.TrimSpace(p.Picked("bad-link"))
	if id, view, ok := share.ShortIn(text); ok {
		p.share.OpenShort(id, view)
		return
	}
	if _, after, found := strings.Cut(text, "#"); found {
		text = after
	}
	if host.IsLab("#" + text) {
		document.Location().Set("hash", text)
		return
	}
	if !share.HasScenario("#" + text) {
		p.Find("bad-note").SetTextContent(p.App.Words.Say(i18n.BadNoLink))
		document.Focus(p.Find("bad-link"))
		return
	}
	p.loadLink("#" + text)
}

func (p *page) badClick(e document.DOMEvent) {
	b, ok := document.Closest(e, "[data-bad]")
	if !ok {
		return
	}
	switch b.GetAttribute("data-bad") {
	case "again":
		p.share.OpenShort(p.App.Share.Short.ID, p.App.Share.Short.View)
	case "lesson":
		p.Act(keys.OpenGallery)
	case "edit":
		p.scenario.OpenEditor()
		p.scenario.GoToFault(0)
	case "reset":
		document.Location().Set("hash", "reset")
		document.Location().Call("reload")
	}
}

// showRunNotice shows a notice above the panels if the run on screen differs from
// the run from which its link was made. The notice stays until the reader hides it
// or loads something else.
func (p *page) showRunNotice() {
	text := p.App.Share.RunNotice()
	old := p.Find("run-notice")
	if text == "" {
		if old != nil {
			old.Underlying().Call("remove")
		}
		return
	}
	if old == nil {
		old = p.Create("div")
		old.SetID("run-notice")
		old.SetAttribute("class", "run-notice")
		old.SetAttribute("role", "status")
		p.Query("main").Underlying().Call("before", old.Underlying())
		document.On(old.Underlying(), "click", func(e document.DOMEvent) {
			if _, hide := document.Closest(e, "button"); hide {
				p.App.Share.Made.Differs = false
				p.showRunNotice()
				document.Focus(p.El("why"))
			}
		})
	}
	document.SetContent(old, html.Span(text)+" "+html.Button(p.App.Words.HTML(i18n.DiffersHide)))
}
