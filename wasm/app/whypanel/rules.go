package whypanel

import (
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Rule is a test that led to a decision, with its result and the numbers that were
// compared.
type Rule struct {
	OK      bool
	Text    html.HTML
	Figures string // comparison as text, such as "14 ≥ 6"
}

// Checks holds the tests that led to the decision about a job.
type Checks struct {
	Job   workload.JobID
	Rules []Rule
}

// Checks returns the tests about the selected job. If no job is selected, it
// returns the tests about all jobs that start in the step on screen. If no job
// starts either, it returns the tests about the job of the step.
func (m WhyPanel) Checks() []Checks {
	if m.State == nil || m.State.Step == 0 {
		return nil
	}
	jobs := []workload.JobID{m.Subject()}
	if starters := m.Starters(); m.Selected == workload.NoJob && len(starters) > 0 {
		jobs = starters
	}
	var out []Checks
	for _, id := range jobs {
		if rules := m.rules(id); len(rules) > 0 {
			out = append(out, Checks{id, rules})
		}
	}
	return out
}

// Decided returns the job whose candidate placements the panel shows. If the
// selected job starts in the step on screen, it is this job. Otherwise it is the
// first job that starts.
func (m WhyPanel) Decided() workload.JobID {
	if slices.Contains(m.Starters(), m.Selected) {
		return m.Selected
	}
	return m.Current()
}

// rules returns the tests that led to the decision about a job. If the job starts
// in the step on screen, they are the tests that let it start. Otherwise they are
// the tests because of which it waits after the step.
func (m WhyPanel) rules(id workload.JobID) []Rule {
	for k, e := range m.Run.StepEvents(int(m.State.Step) - 1) {
		if e.Kind == trace.Start && e.Job == id {
			r := m.Reason(k)
			if rules := m.disciplineStart(id, &r.Reason, r.Free); rules != nil {
				return rules
			}
			return m.startRules(id, &r.Reason, r.Free)
		}
	}
	if w := m.Waiting(id); w == nil && id != workload.NoJob {
		if t := m.GrowthTest(id); t != nil {
			return m.testRules(t)
		}
	} else if w != nil {
		if rules := m.disciplineWait(w); rules != nil {
			return rules
		}
		return m.waitRules(id, &w.Why)
	}
	return nil
}

func (m WhyPanel) compareRule(ok bool, a, b int64) string {
	sign := " ≥ "
	if !ok {
		sign = " < "
	}
	return m.Words.Int(a) + sign + m.Words.Int(b)
}

// free returns the test of whether enough nodes are free or, for a job with tasks,
// enough slots for tasks. The core counts free slots only up to the job's request.
// If there are enough, their number therefore has no meaning, and the numbers are
// omitted.
func (m WhyPanel) free(id workload.JobID, need, have int32) Rule {
	ok, text := have >= need, i18n.RuleFree
	figures := m.compareRule(ok, int64(have), int64(need))
	if m.Run.Jobs[id].Tasks > 0 {
		text = i18n.RuleFreeTasks
		if ok {
			figures = ""
		}
	}
	return Rule{ok, m.Words.HTML(text, m.Words.N("n", int64(need))), figures}
}

// byShadow returns the test of whether a backfilled job ends no later than the
// shadow time.
func (m WhyPanel) byShadow(id workload.JobID, at simtime.Time) Rule {
	end := m.Run.Time(int(m.State.Step)).Add(m.Run.Jobs[id].Walltime)
	sign, ok := " ≤ ", end <= at
	if !ok {
		sign = " > "
	}
	shadow := "∞"
	if at != simtime.Never {
		shadow = m.Run.Clock.At(at)
	}
	return Rule{ok, m.Words.HTML(i18n.RuleShadow), m.Run.Clock.At(end) + sign + shadow}
}

// inExtra returns the test of whether a job that runs past the shadow time fits
// into the extra nodes.
func (m WhyPanel) inExtra(need, extra int32) Rule {
	sign, ok := " ≤ ", need <= extra
	if !ok {
		sign = " > "
	}
	return Rule{ok, m.Words.HTML(i18n.RuleExtra), m.Words.Int(int64(need)) + sign + m.Words.Int(int64(extra))}
}

// windowRules returns the scheduling windows (start times with nodes) that were
// compared for a job's reservation, each with its cost. The chosen window is shown
// as a passed test, and the others as failed tests.
func (m WhyPanel) windowRules(id workload.JobID) (rules []Rule) {
	w := m.State.Windows
	if w == nil || w.Job != id {
		return nil
	}
	for i := range w.All {
		x := &w.All[i]
		rules = append(rules, Rule{i == int(w.Best), m.Words.HTML(i18n.RuleWindowAt, i18n.S("at", m.Run.Clock.At(x.At)), i18n.S("nodes", m.NodesText(x.Where.Nodes(), m.Words.Nodes(x.Where, 8, m.Run.Machine.Names)))),
			m.CostFigure(&message.Candidate{Cost: x.Cost})})
	}
	return rules
}

func (m WhyPanel) startRules(id workload.JobID, r *why.Reason, free int32) []Rule {
	c, need := m.Words, m.Asks(id)
	enough := m.free(id, need, max(free, need))
	told := func(t i18n.Text, figures string) Rule { return Rule{true, c.HTML(t, m.Blocker(r)), figures} }
	switch r.Code {
	case why.FitsNow:
		return []Rule{told(i18n.RuleFirst, ""), m.free(id, need, max(r.Have, need))}
	case why.ByQuota:
		return []Rule{told(i18n.RuleQuota, ""), enough}
	case why.EndsByShadow, why.OnExtraNodes:
		if !m.Run.Counted {
			return []Rule{enough, m.byShadow(id, r.At)}
		}
		return []Rule{enough, m.byShadow(id, r.At), m.inExtra(r.Need, r.Have)}
	case why.AvoidsReserved:
		return []Rule{enough, m.byShadow(id, r.At), told(i18n.RuleBeside, "")}
	case why.HoleNow:
		return []Rule{enough, told(i18n.RuleHole, "")}
	case why.ChosenWindow:
		return append([]Rule{enough, told(i18n.RuleWindow, m.compareRule(true, int64(r.Have), int64(r.Need)))}, m.windowRules(id)...)
	case why.LargestFit:
		return []Rule{enough, told(i18n.RuleLargest, "")}
	case why.InBatch:
		return append(m.roundRules(id), enough)
	case why.ExactFit:
		return append(m.roundRules(id), told(i18n.RuleExact, c.Int(int64(r.Need))+" = "+c.Int(int64(r.Need))))
	}
	return []Rule{enough}
}

// roomFigures compares the size of a job, or of each of its parts that stay together,
// with what fits.
func (m WhyPanel) roomFigures(id workload.JobID) string {
	w := m.Waiting(id)
	if w == nil || w.Room == nil {
		return ""
	}
	return m.compareRule(false, int64(w.Room.Most), int64(w.Room.Need))
}

func (m WhyPanel) waitRules(id workload.JobID, r *why.Reason) []Rule {
	c, need := m.Words, m.Asks(id)
	failed := func(t i18n.Text, figures string) Rule { return Rule{false, c.HTML(t, m.Blocker(r)), figures} }
	switch r.Code {
	case why.TooFewFree:
		return []Rule{m.free(id, r.Need, r.Have)}
	case why.BehindHead:
		return []Rule{m.free(id, need, max(r.Have, need)), failed(i18n.RuleOrder, m.JobText(r.Blocker))}
	case why.OverQuota:
		return []Rule{failed(i18n.RuleQuota, m.compareRule(false, int64(r.Have), int64(r.Need)))}
	case why.OverLimit, why.UsedUp, why.UnderLimit:
		figures := m.compareRule(false, int64(r.Have), int64(r.Need))
		if r.Code == why.UnderLimit {
			figures = m.compareRule(false, int64(r.Need), int64(r.Have))
		}
		return []Rule{{false, html.Escape(m.LimitText(int32(r.Which), id)), figures}}
	case why.WouldDelay:
		if !m.Run.Counted {
			return []Rule{m.byShadow(id, r.At), failed(i18n.RuleBeside, "")}
		}
		return []Rule{m.byShadow(id, r.At), m.inExtra(r.Need, r.Have)}
	case why.Reserved:
		return []Rule{failed(i18n.RuleHole, m.Run.Clock.At(r.At)+" > "+m.ClockText())}
	case why.BetterWindow:
		return append([]Rule{failed(i18n.RuleWindow, m.compareRule(false, int64(r.Need), int64(r.Have)))}, m.windowRules(id)...)
	case why.OutsideBatch, why.NextBatch:
		return []Rule{failed(i18n.RuleInRound, "")}
	case why.BatchTooLarge, why.CountedOut:
		if rules := m.roundRules(id); rules != nil {
			return rules
		}
		return []Rule{failed(i18n.RuleBatch, m.compareRule(false, int64(r.Have), int64(r.Need)))}
	case why.TooFewUnits:
		return append(m.roundRules(id), failed(i18n.RuleUnits, m.compareRule(false, int64(r.Have), int64(r.Need))))
	case why.NotPlaceable, why.TooManySwitches:
		return []Rule{m.free(id, need, max(r.Have, need)), failed(i18n.RuleShape, m.roomFigures(id))}
	}
	return nil
}
