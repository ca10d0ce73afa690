package app

import (
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// JobText is what people call a job, "job 7"; "Job 7" at the start of a
// sentence.
func (m *Model) JobText(id workload.JobID) string {
	if m.Run == nil || id < 0 || int(id) >= len(m.Run.Jobs) {
		return "?"
	}
	return m.Words.Say(words.JobName, words.S("n", m.Run.Names.Number(id)))
}

func (m *Model) job(id workload.JobID) words.Pair {
	return words.S("job", words.Bold(m.JobText(id)))
}

func (m *Model) blocker(r *why.Reason) words.Pair {
	if r.Blocker == workload.NoJob {
		return words.S("blocker", "?")
	}
	return words.S("blocker", m.JobText(r.Blocker))
}

func (m *Model) at(gap string, t simtime.Time) words.Pair {
	return words.S(gap, words.Bold(m.Run.Clock.At(t)))
}

// nodes is a node list with its noun, "nodes 36–38".
func (m *Model) nodes(p cluster.Placement) words.Pair {
	return words.S("nodes", m.nodesText(p.Nodes(), words.Bold(m.Words.Nodes(p, 8, m.Run.Machine.Names))))
}

// nodesText puts the noun before a list of n nodes.
func (m *Model) nodesText(n int, list string) string {
	if n == 1 {
		return m.Words.Say(words.GridNode, words.S("n", list))
	}
	return m.Words.Say(words.NodesName, words.S("list", list))
}

// Size is what a job asks for: "6 nodes", "24 tasks of 1 core and 2,048 MiB".
func (m *Model) Size(id workload.JobID) string { return m.sized(id, int64(m.Run.Size(id))) }

// sizeOf is what a job has of a machine, in the words of what it asks for.
func (m *Model) sizeOf(id workload.JobID, p cluster.Placement) string {
	if m.Run.Jobs[id].Nodes > 0 {
		return m.sized(id, int64(p.Nodes()))
	}
	return m.sized(id, int64(p.Tasks()))
}

// sized is n nodes or tasks of a job.
func (m *Model) sized(id workload.JobID, n int64) string {
	c, job := m.Words, &m.Run.Jobs[id]
	var each []string
	for k, n := range job.PerTask {
		if n > 0 && (k != int(workload.Cores) || n != 1 || job.Nodes > 0) {
			each = append(each, m.resource(workload.Resource(k), perTaskTexts[:], c.N("n", n)))
		}
	}
	list, of := "", words.OfEach
	if job.Nodes > 0 {
		of = words.OfEachNode
	}
	if len(each) > 0 {
		list = c.Say(of, words.S("list", strings.Join(each, " + ")))
	}
	if job.Nodes > 0 {
		return c.Say(words.NodeSize, c.N("n", n)) + list
	}
	return c.Say(words.TaskSize, c.N("n", n), words.S("each", list))
}

// perTaskTexts are amounts of each kind of resource, the last of those that a
// machine has a name for.
var perTaskTexts = [workload.Named + 1]words.Text{words.PerTaskCores, words.PerTaskMemory, words.PerTaskDisk, words.PerTaskGPUs, words.PerTaskNamed}

// resource is a text about a kind of resource; the last of the texts has the
// name of what the machine has a name for.
func (m *Model) resource(k workload.Resource, texts []words.Text, pairs ...words.Pair) string {
	if k < workload.Named {
		return m.Words.Say(texts[k], pairs...)
	}
	return m.Words.Say(texts[workload.Named], append(pairs, words.S("name", m.own(int(k-workload.Named))))...)
}

// own is the name of one of the machine's own resources. It is escaped.
func (m *Model) own(i int) string {
	if names := m.Run.Machine.Resources; i < len(names) {
		return words.Escape(names[i])
	}
	return ""
}

// Sentence is what the step on screen did and why, as HTML: the main sentence,
// and what else happened in the step.
func (m *Model) Sentence() (main string, also []string) {
	if m.State == nil || m.State.Step == 0 {
		return m.beginning(), nil
	}
	main, also = m.happened(int(m.State.Step) - 1)
	return main, append(also, m.testsAlso()...)
}

// happened is what step i did.
func (m *Model) happened(i int) (main string, also []string) {
	starts, rest := []string{}, []string{}
	for k, e := range m.Run.StepEvents(i) {
		text := m.event(i, k, &e)
		if e.Kind == trace.Start {
			starts = append(starts, text)
		} else {
			rest = append(rest, text)
		}
	}
	if len(starts) == 0 {
		if len(rest) == 0 {
			return m.Words.Sentences(m.wakeUp(i), m.outcome(i)), nil
		}
		if len(rest) == 1 {
			return m.Words.Sentences(rest[0], m.outcome(i)), nil
		}
		if after := m.outcome(i); after != "" {
			rest = append(rest, after)
		}
		return rest[0], rest[1:]
	}
	if m.Run.Steps[i].Trigger == queue.Change && len(rest) > 0 {
		return rest[0], append(rest[1:], starts...)
	}
	return starts[0], append(rest, starts[1:]...)
}

// Spoken is the sentence for those who listen.
func (m *Model) Spoken() string {
	main, also := m.Sentence()
	all := append([]string{words.UpperHTML(main)}, also...)
	for i := range also {
		all[i+1] = words.UpperHTML(also[i])
	}
	if text := m.together(); text != "" {
		all = append(all, text)
	}
	return words.Plain(m.Words.Sentences(all...))
}

func (m *Model) beginning() string {
	c := m.Words
	return c.Sentences(c.Say(words.AtStart), c.Say(words.AtStartJobs, c.N("n", int64(len(m.Run.Jobs))),
		c.N("nodes", int64(m.Run.Machine.Drawn.Nodes))))
}

// event says one event of step i.
func (m *Model) event(i, k int, e *message.Event) string {
	c := m.Words
	if e.Job == workload.NoJob {
		return m.machineEvent(e)
	}
	job := &m.Run.Jobs[e.Job]
	limit := words.S("walltime", c.Span(job.Walltime))
	switch e.Kind {
	case trace.Submit:
		return m.arrival(i, e.Job, limit)
	case trace.Start:
		return c.Sentences(c.Say(words.StartsOn, m.job(e.Job), m.nodes(e.Placement)), m.because(m.reason(k), e), m.countdownOf(i, k), m.Pace(e.Job))
	case trace.Kill:
		return c.Say(words.KilledFreeing, m.job(e.Job), limit, m.nodes(m.held(i, e)))
	case trace.Reject:
		if m.reason(k).Code == why.QueueClosed {
			return c.Say(words.Refused, m.job(e.Job), words.S("why", c.Say(words.QueueRefuses, m.queueText(e.Job))))
		}
		return c.Say(words.Refused, m.job(e.Job), words.S("why", c.Foreign(job.Refused)))
	case trace.End:
		return c.Sentences(c.Say(words.EndsFreeing, m.job(e.Job), m.nodes(m.held(i, e))), m.stretch(e.Job))
	}
	return m.courseEvent(i, k, e)
}

func (m *Model) arrival(i int, id workload.JobID, limit words.Pair) string {
	size := words.S("size", m.Size(id))
	if int(m.Run.LifeAt(id, int32(i)).Start) == i {
		return m.Words.Say(words.ArrivesFits, m.job(id), size, limit)
	}
	if w := m.waiting(id); w != nil {
		return m.Words.Sentences(m.Words.Say(words.Arrives, m.job(id), size, limit, words.S("why", m.Long(w))), m.promise(w), m.where(w), m.frozenFor(w), m.countdown(id))
	}
	return m.Words.Say(words.ArrivesFits, m.job(id), size, limit)
}

// placement is what a job held as of step i, in the life that i is in.
func (m *Model) placement(id workload.JobID, i int32) cluster.Placement {
	l := m.Run.LifeAt(id, i)
	p, _ := m.Run.Placement(id, &l, i)
	return p
}

// held is what a job had until an event of step i that took it away.
func (m *Model) held(i int, e *message.Event) cluster.Placement {
	if len(e.Placement) > 0 {
		return e.Placement
	}
	return m.placement(e.Job, int32(i))
}

// reason is that of the k-th event of the step on screen.
func (m *Model) reason(k int) *message.Reason {
	if k >= len(m.State.Reasons) {
		return &message.Reason{}
	}
	return &m.State.Reasons[k]
}

// waiting is a waiting job of the state on screen, or nil.
func (m *Model) waiting(id workload.JobID) *message.Waiting {
	for i := range m.State.Queue {
		if m.State.Queue[i].Job == id {
			return &m.State.Queue[i]
		}
	}
	if m.State.Chosen != nil && m.State.Chosen.Job == id {
		return m.State.Chosen
	}
	return nil
}

// because says why a job started.
func (m *Model) because(r *message.Reason, e *message.Event) string {
	text, ok := startTexts[r.Code]
	switch {
	case !ok:
		text = words.BecauseOther
	case r.Code == why.FitsNow && m.Run.Jobs[e.Job].Tasks > 0:
		text = words.BecauseFirstTasks
	case r.Code == why.InBatch && r.Have == 1:
		text = words.BecauseBatchOne
	case r.Code == why.EndsByShadow && r.At == simtime.Never:
		text = words.BecauseNever
	}
	end := m.Run.Time(int(m.State.Step)).Add(m.Run.Jobs[e.Job].Walltime)
	return m.Words.Say(text, m.Words.N("need", int64(r.Need)), m.Words.N("have", int64(r.Have)),
		m.blocker(&r.Reason), m.at("at", r.At), m.at("end", end), words.S("code", r.Code.String()), words.S("user", m.userText(e.Job)), words.S("slack", m.slackEnded(&r.Reason)))
}

// slackEnded says when the slack of a job that is rescued ended, which may be
// long ago.
func (m *Model) slackEnded(r *why.Reason) string {
	if r.At <= 0 {
		return m.Words.Say(words.SlackNever)
	}
	return m.Words.Say(words.SlackSince, m.at("at", r.At))
}

var startTexts = map[why.Code]words.Text{
	why.FitsNow: words.BecauseFirst, why.EndsByShadow: words.BecauseShadow, why.OnExtraNodes: words.BecauseExtra,
	why.AvoidsReserved: words.BecauseBeside, why.HoleNow: words.BecauseHole, why.InBatch: words.BecauseBatch, why.ExactFit: words.BecauseExact,
	why.LargestFit: words.BecauseLargest, why.WithinShare: words.BecauseShare, why.Rescued: words.BecauseRescued,
	why.RescuedBySystem: words.BecauseSystem, why.Moulded: words.BecauseMoulded, why.InPriority: words.BecausePriority, why.ChosenWindow: words.BecauseWindow,
}

// outcome says, after a step that started nothing, why not.
func (m *Model) outcome(i int) string {
	c := m.Words
	switch {
	case m.State.Waiting == 0 && len(m.State.Running) == 0 && i+1 == m.Run.Len():
		return c.Say(words.AllDone)
	case m.State.Waiting == 0:
		return c.Say(words.QueueEmpty)
	case m.Run.Steps[i].Trigger == queue.Submission && m.Run.Steps[i].Events > 0 || len(m.State.Queue) == 0:
		return ""
	}
	head := &m.State.Queue[0]
	return c.Sentences(c.Say(words.NothingStarts, words.S("job", m.JobText(head.Job)), words.S("why", m.Long(head))), m.promise(head), m.frozenHead(head), m.countdown(head.Job))
}
