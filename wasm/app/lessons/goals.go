package lessons

import (
	"fmt"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// goals writes the list of the lesson's goals. A goal is either a question to
// answer or a situation to build. For a question the list shows the result of the
// reader's answer. For a situation it shows whether it occurs in the run on screen.
func (m *LessonsPanel) goals(out *html.Builder) {
	known, builds := m.known(), 0
	var list html.HTML
	for i := range m.Run.Goals {
		g := &m.Run.Goals[i]
		text, status := m.Words.Tell(g.Text), html.HTML("")
		switch {
		case g.Asks:
			status = " " + html.Button(html.Num("data-goal", i), html.Label(i18n.Colon(m.Words, m.Words.Say(i18n.GoalAsk), text)), m.Words.HTML(i18n.GoalAsk))
			if known != nil {
				status += m.answered(known.Find(i + 1))
			}
		case g.Builds():
			if m.right(i + 1) {
				status = Mark(true, m.Words.HTML(i18n.GoalDone))
			} else {
				status = m.buildStatus(g)
				if !g.Met() {
					status += m.hint(i, builds)
				}
			}
			builds++
		}
		list += html.Li(html.Span(html.Text(text)), status)
	}
	out.El("h3", m.Words.HTML(i18n.LessonFindOut))
	out.El("ul", html.Class("goals"), list)
}

// known returns the recorded progress in the lesson on screen, or nil if there is
// none.
func (m *LessonsPanel) known() *scenario.LessonProgress {
	if m.Lesson == "" {
		return nil
	}
	return m.Progress.Find(m.Lesson)
}

// Mark returns a label that shows by its colour and by the given text whether a goal
// is reached.
func Mark(good bool, text html.HTML) html.HTML {
	class := "mark bad"
	if good {
		class = "mark good"
	}
	return " " + html.Em(html.Class(class), text)
}

func (m *LessonsPanel) answered(g *scenario.GoalProgress) html.HTML {
	switch {
	case g == nil:
		return ""
	case len(g.Wrong) > 0:
		return Mark(false, m.Words.HTML(i18n.GoalSlip, i18n.H("slip", m.Slips(g.Wrong))))
	case g.Right:
		return Mark(true, m.Words.HTML(i18n.GoalRight))
	}
	return Mark(false, m.Words.HTML(i18n.GoalWrong))
}

// Slips returns the names of misconceptions as a list in HTML.
func (m *LessonsPanel) Slips(names []string) html.HTML {
	list := make([]html.HTML, len(names))
	for i, name := range names {
		list[i] = html.I(m.Words.Foreign(strings.ReplaceAll(name, "-", " ")))
	}
	return i18n.List(m.Words, list...)
}

// buildStatus returns whether the run on screen contains the situation that a goal
// requires. If it does not, buildStatus lists the conditions that are not met. It
// omits the list while the page hides the run's future, because the numbers in the
// conditions would reveal it.
func (m *LessonsPanel) buildStatus(g *message.Goal) html.HTML {
	if g.Met() {
		return Mark(true, m.Words.HTML(i18n.GoalDone))
	}
	if m.AtStart() { // at the start no condition can be met yet
		return ""
	}
	out := Mark(false, m.Words.HTML(i18n.GoalNotYet))
	if m.Run.Covered {
		return out
	}
	var fails html.HTML
	for i := range g.Made {
		if x := &g.Made[i]; !x.Met {
			fails += html.Li(html.Text(i18n.Upper(m.fails(x))))
		}
	}
	return out + html.Ul(html.Class("fails"), fails)
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
		return c.Say(text, i18n.S("figure", m.Words.Tell(title)), i18n.S("value", m.Value(unit, x.Value)), i18n.S("bound", m.Value(unit, x.Bound)))
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
