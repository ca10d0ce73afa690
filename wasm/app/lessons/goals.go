package lessons

import (
	"fmt"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/view"
	"hopyard/wasm/app/words"
)

// goals lists what to find out and what to make, with marks of what the reader has
// answered, and of what the run on screen is like.
func (m *Panel) goals(out *strings.Builder) {
	known, builds := m.known(), 0
	out.WriteString(`<h3>` + m.Words.Say(words.LessonFindOut) + `</h3><ul class="goals">`)
	for i := range m.Run.Goals {
		g := &m.Run.Goals[i]
		out.WriteString(`<li><span>` + words.Escape(m.Words.Tell(g.Text)) + `</span>`)
		switch {
		case g.Asks:
			fmt.Fprintf(out, ` <button type="button" data-goal="%d" aria-label="%s">%s</button>`, i,
				words.Escape(m.Words.Colon(m.Words.Say(words.GoalAsk), m.Words.Tell(g.Text))), m.Words.Say(words.GoalAsk))
			if known != nil {
				m.answered(out, known.Find(i+1))
			}
		case g.Builds():
			if m.right(i + 1) {
				Mark(out, true, m.Words.Say(words.GoalDone))
			} else {
				m.making(out, g)
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

// known is what is kept of the lesson on screen, nil for nothing.
func (m *Panel) known() *scenario.Learned {
	if m.Lesson == "" {
		return nil
	}
	return m.Progress.Find(m.Lesson)
}

// Mark writes whether a goal is reached, for eyes and ears.
func Mark(out *strings.Builder, good bool, text string) {
	class := "bad"
	if good {
		class = "good"
	}
	out.WriteString(` <em class="mark ` + class + `">` + text + `</em>`)
}

func (m *Panel) answered(out *strings.Builder, g *scenario.Reached) {
	switch {
	case g == nil:
	case len(g.Wrong) > 0:
		Mark(out, false, m.Words.Say(words.GoalSlip, words.S("slip", m.Slips(g.Wrong))))
	case g.Right:
		Mark(out, true, m.Words.Say(words.GoalRight))
	default:
		Mark(out, false, m.Words.Say(words.GoalWrong))
	}
}

// Slips are the names of misconceptions.
func (m *Panel) Slips(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = `<i>` + m.Words.Foreign(strings.ReplaceAll(name, "-", " ")) + `</i>`
	}
	return m.Words.List(list...)
}

// making says whether what is to be made is there, and if not, which conditions
// fail. While the future is covered, its numbers are not told.
func (m *Panel) making(out *strings.Builder, g *message.Goal) {
	if g.Met() {
		Mark(out, true, m.Words.Say(words.GoalDone))
		return
	}
	if m.AtStart() { // nothing can be there yet
		return
	}
	Mark(out, false, m.Words.Say(words.GoalNotYet))
	if m.Run.Covered {
		return
	}
	out.WriteString(`<ul class="fails">`)
	for i := range g.Made {
		if x := &g.Made[i]; !x.Met {
			out.WriteString(`<li>` + words.UpperHTML(m.fails(x)) + `</li>`)
		}
	}
	out.WriteString(`</ul>`)
}

// fails says why a condition is not met, with its numbers.
func (m *Panel) fails(x *message.Condition) string {
	c := m.Words
	job := func(gap string, number int64) words.Pair {
		return words.S(gap, c.Say(words.JobName, words.S("n", fmt.Sprint(number))))
	}
	at := func(gap string, t simtime.Time) words.Pair { return words.S(gap, m.Run.Clock.At(t)) }
	switch x.Is {
	case scenario.FigureBelow, scenario.FigureAbove:
		_, figure := view.FigureOf(x.Figure)
		text, title, unit := words.NotBelow, figure.Title, figure.Unit
		if x.Is == scenario.FigureAbove {
			text = words.NotAbove
		}
		return c.Say(text, words.S("figure", words.Escape(m.Words.Tell(title))), words.S("value", m.Value(unit, x.Value)), words.S("bound", m.Value(unit, x.Bound)))
	case scenario.KeepsJobs:
		return c.Say(words.NotEnough, c.N("n", x.Have), c.N("all", x.Jobs))
	case scenario.StartsBefore, scenario.StartsBy, scenario.StartsBecause:
	}
	switch {
	case !x.There:
		return c.Say(words.NotThere, job("job", x.Job))
	case x.At == simtime.Never:
		return c.Say(words.NotStarted, job("job", x.Job))
	case x.Is == scenario.StartsBy:
		return c.Say(words.NotBy, job("job", x.Job), at("at", x.At), at("by", x.By))
	case x.Is == scenario.StartsBecause:
		return c.Say(words.NotBecause, job("job", x.Job), at("at", x.At))
	case x.Then == simtime.Never:
		return c.Say(words.NotStarted, job("job", x.Other))
	}
	return c.Say(words.NotBefore, job("job", x.Job), at("at", x.At), job("other", x.Other), at("then", x.Then))
}
