package narrative

import (
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// GrowthTest returns the test that decides whether a job grows. The test was made
// in the step on screen or, for the selected job, for the current time. GrowthTest
// returns nil if there is no test.
func (m Sentences) GrowthTest(id workload.JobID) *engine.Test {
	for i := range m.State.Tests {
		if m.State.Tests[i].Job == id {
			return &m.State.Tests[i]
		}
	}
	return nil
}

// testText describes the result of a growth test, with the numbers that lead to it.
func (m Sentences) testText(t *engine.Test) html.HTML {
	c, size := m.Words, i18n.GrowthNodes
	if m.Run.Jobs[t.Job].Nodes == 0 {
		size = i18n.GrowthTasks
	}
	span := func(gap string, d simtime.Duration) i18n.Markup { return i18n.B(gap, c.Exact(d)) }
	of := []i18n.Filling{m.Job(t.Job), i18n.S("from", c.Int(int64(t.From))), i18n.S("to", c.Say(size, c.N("n", int64(t.To)))),
		i18n.S("done", m.WorkPart(t.Progress)), i18n.S("redone", m.WorkPart(t.Redone)), i18n.S("walltime", c.Exact(t.Walltime)),
		span("stays", t.Stays), span("changes", t.Changes), span("gain", t.Stays-t.Changes),
		span("setup", t.Setup), span("stop", t.Stop), span("all", t.Setup+t.Stop), span("limit", t.Limit)}
	of = append(of, i18n.H("known", c.HTML(i18n.TestKnown, of...)))
	if t.Verdict == elastic.Rationed {
		of = append(of, i18n.H("why", m.reasonHTML(&message.Waiting{Job: t.Job, Why: t.Why}, i18n.LongLimit, rationTexts, m.BlockerWord(t.Why.Blocker), m.TimeWord("at", t.Why.At))))
	}
	return c.HTML(testTexts[t.Method][t.Verdict], of...)
}

// testTexts holds the texts for the results of growth tests, by growth method and
// verdict.
var testTexts = [...][elastic.NumVerdicts]i18n.Text{
	elastic.Expand: {
		elastic.Gains: i18n.TestGains, elastic.Untested: i18n.TestUntested, elastic.NoGain: i18n.TestNoGain, elastic.EndsBefore: i18n.TestEnds,
		elastic.LimitBefore: i18n.TestLimit, elastic.NothingFree: i18n.TestNothing, elastic.JobsWait: i18n.TestQueue,
		elastic.HurtsOthers: i18n.TestHurts, elastic.NotAtOnce: i18n.TestWaits, elastic.Rationed: i18n.TestRation,
		elastic.AskedBefore: i18n.TestAsked, elastic.QueueClosed: i18n.TestClosed,
	},
	elastic.Resubmit: {
		elastic.Gains: i18n.TestAgainGains, elastic.Untested: i18n.TestAgainAlways, elastic.NoGain: i18n.TestAgainNoGain, elastic.EndsBefore: i18n.TestEnds,
		elastic.LimitBefore: i18n.TestLimit, elastic.NothingFree: i18n.TestNothing, elastic.JobsWait: i18n.TestQueue,
		elastic.HurtsOthers: i18n.TestHurts, elastic.NotAtOnce: i18n.TestWaits, elastic.Rationed: i18n.TestRation,
		elastic.AskedBefore: i18n.TestAsked, elastic.QueueClosed: i18n.TestClosed,
	},
}

// rationTexts holds texts for the reasons why a queue discipline does not let a
// running job hold more nodes. Reasons that are limits have other texts.
var rationTexts = map[why.Code]i18n.Text{why.OverShare: i18n.RationShare, why.BehindUser: i18n.LongUser, why.Rescued: i18n.RationReserve, why.OverQuota: i18n.RationQuota}

// WorkPart formats a fraction of a job's work as a percentage with one decimal.
func (m Sentences) WorkPart(x float64) string {
	return m.Words.Say(i18n.UnitPercent, i18n.S("n", m.Words.Float(100*x, 1)))
}

// testsAlso returns sentences about the growth tests made in the step, or at the
// end of the step's instant. It omits a test that was made only because its job is
// selected.
func (m Sentences) testsAlso() (out []html.HTML) {
	for i := range m.State.Tests {
		if t := &m.State.Tests[i]; t.From < t.To && (t.Job != m.Selected || m.Selected == m.Current()) {
			out = append(out, m.testText(t))
		}
	}
	return out
}

// frozenText lists the nodes that are set aside for growing jobs, with the job for
// which they are set aside. It returns "" if there are none.
func (m Sentences) frozenText() html.HTML {
	var list []html.HTML
	for i := range m.State.Growths {
		if g := &m.State.Growths[i]; len(g.Frozen) > 0 {
			list = append(list, i18n.UpperHTML(m.Words.HTML(i18n.FrozenNow, m.Nodes(g.Frozen), m.Words.N("count", int64(g.Frozen.Nodes())), m.Job(g.Job))))
		}
	}
	return i18n.Sentences(m.Words, list...)
}
