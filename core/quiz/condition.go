package quiz

import (
	"slices"

	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// check asks which condition keeps a job waiting. It takes the first job in queue
// order that does not wait simply because too few nodes are free. Every condition
// that fails for this job is a right answer. A condition is not offered if the data
// shown does not determine whether it fails.
func (m *moment) check() *Question {
	for i := range m.still {
		d := &m.still[i]
		if d.Why.Code == why.TooFewFree || !slices.Contains(m.quiz.rule.Waits, d.Why.Code) || m.heldSo(*d) {
			continue
		}
		q := m.question(Check, d.Job)
		q.Need = m.job(d.Job).Size()
		q.Facts = m.waitFacts(d.Job)
		for _, c := range m.quiz.rule.Waits {
			o := AnswerOption{Job: d.Job, Reason: why.Reason{Code: c, Blocker: workload.NoJob}}
			fails, known := m.fails(c, d)
			switch {
			case !known || slices.ContainsFunc(q.Options, func(o AnswerOption) bool { return blocked(o.Reason.Code) == blocked(c) }):
				continue
			case fails:
				q.Right = append(q.Right, Answer{Choice: len(q.Options)})
			default:
				o.Slip = Slip{Code: NotHere, Job: d.Job, Other: workload.NoJob, Facts: append(m.holds(c, d), q.Facts...)}
			}
			q.Options = append(q.Options, o)
		}
		if len(q.Right) == 0 || len(q.Right) == len(q.Options) {
			return nil
		}
		return q
	}
	return nil
}

// blocked returns the condition that represents the given one in questions. The
// conditions Reserved (a gap in the schedule is reserved for another job),
// NodePromised and WouldDelay count as the same condition: a job that starts in a
// reserved gap, or on a promised node, would delay the other job.
func blocked(c why.Code) why.Code {
	if c == why.Reserved || c == why.NodePromised {
		return why.WouldDelay
	}
	return c
}

// fails reports whether a condition fails for a waiting job, so that the job cannot
// start. The result known is false if the data shown does not determine this.
func (m *moment) fails(c why.Code, d *queue.Decision) (fails, known bool) {
	actual := d.Why.Code
	if blocked(c) == blocked(actual) || blocked(c) == blocked(m.waitCode(d)) {
		return true, true
	}
	if fails, known = inRounds[[2]why.Code{actual, c}]; known {
		return fails, true
	}
	switch c {
	case why.TooFewFree:
		if actual == why.NotPlaceable || actual == why.TooManySwitches { // these reasons mean that enough nodes are free
			return false, true
		}
		return m.crowdedOut(d.Job)
	case why.NextBatch: // with one batch per trigger, no job has the reason OutsideBatch
		return false, slices.ContainsFunc(m.still, func(d queue.Decision) bool { return d.Why.Code == why.OutsideBatch })
	case why.NotPlaceable: // if counting decides which jobs fit, any free nodes will do
		return false, m.counted()
	case why.WouldDelay, why.Reserved, why.NodePromised:
		f, delays := m.lackNow(d.Job)
		return delays && f.At > m.mark.Time, m.counted() && m.sumsHold() && !m.keeps() && !m.strict()
	case why.BehindUser:
		if actual == why.AtRisk { // a job with this reason does not wait for another job of its user
			return false, true
		}
		return m.behindUser(d.Job), actual == why.OverShare
	case why.OverShare:
		left, known := m.shareLeft(d.Job)
		return int64(m.job(d.Job).Size()) > left, known
	case why.OverLimit: // checked before all other conditions
		return false, actual == why.WouldDelay || actual == why.NextCycle
	case why.NextCycle: // checked before promises
		return false, actual == why.WouldDelay
	case why.QueueStopped, why.Dependency, why.DependencyNever, why.BeginTime, why.ArrayLimit, why.BeforeReservation, why.ReservationOver, why.JobHeld: // what keeps a job from all disciplines, and is shown as the only reason
		return false, true
	}
	return false, false
}

// inRounds holds what is known about the conditions of a batch (S0). In each pair
// of conditions, the first one keeps a job waiting. The value is true if the second
// condition fails for this job too. Missing pairs are unknown.
var inRounds = map[[2]why.Code]bool{
	{why.OutsideBatch, why.CountedOut}: false, {why.OutsideBatch, why.BatchTooLarge}: false,
	{why.NextBatch, why.CountedOut}: false, {why.NextBatch, why.BatchTooLarge}: false, {why.NextBatch, why.OutsideBatch}: true,
	{why.CountedOut, why.BatchTooLarge}:   true,
	{why.BatchTooLarge, why.OutsideBatch}: false,
	{why.TooFewUnits, why.CountedOut}:     false, {why.TooFewUnits, why.BatchTooLarge}: false, {why.TooFewUnits, why.OutsideBatch}: false,
}

// crowdedOut reports whether too little was free for a job when the pass considered
// it. The result known is false if this depends on which other jobs the pass
// considered earlier.
func (m *moment) crowdedOut(id workload.JobID) (fails, known bool) {
	if m.counted() {
		need := m.job(id).Size()
		before, after := m.quiz.capacity-m.before.State().Held(), m.free()
		switch {
		case need <= after:
			return false, true
		case need > before:
			return true, true
		}
		sum := Fact{Sum: m.room(id, m.mark.Time, id)}
		return need > after && sum.Sum != nil && sum.Total() < int64(need), sum.Sum != nil && !m.keeps() && m.quiz.rule.Promises == policies.NoPromise
	}
	_, verdict := m.before.Config().Allocator.Allocate(&m.job(id).Request, &m.after.State().Free, nil)
	return false, verdict.OK()
}

// behindUser reports whether another waiting job of the same user comes before the
// given job in the queue, or has a higher priority.
func (m *moment) behindUser(id workload.JobID) bool {
	return slices.ContainsFunc(m.still, func(d queue.Decision) bool {
		return d.Job != id && m.job(d.Job).User == m.job(id).User && (m.isBefore(d.Job, id) || m.job(d.Job).Priority > m.job(id).Priority)
	})
}

// shareLeft returns what is left of the usable share of a job's user (S1).
func (m *moment) shareLeft(id workload.JobID) (left int64, known bool) {
	for _, a := range m.after.Accounts() {
		if a.Kind == queue.AccountUsable && a.Name == m.job(id).User {
			return max(a.Hard-a.Used, 0), true // the difference is negative if the share has become smaller than the amount used
		}
	}
	return 0, false
}

// holds returns the calculation which shows that a condition does not keep a job
// waiting. It returns nil if there is no such calculation.
func (m *moment) holds(c why.Code, d *queue.Decision) []Fact {
	if c != why.TooFewFree {
		return nil
	}
	turn := workload.NoJob
	if m.job(d.Job).Size() > m.free() {
		turn = d.Job
	}
	f := Fact{Job: d.Job, Need: int64(m.job(d.Job).Size()), At: m.mark.Time, Sum: m.room(d.Job, m.mark.Time, turn)}
	f.Sum = slices.DeleteFunc(f.Sum, func(t Term) bool { return t.Kind == HeldTerm })
	if f.Sum == nil || f.Total() < f.Need {
		return nil
	}
	return []Fact{f}
}

// heldSo reports whether the job was already waiting for the same reason before the
// step.
func (m *moment) heldSo(d queue.Decision) bool {
	was := decisionOf(m.earlier(), d.Job)
	return was != nil && was.Why.Code == d.Why.Code && was.Why.Blocker == d.Why.Blocker
}
