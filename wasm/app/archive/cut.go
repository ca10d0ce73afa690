package archive

import (
	"fmt"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// Cutting is the parts of the run that can be cut out: the window, and the day of
// the step on screen.
type Cutting struct {
	parts  [2]part
	chosen int // of the parts; -1: nobody chose
}

// part is a time, and the scenario that it makes; nil until that is known.
type part struct {
	from, to simtime.Time
	is       *message.Cut
}

// day is the day of the step on screen.
func (p *Panel) day() (from, to simtime.Time) {
	at, _ := p.Moment()
	at = min(max(at, p.Run.Archive.From), p.Run.Archive.To)
	from = at / simtime.Time(simtime.Day) * simtime.Time(simtime.Day)
	return from, from.Add(simtime.Day)
}

// AskCuts asks for what is on screen as scenarios, as far as that was not asked yet.
func (p *Panel) AskCuts() (asked []*message.Inquire) {
	a := p.Run.Archive
	from, to := p.day()
	for i, s := range [...]part{{from: a.From, to: a.To}, {from: from, to: to}} {
		if old := &p.Cutting.parts[i]; old.from == s.from && old.to == s.to {
			continue
		}
		p.Cutting.parts[i] = s
		m := p.inquire(message.TopicCut)
		m.Filter.From, m.Filter.To = s.from, s.to
		m.Text = p.Run.Title + ", " + p.partName(i)
		asked = append(asked, m)
	}
	return asked
}

// partName is which time a part is: "day 12, 08:00 to day 14", "day 13".
func (p *Panel) partName(i int) string {
	s := &p.Cutting.parts[i]
	if i == 1 {
		return p.Day(s.from, true)
	}
	return p.Words.Say(words.ArcSpan, words.S("from", p.Day(s.from, false)), words.S("to", p.Day(s.to, false)))
}

// hearCut takes in a scenario.
func (p *Panel) hearCut(m *message.Cut) {
	for i := range p.Cutting.parts {
		if s := &p.Cutting.parts[i]; s.from == m.From && s.to == m.To {
			s.is = m
		}
	}
}

// Choose chooses a part.
func (p *Panel) Choose(i int) { p.Cutting.chosen = min(max(i, 0), len(p.Cutting.parts)-1) }

// Cut is the part that would be opened: what was chosen, or the window, or the day
// where the window fits in no link. It is nil while that is not known.
func (p *Panel) Cut() *message.Cut { return p.Cutting.parts[p.chosenPart()].is }

func (p *Panel) chosenPart() int {
	if c := p.Cutting.chosen; c >= 0 {
		return c
	}
	if window := p.Cutting.parts[0].is; window != nil && window.Link == "" {
		return 1
	}
	return 0
}

// CutHTML lists the parts: how many jobs each has, how long its link is.
func (p *Panel) CutHTML() string {
	var out strings.Builder
	c := p.Words
	for i := range p.Cutting.parts {
		name := c.Span(p.Cutting.parts[0].to.Sub(p.Cutting.parts[0].from))
		if i == 1 {
			name = p.partName(i)
		}
		checked := ""
		if i == p.chosenPart() {
			checked = " checked"
		}
		says, class := p.cutSays(p.Cutting.parts[i].is)
		fmt.Fprintf(&out, `<label class="%s"><input type="radio" name="arc-cut" data-cut="%d"%s><span>%s</span><span class="says">%s</span></label>`,
			class, i, checked, words.Escape(words.Upper(name)), words.Escape(says))
	}
	if day := p.Cutting.parts[1].is; p.Cut() != nil && p.Cut().Link == "" && day != nil && day.Link != "" {
		out.WriteString(`<p>` + c.Say(words.ArcCutShorter, words.S("day", p.partName(1))) + `</p>`)
	}
	return out.String()
}

// cutSays is what can be said of a part, and how good that is: links of more than
// 8,000 characters are cut by some chats and mails.
func (p *Panel) cutSays(is *message.Cut) (says, class string) {
	c := p.Words
	switch {
	case is == nil:
		return "…", ""
	case is.Jobs == 0:
		return is.Problem, "not"
	case is.Link != "":
		if is.Length > 8000 {
			class = "long"
		}
		return c.Say(words.ArcCutLink, c.N("jobs", int64(is.Jobs)), c.N("n", int64(is.Length))), class
	case is.Jobs > scenario.MaxLinkJobs:
		return c.Say(words.ArcCutMany, c.N("jobs", int64(is.Jobs)), c.N("most", scenario.MaxLinkJobs)), "not"
	case is.Length > 0:
		return c.Say(words.ArcCutLong, c.N("jobs", int64(is.Jobs)), c.N("n", int64(is.Length)), c.N("most", scenario.MaxLink)), "not"
	}
	return c.Say(words.ArcCutNone, c.N("jobs", int64(is.Jobs)), words.S("why", is.Problem)), "not"
}
