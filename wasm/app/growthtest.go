package app

import (
	"strings"

	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/words"
)

// growthTest is what came of asking whether a job should grow, in the step on
// screen or as of now; nil if nobody asked.
func (m *Model) growthTest(id workload.JobID) *engine.Test {
	for i := range m.State.Tests {
		if m.State.Tests[i].Job == id {
			return &m.State.Tests[i]
		}
	}
	return nil
}

// testText says in a sentence or two what came of a test, with its figures.
func (m *Model) testText(t *engine.Test) string {
	c, size := m.Words, words.GrowthNodes
	if m.Run.Jobs[t.Job].Nodes == 0 {
		size = words.GrowthTasks
	}
	span := func(gap string, d simtime.Duration) words.Pair { return words.S(gap, words.Bold(c.InSeconds(d))) }
	of := []words.Pair{m.Job(t.Job), words.S("from", c.Int(int64(t.From))), words.S("to", c.Say(size, c.N("n", int64(t.To)))),
		words.S("done", m.workPart(t.Progress)), words.S("redone", m.workPart(t.Redone)), words.S("walltime", c.InSeconds(t.Walltime)),
		span("stays", t.Stays), span("changes", t.Changes), span("gain", t.Stays-t.Changes),
		span("setup", t.Setup), span("stop", t.Stop), span("all", t.Setup+t.Stop), span("limit", t.Limit)}
	of = append(of, words.S("known", c.Say(words.TestKnown, of...)))
	return c.Say(testTexts[t.Method][t.Verdict], of...)
}

// testTexts are what is said of verdicts, by method.
var testTexts = [...][elastic.NumVerdicts]words.Text{
	elastic.Expand: {
		elastic.Gains: words.TestGains, elastic.Untested: words.TestUntested, elastic.NoGain: words.TestNoGain, elastic.EndsBefore: words.TestEnds,
		elastic.LimitBefore: words.TestLimit, elastic.NothingFree: words.TestNothing, elastic.JobsWait: words.TestQueue,
		elastic.HurtsOthers: words.TestHurts, elastic.NotAtOnce: words.TestWaits,
	},
	elastic.Resubmit: {
		elastic.Gains: words.TestAgainGains, elastic.Untested: words.TestUntested, elastic.NoGain: words.TestAgainNoGain, elastic.EndsBefore: words.TestEnds,
		elastic.LimitBefore: words.TestLimit, elastic.NothingFree: words.TestNothing, elastic.JobsWait: words.TestQueue,
		elastic.HurtsOthers: words.TestHurts, elastic.NotAtOnce: words.TestWaits,
	},
}

// workPart is a part of a job's work, in percent with a decimal.
func (m *Model) workPart(x float64) string {
	return m.Words.Say(words.UnitPercent, words.S("n", m.Words.Float(100*x, 1)))
}

// testsAlso are the sentences on the tests that were made in the step, or at the
// end of its instant; what is to be said of the chosen job as of now is not
// among them.
func (m *Model) testsAlso() (out []string) {
	for i := range m.State.Tests {
		if t := &m.State.Tests[i]; t.From < t.To && (t.Job != m.Selected || m.Selected == m.Current()) {
			out = append(out, m.testText(t))
		}
	}
	return out
}

// testRules are the comparisons of a test.
func (m *Model) testRules(t *engine.Test) []Rule {
	c := m.Words
	say := func(ok bool, text words.Text, figures ...string) Rule {
		return Rule{ok, c.Say(text), strings.Join(figures, "")}
	}
	switch t.Verdict {
	case elastic.NothingFree:
		return []Rule{say(false, words.RuleSpare)}
	case elastic.JobsWait:
		return []Rule{say(false, words.RuleNobody)}
	}
	stays := say(true, words.RuleStays, m.Words.InSeconds(t.Stays))
	if t.Method == elastic.Resubmit {
		rules := []Rule{stays, say(true, words.RuleRestart, m.Words.InSeconds(t.Stop), " · ", m.workPart(t.Redone)), m.gainRule(t)}
		switch t.Verdict {
		case elastic.HurtsOthers:
			rules = append(rules, say(false, words.RulePromises))
		case elastic.NotAtOnce:
			rules = append(rules, say(false, words.RuleAtOnce))
		case elastic.Gains, elastic.Untested:
			rules = append(rules, say(true, words.RulePromises), say(true, words.RuleAtOnce))
		}
		return rules
	}
	costs := say(true, words.RuleCosts, m.Words.InSeconds(t.Setup), " + ", m.Words.InSeconds(t.Stop))
	switch t.Verdict {
	case elastic.EndsBefore:
		return []Rule{say(false, words.RuleSetup, m.Words.InSeconds(t.Stays), " ≤ ", m.Words.InSeconds(t.Setup))}
	case elastic.LimitBefore:
		return []Rule{stays, say(false, words.RuleLimit, m.Words.InSeconds(t.Setup+t.Stop), " ≥ ", m.Words.InSeconds(t.Limit))}
	}
	return []Rule{stays, costs, m.gainRule(t)}
}

// gainRule is the comparison that decides, unless nobody asks for a gain.
func (m *Model) gainRule(t *engine.Test) Rule {
	switch {
	case t.Verdict == elastic.Untested:
		return Rule{true, m.Words.Say(words.RuleAlways), ""}
	case t.Changes < t.Stays:
		return Rule{true, m.Words.Say(words.RuleGain), m.Words.InSeconds(t.Changes) + " < " + m.Words.InSeconds(t.Stays)}
	}
	return Rule{false, m.Words.Say(words.RuleGain), m.Words.InSeconds(t.Changes) + " ≥ " + m.Words.InSeconds(t.Stays)}
}

// frozenText names what is set aside and for whom; "" if nothing is.
func (m *Model) frozenText() string {
	var list []string
	for i := range m.State.Growths {
		if g := &m.State.Growths[i]; len(g.Frozen) > 0 {
			list = append(list, words.UpperHTML(m.Words.Say(words.FrozenNow, m.Nodes(g.Frozen), m.Words.N("count", int64(g.Frozen.Nodes())), m.Job(g.Job))))
		}
	}
	return m.Words.Sentences(list...)
}

// asks is how much a job asks for, in nodes or tasks: another size than at first
// where the step on screen has killed it to be submitted again.
func (m *Model) asks(id workload.JobID) int32 {
	if m.State.Step > 0 {
		for k, e := range m.Run.StepEvents(int(m.State.Step) - 1) {
			if r := m.Reason(k); e.Job == id && e.Kind == trace.Requeue && r.Code == why.Outgrown {
				return r.Need
			}
		}
	}
	return m.Run.Size(id)
}
