//go:build js && wasm

package page

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lessons"
)

// withGlossary calls f once the glossary is loaded in the language of the page.
func (p *page) withGlossary(f func()) {
	code := p.m.Words.Code
	if p.terms.code == code {
		f()
		return
	}
	p.fetch("glossary/"+code+".json", func(parts js.Value) {
		if p.terms.code != code && p.m.Words.Code == code {
			p.terms.code, p.m.Lessons.Glossary = code, glossaryFrom(parts)
		}
		f()
	})
}

// glossaryFrom reads a file of static/glossary. The file is a list of parts; each
// part has a list of terms, each given by id, name, text and lesson.
func glossaryFrom(v js.Value) (g lessons.Glossary) {
	for i := range v.Length() {
		part, terms := v.Index(i).Index(0).String(), v.Index(i).Index(1)
		for k := range terms.Length() {
			t := terms.Index(k)
			g = append(g, lessons.Term{ID: t.Index(0).String(), Part: part, Name: t.Index(1).String(), Text: t.Index(2).String(), Lesson: t.Index(3).String()})
		}
	}
	return g
}

// openGlossary shows all terms of the glossary. If term is not "", it scrolls to
// that term.
func (p *page) openGlossary(term string) {
	p.withLessons(func() {
		p.withGlossary(func() {
			known := p.find("glossary") != nil
			p.dialog("glossary", p.m.Words.Say(i18n.GlossaryTitle), p.m.Lessons.GlossaryHTML(p.m.Lessons.Glossary, p.lessons))
			if !known {
				p.listenToGlossary()
				p.refillOnLanguage("glossary", func() { p.openGlossary("") })
			}
			p.filterTerms()
			p.openDialog("glossary")
			if entry := query(p.el("glossary"), `[data-entry="`+term+`"]`); term != "" && entry != nil {
				entry.Class().Add("meant")
				entry.Underlying().Call("scrollIntoView", map[string]any{"block": "center"})
				focus(query(entry, "dt"))
			}
		})
	})
}

func (p *page) listenToGlossary() {
	p.on("glossary", "input", func(event) { p.filterTerms() })
	p.on("glossary", "click", func(e event) {
		if b, ok := closest(e, "[data-shows]"); ok {
			for i := range p.lessons {
				if p.lessons[i].Name == b.GetAttribute("data-shows") {
					p.closed("glossary")
					p.pickLesson(strconv.Itoa(i))
				}
			}
		}
	})
	p.on("glossary", "keydown", func(e event) {
		if _, in := closest(e, "#glossary-find"); e.Key() == "/" && !in {
			e.PreventDefault()
			focus(p.find("glossary-find"))
		}
	})
}

// filterTerms hides the terms that do not match the search, and the parts without a
// matching term.
func (p *page) filterTerms() {
	d := p.el("glossary")
	found, count := p.m.Lessons.FindTerms(p.m.Lessons.Glossary, p.find("glossary-find").Underlying().Get("value").String())
	any := false
	for i, yes := range found {
		query(d, `[data-entry="`+p.m.Lessons.Glossary[i].ID+`"]`).Underlying().Set("hidden", !yes)
		any = any || yes
	}
	parts := d.Underlying().Call("querySelectorAll", "section")
	for i := range parts.Length() {
		part := parts.Index(i)
		part.Set("hidden", part.Call("querySelector", "[data-entry]:not([hidden])").IsNull())
	}
	p.find("glossary-none").Underlying().Set("hidden", any)
	p.find("glossary-count").SetTextContent(count)
}

// terms is the state of the explanation shown beside a glossary term that is under
// the pointer, has the focus or was tapped. It stays while the pointer is on the
// term or on the explanation, and Escape closes it (WCAG 1.4.13).
type terms struct {
	code  string  // language of the loaded terms
	at    element // term whose explanation is shown; nil: hidden
	touch bool    // whether the last press was a touch
}

// listenToTerms registers the handlers for glossary terms in any text on the page.
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
		p.openTermEntry(at)
	})
}

// openTermEntry opens the glossary at a term.
func (p *page) openTermEntry(at element) {
	id := at.GetAttribute("data-term")
	p.hideTerm()
	p.openGlossary(id)
}

// termKey handles the keys that concern terms: Escape closes the explanation, Enter
// and Space open the glossary. It reports whether it handled the key.
func (p *page) termKey(e event) bool {
	if e.Key() == "Escape" && p.terms.at != nil {
		p.hideTerm()
		return true
	}
	at, ok := closest(e, ".term[data-term]")
	if !ok || e.Key() != "Enter" && e.Key() != " " || e.CtrlKey() || e.MetaKey() || e.AltKey() {
		return false
	}
	p.openTermEntry(at)
	return true
}

// stay keeps the explanation open if it was about to close.
func (p *page) stay() { p.later("term", 0, func() {}) }

// leaveTerm closes the explanation after a short delay. It stays open if the
// pointer moves onto it in the meantime.
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

// termTip returns the explanation's element. It moves the element into the dialog
// that contains the term, because elements outside an open dialog get no pointer
// events.
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

// placeTip places the explanation below the term, or above if there is no room.
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

// keepTerm closes the explanation if its term has been removed from the page.
func (p *page) keepTerm() {
	if at := p.terms.at; at != nil && !at.Underlying().Get("isConnected").Bool() {
		p.hideTerm()
	}
}
