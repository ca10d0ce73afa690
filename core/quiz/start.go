package quiz

import (
	"slices"

	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Which discipline the run has, as far as beliefs about it go.

func (m *moment) policy() queue.Policy { return m.before.Config().Queue }

// strict reports whether nobody overtakes.
func (m *moment) strict() bool { return m.quiz.rule.Strict }

// backfills reports whether the first jobs alone are promised something.
func (m *moment) backfills() bool {
	return m.quiz.rule.Promises == policies.HeadPromise && !m.promisesAll()
}

// promisesAll reports whether every waiting job is promised a start.
func (m *moment) promisesAll() bool { return slices.Contains(m.quiz.rule.Waits, why.Reserved) }

// keeps reports whether the discipline keeps accounts, limits or batches, which
// hold back jobs that fit.
func (m *moment) keeps() bool { _, is := m.policy().(queue.Stateful); return is }

// unless is whom another policy would start; nil where that says nothing.
func (m *moment) unless(silent bool, p queue.Policy) []workload.JobID {
	if silent {
		return nil
	}
	return m.under(p)
}

// foreseen is whom the discipline would start if it knew how long all jobs run.
func (m *moment) foreseen() []workload.JobID {
	d := m.before.Clone()
	if !d.Foresee() {
		return nil
	}
	return jobsOf(startsOf(d.Decide()))
}

// reordered is whom the discipline would start in another order.
func (m *moment) reordered(order queue.Order) []workload.JobID {
	if _, own := m.policy().(queue.Ranked); own && order != queue.SubmitOrder || m.keeps() || m.before.Config().Order == order {
		return nil
	}
	d := m.before.Clone()
	if _, own := m.policy().(queue.Ranked); own {
		d.Under(greedy{})
	}
	d.Reorder(order)
	return jobsOf(startsOf(d.Decide()))
}

// start is which of the waiting jobs start now, nil if nothing could have gone
// otherwise.
func (m *moment) start() *Question {
	q := m.question(Start, workload.NoJob)
	right := jobsOf(m.starts)
	sets, told := m.twins(right)
	if !told || len(m.waiting) == 0 {
		return nil
	}
	for _, set := range sets {
		q.Right = append(q.Right, Answer{Jobs: set})
	}
	for _, b := range beliefs {
		if jobs := b.answer(m); jobs != nil {
			q.mistake(m.slip(b.code, q, jobs), Answer{Jobs: jobs})
		}
	}
	if len(q.Wrong) == 0 {
		return nil
	}
	for i := range m.starts {
		q.Facts = append(q.Facts, startFact(&m.starts[i]))
	}
	for _, d := range m.still {
		if decisionOf(m.waiting, d.Job) != nil {
			q.Facts = append(q.Facts, m.waitFacts(d.Job)...)
		}
	}
	return q
}

// mistake enters the answer of a wrong rule, unless it is right or known already.
func (q *Question) mistake(s Slip, a Answer) {
	same := func(b Answer) bool { return q.equal(a, b) }
	if slices.ContainsFunc(q.Right, same) || slices.ContainsFunc(q.Wrong, func(w Mistake) bool { return same(w.Answer) }) {
		return
	}
	q.Wrong = append(q.Wrong, Mistake{s, a})
}

// slip is what a wrong set of jobs gets wrong, with the numbers of the first job
// that is wrongly chosen, or else left out (of mistakes that leave jobs out, the
// other way round). The code is found by that job if none is given.
func (m *moment) slip(code Misconception, q *Question, jobs []workload.JobID) Slip {
	right := q.nearest(jobs)
	if leavesOut(code) {
		if s, ok := m.omitted(code, right, jobs); ok {
			return s
		}
		code = None // it starts somebody, too, and what is wrong with that is another thing
	}
	surprise, known := Slip{}, false
	if code == WalltimeIsRuntime {
		if surprise, known = m.surprise(); !known {
			code = None
		}
	}
	told := func(s Slip) Slip {
		if known {
			surprise.Facts = s.Facts
			return surprise
		}
		return s
	}
	for _, d := range m.waiting { // in queue order
		if slices.Contains(jobs, d.Job) && !slices.Contains(right, d.Job) {
			return told(m.chosen(code, d.Job))
		}
	}
	s, _ := m.omitted(code, right, jobs)
	return told(s)
}

// leavesOut reports whether who is mistaken so lets somebody wait who may start.
func leavesOut(code Misconception) bool {
	return code == FirstCome || code == NoExtra || code == AllPromised || code == OneAtATime
}

// omitted is what is wrong with the first job that is wrongly left out; false if
// none is.
func (m *moment) omitted(code Misconception, right, jobs []workload.JobID) (Slip, bool) {
	for _, x := range m.starts {
		if slices.Contains(right, x.Job) && !slices.Contains(jobs, x.Job) {
			s := Slip{Code: code, Job: x.Job, Other: x.Why.Blocker, Need: int64(x.Why.Need), Have: int64(x.Why.Have), At: x.Why.At, Until: m.ends(x.Job), Facts: []Fact{startFact(&x)}}
			if !fitsOmitted(code, x.Why.Code) {
				s.Code = leftOut(x.Why.Code)
			}
			if s.Code == FirstCome && !m.overtakes(x.Job) {
				s.Code = LeavesHole
			}
			return s, true
		}
	}
	return Slip{Code: code, Job: workload.NoJob, Other: workload.NoJob}, false
}

// fitsOmitted reports whether a misconception explains why a job is left out that
// starts for a reason.
func fitsOmitted(code Misconception, c why.Code) bool {
	switch code {
	case None:
		return false
	case NoExtra:
		return c == why.OnExtraNodes || c == why.AvoidsReserved
	case FirstCome, AllPromised:
		return leftOut(c) != LeavesHead
	}
	return true
}

// overtakes reports whether a job that starts stands behind one that goes on waiting.
func (m *moment) overtakes(id workload.JobID) bool {
	return slices.ContainsFunc(m.still, func(d queue.Decision) bool { return m.isBefore(d.Job, id) })
}

// nearest are the right jobs that most of the given ones are among.
func (q *Question) nearest(jobs []workload.JobID) []workload.JobID {
	best, most := q.Right[0].Jobs, -1
	for _, a := range q.Right {
		n := 0
		for _, id := range jobs {
			if slices.Contains(a.Jobs, id) {
				n++
			}
		}
		if n > most {
			best, most = a.Jobs, n
		}
	}
	return best
}

// chosen is what is wrong with starting a job that waits.
func (m *moment) chosen(code Misconception, id workload.JobID) Slip {
	s := Slip{Code: code, Job: id, Other: workload.NoJob, Until: m.ends(id), Need: int64(m.job(id).Size()), Facts: m.waitFacts(id)}
	d := m.waits(id)
	if d == nil { // it does not wait here at all
		if code == None {
			s.Code = StartsWithoutRoom
		}
		return s
	}
	s.Other, s.Have, s.At = d.Why.Blocker, int64(d.Why.Have), d.Why.At
	if d.Why.Need != 0 {
		s.Need = int64(d.Why.Need)
	}
	if f := &s.Facts[0]; len(f.Sum) > 0 {
		s.Need, s.Have = f.Need, f.Total()
	}
	if s.At == 0 && d.Promised != simtime.Never {
		s.At = d.Promised
	}
	if c := m.waitCode(d); !m.fitsChosen(code, c) {
		s.Code = wronglyChosen(c)
		if s.Code == StartsWithoutRoom && m.waiting[0].Job == id {
			s.Code = HeadStarts
		}
	}
	return s
}

// fitsChosen reports whether a misconception explains why a job is started that
// waits for a reason.
func (m *moment) fitsChosen(code Misconception, c why.Code) bool {
	switch code {
	case None, NoExtra, AllPromised, FirstCome, OneAtATime: // they leave jobs out
		return false
	case DelaysHead, OnlyHeadPromised:
		return wronglyChosen(c) == DelaysHead
	case ExtraTwice:
		return c == why.WouldDelay && givesExtra(m.starts)
	case Overtakes:
		return c == why.BehindHead
	case FitsSoStarts:
		return wronglyChosen(c) == FitsSoStarts
	}
	return true
}

// wronglyChosen is the mistake of starting a job that waits for a reason.
func wronglyChosen(c why.Code) Misconception {
	switch c {
	case why.WouldDelay, why.Reserved, why.BetterWindow:
		return DelaysHead
	case why.BehindHead:
		return Overtakes
	case why.OverLimit, why.OverShare, why.BehindUser, why.AtRisk, why.OutsideBatch, why.NextBatch, why.CountedOut, why.BatchTooLarge, why.NextCycle, why.NotReached:
		return FitsSoStarts
	case why.QueueStopped:
		return QueueIsOpen
	}
	return StartsWithoutRoom
}

// leftOut is the mistake of leaving a job out that starts for a reason.
func leftOut(c why.Code) Misconception {
	switch c {
	case why.FitsNow, why.Moulded:
		return LeavesHead
	case why.EndsByShadow, why.AvoidsReserved:
		return FirstCome
	case why.OnExtraNodes:
		return NoExtra
	}
	return LeavesHole
}

// surprise is a running job that will end before its walltime, by the numbers of
// which a forecast goes wrong; false if there is none.
func (m *moment) surprise() (Slip, bool) {
	state := m.before.State()
	for _, l := range state.Limits() {
		job := state.Job(l.Slot)
		if m.job(job.Request.ID).Runtime < job.Request.Walltime {
			return Slip{Code: WalltimeIsRuntime, Job: job.Request.ID, Other: workload.NoJob, Need: int64(job.Size()), At: l.At}, true
		}
	}
	return Slip{}, false
}

// maxTwins bounds the sets of jobs that are right.
const maxTwins = 24

// twins are all sets of jobs that are as good as one: jobs that cannot be told
// apart may stand for each other, if only such jobs stand between them. (Another one
// there would have a new place in the queue.) It is false where two look alike and are not, so
// that nobody could say which starts, and where there are too many sets.
func (m *moment) twins(jobs []workload.JobID) (sets [][]workload.JobID, told bool) {
	sets = [][]workload.JobID{jobs}
	for _, id := range jobs {
		for _, d := range m.waiting {
			if slices.Contains(jobs, d.Job) || !alike(&m.job(id).Request, &m.job(d.Job).Request) {
				continue
			}
			if !same(m.job(id), m.job(d.Job)) {
				return nil, false
			}
			if !m.neighbours(id, d.Job) {
				continue
			}
			for _, set := range sets {
				if i := slices.Index(set, id); i >= 0 && !slices.Contains(set, d.Job) {
					other := slices.Clone(set)
					other[i] = d.Job
					slices.Sort(other)
					if !slices.ContainsFunc(sets, func(s []workload.JobID) bool { return slices.Equal(s, other) }) {
						sets = append(sets, other)
					}
				}
			}
			if len(sets) > maxTwins {
				return nil, false
			}
		}
	}
	return sets, true
}

// neighbours reports whether all jobs between two waiting ones, in queue order, are
// like them.
func (m *moment) neighbours(a, b workload.JobID) bool {
	at := func(id workload.JobID) int {
		return slices.IndexFunc(m.waiting, func(d queue.Decision) bool { return d.Job == id })
	}
	first, last := at(a), at(b)
	if first > last {
		first, last = last, first
	}
	return first >= 0 && !slices.ContainsFunc(m.waiting[first:last], func(d queue.Decision) bool {
		return !alike(&m.job(a).Request, &m.job(d.Job).Request)
	})
}

// alike reports whether a scheduler cannot tell two jobs apart, but for their
// places in the list.
func alike(a, b *workload.Request) bool {
	x, y := *a, *b
	x.ID, x.Number, y.ID, y.Number = 0, 0, 0, 0
	return x == y
}

// same reports whether two jobs that look alike also run alike.
func same(a, b *workload.Job) bool {
	x, y := *a, *b
	x.Request, y.Request = workload.Request{}, workload.Request{}
	return x == y
}
