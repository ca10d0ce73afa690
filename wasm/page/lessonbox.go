//go:build js && wasm

package page

import "strconv"

// showLessonBox brings up to date what the lesson is about, and the ways to its
// neighbours.
func (p *page) showLessonBox() {
	title := p.m.Lessons.LessonTitle()
	p.setHTML("lesson-title", title)
	p.setHTML("lesson-about", p.m.Lessons.LessonHTML())
	p.hide("lesson-details", title == "")
	some := title != ""
	for id, by := range map[string]int{"lesson-before": -1, "lesson-after": 1} {
		i, text := p.m.Lessons.Neighbour(p.lessons, p.lesson, by)
		p.hide(id, i < 0)
		some = some || i >= 0
		if p.texts[id] != text {
			p.texts[id] = text
			p.el(id).SetAttribute("aria-label", text)
			p.el(id).SetAttribute("title", text)
		}
	}
	p.hide("lesson-box", !some)
	if !p.el("tour-offer").Underlying().Get("hidden").Bool() {
		p.sayOffer() // in the language that the page now speaks
	}
}

func (p *page) listenToLessonBox() {
	for id, by := range map[string]int{"lesson-before": -1, "lesson-after": 1} {
		p.click(id, func() {
			if i, _ := p.m.Lessons.Neighbour(p.lessons, p.lesson, by); i >= 0 {
				p.pickLesson(strconv.Itoa(i))
			}
		})
	}
}
