package app

import (
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// Short is why a job waits, in a few words: "needs 30, 14 free · promised
// 10:40". Marked up, its numbers stand out.
func (m *Model) Short(w *message.Waiting, marked bool) string {
	c := m.Words
	text, ok := shortTexts[w.Why.Code]
	if !ok {
		text = words.ShortNotReached
	}
	if w.Why.Code == why.WouldDelay && !m.Run.Counted {
		text = words.ShortDelayRoom
	}
	out := c.Say(text, c.N("need", int64(w.Why.Need)), c.N("have", int64(w.Why.Have)),
		m.blocker(&w.Why), words.S("at", m.Run.Clock.At(w.Why.At)))
	if w.Promised != simtime.Never && w.Why.Code != why.Reserved {
		promise := m.Run.Clock.At(w.Promised)
		if marked {
			promise = words.Bold(promise)
		}
		out += " · " + c.Say(words.ShortPromised, words.S("at", promise))
	}
	return out
}

var shortTexts = map[why.Code]words.Text{
	why.TooFewFree: words.ShortTooFew, why.BehindHead: words.ShortBehind, why.WouldDelay: words.ShortDelay,
	why.Reserved: words.ShortReserved, why.BatchTooLarge: words.ShortBatchLarge, why.OutsideBatch: words.ShortOutside,
	why.TooFewUnits: words.ShortUnits, why.NotPlaceable: words.ShortShape, why.NotReached: words.ShortNotReached,
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
			return c.Say(words.WaitsShort, job, words.S("why", m.Short(w, true)))
		}
		return ""
	}
	nodes, start := m.nodes(m.placement(id)), m.at("start", m.Run.StepTime(l.start))
	switch {
	case l.end < 0 || l.end > step:
		limit := m.Run.StepTime(l.start).Add(m.Run.Jobs[id].Walltime)
		return c.Say(words.RunsSince, job, nodes, start, m.at("limit", limit))
	case m.killed(id):
		return c.Say(words.WasKilled, job, nodes, start, m.at("end", m.Run.StepTime(l.end)))
	}
	return c.Say(words.RanFrom, job, nodes, start, m.at("end", m.Run.StepTime(l.end)))
}
