// Package paths makes the list of learning paths above the gallery and records the
// reader's progress. The page loads the code of this package only when the reader
// opens the gallery or reaches the end of a lesson.
//
// A [PathsPanel] wraps the panel of the lessons. PathsHTML returns the list of
// paths, in which finished lessons are marked. See records that the reader has seen
// the end of a lesson, and which goals the run on screen meets. Graded records
// answers to questions, and Taken loads the progress from a file.
package paths

import (
	"slices"

	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/html"
)

// PathsPanel shows the learning paths.
type PathsPanel struct{ *lessons.LessonsPanel }

// PathsHTML returns the list of paths. Each path can be opened to show its lessons
// in order. Finished lessons and lessons with wrong answers are marked. A button of
// each path continues at the first unfinished lesson. The parameter told is a
// message about the progress file that was loaded last.
func (m PathsPanel) PathsHTML(all []lessons.LessonCard, told string) html.HTML {
	if len(m.Paths) == 0 {
		return ""
	}
	c := m.Words
	var list html.HTML
	for i := range m.Paths {
		list += m.path(i, all)
	}
	button := func(do string, text i18n.Text) html.HTML {
		return " " + html.Button(html.Attr{"data-progress", do}, c.HTML(text))
	}
	return html.Section(html.Class("paths"), html.LabelledBy("paths-title"), html.H3(html.ID("paths-title"), c.HTML(i18n.PathsTitle)), html.Div(html.Class("path-list"), list),
		html.P(html.Class("small progress"), html.Span(c.HTML(i18n.ProgressNote)), button("save", i18n.ProgressSave), button("take", i18n.ProgressTake)),
		html.Status("progress-told", html.Text(told)))
}

func (m PathsPanel) path(i int, all []lessons.LessonCard) html.HTML {
	c, p := m.Words, &m.Paths[i]
	done, minutes, next := int64(0), 0, -1
	for _, k := range p.Lessons {
		minutes += all[k].Minutes
		if m.done(&all[k]) {
			done++
		} else if next < 0 {
			next = k
		}
	}
	open := m.Progress.Path == "" && i == 0 // a new reader begins with the first path
	if p.Name == m.Progress.Path {
		open = true
		if k := slices.IndexFunc(all, func(l lessons.LessonCard) bool { return l.Name == m.Progress.Last }); slices.Contains(p.Lessons, k) && !m.done(&all[k]) {
			next = k
		}
	}
	var after, begin, list html.HTML
	if len(p.After) > 0 {
		after = html.P(html.Class("small"), i18n.UpperHTML(c.HTML(i18n.PathAfter, i18n.S("paths", i18n.List(c, m.titles(p.After)...)))))
	}
	if next >= 0 {
		text := i18n.PathBegin
		if done > 0 || p.Name == m.Progress.Path {
			text = i18n.PathContinue
		}
		begin = html.P(html.Button(html.Class("primary"), html.Num("data-go", next), c.HTML(text, i18n.S("lesson", c.Tell(all[next].Title)))))
	}
	for _, k := range p.Lessons {
		list += m.lesson(&all[k], k)
	}
	return html.El("details", html.Class("path"), html.Attr{"data-path", p.Name}, html.If(open, html.Flag("open")),
		html.El("summary", html.Bold(c.Tell(p.Title)), html.HTML(" "), html.Span(html.Class("small"), c.HTML(i18n.PathCount, c.N("n", done), c.N("all", int64(len(p.Lessons))), c.N("minutes", int64(minutes))))),
		html.P(html.Text(c.Tell(p.About))), after, begin, html.Ol(list))
}

// lesson returns a lesson of a path: the button that opens it, its length, and what
// the reader has reached in it.
func (m PathsPanel) lesson(l *lessons.LessonCard, k int) html.HTML {
	c := m.Words
	out := html.Button(html.Num("data-go", k), html.Text(c.Tell(l.Title))) + " " + html.Small(c.HTML(i18n.PathMinutes, c.N("n", int64(l.Minutes))))
	met, done := m.Reached(l)
	switch {
	case done:
		out += lessons.Mark(true, c.HTML(i18n.PathDone))
	case met > 0:
		out += " " + html.Small(c.HTML(i18n.PathGoals, c.N("n", int64(met)), c.N("all", int64(len(l.Goals)))))
	}
	if wrong := m.wrong(l.Name); len(wrong) > 0 {
		out += lessons.Mark(false, c.HTML(i18n.PathWrong, i18n.H("slips", m.Slips(wrong))))
	}
	if done && l.Takeaway != "" {
		out += html.P(html.Class("small"), html.Text(c.Tell(l.Takeaway)))
	}
	return html.Li(out)
}

// titles returns the titles of the paths with the given names.
func (m PathsPanel) titles(names []string) (titles []string) {
	for i := range m.Paths {
		if slices.Contains(names, m.Paths[i].Name) {
			titles = append(titles, m.Words.Tell(m.Paths[i].Title))
		}
	}
	return titles
}

// First returns the index of the first unfinished lesson of a path. If all lessons
// of the path are finished, it returns the first lesson. It returns -1 if the path
// does not exist.
func (m PathsPanel) First(path string, all []lessons.LessonCard) int {
	k := slices.IndexFunc(m.Paths, func(p lessons.Path) bool { return p.Name == path })
	if k < 0 {
		return -1
	}
	list := m.Paths[k].Lessons
	return list[max(slices.IndexFunc(list, func(i int) bool { return !m.done(&all[i]) }), 0)]
}

func (m PathsPanel) done(l *lessons.LessonCard) bool {
	_, done := m.Reached(l)
	return done
}

// wrong returns the names of the misconceptions that explain the reader's latest
// wrong answers in a lesson, without duplicates.
func (m PathsPanel) wrong(lesson string) (names []string) {
	l := m.Progress.Find(lesson)
	if l == nil {
		return nil
	}
	for i := range l.Goals {
		for _, name := range l.Goals[i].Wrong {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// See records the progress that is visible at the step on screen: whether the
// reader has seen the end of the lesson, and which goals the run meets. It reports
// whether there is new progress to store.
func (m PathsPanel) See() bool {
	if m.Lesson == "" || m.Run == nil {
		return false
	}
	fresh := false
	if m.AtEnd() {
		if l := m.Progress.Of(m.Lesson); !l.Done {
			l.Done, fresh = true, true
		}
	}
	for i := range m.Run.Goals {
		if m.Run.Goals[i].Met() {
			fresh = m.Progress.Of(m.Lesson).Answer(i+1, true, "") || fresh
		}
	}
	return fresh
}

// Graded records the grade of the answer to a question for those goals of the
// lesson that ask this question. It reports whether the recorded progress has
// changed.
func (m PathsPanel) Graded(q *quiz.Question, right bool, slip quiz.Misconception) bool {
	if m.Lesson == "" || m.Run == nil {
		return false
	}
	fresh := false
	for i := range m.Run.Goals {
		if g := &m.Run.Goals[i]; g.Asks && g.Kind == q.Kind && q.At == g.At && (g.Job == workload.NoJob || g.Job == q.Job) {
			fresh = m.Progress.Of(m.Lesson).Answer(i+1, right, slip.String()) || fresh
		}
	}
	return fresh
}

// StepBefore returns the number of steps that happen before the given instant.
func (m PathsPanel) StepBefore(at simtime.Time) int {
	n := 0
	for n < m.Run.Len() && m.Run.Time(n+1) < at {
		n++
	}
	return n
}

// Taken replaces the reader's progress by the progress stored in a file. It returns
// a message about the file.
func (m PathsPanel) Taken(src []byte) (told string, err error) {
	p, err := scenario.ParseProgress(src)
	if err != nil {
		return "", err
	}
	m.Progress = p
	return m.Words.Say(i18n.ProgressTaken, m.Words.N("n", int64(len(p.Lessons)))), nil
}
