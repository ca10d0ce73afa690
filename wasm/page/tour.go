//go:build js && wasm

package page

import (
	"syscall/js"

	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/app/words"
)

// tour is where the tour of five words is.
type tour struct {
	at     int           // the stop; kept when the reader leaves, to go on there
	on     bool          // its card is there
	asked  int32         // the serial of its lesson
	back   *message.Load // what was on screen before; nil: its own lesson
	lesson int           // which lesson that was
	from   element       // what had the focus
}

// offerTour offers the tour on a first visit, below the reasons. Nothing is
// remembered until the reader says no or has come to its end.
func (p *page) offerTour() {
	search := js.Global().Get("location").Get("search").String()
	if share.HasScenario(p.hash()) || search != "" || p.stored("tour") != "" {
		return
	}
	p.sayOffer()
	p.hide("tour-offer", false)
}

func (p *page) sayOffer() {
	c := p.m.Words
	p.setHTML("tour-offer", c.Say(words.TourOffer)+` <button type="button" class="link" data-offer="tour">`+c.Say(words.TourBegin)+
		`</button> <button type="button" class="link quiet" data-offer="no" aria-label="`+c.Say(words.TourRefuse)+`" title="`+c.Say(words.TourRefuse)+`">✕</button>`)
}

func (p *page) listenToTour() {
	p.on("tour-offer", "click", func(e event) {
		b, ok := closest(e, "[data-offer]")
		if !ok {
			return
		}
		if b.GetAttribute("data-offer") == "tour" {
			p.beginTour()
			return
		}
		p.store("tour", "no")
		p.hide("tour-offer", true)
		focus(p.el("why"))
	})
}

// beginTour goes to the lesson of the tour, and to the stop where it was left.
func (p *page) beginTour() {
	if p.tour.on || p.m.Run == nil {
		return
	}
	p.makeTour()
	p.m.Playing = false
	p.tour.on, p.tour.back, p.tour.lesson = true, nil, p.lesson
	if here := p.m.Lessons.Bookmark(); p.lesson < 0 || p.lessons[p.lesson].Name != lessons.TourLesson {
		p.tour.back = &here
	}
	if active := js.Global().Get("document").Get("activeElement"); !active.IsNull() {
		p.tour.from = elementOf(active)
	}
	p.hide("tour-offer", true)
	for i := range p.lessons {
		if p.lessons[i].Name == lessons.TourLesson {
			p.next = i
			l := p.m.Load(message.Load{Form: message.JSON, Text: p.lessons[i].Text, Name: p.lessons[i].Title, At: -1, Job: -1})
			p.tour.asked = l.Serial
			p.sendLoad(l)
		}
	}
}

// makeTour makes the card once.
func (p *page) makeTour() {
	if p.find("tour") != nil {
		return
	}
	card := p.create("dialog")
	card.SetID("tour")
	card.SetAttribute("aria-labelledby", "tour-title")
	put(query(p.root(), "body"), card)
	p.saysAnew("tour", p.showStop)
	p.on("tour", "click", func(e event) {
		if b, ok := closest(e, "[data-tour]"); ok {
			p.walk(b.GetAttribute("data-tour"))
		}
	})
	p.on("tour", "keydown", func(e event) {
		_, button := closest(e, "button")
		if do := lessons.TourKey(e.Key(), button); do != "" && !e.CtrlKey() && !e.MetaKey() && !e.AltKey() {
			e.PreventDefault()
			e.StopPropagation()
			p.walk(do)
		}
	})
	on(js.Global(), "resize", func(event) {
		if p.tour.on {
			p.placeTour()
		}
	})
}

// tourLoaded shows the stop when its lesson has come; another scenario ends it.
func (p *page) tourLoaded() {
	if !p.tour.on {
		return
	}
	if p.m.Run.Serial != p.tour.asked {
		p.closeTour()
		return
	}
	p.showStop()
}

func (p *page) walk(do string) {
	switch {
	case do == "next" && p.tour.at < len(lessons.Stops)-1:
		p.tour.at++
	case do == "back" && p.tour.at > 0:
		p.tour.at--
	case do == "next":
		p.store("tour", "done")
		p.tour.at = 0
		p.leaveTour()
		return
	case do == "leave":
		p.leaveTour()
		return
	}
	p.showStop()
}

// showStop goes to the step of a stop and lights up its panel.
func (p *page) showStop() {
	stop := &lessons.Stops[p.tour.at]
	p.m.Go(stop.Step)
	p.light("")
	p.light(stop.Panel)
	p.el("tour").SetInnerHTML(p.m.Lessons.TourHTML(p.tour.at))
	if d := p.el("tour").Underlying(); !d.Get("open").Bool() {
		d.Call("show")
	}
	p.changed()
	p.placeTour()
	p.find("tour-title").Underlying().Call("focus", map[string]any{"preventScroll": true})
}

// light marks the panel that a stop is about, and brings it into view.
func (p *page) light(panel string) {
	if panel == "" {
		if lit := query(p.root(), ".in-light"); lit != nil {
			lit.Class().Remove("in-light")
		}
		return
	}
	p.el(panel).Class().Add("in-light")
	p.el(panel).Underlying().Call("scrollIntoView", map[string]any{"block": "start"})
}

// placeTour puts the card beside the panel; the style sheet puts it at the foot
// of narrow windows.
func (p *page) placeTour() {
	panel, card := p.el(lessons.Stops[p.tour.at].Panel), p.el("tour")
	box, own := panel.Underlying().Call("getBoundingClientRect"), card.Underlying()
	w, h := own.Get("offsetWidth").Float(), own.Get("offsetHeight").Float()
	width, height := js.Global().Get("innerWidth").Float(), js.Global().Get("innerHeight").Float()
	left, top, right, bottom := box.Get("left").Float(), box.Get("top").Float(), box.Get("right").Float(), box.Get("bottom").Float()
	const gap = 12
	x, y := left+24, top-h-gap
	switch {
	case y > 60:
	case bottom+h+gap < height-60:
		y = bottom + gap
	case right+w+gap < width:
		x, y = right+gap, top+48
	default:
		x, y = left-w-gap, top+48
	}
	card.Style().SetProperty("left", px(min(max(x, 8), max(width-w-8, 8))), "")
	card.Style().SetProperty("top", px(min(max(y, 8), max(height-h-8, 8))), "")
}

// leaveTour brings back what was on screen before the tour.
func (p *page) leaveTour() {
	back, lesson := p.tour.back, p.tour.lesson
	p.closeTour()
	if back != nil {
		p.next = lesson
		p.load(*back)
	}
}

func (p *page) closeTour() {
	p.tour.on = false
	p.light("")
	p.closed("tour")
	if from := p.tour.from; from != nil && from.Underlying().Get("isConnected").Bool() && !from.Underlying().Call("closest", "[hidden]").Truthy() {
		focus(from)
		return
	}
	focus(p.el("why"))
}
