package app

import (
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// Short is why a job waits, in a few words: "needs 30, 14 free · promised
// 10:40".
func (m *Model) Short(w *message.Waiting) string {
	out := m.reasonText(w, words.ShortNotReached, shortTexts)
	if w.Promised != simtime.Never && w.Why.Code != why.Reserved {
		out += " · " + m.Words.Say(words.ShortPromised, words.S("at", m.Run.Clock.At(w.Promised)))
	}
	return out
}

// Long is why a job waits as a clause, without a full stop.
func (m *Model) Long(w *message.Waiting) string {
	return m.reasonText(w, words.LongNotReached, longTexts)
}

// promise is the sentence that says when a waiting job is promised to start.
func (m *Model) promise(w *message.Waiting) string {
	if w.Promised == simtime.Never || w.Why.Code == why.Reserved {
		return ""
	}
	return " " + m.Words.Say(words.PromisedAt, m.at("at", w.Promised))
}

func (m *Model) reasonText(w *message.Waiting, other words.Text, texts map[why.Code]words.Text) string {
	text, ok := texts[w.Why.Code]
	switch {
	case !ok:
		text = other
	case text == words.ShortTooFew && m.Run.Jobs[w.Job].Tasks > 0:
		text = words.ShortTooFewTasks
	case text == words.LongTooFew && m.Run.Jobs[w.Job].Tasks > 0:
		text = words.LongTooFewTasks
	case m.Run.Counted:
	case text == words.ShortDelay:
		text = words.ShortDelayRoom
	case text == words.LongDelay:
		text = words.LongDelayRoom
	}
	return m.Words.Say(text, m.Words.N("need", int64(w.Why.Need)), m.Words.N("have", int64(w.Why.Have)),
		m.blocker(&w.Why), words.S("at", m.Run.Clock.At(w.Why.At)))
}

var shortTexts = map[why.Code]words.Text{
	why.TooFewFree: words.ShortTooFew, why.BehindHead: words.ShortBehind, why.WouldDelay: words.ShortDelay,
	why.Reserved: words.ShortReserved, why.BatchTooLarge: words.ShortBatchLarge, why.OutsideBatch: words.ShortOutside,
	why.TooFewUnits: words.ShortUnits, why.NotPlaceable: words.ShortShape, why.NotReached: words.ShortNotReached,
}

var longTexts = map[why.Code]words.Text{
	why.TooFewFree: words.LongTooFew, why.BehindHead: words.LongBehind, why.WouldDelay: words.LongDelay,
	why.Reserved: words.LongReserved, why.BatchTooLarge: words.LongBatchLarge, why.OutsideBatch: words.LongOutside,
	why.TooFewUnits: words.LongUnits, why.NotPlaceable: words.LongShape, why.NotReached: words.LongNotReached,
}

// About is what is to be said of the chosen job at the step on screen, as HTML.
func (m *Model) About(id workload.JobID) string {
	if m.State == nil || id < 0 || int(id) >= len(m.Run.lives) {
		return ""
	}
	c, l, step := m.Words, m.Run.lives[id], m.State.Step-1
	job := m.job(id)
	switch {
	case l.submit < 0 || l.submit > step:
		return c.Say(words.NotYet, job, m.at("at", m.Run.Jobs[id].Submit))
	case l.start < 0 || l.start > step:
		if w := m.waiting(id); w != nil {
			return c.Say(words.Waits, job, words.S("why", m.Long(w))) + m.promise(w)
		}
		return ""
	}
	nodes, start := m.nodes(m.placement(id)), m.at("start", m.Run.StepTime(l.start))
	switch {
	case l.end < 0 || l.end > step:
		limit := m.Run.StepTime(l.start).Add(m.Run.Jobs[id].Walltime)
		return c.Say(words.RunsSince, job, nodes, start, m.at("limit", limit)) + before(" ", m.Pace(id))
	case m.killed(id):
		return c.Say(words.WasKilled, job, nodes, start, m.at("end", m.Run.StepTime(l.end)))
	}
	return c.Say(words.RanFrom, job, nodes, start, m.at("end", m.Run.StepTime(l.end))) + before(" ", m.stretch(id))
}

// before puts a text before another that is not empty.
func before(a, b string) string {
	if b == "" {
		return ""
	}
	return a + b
}

// stretch says how much longer a job that ended ran than at full speed; "" if
// it did not.
func (m *Model) stretch(id workload.JobID) string {
	l, full := m.Run.lives[id], m.Run.Jobs[id].Full
	took := m.Run.StepTime(l.end).Sub(m.Run.StepTime(l.start))
	if full <= 0 || took <= full {
		return ""
	}
	return m.Words.Say(words.TookSlower, words.S("n", words.Bold(m.Words.Float(float64(took)/float64(full), 2))))
}
