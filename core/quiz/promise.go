package quiz

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// promise asks for the latest start of a job that must wait. It takes the first job
// in queue order whose promise in this pass is new or changed.
func (m *moment) promise() *Question {
	for _, d := range m.still {
		if d.Promised == simtime.Never || d.Promised <= m.mark.Time {
			continue
		}
		if was := decisionOf(m.earlier(), d.Job); was != nil && was.Promised == d.Promised {
			continue
		}
		if q := m.promised(d); q != nil {
			return q
		}
	}
	return nil
}

// earlier returns the jobs that waited before the step, with their promises.
func (m *moment) earlier() []queue.Decision {
	if m.past == nil && m.step > 0 {
		m.past = m.prior.Pending()
	}
	return m.past
}

// promised asks for the promised start of one job. It returns nil if no wrong rule
// gives another time.
func (m *moment) promised(d queue.Decision) *Question {
	q := m.question(Promise, d.Job)
	q.Need = m.job(d.Job).Size()
	q.Right = []Answer{{Time: d.Promised}}
	q.Facts = []Fact{m.promiseFact(d)}
	for _, b := range forecasts {
		if at, ok := b.at(m, d.Job); ok && at != simtime.Never {
			q.mistake(m.off(b.code, q, at), Answer{Time: at})
		}
	}
	if len(q.Wrong) == 0 {
		return nil
	}
	return q
}

// forecast is a wrong rule for the latest start of a job.
type forecast struct {
	code Misconception
	at   func(m *moment, job workload.JobID) (simtime.Time, bool)
}

var forecasts = []forecast{
	{WalltimeIsRuntime, func(m *moment, job workload.JobID) (simtime.Time, bool) {
		d := m.before.Clone()
		if !d.Foresee() {
			return 0, false
		}
		d.Decide()
		if w := decisionOf(d.Pending(), job); w != nil {
			return w.Promised, true
		}
		return 0, false
	}},
	{PromisesIgnored, func(m *moment, job workload.JobID) (simtime.Time, bool) {
		return m.after.ForecastAlone(job), m.counted()
	}},
	{FirstEnd, func(m *moment, _ workload.JobID) (simtime.Time, bool) {
		if limits := m.after.State().Limits(); len(limits) > 0 {
			return limits[0].At, true
		}
		return 0, false
	}},
	{LastEnd, func(m *moment, _ workload.JobID) (simtime.Time, bool) {
		if limits := m.after.State().Limits(); len(limits) > 0 {
			return limits[len(limits)-1].At, true
		}
		return 0, false
	}},
	{FreeForgotten, func(m *moment, job workload.JobID) (simtime.Time, bool) {
		given, need := int32(0), m.job(job).Size()
		for _, l := range m.after.State().Limits() {
			if given += l.Size; given >= need {
				return l.At, m.counted()
			}
		}
		return 0, false
	}},
}

// counted reports whether counting decides which jobs fit: a job fits if enough
// nodes (or tasks) are free, no matter which.
func (m *moment) counted() bool { return m.quiz.run.Counted() }

// free returns how many nodes or tasks are free after the pass, if counting decides
// which jobs fit.
func (m *moment) free() int32 { return m.quiz.capacity - m.after.State().Held() }

// promiseFact returns the calculation which shows that there is room for a job at
// its promised start. If counting does not show this, it returns the reason for the
// scheduler's decision instead.
func (m *moment) promiseFact(d queue.Decision) Fact {
	if f, ok := m.enough(d.Job, d.Promised); ok {
		return f
	}
	return Fact{Job: d.Job, Reason: d.Why}
}

// off describes the mistake in a wrong answer to a question about the promised
// start of a job; at is the wrong time. If it is too early, the facts show that
// there is too little room at that time, or later before the job would end. If it
// is too late, the facts show that there is room at the right time. The field Until
// holds the right time.
func (m *moment) off(code Misconception, q *Question, at simtime.Time) Slip {
	right := q.Right[0].Time
	s := Slip{Code: code, Job: q.Job, Other: workload.NoJob, Need: int64(q.Need), At: at, Until: right}
	if code == WalltimeIsRuntime {
		if known, ok := m.surprise(); ok {
			s = known
			s.Until = right
		} else {
			s.Code = None
		}
	}
	early := at < right
	switch s.Code {
	case FirstEnd, PromisesIgnored:
		if !early {
			s.Code = None
		}
	case LastEnd, FreeForgotten:
		if early {
			s.Code = None
		}
	}
	if s.Code == None {
		s.Code = TooLate
		if at <= m.mark.Time {
			s.Code = StartsNow
		} else if early {
			s.Code = TooEarly
		}
	}
	if early {
		if f, ok := m.lack(q.Job, max(at, m.mark.Time), workload.NoJob); ok {
			s.Have, s.Facts = f.Total(), []Fact{f}
			return s
		}
	}
	s.Facts = q.Facts
	return s
}

// extra asks for the extra nodes: the number of nodes that are free at the shadow
// time beyond the need of the first job. It returns nil if the pass gives some of
// these nodes to other jobs.
func (m *moment) extra() *Question {
	res, ok := m.after.Reserved()
	if !ok || res.Extra < 0 || res.Shadow == simtime.Never || len(m.still) == 0 || givesExtra(m.starts) {
		return nil
	}
	if m.step > 0 {
		if was, ok := m.prior.Reserved(); ok && was == res {
			return nil // the same reservation existed before the step
		}
	}
	q := m.question(Extra, res.Job)
	q.Need = res.Need
	q.Right = []Answer{{Number: int64(res.Extra)}}
	f := Fact{Job: res.Job, At: res.Shadow, Sum: m.room(res.Job, res.Shadow, workload.NoJob)}
	f.Sum = append(f.Sum, Term{Kind: HeldTerm, Number: -int64(res.Need), Job: res.Job, At: res.Shadow})
	if f.Total() != int64(res.Extra) {
		return nil // the answer does not follow from what is shown
	}
	q.Facts = []Fact{f}
	// The student sees what is free before the pass. A student who also subtracts
	// the starting jobs arrives at what is free after the pass.
	seen, left := int64(m.quiz.capacity-m.before.State().Held()), int64(m.free())
	wrong := func(code Misconception, n int64) {
		if n >= 0 {
			q.mistake(Slip{Code: code, Job: res.Job, Other: res.Job, Need: int64(res.Need), Have: int64(res.Extra + res.Need), At: res.Shadow, Facts: q.Facts}, Answer{Number: n})
		}
	}
	wrong(FreeNowIsExtra, seen)
	wrong(FreeNowIsExtra, left)
	wrong(HeadNotCounted, int64(res.Extra+res.Need))
	d := m.before.Clone()
	if d.Foresee() && !givesExtra(startsOf(d.Decide())) {
		if other, ok := d.Reserved(); ok && other.Job == res.Job {
			if s, ok := m.surprise(); ok && other.Extra >= 0 {
				s.Facts = q.Facts
				q.mistake(s, Answer{Number: int64(other.Extra)})
			}
		}
	}
	wrong(ShadowNotCounted, int64(res.Need)-left)
	if len(q.Wrong) == 0 || seen == int64(res.Extra) || left == int64(res.Extra) {
		return nil // a student who takes all free nodes for extra nodes would give the right answer
	}
	return q
}

// givesExtra reports whether a pass starts a job on extra nodes, so that fewer
// extra nodes are left than at its beginning.
func givesExtra(starts []trace.Event) bool {
	for _, x := range starts {
		if x.Why.Code == why.OnExtraNodes {
			return true
		}
	}
	return false
}
