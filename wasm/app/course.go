package app

import (
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// courseEvent says what became of a job while it ran or waited: it lost nodes,
// grew, or will miss its deadline.
func (m *Model) courseEvent(i, k int, e *message.Event) string {
	c, r := m.Words, m.reason(k)
	text, ok := courseTexts[e.Kind]
	switch {
	case e.Kind == trace.Requeue && r.Code == why.Outgrown:
		text = words.StoppedToGrow
	case e.Kind == trace.Stage && len(e.Placement) > 0:
		text = words.SignalsShrink
	case e.Kind == trace.AtRisk && r.Code == why.TooLate:
		text = words.DeadlineLate
	case e.Kind == trace.Stage && e.Of >= 2 && int(e.Of) < 2+len(stageTexts):
		text = stageTexts[e.Of-2]
	case !ok:
		return words.Bold(m.JobText(e.Job)) + ": " + e.Kind.String()
	}
	held := m.held(i, e)
	said := c.Say(text, m.job(e.Job), m.nodes(held), c.N("count", int64(held.Nodes())),
		c.N("need", int64(r.Need)), c.N("have", int64(r.Have)), m.blocker(&r.Reason), m.at("at", r.At))
	if e.Kind == trace.Requeue {
		where := words.KeepsPlace
		if r.Code == why.Outgrown {
			where = words.NewSubmission
		}
		said = c.Sentences(said, c.Say(where))
	}
	switch {
	case e.Kind != trace.Requeue:
	case r.At > 0 && r.At != simtime.Never:
		said = c.Sentences(said, c.Say(words.KeepsUntil, m.at("at", r.At)))
	case r.Lost == 0:
		said = c.Sentences(said, c.Say(words.KeptNone))
	default:
		said = c.Sentences(said, c.Say(words.KeepsNothing))
	}
	return said
}

var courseTexts = map[trace.Kind]words.Text{
	trace.Requeue: words.LosesNodes, trace.Fail: words.FailsNodes, trace.AtRisk: words.DeadlineRisk, trace.Freeze: words.Freezes,
	trace.Grow: words.HasGrown, trace.Rollback: words.RollsBack, trace.Shrink: words.Shrinks,
}

// stageTexts are those of S2's stages from s2 to s6.
var stageTexts = [...]words.Text{words.StageControl, words.StageTasks, words.StageReady, words.StagePublished, words.StageSignal}

// machineEvent says what happened to the machine.
func (m *Model) machineEvent(e *message.Event) string {
	c := m.Words
	text := machineTexts[e.Kind]
	link := c.Say(words.SomeLink, c.N("n", int64(e.Of)))
	if (e.Kind == trace.LinkDown || e.Kind == trace.LinkUp) && e.Of >= 0 {
		link = m.WayText(e.Of)
	}
	return c.Say(text, m.nodes(e.Placement), c.N("count", int64(e.Placement.Nodes())), words.S("link", words.Bold(link)), m.queueOf(e))
}

// queueOf names the queue that an event is about, for texts.
func (m *Model) queueOf(e *message.Event) words.Pair {
	name := ""
	if e.Kind >= trace.QueueOpen && int(e.Of) < len(m.Run.Queues) {
		name = m.Run.Queues[e.Of]
	}
	return words.S("queue", words.Bold(words.Escape(name)))
}

// queueText names the queue of a job, for texts.
func (m *Model) queueText(id workload.JobID) words.Pair {
	return words.S("queue", words.Escape(m.Run.Name(m.Run.Jobs[id].Queue)))
}

var machineTexts = map[trace.Kind]words.Text{
	trace.Down: words.NodesFail, trace.Notice: words.NodesFound, trace.Up: words.NodesOnline,
	trace.LinkDown: words.LinkFails, trace.LinkUp: words.LinkWorks,
	trace.QueueOpen: words.QueueOpens, trace.QueueClose: words.QueueCloses, trace.QueueStart: words.QueueStarts, trace.QueueStop: words.QueueStops,
}

// wakeUp says why a step happened in which nothing changed.
func (m *Model) wakeUp(i int) string {
	switch m.Run.Steps[i].Trigger {
	case queue.Staging:
		if job := m.Run.Steps[i].Job; job != workload.NoJob {
			return m.Words.Say(words.WakeUpStage, m.job(job))
		}
	case queue.Alarm:
		if m.shows(policies.ShowsFilters) {
			return m.Words.Say(words.WakeUpCycle)
		}
	case queue.Submission, queue.Ending, queue.Change:
	}
	return m.Words.Say(words.WakeUp)
}

// LimitText names a limit of the scenario, from 1, for a job that it concerns:
// "ada’s GPUs". It is escaped.
func (m *Model) LimitText(which int32, id workload.JobID) string {
	c := m.Words
	if which < 1 || int(which) > len(m.Run.Limits) {
		return c.Say(words.LimitOther, c.N("n", int64(which)))
	}
	l := &m.Run.Limits[which-1]
	who := l.Name
	if who == "*" && id != workload.NoJob {
		job := &m.Run.Jobs[id]
		who = m.Run.Name([...]int32{job.User, job.Group, job.Queue}[l.Owner])
	}
	return m.limitName(l, who)
}

// limitName names what a limit counts of somebody.
func (m *Model) limitName(l *queue.Limit, who string) string {
	c := m.Words
	who = words.Escape(who)
	switch l.Owner {
	case queue.ByUser:
		who = m.person(who)
	case queue.ByGroup:
		who = c.Say(words.GroupNamed, words.S("n", who))
	case queue.ByQueue:
		who = c.Say(words.QueueNamed, words.S("n", who))
	}
	texts := [...]words.Text{words.LimitJobs, words.LimitNodes, words.LimitCores, words.LimitGPUs, words.LimitSeconds, words.LimitMemory, words.LimitDisk}
	if l.Measure < queue.OfNamed {
		return c.Say(texts[l.Measure], words.S("who", who))
	}
	return c.Say(words.LimitNamed, words.S("who", who), words.S("name", m.own(int(l.Measure-queue.OfNamed))))
}

// userText is what people call a job's user. It is escaped.
func (m *Model) userText(id workload.JobID) string { return m.person(words.Escape(m.Run.User(id))) }

// person is what people call a user: traces know them by number.
func (m *Model) person(name string) string {
	if name != "" && name[0] >= '0' && name[0] <= '9' {
		return m.Words.Say(words.UserName, words.S("n", name))
	}
	return name
}

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
		c, r, facts := m.Words, m.reason(k), []Fact(nil)
		if r.At > 0 && r.At != simtime.Never {
			facts = []Fact{{c.Say(words.KeptUntil), m.Run.Clock.At(r.At)}}
		}
		return append(facts,
			Fact{c.Say(words.LostWork), c.Span(words.Rounded(r.Lost.Seconds()))},
			Fact{c.Say(words.LostNodeTime), m.Value("h", r.Lost.Seconds()*float64(e.Placement.Nodes())/3600) + m.unit("h")})
	}
	return nil
}
