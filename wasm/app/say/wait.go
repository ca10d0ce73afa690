package say

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// Short is why a job waits, in a few words: "needs 30, 14 free · promised
// 10:40".
func (m Sentences) Short(w *message.Waiting) string {
	if m.Middle() {
		return m.undecided(w)
	}
	out := m.reasonText(w, words.ShortNotReached, shortTexts, m.Blocker(&w.Why), words.S("at", m.Run.Clock.At(w.Why.At)))
	if w.Promised != simtime.Never && !saysWhen(&w.Why) {
		out += " · " + m.Words.Say(words.ShortPromised, words.S("at", m.Run.Clock.At(w.Promised)))
	}
	return out
}

// Long is why a job waits as a clause in HTML, without a full stop.
func (m Sentences) Long(w *message.Waiting) string {
	if m.Middle() {
		return m.Words.Say(words.NotDecided)
	}
	return m.Decided(w)
}

// Decided is Long for what has been decided, in the middle of a step too.
func (m Sentences) Decided(w *message.Waiting) string {
	return m.reasonText(w, words.LongNotReached, longTexts, m.BlockerWord(w.Why.Blocker), m.TimeWord("at", w.Why.At))
}

// undecided is what is known of a job about which the pass is still to decide: what
// it was promised before.
func (m Sentences) undecided(w *message.Waiting) string {
	switch {
	case w.Promised != simtime.Never:
		return m.Words.Say(words.ShortPromised, words.S("at", m.Run.Clock.At(w.Promised)))
	case int(m.Run.Lives[w.Job].Submit) == m.Run.Len()-1:
		return m.Words.Say(words.JustJoined)
	}
	return m.Words.Say(words.NotDecided)
}

// promise is the sentence that says when a waiting job is promised to start.
func (m Sentences) promise(w *message.Waiting) string {
	if w.Promised == simtime.Never || saysWhen(&w.Why) {
		return ""
	}
	return m.Words.Say(words.PromisedAt, m.At("at", w.Promised))
}

// where is the sentence that says where the chosen job, or the one that is pointed
// at, is promised to start.
func (m Sentences) where(w *message.Waiting) string {
	switch {
	case len(w.Where) == 0 || m.Want != w.Job && m.Pointed.Job != w.Job:
		return ""
	case m.State.Holds:
		return m.Words.Say(words.ReservedOn, m.Nodes(w.Where))
	}
	return m.Words.Say(words.PromisedOn, m.Nodes(w.Where))
}

// saysWhen reports whether the reason to wait names the promise itself.
func saysWhen(r *why.Reason) bool {
	return r.Code == why.Reserved || r.Code == why.NextCycle || r.Code == why.BetterWindow
}

func (m Sentences) reasonText(w *message.Waiting, other words.Text, texts map[why.Code]words.Text, blocker, at words.Pair) string {
	text, ok := texts[w.Why.Code]
	switch {
	case !ok:
		text = other
	case text == words.ShortTooFew && m.Run.Jobs[w.Job].Tasks > 0:
		text = words.ShortTooFewTasks
	case text == words.LongReserved && w.Why.Blocker != workload.NoJob:
		text = words.LongBreaks
	case text == words.LongTooFew && m.Run.Jobs[w.Job].Tasks > 0:
		text = words.LongTooFewTasks
	case text == words.ShortUndecided && w.Why.At != simtime.Never:
		text = words.ShortDecided
	case text == words.LongUndecided && w.Why.At != simtime.Never:
		text = words.LongDecided
	case m.Run.Counted:
	case text == words.ShortDelay:
		text = words.ShortDelayRoom
	case text == words.LongDelay:
		text = words.LongDelayRoom
	}
	return m.Words.Say(text, m.Words.N("need", int64(w.Why.Need)), m.Words.N("have", int64(w.Why.Have)),
		blocker, at,
		words.S("limit", m.LimitText(int32(w.Why.Which), w.Job)), words.S("user", m.UserText(w.Job)), m.QueueText(w.Job))
}

var shortTexts = map[why.Code]words.Text{
	why.TooFewFree: words.ShortTooFew, why.BehindHead: words.ShortBehind, why.WouldDelay: words.ShortDelay,
	why.Reserved: words.ShortReserved, why.BatchTooLarge: words.ShortBatchLarge, why.OutsideBatch: words.ShortOutside,
	why.TooFewUnits: words.ShortUnits, why.NotPlaceable: words.ShortShape, why.NotReached: words.ShortNotReached,
	why.OverLimit: words.ShortLimit, why.OverShare: words.ShortShare, why.BehindUser: words.ShortUser, why.AtRisk: words.ShortRisk,
	why.CountedOut: words.ShortCounted, why.NextBatch: words.ShortNext, why.NextCycle: words.ShortCycle, why.QueueStopped: words.ShortStopped, why.QueueClosed: words.QueueRefuses, why.NodeLost: words.ShortLost, why.Outgrown: words.ShortOutgrown,
	why.BetterWindow: words.ShortWindow, why.Undecided: words.ShortUndecided,
}

var longTexts = map[why.Code]words.Text{
	why.TooFewFree: words.LongTooFew, why.BehindHead: words.LongBehind, why.WouldDelay: words.LongDelay,
	why.Reserved: words.LongReserved, why.BatchTooLarge: words.LongBatchLarge, why.OutsideBatch: words.LongOutside,
	why.TooFewUnits: words.LongUnits, why.NotPlaceable: words.LongShape, why.NotReached: words.LongNotReached,
	why.OverLimit: words.LongLimit, why.OverShare: words.LongShare, why.BehindUser: words.LongUser, why.AtRisk: words.LongRisk,
	why.CountedOut: words.LongCounted, why.NextBatch: words.LongNext, why.NextCycle: words.LongCycle, why.QueueStopped: words.LongStopped, why.QueueClosed: words.QueueRefuses, why.NodeLost: words.LongLost, why.Outgrown: words.LongOutgrown,
	why.BetterWindow: words.LongWindow, why.Undecided: words.LongUndecided,
}

// About is what is to be said of the chosen job at the step on screen, as HTML.
func (m Sentences) About(id workload.JobID) string {
	if m.State == nil || id < 0 || int(id) >= len(m.Run.Lives) {
		return ""
	}
	c, step := m.Words, m.State.Step-1
	l := m.Run.LifeAt(id, step)
	job := m.Job(id)
	switch {
	case l.Submit < 0 || l.Submit > step:
		return c.Say(words.NotYet, job, m.At("at", m.Run.Jobs[id].Submit))
	case l.Start < 0 || l.Start > step || m.Waiting(id) != nil:
		if w := m.Waiting(id); w != nil && m.Middle() {
			return words.Bold(m.JobText(id)) + ": " + m.undecided(w)
		} else if w != nil {
			return c.Sentences(c.Say(words.Waits, job, words.S("why", m.Long(w))), m.promise(w), m.where(w), m.frozenFor(w), m.countdown(id))
		}
		return ""
	}
	nodes, start := m.Nodes(m.Placement(id, step)), m.At("start", m.Run.StepTime(l.Start))
	if l.End < 0 || l.End > step {
		limit := m.Run.StepTime(l.Start).Add(m.Run.Jobs[id].Walltime)
		if r := m.Running(id); r != nil { // it may have grown, and stopped for it
			nodes, limit = m.Nodes(r.Placement), r.Limit
		}
		said := c.Sentences(c.Say(words.RunsSince, job, nodes, start, m.At("limit", limit)), m.Pace(id))
		if t := m.GrowthTest(id); t != nil && id == m.Selected && id != m.Current() {
			said = c.Sentences(said, m.testText(t))
		}
		return said
	}
	end := m.At("end", m.Run.StepTime(l.End))
	switch m.Ending(id, step) {
	case trace.Kill:
		return c.Say(words.WasKilled, job, nodes, start, end)
	case trace.Fail:
		return c.Say(words.HasFailed, job, nodes, start, end)
	case trace.Requeue: // the queue on screen is cut short before it
		return c.Say(words.WaitsAgain, job, nodes, start, end)
	}
	return c.Sentences(c.Say(words.RanFrom, job, nodes, start, end), m.stretch(id))
}

// frozenFor names what is set aside for others where a job waits for what is
// free.
func (m Sentences) frozenFor(w *message.Waiting) string {
	if w.Why.Code != why.TooFewFree {
		return ""
	}
	return m.frozenText()
}

// frozenHead is frozenFor of the first job of the queue, unless more is said of it
// because it is chosen.
func (m Sentences) frozenHead(w *message.Waiting) string {
	if w.Job == m.Selected && m.Selected != m.Current() {
		return ""
	}
	return m.frozenFor(w)
}

// stretch says how much longer or shorter a job that ended ran than at full
// speed; "" if it ran as long.
func (m Sentences) stretch(id workload.JobID) string {
	l, full := m.Run.LifeAt(id, m.State.Step-1), m.Run.Jobs[id].Full
	took := m.Run.StepTime(l.End).Sub(m.Run.StepTime(l.Start))
	if full <= 0 || took == full || m.Run.Policy.Network == "none" {
		return ""
	}
	text := words.TookSlower
	if took < full {
		text = words.TookFaster
	}
	return m.Words.Say(text, words.S("n", words.Bold(m.Words.Float(float64(took)/float64(full), 2))))
}

// Span writes a length of time that may be negative.
func (m Sentences) Span(d simtime.Duration) string {
	if d < 0 {
		return "−" + m.Words.Span(words.Rounded((-d).Seconds()))
	}
	return m.Words.Span(words.Rounded(d.Seconds()))
}
