package whypanel

import (
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// disciplineStart returns the tests that let a job start under the disciplines of
// sources S1 and S3. It returns nil for other disciplines.
func (m WhyPanel) disciplineStart(id workload.JobID, r *why.Reason, free int32) []Rule {
	switch {
	case m.Discipline(policies.ShowsFilters):
		need := m.Asks(id)
		left := max(free, need)
		if filters, known := m.filters(id); known {
			left = m.leaves(filters)
		}
		rules := append(m.limitRules(id, nil), m.filterRules(id, need, left)...)
		switch r.Code {
		case why.ChosenWindow:
			rules = append(rules, m.passed(i18n.RuleWindow, m.compareRule(true, int64(r.Have), int64(r.Need))))
			rules = append(rules, m.windowRules(id)...)
		case why.HoleNow: // the job starts before jobs that are ahead of it in the queue
			rules = append(rules, m.passed(m.spares(), ""))
		}
		return append(rules, m.passed(i18n.StepPick, m.AllocatorTitle()), m.passed(i18n.StepStart, ""))
	case m.Discipline(policies.ShowsShares):
		return m.slackRules(id, r)
	}
	return nil
}

// disciplineWait returns the tests that a waiting job passed and failed under the
// disciplines of sources S1 and S3. It returns nil for other disciplines.
func (m WhyPanel) disciplineWait(w *message.Waiting) []Rule {
	switch w.Why.Code {
	case why.QueueStopped, why.Dependency, why.DependencyNever, why.BeginTime, why.ArrayLimit, why.BeforeReservation, why.ReservationOver, why.NodesReserved, why.JobHeld, why.DeadlinePassed, why.NodePromised, why.OtherPart: // the reason says all
		return []Rule{{false, i18n.UpperHTML(m.Sentences.Decided(w)), ""}}
	}
	switch {
	case m.Discipline(policies.ShowsFilters):
		if w.Why.Code == why.NextCycle {
			return []Rule{{false, m.Words.HTML(i18n.StepCycle), m.Run.Clock.At(w.Why.At)}}
		}
		rules := m.limitRules(w.Job, &w.Why)
		if w.Why.Code == why.OverLimit {
			return append(rules, m.reservation(w, i18n.StepReserveLimit)...)
		}
		rules = append(rules, m.filterRules(w.Job, m.Asks(w.Job), m.left(w))...)
		switch w.Why.Code {
		case why.BetterWindow:
			rules = append(rules, Rule{false, m.Words.HTML(i18n.RuleWindow), m.compareRule(false, int64(w.Why.Need), int64(w.Why.Have))})
			rules = append(rules, m.windowRules(w.Job)...)
		case why.Reserved:
			rules = append(rules, Rule{false, m.Words.HTML(m.spares()), m.breaks(&w.Why)})
		}
		return append(rules, m.reservation(w, i18n.StepReserve)...)
	case m.Discipline(policies.ShowsShares):
		return m.slackRules(w.Job, &w.Why)
	}
	return nil
}

// spares returns the text for the test of whether a job leaves the reservations
// possible. Depending on the discipline, reservations are for particular nodes or
// only for times.
func (m WhyPanel) spares() i18n.Text {
	if m.State.Holds {
		return i18n.StepBesideNodes
	}
	return i18n.StepKeepsTimes
}

// breaks returns a text about the job whose reservation would be delayed, with the
// promised start of that job. It returns "" if that job is not known.
func (m WhyPanel) breaks(r *why.Reason) string {
	if r.Blocker == workload.NoJob {
		return ""
	}
	text := m.JobText(r.Blocker)
	if w := m.Waiting(r.Blocker); w != nil && w.Promised != simtime.Never {
		text = i18n.Colon(m.Words, text, m.Run.Clock.At(w.Promised))
	}
	return text
}

func (m WhyPanel) passed(t i18n.Text, figures string) Rule {
	return Rule{true, m.Words.HTML(t), figures}
}

// limitRules returns the test of the limits, which is step a in source S3. If the
// job would exceed a limit, it shows that limit. Otherwise it shows the limit that
// the job would come closest to exceeding.
func (m WhyPanel) limitRules(id workload.JobID, failed *why.Reason) []Rule {
	c := m.Words
	if failed != nil && failed.Code == why.OverLimit {
		name := m.LimitText(int32(failed.Which), id)
		return []Rule{{false, c.HTML(i18n.StepLimits), name + " " + c.Int(int64(failed.Need)) + " > " + c.Int(int64(failed.Have))}}
	}
	if len(m.Run.Limits) == 0 {
		return []Rule{m.passed(i18n.StepLimits, c.Say(i18n.StepNoLimits))}
	}
	best, figures := -1.0, ""
	running := m.Running(id) != nil
	for i := range m.State.Accounts {
		a := &m.State.Accounts[i]
		adds := m.adds(a, id)
		if a.Kind != queue.AccountLimit || adds == 0 || a.Hard == 0 {
			continue
		}
		with := a.Used
		if !running {
			with += adds
		}
		if full := float64(with) / float64(a.Hard); full > best && with <= a.Hard {
			best, figures = full, m.accountName(a)+" "+c.Int(with)+" ≤ "+c.Int(a.Hard)
		}
	}
	return []Rule{m.passed(i18n.StepLimits, figures)}
}

// left returns the number of nodes that remain for a waiting job after filtering.
// If the filters are not known, it returns the number of free nodes in the reason
// why the job waits. If the reason has no such number, it returns the number of
// nodes that the job requests.
func (m WhyPanel) left(w *message.Waiting) int32 {
	if filters, known := m.filters(w.Job); known {
		return m.leaves(filters)
	}
	if w.Why.Code == why.TooFewFree || w.Why.Code == why.NotPlaceable || w.Why.Code == why.TooManySwitches {
		return w.Why.Have
	}
	return m.Asks(w.Job)
}

// filters returns how many nodes were excluded for a job, for each condition that
// excluded nodes. The job must be waiting or start in the step on screen. filters
// returns false if the excluded nodes are not known.
func (m WhyPanel) filters(id workload.JobID) ([]queue.Excluded, bool) {
	if w := m.Weighed; w != nil && w.Step == m.State.Step && w.Job == id && len(w.Candidates) > 0 {
		return w.Filters, true
	}
	return m.State.Filters, m.State.Filtered == id && m.State.Filters != nil
}

// leaves returns the number of nodes that the given filters do not exclude.
func (m WhyPanel) leaves(filters []queue.Excluded) int32 {
	n := int32(m.Run.Machine.Drawn.Nodes)
	for _, x := range filters {
		n -= x.Nodes
	}
	return n
}

// filterTexts holds a text for each condition by which nodes are excluded.
var filterTexts = [queue.NumConditions]i18n.Text{
	i18n.FilterDown, i18n.FilterCores, i18n.FilterMemory, i18n.FilterDisk, i18n.FilterGPUs,
	i18n.FilterNamed, i18n.FilterNamed, i18n.FilterNamed, i18n.FilterNamed,
	i18n.FilterBusy, i18n.FilterBlocked, i18n.FilterLimits, i18n.FilterReserved, i18n.FilterFrozen,
}

// filterRules returns steps c and d of source S3: how many nodes each filter
// excludes, and the test of whether enough nodes remain.
func (m WhyPanel) filterRules(id workload.JobID, need, left int32) []Rule {
	c := m.Words
	var rules []Rule
	if filters, known := m.filters(id); known {
		var parts []string
		for _, x := range filters {
			if x.Nodes > 0 && x.What < queue.NumConditions {
				pairs := []i18n.Pair{c.N("n", int64(x.Nodes))}
				if x.What >= queue.HasNamed && x.What < queue.IsIdle {
					pairs = append(pairs, i18n.S("name", m.Own(int(x.What-queue.HasNamed))))
				}
				parts = append(parts, c.Say(filterTexts[x.What], pairs...))
			}
		}
		figures := c.Say(i18n.FilterLeft, c.N("n", int64(left)))
		if len(parts) > 0 {
			figures = i18n.Colon(c, i18n.List(c, parts...), figures)
		}
		rules = append(rules, Rule{left > 0, c.HTML(i18n.StepFilter, c.N("n", int64(m.Run.Machine.Drawn.Nodes))), figures})
		if m.Run.Jobs[id].Tasks > 0 { // the number of remaining nodes does not show whether the tasks fit
			return append(rules, Rule{m.Waiting(id) == nil, c.HTML(i18n.StepEnough), ""})
		}
	}
	return append(rules, Rule{left >= need, c.HTML(i18n.StepEnough), m.compareRule(left >= need, int64(left), int64(need))})
}

// reservation returns step b or d of source S3 for a job that cannot start now: its
// promised start, and the jobs whose ends make that start possible.
func (m WhyPanel) reservation(w *message.Waiting, text i18n.Text) []Rule {
	if w.Promised == simtime.Never {
		return nil
	}
	var enders []workload.JobID
	for i := range m.State.Running {
		if r := &m.State.Running[i]; r.Limit == w.Promised {
			enders = append(enders, r.Job)
		}
	}
	for i := range m.State.Queue { // jobs that have reservations may end at that time as well
		q := &m.State.Queue[i]
		if q.Promised != simtime.Never && q.Promised.Add(m.Run.Jobs[q.Job].Walltime) == w.Promised {
			enders = append(enders, q.Job)
		}
	}
	rules := []Rule{m.passed(text, m.Run.Clock.At(w.Promised))}
	if len(enders) > 0 {
		rules = append(rules, m.passed(i18n.StepCleared, m.JobList(enders, workload.NoJob)))
	}
	return rules
}

// slackRules returns the tests of source S1: how long a job with a deadline can
// still wait, and whether a share or reserve provides enough nodes for the job.
func (m WhyPanel) slackRules(id workload.JobID, r *why.Reason) []Rule {
	c := m.Words
	var rules []Rule
	now := m.Run.Time(int(m.State.Step))
	if row := m.Row(id); row != nil && row.Due != 0 {
		left := row.Due.Sub(now)
		if left > row.Estimate {
			rules = append(rules, m.passed(i18n.SlackLeft, m.Span(left)+" > "+m.Span(row.Estimate)))
		} else { // a job is rescued if the time until its deadline is not longer than its estimated run time
			rules = append(rules, Rule{r.OK(), c.HTML(i18n.SlackEnded), m.Span(left) + " ≤ " + m.Span(row.Estimate)})
		}
		if row.PastAmount > 0 {
			rules = append(rules, m.passed(i18n.SlackEstimate, c.Int(row.Amount)+" / "+c.Int(row.PastAmount)+" · "+m.Span(row.PastTime)+" = "+m.Span(row.Estimate)))
		} else {
			rules = append(rules, m.passed(i18n.SlackOwn, m.Span(row.Estimate)))
		}
	}
	pool := func(t i18n.Text) Rule {
		return Rule{r.OK(), c.HTML(t), m.compareRule(r.Have >= r.Need, int64(r.Have), int64(r.Need))}
	}
	switch r.Code {
	case why.WithinShare, why.OverShare:
		rules = append(rules, pool(i18n.PoolUsable))
	case why.Rescued:
		rules = append(rules, pool(i18n.PoolReserve))
	case why.RescuedBySystem, why.RescuedOnBoth:
		rules = append(rules, m.rescuePools(id, r)...)
	case why.AtRisk:
		rules = append(rules, pool(i18n.PoolNone))
	case why.BehindUser:
		rules = append(rules, Rule{false, c.HTML(i18n.RuleOrder), m.JobText(r.Blocker)})
	case why.TooFewFree:
		rules = append(rules, m.free(id, r.Need, r.Have))
	}
	return rules
}

// rescuePools returns the number of nodes that a rescued job gets from each of
// source S1's pools. The pools are in the order in which S1 tries them.
func (m WhyPanel) rescuePools(id workload.JobID, r *why.Reason) (rules []Rule) {
	adds := func(t i18n.Text, n int32) {
		if n > 0 {
			rules = append(rules, m.passed(t, m.Words.Int(int64(n))+" / "+m.Words.Int(int64(r.Need))))
		}
	}
	if row := m.Row(id); row != nil && row.Holding == r.Need {
		adds(i18n.PoolGives, row.Reserve)
		adds(i18n.PoolIdle, row.Usable)
		adds(i18n.PoolSystem, row.System)
	} else if r.Code == why.RescuedBySystem {
		adds(i18n.PoolSystem, r.Have)
	} else {
		adds(i18n.PoolIdle, r.Have)
	}
	return rules
}
