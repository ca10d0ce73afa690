package whypanel

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Lost returns how much work a job lost in the step on screen, as run time and as
// node time. It returns nil if the job lost no work in this step.
func (m WhyPanel) Lost(id workload.JobID) []Fact {
	if m.State == nil || m.State.Step == 0 || id == workload.NoJob {
		return nil
	}
	i := int(m.State.Step) - 1
	for k, e := range m.Run.StepEvents(i) {
		if e.Job != id || e.Kind != trace.Requeue && e.Kind != trace.Fail {
			continue
		}
		c, r, facts := m.Words, m.Reason(k), []Fact(nil)
		if r.At > 0 && r.At != simtime.Never {
			facts = []Fact{{c.Say(i18n.KeptUntil), m.Run.Clock.At(r.At)}}
		}
		return append(facts,
			Fact{c.Say(i18n.LostWork), c.Span(i18n.Rounded(r.Lost.Seconds()))},
			Fact{c.Say(i18n.LostNodeTime), m.Value("h", r.Lost.Seconds()*float64(e.Placement.Nodes())/3600) + m.Unit("h")})
	}
	return nil
}

// Fact is a number about a job, with its name.
type Fact struct{ Name, Value string }

// Facts returns numbers about the selected job or, if no job is selected, about the
// job of the step. If the job lost work in this step, they are the results of Lost.
// Otherwise they compare the run time at full speed with the actual run time. Facts
// returns nil if the network model does not let jobs slow each other down.
func (m WhyPanel) Facts() []Fact {
	id := m.Subject()
	if lost := m.Lost(id); lost != nil {
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
	if m.Run.Covered && (life.End < 0 || life.End > step) {
		return nil // these numbers would reveal when the job ends
	}
	c := m.Words
	facts := []Fact{{c.Say(i18n.FactFull), c.Span(job.Full)}}
	began := m.Run.StepTime(life.Start)
	if life.End >= 0 && life.End <= step {
		took := m.Run.StepTime(life.End).Sub(began)
		facts = append(facts, Fact{c.Say(i18n.FactTook), c.Span(took)})
		if job.Full > 0 && m.Ending(id, step) == trace.End {
			facts = append(facts, Fact{c.Say(i18n.FactSlowdown), c.Float(float64(took)/float64(job.Full), 2)})
		}
		return facts
	}
	if r := m.Running(id); r != nil {
		facts = append(facts, Fact{c.Say(i18n.FactSpeed), m.Percent(r.Speed)}, Fact{c.Say(i18n.FactLeft), c.Span(i18n.Rounded(r.Left.Seconds()))})
	}
	return facts
}

// FactsHTML returns the results of Facts as a list, and a line about how batches
// are formed. It returns "" if there are neither facts nor batches.
func (m WhyPanel) FactsHTML() html.HTML {
	facts := m.Facts()
	if m.State != nil && len(m.State.Rounds) > 0 {
		text := i18n.RoundsRepeat
		if m.Run.Policy.OneBatch {
			text = i18n.RoundsOne
		}
		facts = append(facts, Fact{m.Words.Say(i18n.FactRounds), m.Words.Say(text)})
	}
	var out html.HTML
	for _, f := range facts {
		out += html.Entry(html.Text(f.Name), html.Text(f.Value))
	}
	return out
}
