package lessons

import (
	"slices"
	"strings"
	"unicode"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/html"
)

// LessonTitle returns the heading of the lesson box, which describes the scenario
// on screen. The heading contains a short text that remains visible while the box
// is closed. LessonTitle returns "" if the scenario has neither a description nor
// goals.
func (m *LessonsPanel) LessonTitle() html.HTML {
	if m.State == nil || m.Text() == "" && len(m.Run.Goals) == 0 {
		return ""
	}
	return html.B(html.Isolated(m.Words.Tell(m.Run.Title))) + " " +
		html.Span(html.Class("lesson-more"), html.Hide{}, html.I(m.Words.HTML(i18n.LessonMore)), html.I(m.Words.HTML(i18n.LessonLess))) + " " +
		html.Span(html.Class("lesson-short"), html.Text(m.short()))
}

// Text returns the description of the scenario on screen. While the page hides the
// run's future, Text returns only the beginning of the description, because the
// rest reveals the future.
func (m *LessonsPanel) Text() string {
	if m.Run.Covered {
		return beginning(m.Words.Tell(m.Run.Subject))
	}
	return m.Words.Tell(m.Run.About)
}

// short returns the short text that is visible while the lesson box is closed. Once
// all goals are reached, this is the main point of the lesson. While the reader
// schedules by hand, it is the next open goal. Otherwise it is the description.
func (m *LessonsPanel) short() string {
	if m.study.Takeaway != "" && m.finished() {
		return m.Words.Say(i18n.Takeaway) + " " + m.Words.Tell(m.study.Takeaway)
	}
	text := m.Text()
	if text != "" && !m.Hand.Manual {
		return text
	}
	for i := range m.Run.Goals {
		if g := &m.Run.Goals[i]; !m.right(i+1) && !g.Met() {
			return m.Words.Tell(g.Text)
		}
	}
	return text
}

// mostBefore is the maximum number of sentences of the description that are shown
// while the page hides the run's future.
const mostBefore = 2

// beginning returns the first sentences of a text, at most mostBefore of them. It
// stops before a sentence that contains a digit, because such a sentence reveals a
// job, a time or a number from the run.
func beginning(text string) string {
	from, n := 0, 0
	for i, r := range text {
		if unicode.IsDigit(r) {
			break
		}
		after := text[i+len(string(r)):]
		if strings.ContainsRune(".!?", r) && (after == "" || after[0] == ' ') || strings.ContainsRune("。！？", r) {
			from = i + len(string(r))
			if n++; n == mostBefore {
				break
			}
		}
	}
	return text[:from]
}

// AtStart reports whether the run is at its start, where the lesson box is open.
func (m *LessonsPanel) AtStart() bool { return m.Run != nil && m.State != nil && m.State.Step == 0 }

// LessonHTML returns the content of the lesson box: the description of the
// scenario, its goals and, at the start of the run, the buttons to begin.
func (m *LessonsPanel) LessonHTML() html.HTML {
	if m.Run == nil {
		return ""
	}
	var out html.Builder
	text, path := m.Text(), m.onPath()
	if path != nil {
		out.El("p", html.Class("small"), html.Text(m.Words.Tell(path.Title)))
		if text == "" {
			text = m.Words.Tell(path.About)
		}
	}
	if text != "" {
		out.El("p", html.Text(text))
	}
	if len(m.Run.Goals) > 0 {
		m.goals(&out)
	}
	m.takeaway(&out)
	if m.AtStart() && m.Compared == nil && !m.Hand.Manual && (m.Run.Len() > 0 || m.Run.Covered && !m.Run.Ended) {
		m.begin(&out)
	}
	return out.HTML()
}

// onPath returns the path that the reader has chosen if it contains the lesson on
// screen, otherwise nil.
func (m *LessonsPanel) onPath() *Path {
	for i := range m.Paths {
		if p := &m.Paths[i]; p.Name == m.Progress.Path && slices.Contains(p.Lessons, m.Place) {
			return p
		}
	}
	return nil
}

// begin writes the buttons with which the reader starts the run.
func (m *LessonsPanel) begin(out *html.Builder) {
	button := func(class string, do keys.Action, text i18n.Text) html.HTML {
		return " " + html.Button(html.Class(class), html.Num("data-begin", int(do)), m.Words.HTML(text))
	}
	if !m.Run.Covered {
		out.El("p", html.Class("lesson-begin"), button("primary", keys.Forward, i18n.BeginStep))
		return
	}
	out.El("p", html.Class("small"), m.Words.HTML(i18n.BeginCovered))
	out.El("p", html.Class("lesson-begin"), button("primary", keys.NextQuestion, i18n.BeginAsk), button("", keys.Forward, i18n.BeginStep))
}

// Neighbour returns the index of an adjacent lesson and the text of the button that
// leads to it. It returns the lesson after the current lesson if the parameter by
// is 1, and the lesson before it if by is -1. The index is -1 if there is no such
// lesson.
func (m *LessonsPanel) Neighbour(lessons []LessonCard, current, by int) (int, string) {
	i := current + by
	if current < 0 || i < 0 || i >= len(lessons) {
		return -1, ""
	}
	text := i18n.LessonAfter
	if by < 0 {
		text = i18n.LessonBefore
	}
	return i, m.Words.Say(text, i18n.S("lesson", m.Words.Tell(lessons[i].Title)))
}
