package whypanel

import (
	"strings"

	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/wasm/app/i18n"
)

// testRules returns the comparisons that the scheduler made when it tested whether
// a job should grow.
func (m WhyPanel) testRules(t *engine.Test) []Rule {
	c := m.Words
	say := func(ok bool, text i18n.Text, figures ...string) Rule {
		return Rule{ok, c.HTML(text), strings.Join(figures, "")}
	}
	switch t.Verdict {
	case elastic.NothingFree:
		return []Rule{say(false, i18n.RuleSpare)}
	case elastic.JobsWait:
		return []Rule{say(false, i18n.RuleNobody)}
	case elastic.Rationed:
		return []Rule{say(false, i18n.RuleRation)}
	case elastic.AskedBefore:
		return []Rule{say(false, i18n.RuleAsked)}
	case elastic.QueueClosed:
		return []Rule{say(false, i18n.RuleOpen)}
	}
	stays := say(true, i18n.RuleStays, m.Words.Exact(t.Stays))
	if t.Method == elastic.Resubmit {
		rules := []Rule{stays, say(true, i18n.RuleRestart, m.Words.Exact(t.Stop), " · ", m.WorkPart(t.Redone)), m.gainRule(t)}
		switch t.Verdict {
		case elastic.HurtsOthers:
			rules = append(rules, say(false, i18n.RulePromises))
		case elastic.NotAtOnce:
			rules = append(rules, say(false, i18n.RuleAtOnce))
		case elastic.Untested:
			rules = append(rules, say(true, i18n.RuleUncared))
		case elastic.Gains:
			rules = append(rules, say(true, i18n.RulePromises), say(true, i18n.RuleAtOnce))
		}
		return rules
	}
	costs := say(true, i18n.RuleCosts, m.Words.Exact(t.Setup), " + ", m.Words.Exact(t.Stop))
	switch t.Verdict {
	case elastic.EndsBefore:
		return []Rule{say(false, i18n.RuleSetup, m.Words.Exact(t.Stays), " ≤ ", m.Words.Exact(t.Setup))}
	case elastic.LimitBefore:
		return []Rule{stays, say(false, i18n.RuleLimit, m.Words.Exact(t.Setup+t.Stop), " ≥ ", m.Words.Exact(t.Limit))}
	}
	return []Rule{stays, costs, m.gainRule(t)}
}

// gainRule returns the comparison of two durations: the time until the job ends if
// it grows, and the time if it does not. If the growth rule does not require a
// gain, gainRule returns a rule without a comparison.
func (m WhyPanel) gainRule(t *engine.Test) Rule {
	switch {
	case t.Verdict == elastic.Untested:
		return Rule{true, m.Words.HTML(i18n.RuleAlways), ""}
	case t.Changes < t.Stays:
		return Rule{true, m.Words.HTML(i18n.RuleGain), m.Words.Exact(t.Changes) + " < " + m.Words.Exact(t.Stays)}
	}
	return Rule{false, m.Words.HTML(i18n.RuleGain), m.Words.Exact(t.Changes) + " ≥ " + m.Words.Exact(t.Stays)}
}
