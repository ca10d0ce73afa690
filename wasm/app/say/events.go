package say

import (
	"hopyard/core/elastic"
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
func (m Sentences) courseEvent(i, k int, e *message.Event) string {
	c, r := m.Words, m.Reason(k)
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
	held := m.Held(i, e)
	said := c.Say(text, m.Job(e.Job), m.Nodes(held), c.N("count", int64(held.Nodes())),
		c.N("need", int64(r.Need)), c.N("have", int64(r.Have)), m.BlockerWord(r.Blocker), m.At("at", r.At))
	if e.Kind == trace.Requeue {
		where := words.KeepsPlace
		if r.Code == why.Outgrown {
			where = words.NewSubmission
		}
		said = c.Sentences(said, c.Say(where))
	}
	switch r.Code { // a growth is given up, unless the job's next event says why
	case why.FrozenLost:
		said = c.Sentences(said, c.Say(words.BackLost, c.N("need", int64(r.Need)), c.N("have", int64(r.Have)), m.Job(e.Job)))
	case why.EndedFirst:
		said = c.Sentences(said, c.Say(words.BackEnded))
	}
	switch {
	case e.Kind != trace.Requeue:
	case r.At > 0 && r.At != simtime.Never:
		said = c.Sentences(said, c.Say(words.KeepsUntil, m.At("at", r.At)))
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

// machineEvent says what happened to the machine, or to what users may use of it.
func (m Sentences) machineEvent(k int, e *message.Event) string {
	c := m.Words
	if e.Kind == trace.Allot {
		r := m.Reason(k)
		return c.Say(words.AllotmentIs, m.AllottedTo(e), c.N("need", int64(r.Need)), c.N("have", int64(r.Have)))
	}
	text := machineTexts[e.Kind]
	link := c.Say(words.SomeLink, c.N("n", int64(e.Of)))
	if (e.Kind == trace.LinkDown || e.Kind == trace.LinkUp) && e.Of >= 0 {
		link = m.WayText(e.Of)
	}
	return c.Say(text, m.Nodes(e.Placement), c.N("count", int64(e.Placement.Nodes())), words.S("link", words.Bold(link)), m.QueueOf(e))
}

var machineTexts = map[trace.Kind]words.Text{
	trace.Down: words.NodesFail, trace.Notice: words.NodesFound, trace.Up: words.NodesOnline,
	trace.LinkDown: words.LinkFails, trace.LinkUp: words.LinkWorks,
	trace.Leave: words.NodesLeave, trace.Join: words.NodesJoin,
	trace.QueueOpen: words.QueueOpens, trace.QueueClose: words.QueueCloses, trace.QueueStart: words.QueueStarts, trace.QueueStop: words.QueueStops,
}

// wakeUp says why a step happened in which nothing changed.
func (m Sentences) wakeUp(i int) string {
	switch m.Run.Steps[i].Trigger {
	case queue.Staging:
		text := words.WakeUpStage
		if m.Run.Policy.Method == elastic.Resubmit.String() { // where no other stage ends without an event
			text = words.WakeUpRestart
		}
		if job := m.Run.Steps[i].Job; job != workload.NoJob {
			return m.Words.Say(text, m.Job(job))
		}
	case queue.Alarm:
		if m.Discipline(policies.ShowsFilters) {
			return m.Words.Say(words.WakeUpCycle)
		}
	case queue.Submission, queue.Ending, queue.Change:
	}
	return m.Words.Say(words.WakeUp)
}
