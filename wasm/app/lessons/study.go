package lessons

import (
	"slices"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// At records which lesson is on screen, or which lesson the reader edited to make
// the scenario on screen. It recognizes the lesson by its title, which equals the
// title of the run. If no lesson has this title, At records that there is none.
func (m *LessonsPanel) At(lessons []LessonCard) {
	name, place := "", -1
	for i := range lessons {
		if m.Run != nil && lessons[i].Title == m.Run.Title {
			name, place, m.study = lessons[i].Name, i, lessons[i].LessonNotes
		}
	}
	if name != m.Lesson {
		m.hints = nil
	}
	m.Lesson, m.Place = name, place
}

// placementIdeas lists the ideas for which the distances between nodes matter.
var placementIdeas = []string{"locality", "topology", "network", "resources"}

// AboutPlacement reports whether questions about placements are suitable for the
// lesson.
func (l *LessonCard) AboutPlacement() bool {
	return slices.ContainsFunc(l.Ideas, func(idea string) bool { return slices.Contains(placementIdeas, idea) })
}

// reached returns the number of goals that the reader has reached in a lesson. A
// goal is reached by a correct answer or by building the required situation.
func reached(l *scenario.LessonProgress) (n int) {
	if l == nil {
		return 0
	}
	for i := range l.Goals {
		if l.Goals[i].Right {
			n++
		}
	}
	return n
}

// right reports whether the reader has reached the goal with the given number in
// the lesson on screen. Goals are numbered from 1. A goal is reached by a correct
// answer or by building the required situation.
func (m *LessonsPanel) right(goal int) bool {
	known := m.known()
	if known == nil {
		return false
	}
	g := known.Find(goal)
	return g != nil && g.Right
}

// Reached returns the number of goals reached in a lesson, and whether the lesson
// is finished. A lesson with goals is finished when all of them are reached. A
// lesson without goals is finished when the reader has seen its end.
func (m *LessonsPanel) Reached(l *LessonCard) (n int, done bool) {
	known := m.Progress.Find(l.Name)
	n = reached(known)
	return n, n >= len(l.Goals) && (n > 0 || known != nil && known.Done)
}

// finished reports whether the lesson on screen has goals and all of them are
// reached.
func (m *LessonsPanel) finished() bool {
	return m.Lesson != "" && m.Run != nil && len(m.Run.Goals) > 0 && reached(m.known()) >= len(m.Run.Goals)
}

// takeaway writes the main point of the lesson if all its goals are reached.
func (m *LessonsPanel) takeaway(out *html.Builder) {
	if m.study.Takeaway != "" && m.finished() {
		out.El("p", html.Class("takeaway"), html.B(m.Words.HTML(i18n.Takeaway)), html.Text(" "+m.Words.Tell(m.study.Takeaway)))
	}
}

// hint returns the hints that the reader has requested for a goal, and the button
// that shows the next hint. The parameter goal is the index of the goal among all
// goals of the lesson. The parameter which is its index among those goals that
// require building a situation.
func (m *LessonsPanel) hint(goal, which int) (out html.HTML) {
	if which >= len(m.study.Hints) {
		return ""
	}
	shown := 0
	if goal < len(m.hints) {
		shown = m.hints[goal]
	}
	for _, text := range m.study.Hints[which][:shown] {
		out += html.P(html.Class("hint"), html.Text(m.Words.Tell(text)))
	}
	if shown < 2 {
		text := i18n.GoalHint
		if shown == 1 {
			text = i18n.GoalHow
		}
		out += " " + html.Button(html.Num("data-hint", goal), m.Words.HTML(text))
	}
	return out
}

// Hint reveals the next hint for the goal with the given index. Each goal has at
// most two hints.
func (m *LessonsPanel) Hint(goal int) {
	for len(m.hints) <= goal {
		m.hints = append(m.hints, 0)
	}
	m.hints[goal] = min(m.hints[goal]+1, 2)
}
