package lessons

import (
	"slices"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Path is a learning path: an ordered list of lessons, given by their indices in
// the list of all lessons.
type Path struct {
	Name, Title, About string
	After              []string // names of the paths to complete before this path
	Lessons            []int
}

// Next returns the index of the lesson that follows the current lesson, or -1 if
// there is none. If the current lesson belongs to the path that the reader has
// chosen, this is the next lesson of the path. Otherwise it is the next in the list
// of all lessons.
func (m *LessonsPanel) Next(lessons []LessonCard, current int) int {
	for i := range m.Paths {
		p := &m.Paths[i]
		if p.Name != m.Progress.Path {
			continue
		}
		if k := slices.Index(p.Lessons, current); k >= 0 {
			if k+1 < len(p.Lessons) {
				return p.Lessons[k+1]
			}
			return -1
		}
	}
	if current < 0 || current+1 >= len(lessons) {
		return -1
	}
	return current + 1
}

// NextText returns the text of the button that leads to the next lesson. The text
// is "" until the run is at its end or all goals of the lesson are reached. After
// the last lesson of the reader's path, the button leads to the other paths. If the
// reader has chosen no path, the text is "" after the last of all lessons.
func (m *LessonsPanel) NextText(lessons []LessonCard, current int) string {
	if m.Lesson == "" || !m.AtEnd() && !m.finished() {
		return ""
	}
	next := m.Next(lessons, current)
	if next < 0 {
		if m.onPath() != nil {
			return m.Words.Say(i18n.PathOver)
		}
		return ""
	}
	return m.Words.Say(i18n.LessonAfter, i18n.S("lesson", m.Words.Tell(lessons[next].Title)))
}

// AtEnd reports whether the last step of the run is on screen.
func (m *LessonsPanel) AtEnd() bool {
	return m.Run != nil && (!m.Run.Covered || m.Run.Ended) && m.State != nil && m.Run.Len() > 0 && int(m.State.Step) == m.Run.Len()
}

// News reports whether there may be progress to record: the run is at its end, or a
// goal is reached.
func (m *LessonsPanel) News() bool {
	return m.AtEnd() || slices.ContainsFunc(m.Run.Goals, func(g message.Goal) bool { return g.Met() })
}
