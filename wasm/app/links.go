package app

import (
	"slices"
	"strings"

	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// LinkText says what a link has to carry, and for whom.
func (m *Model) LinkText(l *message.LinkLoad) string {
	text := words.LinkLoad
	if l.Wanted > 1000 {
		text = words.LinkFull
	}
	return m.Words.Say(text, words.S("link", m.WayText(l.Way)), words.S("wanted", m.Percent(l.Wanted)), words.S("jobs", m.JobList(l.Users, workload.NoJob)))
}

// cableTip names a cable and says what each of its ways has to carry.
func (m *Model) cableTip(cable int32) string {
	var out []string
	if slices.ContainsFunc(m.State.LinksDown, func(way int32) bool { return way/2 == cable }) {
		from, to := m.Ends(cable)
		out = append(out, m.Words.Say(words.LinkIsDown, words.S("link", words.Bold(words.Upper(from+" – "+to)))))
	}
	for i := range m.State.Links {
		if l := &m.State.Links[i]; l.Way/2 == cable {
			out = append(out, words.Upper(words.Escape(m.LinkText(l))))
		}
	}
	if len(out) > 0 {
		return strings.Join(out, "<br>")
	}
	from, to := m.Ends(cable)
	name := words.Bold(words.Upper(from + " – " + to))
	if !m.Shares() {
		return name
	}
	for _, l := range m.State.Loads {
		if l.Cable == cable {
			return m.Words.Colon(name, m.Percent(l.Wanted))
		}
	}
	return m.Words.Say(words.LinkIdle, words.S("link", name))
}

// Fact is a figure of a job.
type Fact struct{ Name, Value string }

// Facts are how long the job that is talked about runs at full speed and how
// long it ran; nil where the network slows nobody down.
func (m *Model) Facts() []Fact {
	id := m.Subject()
	if lost := m.lost(id); lost != nil {
		return lost
	}
	if m.State == nil || id == workload.NoJob || m.Run.Policy.Network == "none" {
		return nil
	}
	step := m.State.Step - 1
	life, job := m.Run.LifeAt(id, step), &m.Run.Jobs[id]
	if life.Start < 0 || life.Start > step {
		return nil
	}
	c := m.Words
	facts := []Fact{{c.Say(words.FactFull), c.Span(job.Full)}}
	began := m.Run.StepTime(life.Start)
	if life.End >= 0 && life.End <= step {
		took := m.Run.StepTime(life.End).Sub(began)
		facts = append(facts, Fact{c.Say(words.FactTook), c.Span(took)})
		if job.Full > 0 && m.Ending(id, step) == trace.End {
			facts = append(facts, Fact{c.Say(words.FactSlowdown), c.Float(float64(took)/float64(job.Full), 2)})
		}
		return facts
	}
	if r := m.Running(id); r != nil {
		facts = append(facts, Fact{c.Say(words.FactSpeed), m.Percent(r.Speed)}, Fact{c.Say(words.FactLeft), c.Span(words.Rounded(r.Left.Seconds()))})
	}
	return facts
}

// FactsHTML is Facts as a list; "" where there are none.
func (m *Model) FactsHTML() string {
	var out strings.Builder
	for _, f := range m.Facts() {
		out.WriteString(`<div><dt>` + f.Name + `</dt><dd>` + f.Value + `</dd></div>`)
	}
	return out.String()
}
