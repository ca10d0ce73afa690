package lessons

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
)

// At finds the lesson on screen, or the lesson from which the reader edited the
// scenario on screen. It is the lesson whose title equals that of the run. At
// records no lesson if no title is equal.
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

// placementIdeas lists the ideas whose lessons involve distances between nodes.
var placementIdeas = []string{"locality", "topology", "network", "resources"}

// AboutPlacement reports whether the lesson is suited for questions about
// placements.
func (l *LessonCard) AboutPlacement() bool {
	return slices.ContainsFunc(l.Ideas, func(idea string) bool { return slices.Contains(placementIdeas, idea) })
}

// reached returns the number of goals of a lesson that the reader has reached, by a
// correct answer or by building the situation.
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

// right reports whether the reader has reached a goal of the lesson on screen, by a
// correct answer or by building the situation. The number of the goal counts from
// 1.
func (m *LessonsPanel) right(goal int) bool {
	known := m.known()
	if known == nil {
		return false
	}
	g := known.Find(goal)
	return g != nil && g.Right
}

// Reached returns the number of goals reached in a lesson, and whether the lesson
// is finished. A lesson with goals is finished when all goals are reached. A lesson
// without goals is finished once the reader has seen it to its end.
func (m *LessonsPanel) Reached(l *LessonCard) (n int, done bool) {
	known := m.Progress.Find(l.Name)
	n = reached(known)
	return n, n >= len(l.Goals) && (n > 0 || known != nil && known.Done)
}

// finished reports whether the lesson on screen has goals and all are reached.
func (m *LessonsPanel) finished() bool {
	return m.Lesson != "" && m.Run != nil && len(m.Run.Goals) > 0 && reached(m.known()) >= len(m.Run.Goals)
}

// takeaway writes the main point of the lesson if all its goals are reached.
func (m *LessonsPanel) takeaway(out *strings.Builder) {
	if m.study.Takeaway != "" && m.finished() {
		out.WriteString(`<p class="takeaway"><b>` + m.Words.Say(i18n.Takeaway) + `</b> ` + i18n.Escape(m.Words.Tell(m.study.Takeaway)) + `</p>`)
	}
}

// hint writes the hints that the reader has requested for a goal, and the button
// for the next hint. goal is the index of the goal among all goals of the lesson,
// which its index among the goals that require building a situation.
func (m *LessonsPanel) hint(out *strings.Builder, goal, which int) {
	if which >= len(m.study.Hints) {
		return
	}
	shown := 0
	if goal < len(m.hints) {
		shown = m.hints[goal]
	}
	for _, text := range m.study.Hints[which][:shown] {
		out.WriteString(`<p class="hint">` + i18n.Escape(m.Words.Tell(text)) + `</p>`)
	}
	if shown < 2 {
		text := i18n.GoalHint
		if shown == 1 {
			text = i18n.GoalHow
		}
		fmt.Fprintf(out, ` <button type="button" data-hint="%d">%s</button>`, goal, m.Words.Say(text))
	}
}

// Hint reveals one more hint for the goal with the given index. Each goal has two
// hints at most.
func (m *LessonsPanel) Hint(goal int) {
	for len(m.hints) <= goal {
		m.hints = append(m.hints, 0)
	}
	m.hints[goal] = min(m.hints[goal]+1, 2)
}
