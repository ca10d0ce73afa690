package manual

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// state is the progress through the list of decisions and the outcomes so far.
type state struct {
	left     []Decision // decisions still to come
	done     int        // number of decisions already handled
	outcomes []queue.DecisionOutcome
	places   map[int64]int // indexes in jobs, by job number; never changed
	jobs     []jobStatus   // the jobs that have decisions
}

// jobStatus is the status of a job that has a decision.
type jobStatus struct {
	id    workload.JobID
	phase queue.Refusal // Done while it can start; otherwise the reason why it cannot
	since simtime.Time
}

// NewState implements queue.Stateful.
func (x ManualPolicy) NewState(*queue.Config) queue.PolicyState {
	s := &state{left: x.Decisions, places: make(map[int64]int, len(x.Decisions))}
	for i := range x.Decisions {
		if _, known := s.places[x.Decisions[i].Job]; !known {
			s.places[x.Decisions[i].Job] = len(s.jobs)
			s.jobs = append(s.jobs, jobStatus{workload.NoJob, queue.NotSubmitted, simtime.Never})
		}
	}
	return s
}

// Clone implements queue.PolicyState.
func (s *state) Clone() queue.PolicyState {
	c := *s
	c.outcomes, c.jobs = s.outcomes[:len(s.outcomes):len(s.outcomes)], append([]jobStatus(nil), s.jobs...)
	return &c
}

// set records the new status of a job, if it has a decision.
func (s *state) set(r *workload.Request, phase queue.Refusal, since simtime.Time) {
	if at, decided := s.places[r.Number]; decided {
		s.jobs[at] = jobStatus{r.ID, phase, since}
	}
}

// Admit implements queue.PolicyState.
func (s *state) Admit(w *queue.Waiting, since simtime.Time, _ bool) {
	s.refuseMissed(since)
	s.set(w.Request, queue.HeldBack, since)
}

// Join implements queue.PolicyState.
func (s *state) Join(w *queue.Waiting) { s.set(w.Request, queue.Done, 0) }

// Leave implements queue.PolicyState.
func (s *state) Leave(r *workload.Request) { s.set(r, queue.HeldBack, 0) }

// Start implements queue.PolicyState.
func (s *state) Start(w *queue.Waiting, _ cluster.Placement, p *queue.Pass) {
	s.set(w.Request, queue.Runs, p.Now())
}

// Resize implements queue.PolicyState.
func (s *state) Resize(*cluster.Running, simtime.Time) {}

// End implements queue.PolicyState.
func (s *state) End(job *cluster.Running, now simtime.Time) {
	s.refuseMissed(now)
	s.set(job.Request, queue.Ended, now)
}

// Complete implements queue.PolicyState.
func (s *state) Complete(*cluster.Running, simtime.Time) {}

// keep records the outcome of the next decision.
func (s *state) keep(out queue.DecisionOutcome) {
	out.Decision = s.done
	s.outcomes = append(s.outcomes, out)
	s.left, s.done = s.left[1:], s.done+1
}

// refuseMissed refuses the decisions whose instants have passed without a scheduling pass,
// because no job was waiting.
func (s *state) refuseMissed(now simtime.Time) {
	for len(s.left) > 0 && s.left[0].At < now {
		s.keep(s.absent(&s.left[0]))
	}
}

// absent returns the outcome of a decision about a job that is not waiting.
func (s *state) absent(d *Decision) queue.DecisionOutcome {
	x := &s.jobs[s.places[d.Job]]
	out := outcome(x.id, d.At)
	out.Refusal, out.Since = x.phase, x.since
	return out
}

// Outcomes implements queue.Decider.
func (s *state) Outcomes(now simtime.Time) []queue.DecisionOutcome {
	if len(s.left) == 0 || s.left[0].At >= now {
		return s.outcomes
	}
	c := s.Clone().(*state)
	c.refuseMissed(now)
	return c.outcomes
}

// outcome returns an outcome with all fields except the job and the time set to
// unknown.
func outcome(job workload.JobID, at simtime.Time) queue.DecisionOutcome {
	return queue.DecisionOutcome{Job: job, At: at, Broken: workload.NoJob, Holder: workload.NoJob, Ends: workload.NoJob, First: simtime.Never, Node: -1}
}
