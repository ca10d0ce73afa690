package app

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/words"
)

// lost is what the step on screen took from a job: how long it had computed
// of what is not kept, and on how many nodes.
func (m *Model) lost(id workload.JobID) []Fact {
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
			facts = []Fact{{c.Say(words.KeptUntil), m.Run.Clock.At(r.At)}}
		}
		return append(facts,
			Fact{c.Say(words.LostWork), c.Span(words.Rounded(r.Lost.Seconds()))},
			Fact{c.Say(words.LostNodeTime), m.Value("h", r.Lost.Seconds()*float64(e.Placement.Nodes())/3600) + m.Unit("h")})
	}
	return nil
}
