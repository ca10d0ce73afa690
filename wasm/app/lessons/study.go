package lessons

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
)

// At determines which lesson is on screen, or was before the reader edited it: the
// lesson with the same title as the run, or none.
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

// placementIdeas lists the ideas of lessons that define or need a notion of distance
// between nodes.
var placementIdeas = []string{"locality", "topology", "network", "resources"}

// AboutPlacement reports whether questions about placements suit a lesson.
func (l *LessonCard) AboutPlacement() bool {
	return slices.ContainsFunc(l.Ideas, func(idea string) bool { return slices.Contains(placementIdeas, idea) })
}

// reached returns the number of goals of a lesson that the reader answered
// correctly or built.
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

// right reports whether the reader answered correctly or built a goal of the lesson
// on screen. Goals count from 1.
func (m *LessonsPanel) right(goal int) bool {
	known := m.known()
	if known == nil {
		return false
	}
	g := known.Find(goal)
	return g != nil && g.Right
}

// Reached returns the number of goals met in a lesson, and whether the lesson is
// finished. It is finished if all its goals are met or, if it has no goals, once it
// has been seen to its end.
func (m *LessonsPanel) Reached(l *LessonCard) (n int, done bool) {
	known := m.Progress.Find(l.Name)
	n = reached(known)
	return n, n >= len(l.Goals) && (n > 0 || known != nil && known.Done)
}

// finished reports whether all goals of the lesson on screen are met.
func (m *LessonsPanel) finished() bool {
	return m.Lesson != "" && m.Run != nil && len(m.Run.Goals) > 0 && reached(m.known()) >= len(m.Run.Goals)
}

// takeaway writes the main point of the lesson once its goals are met.
func (m *LessonsPanel) takeaway(out *strings.Builder) {
	if m.study.Takeaway != "" && m.finished() {
		out.WriteString(`<p class="takeaway"><b>` + m.Words.Say(i18n.Takeaway) + `</b> ` + i18n.Escape(m.Words.Tell(m.study.Takeaway)) + `</p>`)
	}
}

// hint writes the hints that the reader requested for a goal to build, and the
// button for the next hint. which is the number of goals to build that precede it.
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

// Hint shows another hint for the goal with an index. There are at most two.
func (m *LessonsPanel) Hint(goal int) {
	for len(m.hints) <= goal {
		m.hints = append(m.hints, 0)
	}
	m.hints[goal] = min(m.hints[goal]+1, 2)
}
