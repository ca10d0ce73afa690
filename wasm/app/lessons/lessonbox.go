package lessons

import (
	"strings"

	"hopyard/wasm/app/words"
)

// LessonTitle heads what the scenario on screen is about; "" where it does not
// say, and at the start, where the sentence tells it.
func (m *Panel) LessonTitle() string {
	if m.State == nil || m.State.Step == 0 || m.Run.About == "" && len(m.Run.Goals) == 0 {
		return ""
	}
	return `<b>` + words.Isolated(m.Words.Tell(m.Run.Title)) + `</b> · ` + m.Words.Say(words.LessonFindOut)
}

// LessonHTML is what the scenario on screen is about, and what to find out.
func (m *Panel) LessonHTML() string {
	if m.Run == nil {
		return ""
	}
	var out strings.Builder
	if m.Run.About != "" {
		out.WriteString(`<p>` + words.Escape(m.Words.Tell(m.Run.About)) + `</p>`)
	}
	if len(m.Run.Goals) > 0 {
		m.goals(&out)
	}
	m.takeaway(&out)
	return out.String()
}

// Neighbour is the lesson before a lesson, or after it, and what its button
// says; -1 where there is none.
func (m *Panel) Neighbour(lessons []Lesson, current, by int) (int, string) {
	i := current + by
	if current < 0 || i < 0 || i >= len(lessons) {
		return -1, ""
	}
	text := words.LessonAfter
	if by < 0 {
		text = words.LessonBefore
	}
	return i, m.Words.Say(text, words.S("lesson", m.Words.Tell(lessons[i].Title)))
}
