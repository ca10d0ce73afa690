//go:build js && wasm

package lessonview

import (
	"strconv"
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
)

// openGallery shows the gallery of lessons, without an earlier search.
func (p *LessonView) openGallery() {
	p.WithStudies(func() {
		p.Path().Known(func() {
			known := p.Find("gallery") != nil
			if !known || !p.Find("gallery").Underlying().Get("open").Bool() {
				p.Path().Forget()
			}
			p.Dialog("gallery", p.App.Words.Say(i18n.GalleryTitle), p.Path().HTML()+p.App.Lessons.GalleryHTML(p.Lessons, p.Lesson))
			if !known {
				p.listenToGallery()
				p.RefillOnLanguage("gallery", p.openGallery)
			}
			p.filterLessons()
			p.OpenDialog("gallery")
			p.reachCard(document.Query(p.El("gallery"), `[data-lesson="`+strconv.Itoa(max(p.Lesson, 0))+`"]`))
			p.Path().Focus()
			p.showPictures()
		})
	})
}

// listenToGallery registers the handlers of the gallery after its element was
// created.
func (p *LessonView) listenToGallery() {
	p.On("gallery", "click", func(e document.DOMEvent) {
		if b, ok := document.Closest(e, "[data-lesson]"); ok {
			p.CloseDialog("gallery")
			p.PickLesson(b.GetAttribute("data-lesson"))
			return
		}
		if _, ok := document.Closest(e, "[data-puzzle]"); ok {
			p.CloseDialog("gallery")
			p.Act(keys.OpenPuzzle)
			return
		}
		if _, ok := document.Closest(e, "[data-live-open]"); ok {
			p.CloseDialog("gallery")
			p.Act(keys.OpenLive)
			return
		}
		p.Path().Click(e.Underlying().Get("target"))
	})
	for _, kind := range []string{"input", "change"} {
		p.On("gallery", kind, func(document.DOMEvent) { p.filterLessons() })
	}
	p.On("gallery", "keydown", p.galleryKey)
}

// filterLessons hides the cards that do not match the filter, and the groups
// without a matching card.
func (p *LessonView) filterLessons() {
	d := p.El("gallery")
	f := lessons.Filter{Text: p.Find("gallery-find").Underlying().Get("value").String()}
	for name, value := range map[string]*string{"idea": &f.Idea, "source": &f.Source} {
		if chosen := document.Query(d, `[name="`+name+`"]:checked`); chosen != nil {
			*value = chosen.Underlying().Get("value").String()
		}
	}
	found, count := p.App.Lessons.FindLessons(p.Lessons, f)
	any, parts := false, map[int]bool{}
	for i, yes := range found {
		document.Query(d, `[data-lesson="`+strconv.Itoa(i)+`"]`).Underlying().Call("closest", "li").Set("hidden", !yes)
		any = any || yes
		parts[p.Lessons[i].Part] = parts[p.Lessons[i].Part] || yes
	}
	for part, yes := range parts {
		document.Query(d, `[data-part="`+strconv.Itoa(part)+`"]`).Underlying().Set("hidden", !yes)
	}
	for _, card := range document.QueryAll(d, ".card-file") {
		card.Underlying().Set("hidden", f != lessons.Filter{})
	}
	p.Find("gallery-none").Underlying().Set("hidden", any)
	p.Find("gallery-count").SetTextContent(count)
	if at := document.Query(d, `[data-lesson][tabindex="0"]`); at == nil || document.Within(at, "[hidden]") != nil {
		p.reachCard(document.Query(d, "li:not([hidden]) [data-lesson]"))
	}
}

// reachCard makes the given card the only one that the Tab key reaches.
func (p *LessonView) reachCard(card document.Element) {
	if card == nil {
		return
	}
	if old := document.Query(p.El("gallery"), `[data-lesson][tabindex="0"]`); old != nil {
		old.SetAttribute("tabindex", "-1")
	}
	card.SetAttribute("tabindex", "0")
}

// pointCard gives a card the focus.
func (p *LessonView) pointCard(i int) {
	if card := document.Query(p.El("gallery"), `[data-lesson="`+strconv.Itoa(i)+`"]`); card != nil {
		p.reachCard(card)
		document.Focus(card)
	}
}

// galleryKey handles keys in the gallery: the arrow keys move between the cards,
// and a typed letter goes to the search field.
func (p *LessonView) galleryKey(e document.DOMEvent) {
	key, find := e.Key(), p.Find("gallery-find")
	if e.CtrlKey() || e.MetaKey() || e.AltKey() {
		return
	}
	if in, ok := document.Closest(e, "#gallery-find"); ok {
		if key == "ArrowDown" {
			if card := document.Query(p.El("gallery"), `[data-lesson][tabindex="0"]`); card != nil {
				e.PreventDefault()
				document.Focus(card)
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
		document.Focus(find)
		return
	}
	if _, ok := document.Closest(e, ".paths"); ok && (key == "ArrowDown" || key == "ArrowRight") {
		e.PreventDefault()
		p.pointCard(max(p.Lesson, 0))
		return
	}
	if len([]rune(key)) == 1 && key != " " {
		document.Focus(find) // the browser then delivers the letter to the search field
		return
	}
	card, ok := document.Closest(e, "[data-lesson]")
	if !ok {
		return
	}
	name := card.GetAttribute("data-lesson")
	at, err := strconv.Atoi(name)
	if err != nil { // the cards for files and for queues come last
		at = len(p.Lessons)
		if name == lessons.PickLive {
			at++
		}
	}
	if next, own := lessons.CardKey(key, at, p.cards()); own {
		e.PreventDefault()
		if own := next - len(p.Lessons); own >= 0 {
			button := document.QueryAll(p.El("gallery"), ".card-file button")[own]
			p.reachCard(button)
			document.Focus(button)
			return
		}
		p.pointCard(next)
	}
}

// cards returns the positions of the cards. The last ones are for files and for queues.
func (p *LessonView) cards() []lessons.Card {
	list := p.El("gallery").Underlying().Call("querySelectorAll", "[data-lesson]")
	out := make([]lessons.Card, list.Length())
	for i := range out {
		r := list.Index(i).Call("closest", "li").Call("getBoundingClientRect")
		out[i] = lessons.Card{X: r.Get("x").Float(), Y: r.Get("y").Float(), W: r.Get("width").Float()}
	}
	return out
}

// showPictures puts the lessons' pictures into their cards once the pictures are
// loaded.
func (p *LessonView) showPictures() {
	p.Fetch("pictures.json", func(all js.Value) {
		d := p.El("gallery")
		if p.Find("mini-patterns") == nil {
			defs := p.Create("div")
			document.SetContent(defs, html.El("svg", html.Class("sr"), html.Hide{}, html.El("defs", html.ID("mini-patterns"), html.HTML(all.Get("").String()))))
			document.Put(p.Query("body"), defs)
		}
		list := d.Underlying().Call("querySelectorAll", "[data-picture]")
		for i := range list.Length() {
			slot := document.ElementOf(list.Index(i))
			if svg := all.Get(slot.GetAttribute("data-picture")); svg.Type() == js.TypeString && svg.String() != "" {
				document.SetContent(slot, html.HTML(svg.String()))
			}
		}
	})
}
