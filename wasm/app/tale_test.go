package app

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// tale is an artificial run, given as a list of events. Each step has one event.
// Its jobs request nodes.
type tale struct {
	nodes  int
	jobs   []message.Job
	events []trace.Event
}

// eventful is a tale that contains every kind of event.
var eventful = tale{
	nodes: 8,
	jobs:  []message.Job{{Number: 1, Nodes: 2, Walltime: 100_000}, {Number: 2, Nodes: 4, Walltime: 50_000}, {Number: 3, Nodes: 2, Walltime: 30_000}},
	events: []trace.Event{
		{Time: 0, Kind: trace.Submit, Job: 0},
		{Time: 0, Kind: trace.Start, Job: 0, Placement: nodes(0, 1)},
		{Time: 0, Kind: trace.Submit, Job: 1},
		{Time: 0, Kind: trace.Start, Job: 1, Placement: nodes(2, 5)},
		{Time: 5_000, Kind: trace.Freeze, Job: 0, Placement: nodes(6, 7)},
		{Time: 6_000, Kind: trace.Rollback, Job: 0, Placement: nodes(6, 7)},
		{Time: 10_000, Kind: trace.Down, Job: workload.NoJob, Placement: nodes(5, 5)},
		{Time: 11_000, Kind: trace.Notice, Job: workload.NoJob, Placement: nodes(5, 5)},
		{Time: 11_000, Kind: trace.Requeue, Job: 1, Placement: nodes(2, 5), Why: why.Reason{Code: why.NodeLost}},
		{Time: 11_000, Kind: trace.LinkDown, Job: workload.NoJob, Of: 3},
		{Time: 12_000, Kind: trace.Freeze, Job: 0, Placement: nodes(2, 3)},
		{Time: 13_000, Kind: trace.Stage, Job: 0, Of: 2},
		{Time: 14_000, Kind: trace.Stage, Job: 0, Of: 3},
		{Time: 15_000, Kind: trace.Stage, Job: 0, Of: 4},
		{Time: 16_000, Kind: trace.Stage, Job: 0, Of: 5},
		{Time: 17_000, Kind: trace.Stage, Job: 0, Of: 6},
		{Time: 19_000, Kind: trace.Grow, Job: 0, Placement: nodes(0, 3)},
		{Time: 20_000, Kind: trace.LinkUp, Job: workload.NoJob, Of: 3},
		{Time: 20_000, Kind: trace.Submit, Job: 2},
		{Time: 20_000, Kind: trace.AtRisk, Job: 2},
		{Time: 21_000, Kind: trace.Start, Job: 2, Placement: nodes(6, 7)},
		{Time: 25_000, Kind: trace.Fail, Job: 2, Placement: nodes(6, 7)},
		{Time: 26_000, Kind: trace.Up, Job: workload.NoJob, Placement: nodes(5, 5)},
		{Time: 27_000, Kind: trace.Shrink, Job: 0, Placement: nodes(2, 3)},
		{Time: 27_000, Kind: trace.Start, Job: 1, Placement: nodes(2, 5)},
		{Time: 40_000, Kind: trace.End, Job: 0, Placement: nodes(0, 1)},
		{Time: 77_000, Kind: trace.Kill, Job: 1, Placement: nodes(2, 5)},
	},
}

func nodes(first, last topology.NodeID) cluster.Placement {
	return cluster.Placement{}.Append(first, last, 1)
}

// model returns a page with this run.
func (s tale) model() *App {
	l := &message.Loaded{Serial: 1, Select: workload.NoJob, Jobs: s.jobs, Policy: message.PolicyChoice{Queue: "easy", Network: "none"}}
	l.Machine.Drawn = draw.MachineShape{Nodes: s.nodes, Tree: [][]int32{{0, int32(s.nodes)}}}
	l.Machine.Groups = []message.NodeGroup{{Last: topology.NodeID(s.nodes - 1), Resources: workload.Resources{1}}}
	for _, e := range s.events {
		ordinal := int32(0)
		if k := len(l.Steps) - 1; k >= 0 && l.Steps[k].Time == e.Time {
			ordinal = l.Steps[k].Ordinal + 1
		}
		l.Steps = append(l.Steps, message.Step{Time: e.Time, Ordinal: ordinal, Job: e.Job, Events: 1})
		x := message.Event{Kind: e.Kind, Job: e.Job, Of: e.Of}
		if e.Kind != trace.End && e.Kind != trace.Kill {
			x.Placement = e.Placement
		}
		l.Events = append(l.Events, x)
	}
	var got message.Loaded
	if err := got.Unpack(l.Pack()); err != nil {
		panic(err)
	}
	m := NewModel(i18n.English)
	m.Asked.Serial = 1
	m.Accept(&got)
	return m
}

// seek shows the state after n steps, which it computes from the events.
func (s tale) seek(m *App, n int) {
	state := &message.State{Serial: 1, Step: int32(n), Shadow: simtime.Never}
	m.Step = n
	for i, e := range s.events[:n] {
		at := slices.IndexFunc(state.Running, func(r message.Running) bool { return r.Job == e.Job })
		switch e.Kind {
		case trace.Submit:
			state.Queue = append(state.Queue, message.Waiting{Job: e.Job, Promised: simtime.Never})
		case trace.Start:
			state.Queue = slices.DeleteFunc(state.Queue, func(w message.Waiting) bool { return w.Job == e.Job })
			state.Running = append(state.Running, message.Running{Job: e.Job, Start: e.Time, Limit: e.Time.Add(s.jobs[e.Job].Walltime), Placement: e.Placement, Speed: 1000, Brake: -1})
		case trace.End, trace.Kill, trace.Fail, trace.Requeue:
			state.Running = slices.Delete(state.Running, at, at+1)
			if e.Kind == trace.Requeue {
				state.Queue = append(state.Queue, message.Waiting{Job: e.Job, Promised: simtime.Never})
			}
		case trace.Down:
			state.Failed = append(state.Failed, e.Placement...)
		case trace.Notice:
			state.Noticed = append(state.Noticed, e.Placement...)
		case trace.Up:
			state.Failed, state.Noticed = nil, nil
		case trace.LinkDown:
			state.LinksDown = []int32{e.Of}
		case trace.LinkUp:
			state.LinksDown = nil
		case trace.Freeze:
			state.Growths = []engine.Growth{{Job: e.Job, Stage: 2, Since: e.Time, Until: e.Time + 1000, Frozen: e.Placement, From: 2, To: 4, Stages: [7]simtime.Duration{0, 1000, 1000, 1000, 1000, 1000, 2000}}}
		case trace.Stage:
			g := &state.Growths[0]
			g.Stage, g.Since, g.Until = e.Of+1, e.Time, e.Time.Add(g.Stages[e.Of])
			g.Ends[e.Of-1] = e.Time
		case trace.Rollback:
			state.Growths = nil
		case trace.Grow:
			state.Growths = nil
			state.Running[at].Placement = e.Placement
		case trace.Shrink:
			state.Running[at].Placement, _ = state.Running[at].Placement.Minus(e.Placement)
		}
		if len(state.Growths) > 0 {
			g := &state.Growths[0]
			if e.Kind == trace.Freeze {
				g.Began, g.Ends[0] = e.Time, e.Time
			}
			for k, at := int(g.Stage)-1, g.Since; k < len(g.Ends); k++ {
				at = at.Add(g.Stages[k])
				g.Ends[k] = at
			}
		}
		if i == n-1 {
			state.Reasons = []message.Reason{{Reason: e.Why, Job: e.Job}}
		}
	}
	state.Waiting = int32(len(state.Queue))
	m.Show(state)
}

// TestEveryKindOfEventIsShown shows every step of the run eventful, each with every
// job selected. Every part of the page must have a text for the step.
func TestEveryKindOfEventIsShown(t *testing.T) {
	m := eventful.model()
	for n := range len(eventful.events) + 1 {
		eventful.seek(m, n)
		for id := workload.NoJob; int(id) < len(eventful.jobs); id++ {
			m.Selected = id
			texts := string(m.Why.SentenceHTML()) + string(m.Why.RulesHTML()) + string(m.Why.FactsHTML()) + string(m.Timeline.GridHTML()) + string(m.Machine.TreeHTML()) + string(m.Queue.QueueHTML()) + m.Why.RecordText() + m.Machine.MachineNote() + m.Say.Spoken()
			if strings.Contains(texts, "?") {
				t.Errorf("step %d, job %d: %s", n, id, texts)
			}
			var b draw.Buffer
			size := draw.Size{W: 600, H: 300, Scale: 1}
			scene, timeline := draw.MachineScene{}, draw.Timeline{Size: size}
			m.Machine.FillMachine(&scene)
			draw.NewLayout(m.Run.Machine.Drawn, size, draw.View{}).Draw(&b, &scene)
			m.Timeline.FillTimeline(&timeline)
			timeline.Draw(&b)
		}
	}
}

// TestBarsFollowChanges compares the recorded bars with the state at every step.
// They must give each running job the nodes that it holds.
func TestBarsFollowChanges(t *testing.T) {
	m := eventful.model()
	for n := range len(eventful.events) + 1 {
		eventful.seek(m, n)
		for _, r := range m.State.Running {
			if got := m.Placement(r.Job, int32(n-1)); got.String() != r.Placement.String() {
				t.Errorf("step %d: job %d holds %v, want %v", n, r.Job, got, r.Placement)
			}
		}
		held := map[topology.NodeID]workload.JobID{}
		m.Run.Bars.Back(int32(n), func(b *draw.Bar) bool {
			for i := b.First; i <= b.Last && b.Finish > int32(n) && b.Kind == draw.Runs; i++ {
				held[i] = b.Job
			}
			return true
		})
		for _, r := range m.State.Running {
			for i := range r.Placement.All {
				if got, ok := held[i]; !ok || got != r.Job {
					t.Errorf("step %d: node %d is drawn with job %d, want %d", n, i, got, r.Job)
				}
				delete(held, i)
			}
		}
		if len(held) > 0 {
			t.Errorf("step %d: drawn as held: %v", n, held)
		}
	}
}

// TestEventsOfAJobThroughItsLives steps through the events of each job. All its
// events must be reached, even if the job was requeued and started again.
func TestEventsOfAJobThroughItsLives(t *testing.T) {
	m := eventful.model()
	for id, want := range [][]int{{1, 2, 5, 6, 11, 12, 13, 14, 15, 16, 17, 24, 26}, {3, 4, 9, 25, 27}, {19, 20, 21, 22}} {
		var got []int
		for n := 0; ; {
			next := m.Run.EventOf(workload.JobID(id), n, 1)
			if next == n {
				break
			}
			n = next
			got = append(got, n)
		}
		if !slices.Equal(got, want) {
			t.Errorf("job %d: %v, want %v", id, got, want)
		}
	}
}
