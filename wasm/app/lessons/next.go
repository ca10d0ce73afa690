package lessons

import (
	"slices"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Path is lessons in an order, by their places among all.
type Path struct {
	Name, Title, About string
	After              []string // names of the paths that best come before
	Lessons            []int
}

// Next is the lesson that follows one on the path that the reader takes, else
// among all; -1 for none.
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

// NextText returns what the button to the next lesson says, at the end of a lesson or when
// its goals are met. After the last one of a path it leads to the other paths; "" before
// that, and where no lesson follows.
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

// News reports whether See has something to look at.
func (m *LessonsPanel) News() bool {
	return m.AtEnd() || slices.ContainsFunc(m.Run.Goals, func(g message.Goal) bool { return g.Met() })
}
