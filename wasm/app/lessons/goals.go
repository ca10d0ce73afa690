package lessons

import (
	"fmt"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// goals writes the list of the lesson's goals. A goal is either a question to
// answer or a situation to build. For a question the list shows the result of the
// reader's answer. For a situation it shows whether it occurs in the run on screen.
func (m *LessonsPanel) goals(out *strings.Builder) {
	known, builds := m.known(), 0
	out.WriteString(`<h3>` + m.Words.Say(i18n.LessonFindOut) + `</h3><ul class="goals">`)
	for i := range m.Run.Goals {
		g := &m.Run.Goals[i]
		out.WriteString(`<li><span>` + i18n.Escape(m.Words.Tell(g.Text)) + `</span>`)
		switch {
		case g.Asks:
			fmt.Fprintf(out, ` <button type="button" data-goal="%d" aria-label="%s">%s</button>`, i,
				i18n.Escape(m.Words.Colon(m.Words.Say(i18n.GoalAsk), m.Words.Tell(g.Text))), m.Words.Say(i18n.GoalAsk))
			if known != nil {
				m.answered(out, known.Find(i+1))
			}
		case g.Builds():
			if m.right(i + 1) {
				Mark(out, true, m.Words.Say(i18n.GoalDone))
			} else {
				m.buildStatus(out, g)
				if !g.Met() {
					m.hint(out, i, builds)
				}
			}
			builds++
		}
		out.WriteString(`</li>`)
	}
	out.WriteString(`</ul>`)
}

// known returns the recorded progress in the lesson on screen, or nil if there is
// none.
func (m *LessonsPanel) known() *scenario.LessonProgress {
	if m.Lesson == "" {
		return nil
	}
	return m.Progress.Find(m.Lesson)
}

// Mark writes a label that shows by its colour and by the given text whether a goal
// is reached.
func Mark(out *strings.Builder, good bool, text string) {
	class := "bad"
	if good {
		class = "good"
	}
	out.WriteString(` <em class="mark ` + class + `">` + text + `</em>`)
}

func (m *LessonsPanel) answered(out *strings.Builder, g *scenario.GoalProgress) {
	switch {
	case g == nil:
	case len(g.Wrong) > 0:
		Mark(out, false, m.Words.Say(i18n.GoalSlip, i18n.S("slip", m.Slips(g.Wrong))))
	case g.Right:
		Mark(out, true, m.Words.Say(i18n.GoalRight))
	default:
		Mark(out, false, m.Words.Say(i18n.GoalWrong))
	}
}

// Slips returns the names of misconceptions as a list in HTML.
func (m *LessonsPanel) Slips(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = `<i>` + m.Words.Foreign(strings.ReplaceAll(name, "-", " ")) + `</i>`
	}
	return m.Words.List(list...)
}

// buildStatus writes whether the run on screen contains the situation that a goal
// requires. If it does not, buildStatus lists the conditions that are not met. It
// omits the list while the page hides the run's future, because the numbers in the
// conditions would reveal it.
func (m *LessonsPanel) buildStatus(out *strings.Builder, g *message.Goal) {
	if g.Met() {
		Mark(out, true, m.Words.Say(i18n.GoalDone))
		return
	}
	if m.AtStart() { // at the start no condition can be met yet
		return
	}
	Mark(out, false, m.Words.Say(i18n.GoalNotYet))
	if m.Run.Covered {
		return
	}
	out.WriteString(`<ul class="fails">`)
	for i := range g.Made {
		if x := &g.Made[i]; !x.Met {
			out.WriteString(`<li>` + i18n.UpperHTML(m.fails(x)) + `</li>`)
		}
	}
	out.WriteString(`</ul>`)
}

// fails returns a sentence that explains with numbers why a condition is not met.
func (m *LessonsPanel) fails(x *message.Condition) string {
	c := m.Words
	job := func(gap string, number int64) i18n.Pair {
		return i18n.S(gap, c.Say(i18n.JobName, i18n.S("n", fmt.Sprint(number))))
	}
	at := func(gap string, t simtime.Time) i18n.Pair { return i18n.S(gap, m.Run.Clock.At(t)) }
	switch x.Is {
	case scenario.FigureBelow, scenario.FigureAbove:
		_, figure := model.FigureOf(x.Figure)
		text, title, unit := i18n.NotBelow, figure.Title, figure.Unit
		if x.Is == scenario.FigureAbove {
			text = i18n.NotAbove
		}
		return c.Say(text, i18n.S("figure", i18n.Escape(m.Words.Tell(title))), i18n.S("value", m.Value(unit, x.Value)), i18n.S("bound", m.Value(unit, x.Bound)))
	case scenario.KeepsJobs:
		return c.Say(i18n.NotEnough, c.N("n", x.Have), c.N("all", x.Jobs))
	case scenario.StartsBefore, scenario.StartsBy, scenario.StartsBecause:
	}
	switch {
	case !x.There:
		return c.Say(i18n.NotThere, job("job", x.Job))
	case x.At == simtime.Never:
		return c.Say(i18n.NotStarted, job("job", x.Job))
	case x.Is == scenario.StartsBy:
		return c.Say(i18n.NotBy, job("job", x.Job), at("at", x.At), at("by", x.By))
	case x.Is == scenario.StartsBecause:
		return c.Say(i18n.NotBecause, job("job", x.Job), at("at", x.At))
	case x.Then == simtime.Never:
		return c.Say(i18n.NotStarted, job("job", x.Other))
	}
	return c.Say(i18n.NotBefore, job("job", x.Job), at("at", x.At), job("other", x.Other), at("then", x.Then))
}
