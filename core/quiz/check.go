package quiz

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// blocked is the reason of a check as people are asked about it: that a hole is
// reserved for a job, or kept for others, is that it would delay them.
func blocked(c why.Code) why.Code {
	if c == why.Reserved {
		return why.WouldDelay
	}
	return c
}

// check is which condition keeps a job waiting: the first one in queue order that
// could not have been told from what is free alone.
func (m *moment) check() *Question {
	checks := m.quiz.rule.Waits
	for _, d := range m.still {
		if d.Why.Code == why.TooFewFree || !slices.Contains(checks, d.Why.Code) || m.heldSo(d) {
			continue
		}
		q := m.question(Check, d.Job)
		q.Need = m.job(d.Job).Size()
		q.Facts = []Fact{{d.Job, d.Why}}
		for _, c := range checks {
			if i := len(q.Options); c == d.Why.Code {
				q.Right = []Answer{{Choice: i}}
				q.Options = append(q.Options, Option{Job: d.Job, Reason: why.Reason{Code: c, Blocker: workload.NoJob}})
			} else if !slices.ContainsFunc(q.Options, func(o Option) bool { return blocked(o.Reason.Code) == blocked(c) }) && blocked(c) != blocked(d.Why.Code) {
				slip := Slip{Code: NotHere, Job: d.Job, Other: d.Why.Blocker, Need: int64(d.Why.Need), Have: int64(d.Why.Have), At: d.Why.At}
				q.Options = append(q.Options, Option{Job: d.Job, Reason: why.Reason{Code: c, Blocker: workload.NoJob}, Slip: slip})
			}
		}
		return q
	}
	return nil
}

// heldSo reports whether a job was held back for the same reason before the step.
func (m *moment) heldSo(d queue.Decision) bool {
	was := decisionOf(m.earlier(), d.Job)
	return was != nil && was.Why.Code == d.Why.Code && was.Why.Blocker == d.Why.Blocker
}
