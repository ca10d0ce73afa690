package narrative

import (
	"hopyard/core/elastic"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// courseEvent describes an event that happens to a job between its submission and
// its end, other than its start: for example it loses nodes, grows, or is going to
// miss its deadline.
func (m Sentences) courseEvent(i, k int, e *message.Event) html.HTML {
	c, r := m.Words, m.Reason(k)
	text, ok := courseTexts[e.Kind]
	switch {
	case e.Kind == trace.Requeue && r.Code == why.Outgrown:
		text = i18n.StoppedToGrow
	case r.Code == why.Preempted:
		switch text = stopTexts[r.Which]; e.Kind {
		case trace.Fail:
			text = i18n.StoppedForGood
		case trace.Suspend:
			text = i18n.SuspendedFor
		}
	case r.Code == why.ReservationEnded:
		text = i18n.ReservationStops
	case e.Kind == trace.Stage && len(e.Placement) > 0:
		text = i18n.SignalsShrink
	case e.Kind == trace.AtRisk && r.Code == why.TooLate:
		text = i18n.DeadlineLate
	case e.Kind == trace.Stage && e.Of >= 2 && int(e.Of) < 2+len(stageTexts):
		text = stageTexts[e.Of-2]
	case e.Kind == trace.Wake || e.Kind == trace.Ready:
		text = machineTexts[e.Kind]
	case !ok:
		return html.Bold(m.JobText(e.Job)) + ": " + html.Escape(e.Kind.String())
	}
	held := m.Held(i, e)
	said := c.HTML(text, m.Job(e.Job), m.Nodes(held), c.N("count", int64(held.Nodes())),
		c.N("need", int64(r.Need)), c.N("have", int64(r.Have)), m.BlockerWord(r.Blocker), m.At("at", r.At), i18n.S("limit", m.LimitText(int32(r.Which), e.Job)))
	if r.Code == why.Preempted {
		said = i18n.Sentences(c, said, m.stoppedPlace(e.Job))
	}
	if e.Kind == trace.Requeue {
		where := i18n.KeepsPlace
		if r.Code == why.Outgrown {
			where = i18n.NewSubmission
		}
		said = i18n.Sentences(c, said, c.HTML(where))
	}
	switch r.Code { // the reason why a growth was abandoned is stated here, unless the next event of the job states it
	case why.FrozenLost:
		said = i18n.Sentences(c, said, c.HTML(i18n.BackLost, c.N("need", int64(r.Need)), c.N("have", int64(r.Have)), m.Job(e.Job)))
	case why.EndedFirst:
		said = i18n.Sentences(c, said, c.HTML(i18n.BackEnded))
	}
	switch {
	case e.Kind != trace.Requeue:
	case r.At > 0 && r.At != simtime.Never:
		said = i18n.Sentences(c, said, c.HTML(i18n.KeepsUntil, m.At("at", r.At)))
	case r.Lost == 0:
		said = i18n.Sentences(c, said, c.HTML(i18n.KeptNone))
	default:
		said = i18n.Sentences(c, said, c.HTML(i18n.KeepsNothing))
	}
	return said
}

var courseTexts = map[trace.EventKind]i18n.Text{
	trace.Requeue: i18n.LosesNodes, trace.Fail: i18n.FailsNodes, trace.AtRisk: i18n.DeadlineRisk, trace.Freeze: i18n.Freezes,
	trace.Resume: i18n.ResumesOn, trace.Grow: i18n.HasGrown, trace.Rollback: i18n.RollsBack, trace.Shrink: i18n.Shrinks,
}

// stageTexts holds the texts about the stages s2 to s6 of a growth (source S2).
var stageTexts = [...]i18n.Text{i18n.StageControl, i18n.StageTasks, i18n.StageReady, i18n.StagePublished, i18n.StageSignal}

// machineEvent describes an event that concerns the machine, a queue, or the
// resources allotted to a user.
func (m Sentences) machineEvent(k int, e *message.Event) html.HTML {
	c := m.Words
	if e.Kind == trace.Allot {
		r := m.Reason(k)
		return c.HTML(i18n.AllotmentIs, m.AllottedTo(e), c.N("need", int64(r.Need)), c.N("have", int64(r.Have)))
	}
	text := machineTexts[e.Kind]
	link := c.Say(i18n.SomeLink, c.N("n", int64(e.Of)))
	if (e.Kind == trace.LinkDown || e.Kind == trace.LinkUp) && e.Of >= 0 {
		link = m.WayText(e.Of)
	}
	return c.HTML(text, m.Nodes(e.Placement), c.N("count", int64(e.Placement.Nodes())), i18n.B("link", link), m.QueueOf(e))
}

var machineTexts = map[trace.EventKind]i18n.Text{
	trace.Down: i18n.NodesFail, trace.Notice: i18n.NodesFound, trace.Up: i18n.NodesOnline,
	trace.LinkDown: i18n.LinkFails, trace.LinkUp: i18n.LinkWorks,
	trace.Leave: i18n.NodesLeave, trace.Join: i18n.NodesJoin,
	trace.PowerDown: i18n.NodesFallAsleep, trace.PowerOff: i18n.NodesAsleep, trace.Wake: i18n.NodesWake, trace.Ready: i18n.NodesUp,
	trace.QueueOpen: i18n.QueueOpens, trace.QueueClose: i18n.QueueCloses, trace.QueueStart: i18n.QueueStarts, trace.QueueStop: i18n.QueueStops,
}

// wakeUp explains why there was a step in which nothing changed.
func (m Sentences) wakeUp(i int) html.HTML {
	switch m.Run.Steps[i].Trigger {
	case queue.Staging:
		text := i18n.WakeUpStage
		if m.Run.Policy.Method == elastic.Resubmit.String() { // with this method, the only stage that ends without an event is the restart
			text = i18n.WakeUpRestart
		}
		if job := m.Run.Steps[i].Job; job != workload.NoJob {
			return m.Words.HTML(text, m.Job(job))
		}
	case queue.Alarm:
		if m.Discipline(policies.ShowsFilters) {
			return m.Words.HTML(i18n.WakeUpCycle)
		}
	case queue.Submission, queue.Ending, queue.Change:
	}
	return m.Words.HTML(i18n.WakeUp)
}
