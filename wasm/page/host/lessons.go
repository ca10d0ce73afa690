//go:build js && wasm

package host

import (
	"strconv"
	"syscall/js"

	"hopyard/core/scenario"
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
