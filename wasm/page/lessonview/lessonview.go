//go:build js && wasm

// Package lessonview shows the lessons: the box beside the run, and the gallery. It
// records the reader's progress.
package lessonview

import (
	"strconv"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
	"hopyard/wasm/page/pathsview"
)

// LessonView is the controller of the lessons.
type LessonView struct {
	*host.Host
	studying bool                       // whether the learning material has been requested
	lectured int32                      // serial of the run last shown in a lecture
	paths    *pathsview.PathsController // nil until the reader has progress in lessons or opens the gallery
}

// New returns the controller of the lessons.
func New(h *host.Host) *LessonView {
	p := &LessonView{Host: h}
	h.OnAction(keys.OpenGallery, p.openGallery)
	h.OnLessons(p.ShowLessons)
	h.OnLessons(p.showLessonTexts)
	p.listenToLessonBox()
	return p
}

// wantStudies fetches the learning material once and then updates the lesson box.
func (p *LessonView) wantStudies() {
	if !p.studying {
		p.studying = true
		p.WithStudies(p.ShowLessonBox)
	}
}

// ShowLessons updates the lesson picker once the lessons are loaded. The scenario
// on screen may turn out to be one of the lessons.
func (p *LessonView) ShowLessons() {
	if p.App.Run == nil {
		return
	}
	if p.Lesson < 0 {
		p.Lesson = p.LessonOf(p.App.Run.Title, p.App.Run.Text)
		p.Next = p.Lesson
	}
	p.SetHTML("pick-lesson", p.App.Lessons.LessonOptions(p.Lessons, p.Lesson, p.App.Edit.Drafts.Any()))
	if p.App.State != nil {
		p.ShowLessonBox()
	}
	p.SetText("lesson-count", p.App.Lessons.LessonNote(p.AllLessons, p.Lesson))
	if n := len(p.Lessons); n == p.AllLessons {
		p.Root().SetAttribute("data-lessons", strconv.Itoa(n))
	}
}

// showLessonTexts shows the texts of lessons in the reader's language. It is called
// when the translations have arrived.
func (p *LessonView) showLessonTexts() {
	if p.App.Words != i18n.English {
		p.ShowPickers()
		p.Changed()
	}
}

// ShowLessonBox updates the lesson box: the description of the lesson, and the
// links to the lessons before and after it.
func (p *LessonView) ShowLessonBox() {
	p.App.Lessons.At(p.Lessons)
	title := p.App.Lessons.LessonTitle()
	p.SetHTML("lesson-title", title)
	p.SetHTML("lesson-about", p.App.Lessons.LessonHTML())
	p.Hide("lesson-details", title == "")
	if at := p.App.Run.Title + strconv.FormatBool(p.App.Lessons.AtStart()); p.Texts["lesson-open"] != at { // set once for each lesson; afterwards the reader opens and closes the description
		p.Texts["lesson-open"] = at
		p.El("lesson-details").Underlying().Set("open", p.App.Lessons.AtStart())
	}
	for id, by := range map[string]int{"lesson-before": -1, "lesson-after": 1} {
		i, text := p.App.Lessons.Neighbour(p.Lessons, p.Lesson, by)
		p.Hide(id, i < 0)
		if p.Texts[id] != text {
			p.Texts[id] = text
			p.El(id).SetAttribute("aria-label", text)
			p.El(id).SetAttribute("title", text)
		}
	}
	text := p.App.Lessons.NextText(p.Lessons, p.Lesson)
	p.SetText("lesson-next", text)
	p.Hide("lesson-next", text == "")
	p.Hide("lesson-box", title == "" && text == "")
	p.seen()
}

func (p *LessonView) listenToLessonBox() {
	p.On("lesson-details", "toggle", func(document.DOMEvent) { p.wantStudies() })
	p.Click("lesson-next", func() { p.WithLessons(func() { p.Path().Next() }) })
	p.On("lesson-about", "click", func(e document.DOMEvent) {
		if b, ok := document.Closest(e, "[data-goal]"); ok {
			p.Path().Ask(b.GetAttribute("data-goal"))
		}
		if b, ok := document.Closest(e, "[data-hint]"); ok {
			p.hint(b.GetAttribute("data-hint"))
		}
		if b, ok := document.Closest(e, "[data-begin]"); ok {
			document.Focus(p.El("why"))
			p.Act(keys.Action(host.IDOf(b, "data-begin")))
		}
	})
	for id, by := range map[string]int{"lesson-before": -1, "lesson-after": 1} {
		p.Click(id, func() {
			if i, _ := p.App.Lessons.Neighbour(p.Lessons, p.Lesson, by); i >= 0 {
				p.PickLesson(strconv.Itoa(i))
			}
		})
	}
}

// hint shows the next hint for a goal, and keeps the focus on the goal's hint
// button.
func (p *LessonView) hint(which string) {
	goal, err := strconv.Atoi(which)
	if err != nil {
		return
	}
	p.App.Lessons.Hint(goal)
	p.ShowLessonBox()
	if next := document.ElementOf(p.Doc.Call("querySelector", `#lesson-about [data-hint="`+which+`"]`)); next != nil {
		document.Focus(next)
	}
}

// Path returns the controller of learning paths. The controller's package is
// fetched separately. The page must therefore not call any of its code before it is
// needed.
func (p *LessonView) Path() *pathsview.PathsController {
	if p.paths == nil {
		p.paths = pathsview.New(p.Host)
	}
	return p.paths
}

// seen records the reader's progress in the lesson on screen.
func (p *LessonView) seen() {
	m := p.App
	if m.Run == nil || m.Compare != nil {
		return
	}
	if m.Walk.Lecture {
		p.lectured = m.Run.Serial
	}
	if m.Lessons.Lesson != "" && m.Run.Serial != p.lectured && m.Lessons.News() { // showing a lesson in a lecture does not count as progress
		p.wantStudies()
		p.Path().See()
	}
}
