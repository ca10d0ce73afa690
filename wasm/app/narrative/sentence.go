package narrative

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Sentence returns HTML that tells what happened in the step on screen and why. It
// consists of a main sentence, and of sentences about the other events of the step.
func (m Sentences) Sentence() (main html.HTML, also []html.HTML) {
	if m.State == nil || m.State.Step == 0 {
		return m.beginning(), nil
	}
	main, also = m.happened(int(m.State.Step) - 1)
	if len(m.State.Stops) > 0 {
		also = append(also, m.verdicts()...)
	}
	return main, append(also, m.testsAlso()...)
}

// happened describes what happened in step i.
func (m Sentences) happened(i int) (main html.HTML, also []html.HTML) {
	starts, rest := []html.HTML{}, []html.HTML{}
	for k, e := range m.Run.StepEvents(i) {
		text := m.Event(i, k, &e)
		if e.Kind == trace.Start {
			starts = append(starts, text)
		} else {
			rest = append(rest, text)
		}
	}
	if len(starts) == 0 {
		if len(rest) == 0 {
			return i18n.Sentences(m.Words, m.wakeUp(i), m.outcome(i)), nil
		}
		if len(rest) == 1 {
			return i18n.Sentences(m.Words, rest[0], m.outcome(i)), nil
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

// Spoken returns the sentences about the step as plain text for screen readers.
func (m Sentences) Spoken() string {
	main, also := m.Sentence()
	all := append([]html.HTML{i18n.UpperHTML(main)}, also...)
	for i := range also {
		all[i+1] = i18n.UpperHTML(also[i])
	}
	return i18n.Sentences(m.Words, html.Plain(i18n.Sentences(m.Words, all...)), m.Together())
}

func (m Sentences) beginning() html.HTML {
	c := m.Words
	return i18n.Sentences(c, c.HTML(i18n.AtStart), c.HTML(i18n.AtStartJobs, c.N("n", int64(len(m.Run.Jobs))),
		c.N("nodes", int64(m.Run.Machine.Drawn.Nodes))), c.HTML(i18n.AtStartTimes))
}

// Event describes one event of step i.
func (m Sentences) Event(i, k int, e *message.Event) html.HTML {
	c := m.Words
	if e.Job == workload.NoJob {
		return m.machineEvent(k, e)
	}
	job := &m.Run.Jobs[e.Job]
	limit := i18n.S("walltime", c.Span(job.Walltime))
	switch e.Kind {
	case trace.Submit:
		return m.arrival(i, e.Job, limit)
	case trace.Release:
		if m.Reason(k).Code != why.None {
			return m.commanded(i, k, e)
		}
		return m.release(i, e.Job)
	case trace.Hold, trace.Update:
		return m.commanded(i, k, e)
	case trace.Start:
		starts := i18n.StartsOn
		if e.Of == 1 {
			starts = i18n.StartsAsleep
		}
		return i18n.Sentences(c, c.HTML(starts, m.Job(e.Job), m.Nodes(e.Placement)), m.Because(m.Reason(k), e), m.countdownOf(i, k), m.Pace(e.Job))
	case trace.Kill:
		return c.HTML(i18n.KilledFreeing, m.Job(e.Job), limit, m.Nodes(m.Held(i, e)))
	case trace.Reject:
		if e.Of == message.ByPerson {
			return m.commanded(i, k, e)
		}
		if r := m.Reason(k); r.Code == why.DeadlinePassed {
			return c.HTML(i18n.RemovedLate, m.Job(e.Job), m.At("at", r.At))
		} else if r.Code == why.DependencyNever {
			return c.HTML(i18n.RemovedNever, m.Job(e.Job), m.BlockerWord(r.Blocker))
		} else if r.Code == why.OtherPart {
			return c.HTML(i18n.RemovedPart, m.Job(e.Job), m.BlockerWord(r.Blocker))
		}
		if m.Reason(k).Code == why.QueueClosed {
			return c.HTML(i18n.Refused, m.Job(e.Job), i18n.H("why", c.HTML(i18n.QueueRefuses, m.QueueText(e.Job))))
		}
		if r := m.Reason(k); r.Code == why.OverLimit {
			return c.HTML(i18n.Refused, m.Job(e.Job), i18n.H("why", c.HTML(i18n.LongLimit, m.Words.N("need", int64(r.Need)), m.Words.N("have", int64(r.Have)), i18n.S("limit", m.LimitText(int32(r.Which), e.Job)))))
		}
		return c.HTML(i18n.Refused, m.Job(e.Job), i18n.H("why", c.Foreign(job.Refused)))
	case trace.Fail:
		if e.Of == message.ByPerson {
			return m.commanded(i, k, e)
		}
	case trace.End:
		return i18n.Sentences(c, c.HTML(i18n.EndsFreeing, m.Job(e.Job), m.Nodes(m.Held(i, e))), m.stretch(e.Job))
	}
	return m.courseEvent(i, k, e)
}

// commanded returns a sentence about what a person has done to a job.
func (m Sentences) commanded(i, k int, e *message.Event) html.HTML {
	c, r, job := m.Words, m.Reason(k), m.Job(e.Job)
	switch e.Kind {
	case trace.Hold:
		return c.HTML(i18n.HeldNow, job)
	case trace.Release:
		return i18n.Sentences(c, c.HTML(i18n.HeldNoLonger, job), m.stillWaits(e.Job))
	case trace.Update:
		if r.Code != why.None {
			return c.HTML(i18n.ShortenedNow, job, i18n.S("walltime", c.Span(simtime.Duration(r.At))))
		}
		return i18n.Sentences(c, c.HTML(i18n.ChangedNow, job, i18n.S("size", m.Sized(e.Job, int64(r.Need))), i18n.S("walltime", c.Span(simtime.Duration(r.At)))), m.stillWaits(e.Job))
	case trace.Reject:
		return c.HTML(i18n.CancelledWaiting, job)
	}
	return c.HTML(i18n.CancelledRunning, job, m.Nodes(m.Held(i, e)))
}

// stillWaits returns why a job waits, or "" if it does not.
func (m Sentences) stillWaits(id workload.JobID) html.HTML {
	if w := m.Waiting(id); w != nil && !m.Middle() {
		return m.waits(w)
	}
	return ""
}

// release returns a sentence about a job whose conditions now hold, and why it still
// waits.
func (m Sentences) release(i int, id workload.JobID) html.HTML {
	c, said := m.Words, m.Words.HTML(i18n.Released, m.Job(id))
	if w := m.Waiting(id); w != nil && int(m.Run.LifeAt(id, int32(i)).Start) != i && !m.Middle() {
		return i18n.Sentences(c, said, m.waits(w))
	}
	return said
}

func (m Sentences) arrival(i int, id workload.JobID, limit i18n.Pair) html.HTML {
	size := i18n.S("size", m.Size(id))
	if int(m.Run.LifeAt(id, int32(i)).Start) == i || m.Middle() {
		return m.Words.HTML(i18n.ArrivesFits, m.Job(id), size, limit)
	}
	if w := m.Waiting(id); w != nil {
		return i18n.Sentences(m.Words, m.Words.HTML(i18n.Arrives, m.Job(id), size, limit, i18n.H("why", m.Long(w))), m.promise(w), m.where(w), m.frozenFor(w), m.countdown(id))
	}
	return m.Words.HTML(i18n.ArrivesFits, m.Job(id), size, limit)
}

// Because explains why the start event e started a job, from the reason r.
func (m Sentences) Because(r *message.Reason, e *message.Event) html.HTML {
	text, ok := startTexts[r.Code]
	switch {
	case !ok:
		text = i18n.BecauseOther
	case r.Code == why.FitsNow && m.Run.Jobs[e.Job].Tasks > 0:
		text = i18n.BecauseFirstTasks
	case r.Code == why.ByQuota && r.Need > 0:
		text = i18n.BecauseBorrows
	case r.Code == why.InBatch && r.Have == 1:
		text = i18n.BecauseBatchOne
	case r.Code == why.EndsByShadow && r.At == simtime.Never:
		text = i18n.BecauseNever
	}
	end := m.Run.Time(int(m.State.Step)).Add(m.Run.Jobs[e.Job].Walltime)
	if job := m.Running(e.Job); e.Of == 1 && job != nil { // it waits until its nodes are powered up
		end = job.Limit
	}
	return m.Words.HTML(text, m.Words.N("need", int64(r.Need)), m.Words.N("have", int64(r.Have)),
		m.BlockerWord(r.Blocker), m.At("at", r.At), m.At("end", end), i18n.S("code", r.Code.String()), i18n.S("user", m.UserText(e.Job)), i18n.S("limit", m.LimitText(int32(r.Which), e.Job)), i18n.H("slack", m.slackEnded(&r.Reason)))
}

// slackEnded returns a text about the time at which the slack of a rescued job
// ended. This time may lie far in the past.
func (m Sentences) slackEnded(r *why.Reason) html.HTML {
	if r.At <= 0 {
		return m.Words.HTML(i18n.SlackNever)
	}
	return m.Words.HTML(i18n.SlackSince, m.At("at", r.At))
}

var startTexts = map[why.Code]i18n.Text{
	why.FitsNow: i18n.BecauseFirst, why.EndsByShadow: i18n.BecauseShadow, why.OnExtraNodes: i18n.BecauseExtra,
	why.AvoidsReserved: i18n.BecauseBeside, why.HoleNow: i18n.BecauseHole, why.InBatch: i18n.BecauseBatch, why.ExactFit: i18n.BecauseExact,
	why.LargestFit: i18n.BecauseLargest, why.WithinShare: i18n.BecauseShare, why.Rescued: i18n.BecauseRescued,
	why.RescuedBySystem: i18n.BecauseSystem, why.Moulded: i18n.BecauseMoulded, why.InPriority: i18n.BecausePriority, why.ChosenWindow: i18n.BecauseWindow,
	why.ByPolicy: i18n.BecausePolicy, why.ByHand: i18n.BecauseHand, why.RescuedOnBoth: i18n.BecauseBoth, why.ByQuota: i18n.BecauseQuota, why.RanBefore: i18n.BecauseRan,
}

// outcome explains why no job started in a step.
func (m Sentences) outcome(i int) html.HTML {
	c := m.Words
	switch {
	case m.Middle():
		return ""
	case m.State.Waiting == 0 && len(m.State.Running) == 0 && i+1 == m.Run.Len() && !m.Run.Covered:
		return c.HTML(i18n.AllDone)
	case m.State.Waiting == 0:
		return c.HTML(i18n.QueueEmpty)
	case m.Run.Steps[i].Trigger == queue.Submission && m.Run.Steps[i].Events > 0 || len(m.State.Queue) == 0:
		return ""
	}
	head := &m.State.Queue[0]
	return i18n.Sentences(c, c.HTML(i18n.NothingStarts, i18n.H("job", m.JobWord(head.Job)), i18n.H("why", m.Long(head))), m.promise(head), m.frozenHead(head), m.countdown(head.Job))
}
