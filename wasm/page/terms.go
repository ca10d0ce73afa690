//go:build js && wasm

package page

import "syscall/js"

// terms is what stands beside a term of the glossary that is pointed at, has
// the focus or was tapped. It stays while the pointer is on the term or on it,
// and goes with Escape (WCAG 1.4.13).
type terms struct {
	code  string  // the language of the terms that are there
	at    element // the term that it stands beside; nil: hidden
	touch bool    // the last press was with a finger
}

// listenToTerms takes in what happens at terms, wherever they are.
func (p *page) listenToTerms() {
	doc := p.root().Underlying()
	term := func(e event) element {
		found, _ := closest(e, "[data-term]")
		return found
	}
	on(doc, "pointerover", func(e event) {
		if at := term(e); at != nil {
			p.later("term", 120, func() { p.showTerm(at) })
		} else if _, in := closest(e, "#term-tip"); in {
			p.stay()
		} else if p.terms.at != nil {
			p.leaveTerm()
		}
	})
	on(doc, "pointerdown", func(e event) { p.terms.touch = e.Underlying().Get("pointerType").String() == "touch" })
	on(doc, "focusin", func(e event) {
		if at := term(e); at != nil && at.HasAttribute("tabindex") {
			p.stay()
			p.showTerm(at)
		}
	})
	on(doc, "focusout", func(e event) {
		if p.terms.at != nil && term(e) != nil {
			p.leaveTerm()
		}
	})
	on(doc, "click", func(e event) {
		at := term(e)
		if _, in := closest(e, "#term-tip"); in && p.terms.at != nil {
			at = p.terms.at
		} else if at == nil {
			return
		} else if p.terms.touch {
			p.stay()
			p.showTerm(at)
			return
		}
		p.meant(at)
	})
}

// meant opens the glossary at a term.
func (p *page) meant(at element) {
	id := at.GetAttribute("data-term")
	p.hideTerm()
	p.openGlossary(id)
}

// termKey handles the keys of terms: Escape takes the explanation away, Enter
// and Space lead to the glossary. It reports whether the key was one of them.
func (p *page) termKey(e event) bool {
	if e.Key() == "Escape" && p.terms.at != nil {
		p.hideTerm()
		return true
	}
	at, ok := closest(e, ".term[data-term]")
	if !ok || e.Key() != "Enter" && e.Key() != " " || e.CtrlKey() || e.MetaKey() || e.AltKey() {
		return false
	}
	p.meant(at)
	return true
}

// stay keeps the explanation that was about to go.
func (p *page) stay() { p.later("term", 0, func() {}) }

// leaveTerm takes the explanation away soon, unless the pointer comes to it.
func (p *page) leaveTerm() {
	p.later("term", 300, func() {
		if at := p.terms.at; at != nil && !at.Underlying().Call("matches", ":focus").Bool() {
			p.hideTerm()
		}
	})
}

func (p *page) showTerm(at element) {
	p.withGlossary(func() {
		t := p.m.Lessons.Glossary.Find(at.GetAttribute("data-term"))
		if t == nil || !at.Underlying().Get("isConnected").Bool() {
			return
		}
		p.hideTerm()
		p.terms.at = at
		tip := p.termTip(at)
		tip.SetInnerHTML(p.m.Lessons.TermHTML(t))
		tip.Underlying().Set("hidden", false)
		at.SetAttribute("aria-describedby", "term-tip")
		p.placeTip(tip, at)
	})
}

// termTip is the explanation's element: within the dialog that holds the term,
// since what is outside an open dialog cannot be pointed at.
func (p *page) termTip(at element) element {
	tip := p.find("term-tip")
	if tip == nil {
		tip = p.create("div")
		tip.SetID("term-tip")
		tip.SetAttribute("class", "term-tip")
		tip.SetAttribute("role", "tooltip")
	}
	home := within(at, "dialog")
	if home == nil {
		home = p.el("main")
	}
	put(home, tip)
	return tip
}

// placeTip puts it below the term, or above where there is no room.
func (p *page) placeTip(tip, at element) {
	box, own := at.Underlying().Call("getBoundingClientRect"), tip.Underlying()
	window := js.Global()
	width, height := own.Get("offsetWidth").Float(), own.Get("offsetHeight").Float()
	left := min(box.Get("left").Float(), window.Get("document").Get("documentElement").Get("clientWidth").Float()-width-8)
	top := box.Get("bottom").Float() + 6
	if top+height > window.Get("innerHeight").Float()-8 {
		top = box.Get("top").Float() - height - 6
	}
	tip.Style().SetProperty("left", px(max(left, 8)), "")
	tip.Style().SetProperty("top", px(max(top, 8)), "")
}

func (p *page) hideTerm() {
	if at := p.terms.at; at != nil {
		at.RemoveAttribute("aria-describedby")
		p.find("term-tip").Underlying().Set("hidden", true)
		p.terms.at = nil
	}
}

// keepTerm takes the explanation away when its term has left the page.
func (p *page) keepTerm() {
	if at := p.terms.at; at != nil && !at.Underlying().Get("isConnected").Bool() {
		p.hideTerm()
	}
}
