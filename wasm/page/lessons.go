//go:build js && wasm

package page

import (
	"strconv"
	"syscall/js"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/page/pathsview"
)

// lessonFrom reads a lesson in the format that tools/build writes.
func lessonFrom(v js.Value) lessons.LessonCard {
	text := func(name string) string { return v.Get(name).String() }
	l := lessons.LessonCard{Name: text("name"), Group: text("group"), Title: text("title"), About: text("about"), Text: text("text")}
	l.Goals, l.Ideas, l.Policy = textsOf(v.Get("goals")), textsOf(v.Get("ideas")), textsOf(v.Get("policy"))
	l.Source, l.Part = text("source"), v.Get("part").Int()
	return l
}

// studyFrom reads the learning material of a lesson.
func studyFrom(v js.Value) (s lessons.LessonNotes) {
	s.Minutes, s.Takeaway = v.Get("minutes").Int(), v.Get("takeaway").String()
	for i, list := 0, v.Get("hints"); list.Truthy() && i < list.Length(); i++ {
		s.Hints = append(s.Hints, [2]string{list.Index(i).Index(0).String(), list.Index(i).Index(1).String()})
	}
	return s
}

// textsOf reads a list of texts, which may be null.
func textsOf(v js.Value) (list []string) {
	for i := 0; !v.IsNull() && i < v.Length(); i++ {
		list = append(list, v.Index(i).String())
	}
	return list
}

// firstLesson reads the only lesson that the page itself contains. The others are
// fetched later.
func (p *page) firstLesson() {
	v := p.glue.Call("lesson")
	p.lessons, p.allLessons = []lessons.LessonCard{lessonFrom(v)}, v.Get("all").Int()
}

// fetch loads a JSON file of the page and calls f with its content as a JavaScript
// value. If loading fails, f is not called, and the error appears on the console.
func (p *page) fetch(name string, f func(js.Value)) { p.glue.Call("fetch", name, onceWith(f)) }

// withLessons calls f once all lessons are loaded.
func (p *page) withLessons(f func()) {
	if len(p.lessons) == p.allLessons {
		p.withRest(f)
		return
	}
	p.fetch("lessons.json", func(list js.Value) {
		if len(p.lessons) < p.allLessons {
			for i := 1; i < list.Length(); i++ {
				p.lessons = append(p.lessons, lessonFrom(list.Index(i)))
			}
			p.m.Lessons.Paths = pathsFrom(list.Index(0).Get("paths"))
		}
		p.withRest(func() {
			each(p.hooks.lessons)
			f()
		})
	})
}

// withStudies calls f once the learning material of all lessons is loaded. The
// material is fetched when the reader opens the lesson box or the gallery, or
// reaches a goal.
func (p *page) withStudies(f func()) {
	if p.studied {
		f()
		return
	}
	p.withLessons(func() {
		p.fetch("studies.json", func(list js.Value) {
			for i := range p.lessons {
				p.lessons[i].LessonNotes = studyFrom(list.Index(i))
			}
			p.studied = true
			p.learnStudies(p.m.Words)
			f()
		})
	})
}

// wantStudies fetches the learning material once and then updates the lesson box.
func (p *page) wantStudies() {
	if !p.studying {
		p.studying = true
		p.withStudies(p.showLessonBox)
	}
}

// showLessons updates the lesson picker once the lessons are loaded. The scenario
// on screen may turn out to be one of the lessons.
func (p *page) showLessons() {
	if p.m.Run == nil {
		return
	}
	if p.lesson < 0 {
		p.lesson = p.lessonOf(p.m.Run.Title, p.m.Run.Text)
		p.next = p.lesson
	}
	p.setHTML("pick-lesson", p.m.Lessons.LessonOptions(p.lessons, p.lesson, p.m.Edit.Drafts.Any()))
	if p.m.State != nil {
		p.showLessonBox()
	}
	p.setText("lesson-count", p.m.Lessons.LessonNote(p.allLessons, p.lesson))
	if n := len(p.lessons); n == p.allLessons {
		p.root().SetAttribute("data-lessons", strconv.Itoa(n))
	}
}

// showLessonTexts shows the texts of lessons in the reader's language. It is called
// when the translations have arrived.
func (p *page) showLessonTexts() {
	if p.m.Words != i18n.English {
		p.showPickers()
		p.changed()
	}
}

// lessonOf returns the index of the lesson whose scenario equals the given title
// and text, or -1 if there is none. The scenario may have been opened in any way.
func (p *page) lessonOf(title, text string) int {
	for i := range p.lessons {
		if p.lessons[i].Title == title && canonical(p.lessons[i].Text) == canonical(text) {
			return i
		}
	}
	return -1
}

// canonical returns the canonical form of a scenario's text. It is the same for all
// texts of equal scenarios, and "" for an invalid text.
func canonical(text string) string {
	s, err := scenario.Parse([]byte(text))
	if err != nil {
		return ""
	}
	return string(s.Canonical())
}

// showLessonBox updates the lesson box: the description of the lesson, and the
// links to the lessons before and after it.
func (p *page) showLessonBox() {
	p.m.Lessons.At(p.lessons)
	title := p.m.Lessons.LessonTitle()
	p.setHTML("lesson-title", title)
	p.setHTML("lesson-about", p.m.Lessons.LessonHTML())
	p.hide("lesson-details", title == "")
	if at := p.m.Run.Title + strconv.FormatBool(p.m.Lessons.AtStart()); p.texts["lesson-open"] != at { // set once for each lesson; afterwards the reader opens and closes the description
		p.texts["lesson-open"] = at
		p.el("lesson-details").Underlying().Set("open", p.m.Lessons.AtStart())
	}
	for id, by := range map[string]int{"lesson-before": -1, "lesson-after": 1} {
		i, text := p.m.Lessons.Neighbour(p.lessons, p.lesson, by)
		p.hide(id, i < 0)
		if p.texts[id] != text {
			p.texts[id] = text
			p.el(id).SetAttribute("aria-label", text)
			p.el(id).SetAttribute("title", text)
		}
	}
	text := p.m.Lessons.NextText(p.lessons, p.lesson)
	p.setText("lesson-next", text)
	p.hide("lesson-next", text == "")
	p.hide("lesson-box", title == "" && text == "")
	p.seen()
}

func (p *page) listenToLessonBox() {
	p.on("lesson-details", "toggle", func(event) { p.wantStudies() })
	p.click("lesson-next", func() { p.withLessons(func() { p.path().Next() }) })
	p.on("lesson-about", "click", func(e event) {
		if b, ok := closest(e, "[data-goal]"); ok {
			p.path().Ask(b.GetAttribute("data-goal"))
		}
		if b, ok := closest(e, "[data-hint]"); ok {
			p.hint(b.GetAttribute("data-hint"))
		}
		if b, ok := closest(e, "[data-begin]"); ok {
			focus(p.el("why"))
			p.act(keys.Action(idOf(b, "data-begin")))
		}
	})
	for id, by := range map[string]int{"lesson-before": -1, "lesson-after": 1} {
		p.click(id, func() {
			if i, _ := p.m.Lessons.Neighbour(p.lessons, p.lesson, by); i >= 0 {
				p.pickLesson(strconv.Itoa(i))
			}
		})
	}
}

// hint shows the next hint for a goal, and keeps the focus on the goal's hint
// button.
func (p *page) hint(which string) {
	goal, err := strconv.Atoi(which)
	if err != nil {
		return
	}
	p.m.Lessons.Hint(goal)
	p.showLessonBox()
	if next := elementOf(p.doc.Call("querySelector", `#lesson-about [data-hint="`+which+`"]`)); next != nil {
		focus(next)
	}
}

// pathsFrom reads the learning paths in the format that tools/build writes.
func pathsFrom(list js.Value) []lessons.Path {
	out := make([]lessons.Path, list.Length())
	for i := range out {
		v := list.Index(i)
		out[i] = lessons.Path{Name: v.Get("name").String(), Title: v.Get("title").String(), About: v.Get("about").String(), After: textsOf(v.Get("after"))}
		at := v.Get("lessons")
		for k := range at.Length() {
			out[i].Lessons = append(out[i].Lessons, at.Index(k).Int())
		}
	}
	return out
}

// path returns the controller of learning paths. The controller's package is
// fetched separately. The page must therefore not call any of its code before it is
// needed.
func (p *page) path() *pathsview.PathsController {
	if p.paths == nil {
		p.paths = pathsview.New(pathsview.PathsHost{
			Model: p.m, Lessons: func() []lessons.LessonCard { return p.lessons }, Current: func() int { return p.lesson },
			Pick:    func(i int) { p.pickLesson(strconv.Itoa(i)) },
			Leave:   func() { p.leaveEntry(); p.visits.left = true },
			Changed: p.changed, Save: p.save, Say: p.say, Gallery: func() { p.act(keys.OpenGallery) },
			Close: func() { p.closed("gallery") },
		})
	}
	return p.paths
}

// seen records the reader's progress in the lesson on screen.
func (p *page) seen() {
	m := p.m
	if m.Run == nil || m.Compare != nil {
		return
	}
	if m.Walk.Lecture {
		p.lectured = m.Run.Serial
	}
	if m.Lessons.Lesson != "" && m.Run.Serial != p.lectured && m.Lessons.News() { // showing a lesson in a lecture does not count as progress
		p.wantStudies()
		p.path().See()
	}
}
