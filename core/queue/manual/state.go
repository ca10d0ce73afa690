package manual

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// state is how far the list has been done, and what became of it.
type state struct {
	left     []Decision // that are yet to come
	done     int        // decisions before them
	outcomes []queue.DecisionOutcome
	places   map[int64]int // in jobs, by number; never changed
	jobs     []standing    // that somebody has decided about
}

// standing is what is known of a job.
type standing struct {
	id    workload.JobID
	phase queue.Refusal // Done while it stands in the line; else why it cannot start
	since simtime.Time
}

// NewState implements queue.Stateful.
func (x ManualPolicy) NewState(*queue.Config) queue.PolicyState {
	s := &state{left: x.Decisions, places: make(map[int64]int, len(x.Decisions))}
	for i := range x.Decisions {
		if _, known := s.places[x.Decisions[i].Job]; !known {
			s.places[x.Decisions[i].Job] = len(s.jobs)
			s.jobs = append(s.jobs, standing{workload.NoJob, queue.NotSubmitted, simtime.Never})
		}
	}
	return s
}

// Clone implements queue.PolicyState.
func (s *state) Clone() queue.PolicyState {
	c := *s
	c.outcomes, c.jobs = s.outcomes[:len(s.outcomes):len(s.outcomes)], append([]standing(nil), s.jobs...)
	return &c
}

// set notes what a job does from now on, if anybody has decided about it.
func (s *state) set(r *workload.Request, phase queue.Refusal, since simtime.Time) {
	if at, decided := s.places[r.Number]; decided {
		s.jobs[at] = standing{r.ID, phase, since}
	}
}

// Admit implements queue.PolicyState.
func (s *state) Admit(w *queue.Waiting, since simtime.Time, _ bool) {
	s.miss(since)
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
	s.miss(now)
	s.set(job.Request, queue.Ended, now)
}

// Complete implements queue.PolicyState.
func (s *state) Complete(*cluster.Running, simtime.Time) {}

// keep notes what became of the next decision.
func (s *state) keep(out queue.DecisionOutcome) {
	out.Decision = s.done
	s.outcomes = append(s.outcomes, out)
	s.left, s.done = s.left[1:], s.done+1
}

// miss refuses the decisions whose instants have gone by without a pass, because
// nobody waited.
func (s *state) miss(now simtime.Time) {
	for len(s.left) > 0 && s.left[0].At < now {
		s.keep(s.absent(&s.left[0]))
	}
}

// absent is why the job of a decision does not stand in the line.
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
	c.miss(now)
	return c.outcomes
}

// outcome is one of which nothing is known yet.
func outcome(job workload.JobID, at simtime.Time) queue.DecisionOutcome {
	return queue.DecisionOutcome{Job: job, At: at, Broken: workload.NoJob, Holder: workload.NoJob, Ends: workload.NoJob, First: simtime.Never, Node: -1}
}
