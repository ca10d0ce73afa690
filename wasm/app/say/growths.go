package say

import (
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// GrowthTest is what came of asking whether a job should grow, in the step on
// screen or as of now; nil if nobody asked.
func (m Sentences) GrowthTest(id workload.JobID) *engine.Test {
	for i := range m.State.Tests {
		if m.State.Tests[i].Job == id {
			return &m.State.Tests[i]
		}
	}
	return nil
}

// testText says in a sentence or two what came of a test, with its figures.
func (m Sentences) testText(t *engine.Test) string {
	c, size := m.Words, words.GrowthNodes
	if m.Run.Jobs[t.Job].Nodes == 0 {
		size = words.GrowthTasks
	}
	span := func(gap string, d simtime.Duration) words.Pair { return words.S(gap, words.Bold(c.Exact(d))) }
	of := []words.Pair{m.Job(t.Job), words.S("from", c.Int(int64(t.From))), words.S("to", c.Say(size, c.N("n", int64(t.To)))),
		words.S("done", m.WorkPart(t.Progress)), words.S("redone", m.WorkPart(t.Redone)), words.S("walltime", c.Exact(t.Walltime)),
		span("stays", t.Stays), span("changes", t.Changes), span("gain", t.Stays-t.Changes),
		span("setup", t.Setup), span("stop", t.Stop), span("all", t.Setup+t.Stop), span("limit", t.Limit)}
	of = append(of, words.S("known", c.Say(words.TestKnown, of...)))
	if t.Verdict == elastic.Rationed {
		of = append(of, words.S("why", m.reasonText(&message.Waiting{Job: t.Job, Why: t.Why}, words.LongLimit, rationTexts, m.BlockerWord(t.Why.Blocker), m.TimeWord("at", t.Why.At))))
	}
	return c.Say(testTexts[t.Method][t.Verdict], of...)
}

// testTexts are what is said of verdicts, by method.
var testTexts = [...][elastic.NumVerdicts]words.Text{
	elastic.Expand: {
		elastic.Gains: words.TestGains, elastic.Untested: words.TestUntested, elastic.NoGain: words.TestNoGain, elastic.EndsBefore: words.TestEnds,
		elastic.LimitBefore: words.TestLimit, elastic.NothingFree: words.TestNothing, elastic.JobsWait: words.TestQueue,
		elastic.HurtsOthers: words.TestHurts, elastic.NotAtOnce: words.TestWaits, elastic.Rationed: words.TestRation,
		elastic.AskedBefore: words.TestAsked, elastic.QueueClosed: words.TestClosed,
	},
	elastic.Resubmit: {
		elastic.Gains: words.TestAgainGains, elastic.Untested: words.TestAgainAlways, elastic.NoGain: words.TestAgainNoGain, elastic.EndsBefore: words.TestEnds,
		elastic.LimitBefore: words.TestLimit, elastic.NothingFree: words.TestNothing, elastic.JobsWait: words.TestQueue,
		elastic.HurtsOthers: words.TestHurts, elastic.NotAtOnce: words.TestWaits, elastic.Rationed: words.TestRation,
		elastic.AskedBefore: words.TestAsked, elastic.QueueClosed: words.TestClosed,
	},
}

// rationTexts are why a discipline lets a running job hold no more, but for limits.
var rationTexts = map[why.Code]words.Text{why.OverShare: words.RationShare, why.BehindUser: words.LongUser, why.Rescued: words.RationReserve}

// WorkPart is a part of a job's work, in percent with a decimal.
func (m Sentences) WorkPart(x float64) string {
	return m.Words.Say(words.UnitPercent, words.S("n", m.Words.Float(100*x, 1)))
}

// testsAlso are the sentences on the tests that were made in the step, or at the
// end of its instant; what is to be said of the chosen job as of now is not
// among them.
func (m Sentences) testsAlso() (out []string) {
	for i := range m.State.Tests {
		if t := &m.State.Tests[i]; t.From < t.To && (t.Job != m.Selected || m.Selected == m.Current()) {
			out = append(out, m.testText(t))
		}
	}
	return out
}

// frozenText names what is set aside and for whom; "" if nothing is.
func (m Sentences) frozenText() string {
	var list []string
	for i := range m.State.Growths {
		if g := &m.State.Growths[i]; len(g.Frozen) > 0 {
			list = append(list, words.UpperHTML(m.Words.Say(words.FrozenNow, m.Nodes(g.Frozen), m.Words.N("count", int64(g.Frozen.Nodes())), m.Job(g.Job))))
		}
	}
	return m.Words.Sentences(list...)
}
