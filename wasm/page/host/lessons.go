//go:build js && wasm

package host

import (
	"strconv"
	"syscall/js"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/page/document"
)

// PickLesson loads a lesson, or carries out another choice of the picker.
func (p *Host) PickLesson(value string) {
	p.SetValue("pick-lesson", strconv.Itoa(p.Lesson))
	if p.Lesson < 0 {
		p.SetValue("pick-lesson", lessons.PickOwn)
	}
	switch value {
	case lessons.PickGallery:
		p.Act(keys.OpenGallery)
		return
	case lessons.PickDrafts:
		p.Act(keys.OpenDrafts)
		return
	case lessons.PickLive:
		p.Act(keys.OpenLive)
		return
	case lessons.PickFile:
		p.Act(keys.OpenFile)
		return
	}
	if i, err := strconv.Atoi(value); err == nil && i >= 0 && i < len(p.Lessons) {
		p.Next = i
		p.Visit(message.Load{Form: message.JSON, Text: p.Lessons[i].Text, Name: p.Lessons[i].Title, At: -1, Job: -1})
	}
}

// lessonFrom reads a lesson in the format that tools/build writes.
func lessonFrom(v js.Value) lessons.LessonCard {
	text := func(name string) string { return v.Get(name).String() }
	l := lessons.LessonCard{Name: text("name"), Group: text("group"), Title: text("title"), About: text("about"), Text: text("text")}
	l.Goals, l.Ideas, l.Policy = document.TextsOf(v.Get("goals")), document.TextsOf(v.Get("ideas")), document.TextsOf(v.Get("policy"))
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

// FirstLesson reads the only lesson that the page itself contains. The others are
// fetched later.
func (p *Host) FirstLesson() {
	v := p.Glue.Call("lesson")
	p.Lessons, p.AllLessons = []lessons.LessonCard{lessonFrom(v)}, v.Get("all").Int()
}

// WithLessons calls f once all lessons are loaded.
func (p *Host) WithLessons(f func()) {
	if len(p.Lessons) == p.AllLessons {
		p.WithRest(f)
		return
	}
	p.Fetch("lessons.json", func(list js.Value) {
		if len(p.Lessons) < p.AllLessons {
			for i := 1; i < list.Length(); i++ {
				p.Lessons = append(p.Lessons, lessonFrom(list.Index(i)))
			}
			p.App.Lessons.Paths = pathsFrom(list.Index(0).Get("paths"))
		}
		p.WithRest(func() {
			each(p.hooks.lessons)
			f()
		})
	})
}

// WithStudies calls f once the learning material of all lessons is loaded. The
// material is fetched when the reader opens the lesson box or the gallery, or
// reaches a goal.
func (p *Host) WithStudies(f func()) {
	if p.studied {
		f()
		return
	}
	p.WithLessons(func() {
		p.Fetch("studies.json", func(list js.Value) {
			for i := range p.Lessons {
				p.Lessons[i].LessonNotes = studyFrom(list.Index(i))
			}
			p.studied = true
			p.learnStudies(p.App.Words)
			f()
		})
	})
}

// LessonOf returns the index of the lesson whose scenario equals the given title
// and text, or -1 if there is none. The scenario may have been opened in any way.
func (p *Host) LessonOf(title, text string) int {
	for i := range p.Lessons {
		if p.Lessons[i].Title == title && canonical(p.Lessons[i].Text) == canonical(text) {
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

// pathsFrom reads the learning paths in the format that tools/build writes.
func pathsFrom(list js.Value) []lessons.Path {
	out := make([]lessons.Path, list.Length())
	for i := range out {
		v := list.Index(i)
		out[i] = lessons.Path{Name: v.Get("name").String(), Title: v.Get("title").String(), About: v.Get("about").String(), After: document.TextsOf(v.Get("after"))}
		at := v.Get("lessons")
		for k := range at.Length() {
			out[i].Lessons = append(out[i].Lessons, at.Index(k).Int())
		}
	}
	return out
}

// Language applies the language that static/js/lang.js has determined. Usually its
// texts are already loaded, and the language is set before the first schedule
// appears. Otherwise it is set as soon as the texts arrive.
func (p *Host) Language() {
	p.SetValue("pick-lang", p.Glue.Call("chosen").String())
	if said := p.Glue.Call("spoken"); !said.IsNull() {
		p.App.Words = p.catalog(said.Get("code").String(), said.Get("pack"))
	} else {
		p.speak(p.Glue.Call("chosen").String())
	}
	p.On("pick-lang", "change", func(document.DOMEvent) {
		p.speak(p.Value("pick-lang"))
	})
}

// speak switches to another language, without reloading the page or the run.
func (p *Host) speak(code string) {
	p.Glue.Call("speak", code, js.FuncOf(func(_ js.Value, args []js.Value) any {
		if c := p.catalog(args[0].String(), args[1]); c != p.App.Words {
			p.App.Speak(c)
			p.updateLanguage()
		}
		return nil
	}))
}

// catalog returns the catalog of a language, made from the language pack that
// tools/build/lang writes. It makes the catalog of each language only once.
func (p *Host) catalog(code string, pack js.Value) *i18n.Catalog {
	if pack.IsNull() || pack.IsUndefined() {
		return i18n.English
	}
	for _, c := range p.spoken {
		if c.Code == code {
			return c
		}
	}
	areas := pack.Get("texts")
	texts := make([][]string, areas.Length())
	for i := range texts {
		texts[i] = document.ListOf(areas.Index(i))
	}
	c := i18n.Load(code, texts)
	names := pack.Get("names")
	keys := document.ListOf(js.Global().Get("Object").Call("keys", names))
	values := document.ListOf(js.Global().Get("Object").Call("values", names))
	for i, key := range keys {
		c.Learn(key, values[i])
	}
	p.learnLesson(c, 0, document.ListOf(pack.Get("first")))
	p.spoken = append(p.spoken, c)
	return c
}

// learnLesson adds the translation of a lesson's title, description and goals.
func (p *Host) learnLesson(c *i18n.Catalog, i int, said []string) {
	if i >= len(p.Lessons) || len(said) < 2 {
		return
	}
	l := &p.Lessons[i]
	c.Learn(l.Title, said[0])
	c.Learn(l.About, said[1])
	for k, goal := range l.Goals {
		if k+2 < len(said) {
			c.Learn(goal, said[k+2])
		}
	}
}

// learnStudies adds the translations of the lessons' takeaways and hints, once both
// the English texts and the translations are loaded.
func (p *Host) learnStudies(c *i18n.Catalog) {
	list, ok := p.studies[c.Code]
	if !ok || !p.studied {
		return
	}
	for i := range p.Lessons {
		study, said := &p.Lessons[i].LessonNotes, document.ListOf(list.Index(i))
		english := []string{study.Takeaway}
		for _, h := range study.Hints {
			english = append(english, h[0], h[1])
		}
		for k := range min(len(english), len(said)) {
			c.Learn(english[k], said[k])
		}
	}
}

// WithRest calls f once the texts of all lessons and forms are loaded in the
// reader's language. They are fetched separately, because the first schedule does
// not need them.
func (p *Host) WithRest(f func()) {
	c := p.App.Words
	if c == i18n.English || p.Rest[c.Code] {
		f()
		return
	}
	p.Translating++
	p.Fetch("lang/"+c.Code+"-more.json", func(more js.Value) {
		p.Translating--
		for i := range p.Lessons {
			p.learnLesson(c, i, document.ListOf(more.Get("lessons").Index(i)))
		}
		p.studies[c.Code] = more.Get("studies")
		p.learnStudies(c)
		for i := range p.App.Lessons.Paths {
			path, said := &p.App.Lessons.Paths[i], document.ListOf(more.Get("paths").Index(i))
			c.Learn(path.Title, said[0])
			c.Learn(path.About, said[1])
		}
		said, at := document.ListOf(more.Get("forms")), 0
		learn := func(english string) {
			c.Learn(english, said[at])
			at++
		}
		for i := range p.Sheet.Forms {
			form := &p.Sheet.Forms[i]
			learn(form.Title)
			learn(form.About)
			for k := range form.Fields {
				learn(form.Fields[k].Title)
				learn(form.Fields[k].About)
			}
		}
		if len(p.Lessons) == p.AllLessons && p.Sheet.Forms != nil {
			p.Rest[c.Code] = true
		}
		f()
	})
}

// updateLanguage updates all texts on screen after a change of language. The step, the
// selection and the scroll positions do not change.
func (p *Host) updateLanguage() {
	each(p.hooks.language)
	p.ShowPickers()
	p.Changed()
	if len(p.Lessons) == p.AllLessons {
		p.WithRest(func() { each(p.hooks.lessons) })
	}
	for id, f := range p.retold {
		if d := p.Find(id); d != nil && d.Underlying().Get("open").Bool() {
			f()
		}
	}
}
