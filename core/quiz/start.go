package quiz

import (
	"slices"

	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// The methods below classify the discipline of the run. The class decides which
// wrong rules apply.

func (m *moment) policy() queue.Policy { return m.before.Config().Queue }

// strict reports whether no job may overtake another.
func (m *moment) strict() bool { return m.quiz.rule.Strict }

// backfills reports whether the discipline promises a start to the first job in the
// queue but not to every waiting job.
func (m *moment) backfills() bool {
	return m.quiz.rule.Promises == policies.HeadPromise && !m.promisesAll()
}

// promisesAll reports whether the discipline promises a start to every waiting job.
func (m *moment) promisesAll() bool { return slices.Contains(m.quiz.rule.Waits, why.Reserved) }

// keeps reports whether the discipline keeps data of its own, such as accounts,
// limits or batches. Such data may hold back a job that fits.
func (m *moment) keeps() bool { _, is := m.policy().(queue.Stateful); return is }

// unless returns the jobs that policy p would start, or nil if silent is set.
func (m *moment) unless(silent bool, p queue.Policy) []workload.JobID {
	if silent {
		return nil
	}
	return m.under(p)
}

// foreseen returns the jobs that the discipline would start if it knew all run
// times.
func (m *moment) foreseen() []workload.JobID {
	d := m.before.Clone()
	if !d.Foresee() {
		return nil
	}
	return jobsOf(startsOf(d.Decide()))
}

// reordered returns the jobs that the discipline would start in another queue
// order.
func (m *moment) reordered(order queue.Order) []workload.JobID {
	if _, own := m.policy().(queue.Ranked); own && order != queue.SubmitOrder || m.keeps() || m.before.Config().Order == order {
		return nil
	}
	d := m.before.Clone()
	if _, own := m.policy().(queue.Ranked); own {
		d.UsePolicy(greedy{})
	}
	d.Reorder(order)
	return jobsOf(startsOf(d.Decide()))
}

// start asks which of the waiting jobs start now. It returns nil if no wrong rule
// gives another answer.
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
	for _, b := range wrongRules {
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

// mistake adds the answer of a wrong rule to the question. It does nothing if this
// answer is right or is already in the question.
func (q *Question) mistake(s Slip, a Answer) {
	same := func(b Answer) bool { return q.equal(a, b) }
	if slices.ContainsFunc(q.Right, same) || slices.ContainsFunc(q.Wrong, func(w Mistake) bool { return same(w.Answer) }) {
		return
	}
	q.Wrong = append(q.Wrong, Mistake{s, a})
}

// slip describes the mistake in an answer that is a set of jobs. Its numbers are
// those of the first job that the answer starts wrongly. If there is no such job,
// they are those of the first job that the answer wrongly leaves out. For
// misconceptions that leave jobs out, slip looks for a job left out first. If the
// given misconception is None, the reason for which this job starts or waits
// determines the misconception.
func (m *moment) slip(code Misconception, q *Question, jobs []workload.JobID) Slip {
	right := q.nearest(jobs)
	if leavesOut(code) {
		if s, ok := m.omitted(code, right, jobs); ok {
			return s
		}
		code = None // the answer leaves no job out, so its mistake is to start a job wrongly
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

// leavesOut reports whether a misconception makes jobs wait although they may
// start.
func leavesOut(code Misconception) bool {
	return code == FirstCome || code == NoExtra || code == AllPromised || code == OneAtATime
}

// omitted compares an answer (jobs) with the right one. It returns the mistake of
// leaving out the first job that starts but is not in the answer, with the numbers
// of this job. It returns false if no job is left out.
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

// fitsOmitted reports whether a misconception explains why a student leaves out a
// job. The job in fact starts for reason c.
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

// overtakes reports whether the starting job comes later in the queue than a job
// that continues to wait.
func (m *moment) overtakes(id workload.JobID) bool {
	return slices.ContainsFunc(m.still, func(d queue.Decision) bool { return m.isBefore(d.Job, id) })
}

// nearest returns the right answer that has the most jobs in common with the given
// set.
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

// chosen returns the mistake of starting a job that must wait.
func (m *moment) chosen(code Misconception, id workload.JobID) Slip {
	s := Slip{Code: code, Job: id, Other: workload.NoJob, Until: m.ends(id), Need: int64(m.job(id).Size()), Facts: m.waitFacts(id)}
	d := m.waits(id)
	if d == nil { // the job is not among the waiting jobs
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

// fitsChosen reports whether a misconception explains why a student starts a job.
// The job in fact must wait for reason c.
func (m *moment) fitsChosen(code Misconception, c why.Code) bool {
	switch code {
	case None, NoExtra, AllPromised, FirstCome, OneAtATime: // these leave jobs out
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

// wronglyChosen returns the mistake of starting a job that must wait for reason c.
func wronglyChosen(c why.Code) Misconception {
	switch c {
	case why.WouldDelay, why.Reserved, why.NodePromised, why.BetterWindow:
		return DelaysHead
	case why.BehindHead:
		return Overtakes
	case why.OverLimit, why.UsedUp, why.UnderLimit, why.OverQuota, why.OverShare, why.BehindUser, why.AtRisk, why.OutsideBatch, why.NextBatch, why.CountedOut, why.BatchTooLarge, why.NextCycle, why.NotReached,
		why.Dependency, why.DependencyNever, why.BeginTime, why.ArrayLimit, why.BeforeReservation, why.ReservationOver, why.NodesReserved, why.JobHeld, why.DeadlinePassed, why.StopsInVain, why.OtherPart:
		return FitsSoStarts
	case why.QueueStopped:
		return QueueIsOpen
	}
	return StartsWithoutRoom
}

// leftOut returns the mistake of leaving out a job that starts for reason c.
func leftOut(c why.Code) Misconception {
	switch c {
	case why.FitsNow, why.Moulded, why.ByQuota:
		return LeavesHead
	case why.EndsByShadow, why.AvoidsReserved:
		return FirstCome
	case why.OnExtraNodes:
		return NoExtra
	}
	return LeavesHole
}

// surprise returns a slip with the numbers of a running job that will end before
// its walltime. A student who plans with actual run times goes wrong because of
// this job. surprise returns false if there is no such job.
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

// maxTwins is the largest number of right answers to a question about starts.
const maxTwins = 24

// twins returns all sets of jobs that are as right as the given set. A job may be
// replaced by a twin, that is, a job that no scheduler can distinguish from it. All
// jobs between the two in the queue must be twins as well, because otherwise the
// replacement would change the order of the queue. twins returns false if there are
// too many such sets. It also returns false if two jobs look alike but run
// differently, because then the student cannot tell from the state shown which of
// them starts.
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

// neighbours reports whether all jobs between two waiting twins in the queue are
// also twins of these two.
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

// alike reports whether a scheduler can distinguish two jobs only by their
// positions in the job list.
func alike(a, b *workload.Request) bool {
	x, y := *a, *b
	x.ID, x.Number, y.ID, y.Number = 0, 0, 0, 0
	return x == y
}

// same reports whether two jobs with equal requests also have equal run times and
// other properties that the scheduler does not see.
func same(a, b *workload.Job) bool {
	x, y := *a, *b
	x.Request, y.Request = workload.Request{}, workload.Request{}
	return x == y
}
