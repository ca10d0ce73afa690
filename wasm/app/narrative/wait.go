package narrative

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Short returns in a few words why a job waits, for example "needs 30, 14 free ·
// promised 10:40".
func (m Sentences) Short(w *message.Waiting) string {
	if m.Middle() {
		return m.undecided(w)
	}
	out := m.Words.Say(m.reason(w, i18n.ShortNotReached, shortTexts), append(m.reasonPairs(w), m.Blocker(&w.Why), i18n.S("at", m.Run.Clock.At(w.Why.At)))...)
	if w.Promised != simtime.Never && !saysWhen(&w.Why) {
		out += " · " + m.Words.Say(i18n.ShortPromised, i18n.S("at", m.Run.Clock.At(w.Promised)))
	}
	return out
}

// Long returns in a clause of HTML why a job waits. The clause has no full stop.
func (m Sentences) Long(w *message.Waiting) html.HTML {
	if m.Middle() {
		return m.Words.HTML(i18n.NotDecided)
	}
	return m.Decided(w)
}

// Decided works like Long, but also gives a reason in the middle of a step. It then
// uses the reason that is known so far.
func (m Sentences) Decided(w *message.Waiting) html.HTML {
	return m.reasonHTML(w, i18n.LongNotReached, longTexts, m.BlockerWord(w.Why.Blocker), m.TimeWord("at", w.Why.At))
}

// undecided returns what is known about a waiting job before the scheduling pass of
// the step: a start that was promised earlier, that the job has just joined the
// queue, or that nothing is decided yet.
func (m Sentences) undecided(w *message.Waiting) string {
	switch {
	case w.Promised != simtime.Never:
		return m.Words.Say(i18n.ShortPromised, i18n.S("at", m.Run.Clock.At(w.Promised)))
	case int(m.Run.Lives[w.Job].Submit) == m.Run.Len()-1:
		return m.Words.Say(i18n.JustJoined)
	}
	return m.Words.Say(i18n.NotDecided)
}

// promise returns the sentence with the promised start of a waiting job.
func (m Sentences) promise(w *message.Waiting) html.HTML {
	if w.Promised == simtime.Never || saysWhen(&w.Why) {
		return ""
	}
	return m.Words.HTML(i18n.PromisedAt, m.At("at", w.Promised))
}

// where returns a sentence about the nodes that a waiting job was promised. If the
// job is neither selected nor under the pointer, it returns "".
func (m Sentences) where(w *message.Waiting) html.HTML {
	switch {
	case len(w.Where) == 0 || m.Want != w.Job && m.Pointed.Job != w.Job:
		return ""
	case m.State.Holds:
		return m.Words.HTML(i18n.ReservedOn, m.Nodes(w.Where))
	}
	return m.Words.HTML(i18n.PromisedOn, m.Nodes(w.Where))
}

// saysWhen reports whether the reason why a job waits already contains the promised
// time.
func saysWhen(r *why.Reason) bool {
	return r.Code == why.Reserved || r.Code == why.NextCycle || r.Code == why.BetterWindow || r.Code == why.OtherPart
}

// reasonHTML returns why a job waits, by the texts for the reasons. The job that
// blocks it and the time are words that the page highlights.
func (m Sentences) reasonHTML(w *message.Waiting, other i18n.Text, texts map[why.Code]i18n.Text, blocker, at i18n.Markup) html.HTML {
	fillings := []i18n.Filling{blocker, at}
	for _, p := range m.reasonPairs(w) {
		fillings = append(fillings, p)
	}
	return m.Words.HTML(m.reason(w, other, texts), fillings...)
}

// reasonPairs returns what fills the gaps of a reason, except for the blocking job
// and the time.
func (m Sentences) reasonPairs(w *message.Waiting) []i18n.Pair {
	pairs := []i18n.Pair{
		m.Words.N("need", int64(w.Why.Need)), m.Words.N("have", int64(w.Why.Have)),
		i18n.S("limit", m.LimitText(int32(w.Why.Which), w.Job)), i18n.S("user", m.UserText(w.Job)), m.QueueText(w.Job),
	}
	if w.Why.Code == why.NodePromised {
		pairs = append(pairs, i18n.S("node", m.NodeText(int(w.Why.Have))))
	}
	if r := w.Room; r != nil {
		level := m.Words.Tell(r.Level)
		if r.Nodes > 0 {
			level = m.Words.Say(i18n.BlockOf, m.Words.N("n", int64(r.Nodes)))
		}
		pairs = append(pairs, i18n.S("level", level), m.Words.N("part", int64(r.Part)), m.Words.N("most", int64(r.Most)),
			m.Words.N("used", int64(r.InUse)), m.Words.N("blocks", int64(r.Blocks)), i18n.S("where", m.DeviceName(r.Where)))
	}
	return pairs
}

// reason chooses the text about the reason why a job waits. If there is none for the
// reason, it returns other.
func (m Sentences) reason(w *message.Waiting, other i18n.Text, texts map[why.Code]i18n.Text) i18n.Text {
	text, ok := texts[w.Why.Code]
	switch {
	case !ok:
		text = other
	case text == i18n.LongAfterAny && w.Why.At > 0:
		text = i18n.LongAfterWhile
	case text == i18n.LongAfterAny && int(w.Why.Which) < len(dependencyTexts):
		text = dependencyTexts[w.Why.Which]
	case text == i18n.LongShape && w.Room != nil && w.Room.Blocks > 0:
		text = i18n.LongRoomAlone
	case text == i18n.ShortShape && w.Room != nil && w.Room.Blocks > 0:
		text = i18n.ShortRoomAlone
	case text == i18n.LongShape && w.Room != nil && w.Room.Part < w.Room.Need:
		text = i18n.LongRoomParts
	case text == i18n.LongShape && w.Room != nil:
		text = i18n.LongRoom
	case text == i18n.ShortShape && w.Room != nil && w.Room.Part < w.Room.Need:
		text = i18n.ShortRoomParts
	case text == i18n.ShortShape && w.Room != nil:
		text = i18n.ShortRoom
	case text == i18n.ShortTooFew && m.Run.Jobs[w.Job].Tasks > 0:
		text = i18n.ShortTooFewTasks
	case text == i18n.LongReserved && w.Why.Blocker != workload.NoJob:
		text = i18n.LongBreaks
	case text == i18n.LongTooFew && m.Run.Jobs[w.Job].Tasks > 0:
		text = i18n.LongTooFewTasks
	case text == i18n.LongQuota && w.Why.Blocker != workload.NoJob:
		text = i18n.LongQuotaHeld
	case text == i18n.ShortUndecided && w.Why.At != simtime.Never:
		text = i18n.ShortDecided
	case text == i18n.LongUndecided && w.Why.At != simtime.Never:
		text = i18n.LongDecided
	case text == i18n.LongOtherPart && (w.Why.At == 0 || w.Why.At == simtime.Never):
		text = i18n.LongOtherPartOpen
	case m.Run.Counted:
	case text == i18n.ShortDelay:
		text = i18n.ShortDelayRoom
	case text == i18n.LongDelay:
		text = i18n.LongDelayRoom
	}
	return text
}

var shortTexts = map[why.Code]i18n.Text{
	why.TooFewFree: i18n.ShortTooFew, why.BehindHead: i18n.ShortBehind, why.WouldDelay: i18n.ShortDelay,
	why.Reserved: i18n.ShortReserved, why.BatchTooLarge: i18n.ShortBatchLarge, why.OutsideBatch: i18n.ShortOutside,
	why.TooFewUnits: i18n.ShortUnits, why.NotPlaceable: i18n.ShortShape, why.TooManySwitches: i18n.ShortSwitches, why.NotReached: i18n.ShortNotReached,
	why.OverQuota: i18n.ShortQuota, why.OverLimit: i18n.ShortLimit, why.UsedUp: i18n.ShortUsed, why.UnderLimit: i18n.ShortLeast, why.OverShare: i18n.ShortShare, why.BehindUser: i18n.ShortUser, why.AtRisk: i18n.ShortRisk,
	why.CountedOut: i18n.ShortCounted, why.NextBatch: i18n.ShortNext, why.NextCycle: i18n.ShortCycle, why.QueueStopped: i18n.ShortStopped, why.QueueClosed: i18n.QueueRefuses, why.NodeLost: i18n.ShortLost, why.Outgrown: i18n.ShortOutgrown,
	why.Preempted: i18n.ShortPreempted, why.Preempting: i18n.ShortPreempting, why.PowerNotAvail: i18n.ShortPower, why.StopsInVain: i18n.ShortInVain,
	why.BetterWindow: i18n.ShortWindow, why.Undecided: i18n.ShortUndecided,
	why.Dependency: i18n.ShortDepends, why.DependencyNever: i18n.ShortNever, why.BeginTime: i18n.ShortBegin, why.ArrayLimit: i18n.ShortArrayLimit, why.JobHeld: i18n.ShortHeld,
	why.BeforeReservation: i18n.ShortReservation, why.ReservationOver: i18n.ShortReservationOver, why.NodesReserved: i18n.ShortReservedNodes,
	why.DeadlinePassed: i18n.ShortDeadline, why.OtherPart: i18n.ShortOtherPart, why.NodePromised: i18n.ShortNodePromised,
}

var longTexts = map[why.Code]i18n.Text{
	why.TooFewFree: i18n.LongTooFew, why.BehindHead: i18n.LongBehind, why.WouldDelay: i18n.LongDelay,
	why.Reserved: i18n.LongReserved, why.BatchTooLarge: i18n.LongBatchLarge, why.OutsideBatch: i18n.LongOutside,
	why.TooFewUnits: i18n.LongUnits, why.NotPlaceable: i18n.LongShape, why.TooManySwitches: i18n.LongSwitches, why.NotReached: i18n.LongNotReached,
	why.OverQuota: i18n.LongQuota, why.OverLimit: i18n.LongLimit, why.UsedUp: i18n.LongUsed, why.UnderLimit: i18n.LongLeast, why.OverShare: i18n.LongShare, why.BehindUser: i18n.LongUser, why.AtRisk: i18n.LongRisk,
	why.CountedOut: i18n.LongCounted, why.NextBatch: i18n.LongNext, why.NextCycle: i18n.LongCycle, why.QueueStopped: i18n.LongStopped, why.QueueClosed: i18n.QueueRefuses, why.NodeLost: i18n.LongLost, why.Outgrown: i18n.LongOutgrown,
	why.Preempted: i18n.LongPreempted, why.Preempting: i18n.LongPreempting, why.PowerNotAvail: i18n.LongPower, why.StopsInVain: i18n.LongInVain,
	why.BetterWindow: i18n.LongWindow, why.Undecided: i18n.LongUndecided,
	why.Dependency: i18n.LongAfterAny, why.DependencyNever: i18n.LongNever, why.BeginTime: i18n.LongBegin, why.ArrayLimit: i18n.LongArrayLimit, why.JobHeld: i18n.LongHeld,
	why.BeforeReservation: i18n.LongReservation, why.ReservationOver: i18n.LongReservationOver, why.NodesReserved: i18n.LongReservedNodes,
	why.DeadlinePassed: i18n.LongDeadline, why.OtherPart: i18n.LongOtherPart, why.NodePromised: i18n.LongNodePromised,
}

// dependencyTexts holds the texts about the kinds of dependencies.
var dependencyTexts = [...]i18n.Text{
	workload.DependsOnStart: i18n.LongAfter, workload.DependsOnEnd: i18n.LongAfterAny, workload.DependsOnFailure: i18n.LongAfterNotOK,
	workload.DependsOnSuccess: i18n.LongAfterOK, workload.DependsOnOthers: i18n.LongSingleton,
}

// waits returns why a job waits, and what it was promised.
func (m Sentences) waits(w *message.Waiting) html.HTML {
	c := m.Words
	return i18n.Sentences(c, c.HTML(i18n.Waits, m.Job(w.Job), i18n.H("why", m.Long(w))), m.promise(w), m.where(w), m.frozenFor(w), m.countdown(w.Job))
}

// About returns sentences of HTML about a job at the step on screen.
func (m Sentences) About(id workload.JobID) html.HTML {
	if m.State == nil || id < 0 || int(id) >= len(m.Run.Lives) {
		return ""
	}
	c, step := m.Words, m.State.Step-1
	l := m.Run.LifeAt(id, step)
	job := m.Job(id)
	switch {
	case l.Submit < 0 || l.Submit > step:
		return c.HTML(i18n.NotYet, job, m.At("at", m.Run.Jobs[id].Submit))
	case l.Start < 0 || l.Start > step || m.Waiting(id) != nil:
		if w := m.Waiting(id); w != nil && m.Middle() {
			return html.Bold(m.JobText(id)) + ": " + html.Escape(m.undecided(w))
		} else if w != nil {
			return m.waits(w)
		}
		return ""
	}
	nodes, start := m.Nodes(m.Placement(id, step)), m.At("start", m.Run.StepTime(l.Start))
	if l.End < 0 || l.End > step {
		if _, since := m.Run.Stood(id, &l, step); since >= 0 {
			return c.HTML(i18n.StandsSince, job, nodes, start, m.At("since", m.Run.StepTime(since)))
		}
		limit := m.Run.StepTime(l.Start).Add(m.Run.Jobs[id].Walltime)
		if r := m.Running(id); r != nil { // the job may have grown, and may have paused to do so
			nodes, limit = m.Nodes(r.Placement), r.Limit
		}
		said := i18n.Sentences(c, c.HTML(i18n.RunsSince, job, nodes, start, m.At("limit", limit)), m.Pace(id))
		if t := m.GrowthTest(id); t != nil && id == m.Selected && id != m.Current() {
			said = i18n.Sentences(c, said, m.testText(t))
		}
		return said
	}
	end := m.At("end", m.Run.StepTime(l.End))
	switch m.Ending(id, step) {
	case trace.Kill:
		return c.HTML(i18n.WasKilled, job, nodes, start, end)
	case trace.Fail:
		switch m.stoppedBy(id, l.End) {
		case message.ByPerson:
			return c.HTML(i18n.WasCancelled, job, nodes, start, end)
		case message.ForAnother:
			return c.HTML(i18n.WasStopped, job, nodes, start, end)
		case message.ByReservation:
			return c.HTML(i18n.WasReserved, job, nodes, start, end)
		}
		return c.HTML(i18n.HasFailed, job, nodes, start, end)
	case trace.Requeue: // the list of waiting jobs on screen ends before this job
		return c.HTML(i18n.WaitsAgain, job, nodes, start, end)
	}
	return i18n.Sentences(c, c.HTML(i18n.RanFrom, job, nodes, start, end), m.stretch(id))
}

// frozenFor lists the nodes that are set aside for growing jobs, if the job of w
// waits because too few nodes are free. Otherwise it returns "".
func (m Sentences) frozenFor(w *message.Waiting) html.HTML {
	if w.Why.Code != why.TooFewFree {
		return ""
	}
	return m.frozenText()
}

// frozenHead returns the same as frozenFor for the first job of the queue. If that
// job is selected, it returns "", because another panel says more about the job.
func (m Sentences) frozenHead(w *message.Waiting) html.HTML {
	if w.Job == m.Selected && m.Selected != m.Current() {
		return ""
	}
	return m.frozenFor(w)
}

// stretch returns by how much the run time of a job that has ended differs from its
// run time at full speed. It returns "" if the two run times are equal.
func (m Sentences) stretch(id workload.JobID) html.HTML {
	l, full := m.Run.LifeAt(id, m.State.Step-1), m.Run.Jobs[id].Full
	took := m.Run.StepTime(l.End).Sub(m.Run.StepTime(l.Start))
	if full <= 0 || took == full || m.Run.Policy.Network == "none" {
		return ""
	}
	text := i18n.TookSlower
	if took < full {
		text = i18n.TookFaster
	}
	return m.Words.HTML(text, i18n.B("n", m.Words.Float(float64(took)/float64(full), 2)))
}

// Span formats a duration that may be negative.
func (m Sentences) Span(d simtime.Duration) string {
	if d < 0 {
		return "−" + m.Words.Span(i18n.Rounded((-d).Seconds()))
	}
	return m.Words.Span(i18n.Rounded(d.Seconds()))
}
