package growth

import (
	"strings"

	"hopyard/core/engine"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
)

// protocol is the state of a job's growth at the step on screen: which stages of S2
// are done, which stage is in progress, and which are to come.
type protocol struct {
	Job      workload.JobID
	From, To int32                     // size before and after the growth, in nodes or tasks
	Stage    int                       // number of the stage in progress, from 1; draw.Stages+1 means that all are done
	began    simtime.Time              // time at which stage s1 began; simtime.Never if unknown
	Ends     [draw.Stages]simtime.Time // times at which the stages ended or are planned to end; simtime.Never if unknown
	over     simtime.Time              // time at which the growth was given up; simtime.Never if it was not given up
}

// Protocol returns the growth to show, or nil. If a job is selected, the result is
// the latest growth of this job that has begun. Otherwise the result is the latest
// growth of the step's job or, if this job has not grown, a growth in progress.
// While a question is asked, Protocol returns nil, because the chart would reveal
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

// protocolOf returns the latest growth of a job, or nil if the job has not begun to
// grow.
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

// planned returns the protocol of a growth in progress. The times of its later
// stages are the planned ones.
func planned(g *engine.Growth) *protocol {
	return &protocol{Job: g.Job, From: g.From, To: g.To, Stage: int(g.Stage), began: g.Began, Ends: g.Ends, over: simtime.Never}
}

// state returns the state of a stage: "done" if it is over, "now" if it is in
// progress, "todo" if it is still to come, and "off" if the growth was given up
// before this stage was over. Stage 0 is the notice that comes before s1.
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

// GrowthTitle returns the title of the chart, such as "Job 1 grows from 2 to 4
// nodes".
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

// StageTime returns the time at which a stage ended or is planned to end, as text.
// For stage 0, it returns the time at which s1 began. It returns "" if the time is
// unknown.
func (m GrowthPanel) StageTime(p *protocol, stage int) string {
	at := p.began
	if stage > 0 {
		at = p.Ends[stage-1]
	}
	if at == simtime.Never || p.state(stage) == "off" {
		return ""
	}
	text, _, _ := strings.Cut(m.Run.Clock.At(at), ".") // without milliseconds, for which there is no room
	return text
}
