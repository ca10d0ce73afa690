//go:build js && wasm

package page

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/words"
)

// withGlossary calls f when the terms are there in the language of the page.
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

// glossaryFrom reads static/glossary: parts, each with its terms as id, name,
// text and lesson.
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

// openGlossary shows all terms, and one of them first if it is named.
func (p *page) openGlossary(term string) {
	p.withLessons(func() {
		p.withGlossary(func() {
			known := p.find("glossary") != nil
			p.dialog("glossary", p.m.Words.Say(words.GlossaryTitle), p.m.Lessons.GlossaryHTML(p.m.Lessons.Glossary, p.lessons))
			if !known {
				p.listenToGlossary()
				p.saysAnew("glossary", func() { p.openGlossary("") })
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

// filterTerms hides the terms that are not looked for, and parts of nothing.
func (p *page) filterTerms() {
	d := p.el("glossary")
	found, count := p.m.Lessons.Sought(p.m.Lessons.Glossary, p.find("glossary-find").Underlying().Get("value").String())
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
