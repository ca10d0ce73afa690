package why

import (
	"strings"

	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/wasm/app/words"
)

// testRules are the comparisons of a test.
func (m Panel) testRules(t *engine.Test) []Rule {
	c := m.Words
	say := func(ok bool, text words.Text, figures ...string) Rule {
		return Rule{ok, c.Say(text), strings.Join(figures, "")}
	}
	switch t.Verdict {
	case elastic.NothingFree:
		return []Rule{say(false, words.RuleSpare)}
	case elastic.JobsWait:
		return []Rule{say(false, words.RuleNobody)}
	case elastic.Rationed:
		return []Rule{say(false, words.RuleRation)}
	case elastic.AskedBefore:
		return []Rule{say(false, words.RuleAsked)}
	case elastic.QueueClosed:
		return []Rule{say(false, words.RuleOpen)}
	}
	stays := say(true, words.RuleStays, m.Words.Exact(t.Stays))
	if t.Method == elastic.Resubmit {
		rules := []Rule{stays, say(true, words.RuleRestart, m.Words.Exact(t.Stop), " · ", m.WorkPart(t.Redone)), m.gainRule(t)}
		switch t.Verdict {
		case elastic.HurtsOthers:
			rules = append(rules, say(false, words.RulePromises))
		case elastic.NotAtOnce:
			rules = append(rules, say(false, words.RuleAtOnce))
		case elastic.Untested:
			rules = append(rules, say(true, words.RuleUncared))
		case elastic.Gains:
			rules = append(rules, say(true, words.RulePromises), say(true, words.RuleAtOnce))
		}
		return rules
	}
	costs := say(true, words.RuleCosts, m.Words.Exact(t.Setup), " + ", m.Words.Exact(t.Stop))
	switch t.Verdict {
	case elastic.EndsBefore:
		return []Rule{say(false, words.RuleSetup, m.Words.Exact(t.Stays), " ≤ ", m.Words.Exact(t.Setup))}
	case elastic.LimitBefore:
		return []Rule{stays, say(false, words.RuleLimit, m.Words.Exact(t.Setup+t.Stop), " ≥ ", m.Words.Exact(t.Limit))}
	}
	return []Rule{stays, costs, m.gainRule(t)}
}

// gainRule is the comparison that decides, unless nobody asks for a gain.
func (m Panel) gainRule(t *engine.Test) Rule {
	switch {
	case t.Verdict == elastic.Untested:
		return Rule{true, m.Words.Say(words.RuleAlways), ""}
	case t.Changes < t.Stays:
		return Rule{true, m.Words.Say(words.RuleGain), m.Words.Exact(t.Changes) + " < " + m.Words.Exact(t.Stays)}
	}
	return Rule{false, m.Words.Say(words.RuleGain), m.Words.Exact(t.Changes) + " ≥ " + m.Words.Exact(t.Stays)}
}
