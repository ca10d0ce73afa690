package growth

import (
	"strings"

	"hopyard/core/engine"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
)

// protocol is a growth as its chart shows it: S2's stages, those that are done
// by the step on screen, the one in progress and those to come.
type protocol struct {
	Job      workload.JobID
	From, To int32                     // nodes or tasks
	Stage    int                       // in progress, from 1; draw.Stages+1 when all are done
	began    simtime.Time              // of s1; simtime.Never if it is not known
	Ends     [draw.Stages]simtime.Time // as they were, or as they are to be; simtime.Never if neither is known
	over     simtime.Time              // when it was given up; simtime.Never if it was not
}

// Protocol is the growth to show: that of the chosen job, the latest that has
// begun; without a choice that of the step's job, or one in progress. Nil if
// there is none. While a question is asked there is none either: the chart says
// which stage comes next, and when.
func (m GrowthPanel) Protocol() *protocol {
	if m.State == nil || m.Predict.Asking {
		return nil
	}
	for _, id := range []workload.JobID{m.Selected, m.Current()} {
		if id == workload.NoJob {
			continue
		}
		if p := m.protocolOf(id); p != nil {
			return p
		}
		if id == m.Selected {
			return nil
		}
	}
	if len(m.State.Growths) > 0 {
		return m.protocolOf(m.State.Growths[0].Job)
	}
	return nil
}

// protocolOf is the latest growth of a job.
func (m GrowthPanel) protocolOf(id workload.JobID) *protocol {
	var live *engine.Growth
	for i := range m.State.Growths {
		if m.State.Growths[i].Job == id {
			live = &m.State.Growths[i]
		}
	}
	x := m.Run.Growths.Of(id, m.State.Step-1)
	switch {
	case live != nil:
		return planned(live)
	case x == nil:
		return nil
	}
	p := &protocol{Job: id, Stage: 1, began: x.Began, over: simtime.Never}
	for k := range x.Ends {
		if p.Ends[k] = simtime.Never; x.Steps[k] >= 0 && x.Steps[k] < m.State.Step {
			p.Ends[k], p.Stage = x.Ends[k], k+2
		}
	}
	l := m.Run.LifeAt(id, x.Begin)
	held, _ := m.Run.Placement(id, &l, x.Begin)
	p.From = int32(held.Tasks())
	p.To = p.From + int32(x.Placement.Tasks())
	if x.End >= 0 && x.End < m.State.Step && p.Stage <= draw.Stages {
		p.over = x.Over
	}
	return p
}

// planned is a growth in progress: what is past of it, and what is to come.
func planned(g *engine.Growth) *protocol {
	return &protocol{Job: g.Job, From: g.From, To: g.To, Stage: int(g.Stage), began: g.Began, Ends: g.Ends, over: simtime.Never}
}

// state is "done", "now" or "todo" for a stage from 0, the notice before s1;
// "off" for what was given up.
func (p *protocol) state(stage int) string {
	switch {
	case stage < p.Stage:
		return "done"
	case p.over != simtime.Never:
		return "off"
	case stage == p.Stage:
		return "now"
	}
	return "todo"
}

// GrowthTitle is what the chart is about: "Job 1 grows from 2 to 4 nodes".
func (m GrowthPanel) GrowthTitle() string {
	p := m.Protocol()
	if p == nil {
		return ""
	}
	text := i18n.GrowthNow
	switch {
	case p.over != simtime.Never:
		text = i18n.GrowthUndone
	case p.Stage > draw.Stages:
		text = i18n.GrowthDone
	}
	size := i18n.GrowthNodes
	if m.Run.Jobs[p.Job].Nodes == 0 {
		size = i18n.GrowthTasks
	}
	return i18n.Upper(m.Words.Say(text, i18n.S("job", m.JobText(p.Job)), i18n.S("from", m.Words.Int(int64(p.From))),
		i18n.S("to", m.Words.Say(size, m.Words.N("n", int64(p.To))))))
}

// StageTime is what is said of a stage's time: when it was done, or is to be.
func (m GrowthPanel) StageTime(p *protocol, stage int) string {
	at := p.began
	if stage > 0 {
		at = p.Ends[stage-1]
	}
	if at == simtime.Never || p.state(stage) == "off" {
		return ""
	}
	text, _, _ := strings.Cut(m.Run.Clock.At(at), ".") // there is no room for milliseconds
	return text
}
