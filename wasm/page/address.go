//go:build js && wasm

package page

import (
	"hopyard/wasm/app/keys"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
)

// visits keeps the browser's history consistent with what the reader opens. Each
// lesson, file and draft that the reader opens gets a history entry. Steps and
// edits only replace the address of the current entry. The history.state of an
// entry is the entry's number.
type visits struct {
	entry  int                  // number of the current entry
	last   int                  // largest number assigned so far
	opens  int32                // serial of the load that will get its own history entry; 0: none
	before string               // name of what was on screen before that load; see onScreen
	left   bool                 // whether leaveEntry has already been called for the next load
	long   map[int]message.Load // by entry number: scenarios too long for an address
}

// mostLong is the maximum number of scenarios too long for a link that the page
// remembers for the browser's Back button.
const mostLong = 8

// visit loads what the reader chose, with a history entry of its own.
func (p *page) visit(l message.Load) {
	p.leaveEntry()
	p.load(l)
	p.visits.opens = p.m.Asked.Serial
}

// visitDraft loads a draft, with a history entry of its own.
func (p *page) visitDraft(id string) {
	p.leaveEntry()
	if asked := p.m.Edit.OpenDraft(id); asked != nil {
		p.next = -1
		p.sendLoad(asked)
		p.visits.opens = p.m.Asked.Serial
	}
}

// leaveEntry updates the current history entry before something else is loaded.
func (p *page) leaveEntry() {
	v := &p.visits
	if v.left {
		v.left = false
		return
	}
	if p.m.Run == nil || p.m.Share.Bad != nil || p.m.Share.Embed.On {
		v.before = "" // Nothing, or an unreadable link, is on screen: the next load replaces the current entry.
		return
	}
	if v.opens != 0 && v.opens == p.m.Asked.Serial {
		return // the previous load never appeared on screen
	}
	v.before = p.onScreen()
	if f, ok := p.addressNow(); ok && f != p.written {
		p.setAddress("replaceState", f)
	}
	p.keepLong()
}

// onScreen returns a name for what is on screen. If the reader opens the same thing
// again, the name is equal, and no history entry is added.
func (p *page) onScreen() string {
	if p.lesson >= 0 && p.lesson < len(p.lessons) {
		return p.lessons[p.lesson].Name
	}
	if link := p.m.Run.Link; link != "" {
		return link
	}
	return p.m.Source.Text
}

// keepLong remembers what is on screen for the current history entry if it is too
// long for an address.
func (p *page) keepLong() {
	v := &p.visits
	if p.m.Run == nil || p.m.Share.Fragment() != "" {
		return
	}
	if v.long == nil {
		v.long = map[int]message.Load{}
	}
	v.long[v.entry] = p.m.Here()
	for len(v.long) > mostLong {
		oldest := v.last
		for n := range v.long {
			oldest = min(oldest, n)
		}
		delete(v.long, oldest)
	}
}

// goToEntry handles the browser's Back and Forward buttons, which select another
// entry. If the entry's address holds a scenario, goToEntry leaves the loading to
// readAddress, which the browser's next event calls.
func (p *page) goToEntry(state js.Value) {
	v := &p.visits
	if state.Type() != js.TypeNumber || state.Int() == v.entry || p.m.Share.Embed.On {
		return
	}
	p.keepLong()
	v.entry, v.opens = state.Int(), 0
	if p.inLab() {
		return
	}
	p.closeAll()
	if p.hash() != "" {
		return
	}
	p.written = ""
	if p.m.Compare != nil {
		p.leaveCompare(nil)
	}
	l, kept := v.long[v.entry]
	if kept && (l.Form != message.Beside || p.traces[l.Text].Truthy()) {
		p.next = -1
		p.load(l)
	} else {
		p.arrive()
	}
}

// addressNow returns the address of what is on screen, from the # on. It returns
// false while that address is not known.
func (p *page) addressNow() (fragment string, ok bool) {
	m := p.m
	if m.Run == nil || m.Run.Brief || m.Stale() || m.Loading != nil || m.Examined() || p.inLab() || m.Share.Bad != nil {
		return "", false
	}
	if c := m.Compare; c != nil && !(c.Settled() && c.Recorded()) { // a column may not be recorded yet, or may not have a policy that a link can hold
		return "", false
	}
	return m.Share.Fragment(), true
}

// setAddress writes the fragment into the address of the current entry, or adds an
// entry with it. The parameter how is the method of the browser's history:
// replaceState or pushState.
func (p *page) setAddress(how, fragment string) {
	p.written = fragment
	js.Global().Get("history").Call(how, p.visits.entry, "", unnamed()+fragment)
}

// enter adds a history entry for what the reader opened, once it is on screen. It
// reports whether it added an entry.
func (p *page) enter(fragment string) bool {
	v := &p.visits
	if v.opens == 0 || v.opens != p.m.Run.Serial {
		return false
	}
	if v.opens = 0; v.before == "" || v.before == p.onScreen() {
		return false
	}
	p.cancelLater("address")
	v.last++
	v.entry = v.last
	p.setAddress("pushState", fragment)
	return true
}

// enterSoon calls enter as soon as the address is known. Otherwise an action that
// the reader takes shortly after opening something could change the previous entry.
func (p *page) enterSoon() {
	if p.visits.opens == 0 || p.m.Share.Embed.On {
		return
	}
	if f, ok := p.addressNow(); ok {
		p.enter(f)
	}
}

// writeAddress keeps the address up to date, so that a reload restores the page. It
// is called at most once per step and delays its writes, because browsers allow
// only some hundred changes per minute. If a scenario does not fit into a link, the
// address has no fragment. The address of an embed is not changed; its link to the
// full page is updated instead.
func (p *page) writeAddress() {
	f, ok := p.addressNow()
	if !ok {
		return
	}
	if p.m.Share.Embed.On {
		p.updateEmbedBar()
		return
	}
	if p.enter(f) {
		return
	}
	wait := 250
	if _, soon := p.timers["address"]; soon { // wait for a pause between changes, but no longer than until addressBy
		wait = int(min(max(0, p.addressBy-millis()), 250))
	} else if f == p.written {
		return
	} else {
		p.addressBy = millis() + 1000
	}
	before := p.hash()
	p.later("address", wait, func() {
		if p.m.Share.Bad != nil || p.m.Loading != nil || p.inLab() || p.hash() != before { // another link is about to be read
			return
		}
		p.setAddress("replaceState", f)
	})
}

// readAddress loads the link that was entered in the address bar.
func (p *page) readAddress() {
	hash := p.hash()
	if hash == p.written || p.readShort() {
		return
	}
	if p.arrivesAtPuzzle(hash) {
		return
	}
	if isLab(hash) {
		p.glue.Call("vary", "", hash)
	} else if isSheet(hash) {
		p.openPaper(hash)
	} else if share.HasScenario(hash) {
		p.loadLink(hash)
	}
}

func (p *page) loadLink(hash string) {
	p.next = -1
	p.written = hash
	if p.m.Compare != nil {
		p.leaveCompare(nil)
	}
	p.compares = share.LinkedOf(hash)
	p.m.WillPredict(p.compares.Predict && len(p.compares.Policies) == 0)
	p.m.Walk.Lecture = p.compares.Lecture
	p.load(message.Load{Form: message.Link, Text: hash, At: -1, Job: -1})
}

// listenToHistory handles the browser's Back and Forward, and links entered in the
// address bar.
func (p *page) listenToHistory() {
	if n := js.Global().Get("history").Get("state"); n.Type() == js.TypeNumber { // the page was reloaded
		p.visits.entry, p.visits.last = n.Int(), n.Int()
	}
	on(js.Global(), "popstate", func(e event) { p.goToEntry(e.Underlying().Get("state")) })
	on(js.Global(), "hashchange", func(event) { p.readAddress() })
}

// showBadLink shows help for an unreadable link in place of the panels. If there is
// no such link, it removes the help. It clears what was on screen before, so that
// no reader takes it for the content of the link.
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
	p.doc.Set("title", p.m.Words.Say(i18n.BadTitle)+" · Hopyard")
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
	p.say("alert", p.m.Words.Say(i18n.BadTitle))
}

// closeAll closes the open dialogs, which belong to what was on screen.
func (p *page) closeAll() {
	for d := query(p.root(), "dialog[open]"); d != nil; d = query(p.root(), "dialog[open]") {
		d.Underlying().Call("close")
	}
}

// openPasted opens a link that was pasted into the help for unreadable links.
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
		p.find("bad-note").SetTextContent(p.m.Words.Say(i18n.BadNoLink))
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
		p.act(keys.OpenGallery)
	case "edit":
		p.openEditor()
		p.goToFault(0)
	case "reset":
		location().Set("hash", "reset")
		location().Call("reload")
	}
}

// showRunNotice shows a notice above the panels if the run on screen differs from
// the run from which its link was made. The notice stays until the reader hides it
// or loads something else.
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
	old.SetInnerHTML(`<span>` + text + `</span> <button type="button">` + p.m.Words.Say(i18n.DiffersHide) + `</button>`)
}
