//go:build js && wasm

// Package glossaryview shows the glossary, and explains a term beside the place
// where it is used.
package glossaryview

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// GlossaryView is the controller of the glossary.
type GlossaryView struct {
	*host.Host
	Terms Terms
}

// New returns the controller of the glossary, and listens to the terms on the page.
func New(h *host.Host) *GlossaryView {
	p := &GlossaryView{Host: h}
	h.OnAction(keys.OpenGlossary, func() { p.openGlossary("") })
	p.listenToTerms()
	return p
}

// WithGlossary calls f once the glossary is loaded in the language of the page.
func (p *GlossaryView) WithGlossary(f func()) {
	code := p.App.Words.Code
	if p.Terms.Code == code {
		f()
		return
	}
	p.Fetch("glossary/"+code+".json", func(parts js.Value) {
		if p.Terms.Code != code && p.App.Words.Code == code {
			p.Terms.Code, p.App.Lessons.Glossary = code, glossaryFrom(parts)
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
func (p *GlossaryView) openGlossary(term string) {
	p.WithLessons(func() {
		p.WithGlossary(func() {
			known := p.Find("glossary") != nil
			p.Dialog("glossary", p.App.Words.Say(i18n.GlossaryTitle), p.App.Lessons.GlossaryHTML(p.App.Lessons.Glossary, p.Lessons))
			if !known {
				p.listenToGlossary()
				p.RefillOnLanguage("glossary", func() { p.openGlossary("") })
			}
			p.filterTerms()
			p.OpenDialog("glossary")
			if entry := document.Query(p.El("glossary"), `[data-entry="`+term+`"]`); term != "" && entry != nil {
				entry.Class().Add("meant")
				entry.Underlying().Call("scrollIntoView", map[string]any{"block": "center"})
				document.Focus(document.Query(entry, "dt"))
			}
		})
	})
}

func (p *GlossaryView) listenToGlossary() {
	p.On("glossary", "input", func(document.DOMEvent) { p.filterTerms() })
	p.On("glossary", "click", func(e document.DOMEvent) {
		if b, ok := document.Closest(e, "[data-shows]"); ok {
			for i := range p.Lessons {
				if p.Lessons[i].Name == b.GetAttribute("data-shows") {
					p.CloseDialog("glossary")
					p.PickLesson(strconv.Itoa(i))
				}
			}
		}
	})
	p.On("glossary", "keydown", func(e document.DOMEvent) {
		if _, in := document.Closest(e, "#glossary-find"); e.Key() == "/" && !in {
			e.PreventDefault()
			document.Focus(p.Find("glossary-find"))
		}
	})
}

// filterTerms hides the terms that do not match the search, and the parts without a
// matching term.
func (p *GlossaryView) filterTerms() {
	d := p.El("glossary")
	found, count := p.App.Lessons.FindTerms(p.App.Lessons.Glossary, p.Find("glossary-find").Underlying().Get("value").String())
	any := false
	for i, yes := range found {
		document.Query(d, `[data-entry="`+p.App.Lessons.Glossary[i].ID+`"]`).Underlying().Set("hidden", !yes)
		any = any || yes
	}
	parts := d.Underlying().Call("querySelectorAll", "section")
	for i := range parts.Length() {
		part := parts.Index(i)
		part.Set("hidden", part.Call("querySelector", "[data-entry]:not([hidden])").IsNull())
	}
	p.Find("glossary-none").Underlying().Set("hidden", any)
	p.Find("glossary-count").SetTextContent(count)
}

// Terms is the state of the explanation shown beside a glossary term that is under
// the pointer, has the focus or was tapped. It stays while the pointer is on the
// term or on the explanation, and Escape closes it (WCAG 1.4.13).
type Terms struct {
	Code  string           // language of the loaded terms
	at    document.Element // term whose explanation is shown; nil: hidden
	touch bool             // whether the last press was a touch
}

// listenToTerms registers the handlers for glossary terms in any text on the page.
func (p *GlossaryView) listenToTerms() {
	doc := p.Root().Underlying()
	term := func(e document.DOMEvent) document.Element {
		found, _ := document.Closest(e, "[data-term]")
		return found
	}
	document.On(doc, "pointerover", func(e document.DOMEvent) {
		if at := term(e); at != nil {
			p.Later("term", 120, func() { p.showTerm(at) })
		} else if _, in := document.Closest(e, "#term-tip"); in {
			p.stay()
		} else if p.Terms.at != nil {
			p.leaveTerm()
		}
	})
	document.On(doc, "pointerdown", func(e document.DOMEvent) { p.Terms.touch = e.Underlying().Get("pointerType").String() == "touch" })
	document.On(doc, "focusin", func(e document.DOMEvent) {
		if at := term(e); at != nil && at.HasAttribute("tabindex") {
			p.stay()
			p.showTerm(at)
		}
	})
	document.On(doc, "focusout", func(e document.DOMEvent) {
		if p.Terms.at != nil && term(e) != nil {
			p.leaveTerm()
		}
	})
	document.On(doc, "click", func(e document.DOMEvent) {
		at := term(e)
		if _, in := document.Closest(e, "#term-tip"); in && p.Terms.at != nil {
			at = p.Terms.at
		} else if at == nil {
			return
		} else if p.Terms.touch {
			p.stay()
			p.showTerm(at)
			return
		}
		p.openTermEntry(at)
	})
}

// openTermEntry opens the glossary at a term.
func (p *GlossaryView) openTermEntry(at document.Element) {
	id := at.GetAttribute("data-term")
	p.hideTerm()
	p.openGlossary(id)
}

// TermKey handles the keys that concern terms: Escape closes the explanation, Enter
// and Space open the glossary. It reports whether it handled the key.
func (p *GlossaryView) TermKey(e document.DOMEvent) bool {
	if e.Key() == "Escape" && p.Terms.at != nil {
		p.hideTerm()
		return true
	}
	at, ok := document.Closest(e, ".term[data-term]")
	if !ok || e.Key() != "Enter" && e.Key() != " " || e.CtrlKey() || e.MetaKey() || e.AltKey() {
		return false
	}
	p.openTermEntry(at)
	return true
}

// stay keeps the explanation open if it was about to close.
func (p *GlossaryView) stay() { p.Later("term", 0, func() {}) }

// leaveTerm closes the explanation after a short delay. It stays open if the
// pointer moves onto it in the meantime.
func (p *GlossaryView) leaveTerm() {
	p.Later("term", 300, func() {
		if at := p.Terms.at; at != nil && !at.Underlying().Call("matches", ":focus").Bool() {
			p.hideTerm()
		}
	})
}

func (p *GlossaryView) showTerm(at document.Element) {
	p.WithGlossary(func() {
		t := p.App.Lessons.Glossary.Find(at.GetAttribute("data-term"))
		if t == nil || !at.Underlying().Get("isConnected").Bool() {
			return
		}
		p.hideTerm()
		p.Terms.at = at
		tip := p.termTip(at)
		document.SetContent(tip, p.App.Lessons.TermHTML(t))
		tip.Underlying().Set("hidden", false)
		at.SetAttribute("aria-describedby", "term-tip")
		p.placeTip(tip, at)
	})
}

// termTip returns the explanation's element. It moves the element into the dialog
// that contains the term, because elements outside an open dialog get no pointer
// events.
func (p *GlossaryView) termTip(at document.Element) document.Element {
	tip := p.Find("term-tip")
	if tip == nil {
		tip = p.Create("div")
		tip.SetID("term-tip")
		tip.SetAttribute("class", "term-tip")
		tip.SetAttribute("role", "tooltip")
	}
	home := document.Within(at, "dialog")
	if home == nil {
		home = p.El("main")
	}
	document.Put(home, tip)
	return tip
}

// placeTip places the explanation below the term, or above if there is no room.
func (p *GlossaryView) placeTip(tip, at document.Element) {
	box, own := at.Underlying().Call("getBoundingClientRect"), tip.Underlying()
	window := js.Global()
	width, height := own.Get("offsetWidth").Float(), own.Get("offsetHeight").Float()
	left := min(box.Get("left").Float(), window.Get("document").Get("documentElement").Get("clientWidth").Float()-width-8)
	top := box.Get("bottom").Float() + 6
	if top+height > window.Get("innerHeight").Float()-8 {
		top = box.Get("top").Float() - height - 6
	}
	tip.Style().SetProperty("left", document.Px(max(left, 8)), "")
	tip.Style().SetProperty("top", document.Px(max(top, 8)), "")
}

func (p *GlossaryView) hideTerm() {
	if at := p.Terms.at; at != nil {
		at.RemoveAttribute("aria-describedby")
		p.Find("term-tip").Underlying().Set("hidden", true)
		p.Terms.at = nil
	}
}

// KeepTerm closes the explanation if its term has been removed from the page.
func (p *GlossaryView) KeepTerm() {
	if at := p.Terms.at; at != nil && !at.Underlying().Get("isConnected").Bool() {
		p.hideTerm()
	}
}
