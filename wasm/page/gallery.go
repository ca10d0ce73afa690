//go:build js && wasm

package page

import (
	"hopyard/wasm/app/keys"
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lessons"
)

// openGallery shows the gallery of lessons, without an earlier search.
func (p *page) openGallery() {
	p.withStudies(func() {
		p.path().Known(func() {
			known := p.find("gallery") != nil
			if !known || !p.find("gallery").Underlying().Get("open").Bool() {
				p.path().Forget()
			}
			p.dialog("gallery", p.m.Words.Say(i18n.GalleryTitle), p.path().HTML()+p.m.Lessons.GalleryHTML(p.lessons, p.lesson))
			if !known {
				p.listenToGallery()
				p.refillOnLanguage("gallery", p.openGallery)
			}
			p.filterLessons()
			p.openDialog("gallery")
			p.reachCard(query(p.el("gallery"), `[data-lesson="`+strconv.Itoa(max(p.lesson, 0))+`"]`))
			p.path().Focus()
			p.showPictures()
		})
	})
}

// listenToGallery registers the handlers of the gallery after its element was
// created.
func (p *page) listenToGallery() {
	p.on("gallery", "click", func(e event) {
		if b, ok := closest(e, "[data-lesson]"); ok {
			p.closed("gallery")
			p.pickLesson(b.GetAttribute("data-lesson"))
			return
		}
		if _, ok := closest(e, "[data-puzzle]"); ok {
			p.closed("gallery")
			p.act(keys.OpenPuzzle)
			return
		}
		p.path().Click(e.Underlying().Get("target"))
	})
	for _, kind := range []string{"input", "change"} {
		p.on("gallery", kind, func(event) { p.filterLessons() })
	}
	p.on("gallery", "keydown", p.galleryKey)
}

// filterLessons hides the cards that do not match the filter, and the groups
// without a matching card.
func (p *page) filterLessons() {
	d := p.el("gallery")
	f := lessons.Filter{Text: p.find("gallery-find").Underlying().Get("value").String()}
	for name, value := range map[string]*string{"idea": &f.Idea, "source": &f.Source} {
		if chosen := query(d, `[name="`+name+`"]:checked`); chosen != nil {
			*value = chosen.Underlying().Get("value").String()
		}
	}
	found, count := p.m.Lessons.FindLessons(p.lessons, f)
	any, parts := false, map[int]bool{}
	for i, yes := range found {
		query(d, `[data-lesson="`+strconv.Itoa(i)+`"]`).Underlying().Call("closest", "li").Set("hidden", !yes)
		any = any || yes
		parts[p.lessons[i].Part] = parts[p.lessons[i].Part] || yes
	}
	for part, yes := range parts {
		query(d, `[data-part="`+strconv.Itoa(part)+`"]`).Underlying().Set("hidden", !yes)
	}
	query(d, ".card-file").Underlying().Set("hidden", f != lessons.Filter{})
	p.find("gallery-none").Underlying().Set("hidden", any)
	p.find("gallery-count").SetTextContent(count)
	if at := query(d, `[data-lesson][tabindex="0"]`); at == nil || within(at, "[hidden]") != nil {
		p.reachCard(query(d, "li:not([hidden]) [data-lesson]"))
	}
}

// reachCard makes the given card the only one that the Tab key reaches.
func (p *page) reachCard(card element) {
	if card == nil {
		return
	}
	if old := query(p.el("gallery"), `[data-lesson][tabindex="0"]`); old != nil {
		old.SetAttribute("tabindex", "-1")
	}
	card.SetAttribute("tabindex", "0")
}

// pointCard gives a card the focus.
func (p *page) pointCard(i int) {
	if card := query(p.el("gallery"), `[data-lesson="`+strconv.Itoa(i)+`"]`); card != nil {
		p.reachCard(card)
		focus(card)
	}
}

// galleryKey handles keys in the gallery: the arrow keys move between the cards,
// and a typed letter goes to the search field.
func (p *page) galleryKey(e event) {
	key, find := e.Key(), p.find("gallery-find")
	if e.CtrlKey() || e.MetaKey() || e.AltKey() {
		return
	}
	if in, ok := closest(e, "#gallery-find"); ok {
		if key == "ArrowDown" {
			if card := query(p.el("gallery"), `[data-lesson][tabindex="0"]`); card != nil {
				e.PreventDefault()
				focus(card)
			}
		}
		if key == "Escape" && in.Underlying().Get("value").String() != "" { // the first press clears the search, the next closes the gallery
			e.PreventDefault()
			in.Underlying().Set("value", "")
			p.filterLessons()
		}
		return
	}
	if key == "/" {
		e.PreventDefault()
		focus(find)
		return
	}
	if _, ok := closest(e, ".paths"); ok && (key == "ArrowDown" || key == "ArrowRight") {
		e.PreventDefault()
		p.pointCard(max(p.lesson, 0))
		return
	}
	if len([]rune(key)) == 1 && key != " " {
		focus(find) // the browser then delivers the letter to the search field
		return
	}
	card, ok := closest(e, "[data-lesson]")
	if !ok {
		return
	}
	at, err := strconv.Atoi(card.GetAttribute("data-lesson"))
	if err != nil {
		at = len(p.lessons)
	}
	if next, own := lessons.CardKey(key, at, p.cards()); own {
		e.PreventDefault()
		if next == len(p.lessons) {
			p.reachCard(query(p.el("gallery"), ".card-file button"))
			focus(query(p.el("gallery"), ".card-file button"))
			return
		}
		p.pointCard(next)
	}
}

// cards returns the positions of the cards. The last card is the one for files.
func (p *page) cards() []lessons.Card {
	list := p.el("gallery").Underlying().Call("querySelectorAll", "[data-lesson]")
	out := make([]lessons.Card, list.Length())
	for i := range out {
		r := list.Index(i).Call("closest", "li").Call("getBoundingClientRect")
		out[i] = lessons.Card{X: r.Get("x").Float(), Y: r.Get("y").Float(), W: r.Get("width").Float()}
	}
	return out
}

// showPictures puts the lessons' pictures into their cards once the pictures are
// loaded.
func (p *page) showPictures() {
	p.fetch("pictures.json", func(all js.Value) {
		d := p.el("gallery")
		if p.find("mini-patterns") == nil {
			defs := p.create("div")
			defs.SetInnerHTML(`<svg class="sr" aria-hidden="true"><defs id="mini-patterns">` + all.Get("").String() + `</defs></svg>`)
			put(query(p.root(), "body"), defs)
		}
		list := d.Underlying().Call("querySelectorAll", "[data-picture]")
		for i := range list.Length() {
			slot := elementOf(list.Index(i))
			if svg := all.Get(slot.GetAttribute("data-picture")); svg.Type() == js.TypeString && strings.HasPrefix(svg.String(), "<svg") {
				slot.SetInnerHTML(svg.String())
			}
		}
	})
}
