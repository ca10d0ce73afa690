package engine

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Accounts returns what the discipline counts now: limits, or the shares and
// reserves of S1. It returns nil if the discipline counts nothing.
func (e *Engine) Accounts() []queue.Account { return e.queue.Accounts(e.now, e.state) }

// Table returns the job table of a discipline that keeps one: all jobs that wait or
// run now. It returns nil under other disciplines.
func (e *Engine) Table() []queue.Row { return e.queue.Table(e.now, e.state) }

// Done returns how long a running job has computed by the instant at, in time at
// full speed on what it holds, and how long its whole work takes on the same terms.
// Nothing may have changed between the last step and at. Both are 0 for a job that
// does not run. Cost: O(running jobs).
func (e *Engine) Done(id workload.JobID, at simtime.Time) (done, all simtime.Duration) {
	for _, l := range e.state.Limits() {
		running := e.state.Job(l.Slot)
		if running.Request.ID != id {
			continue
		}
		c := &e.progress[l.Slot]
		_, computed, _ := e.cfg.rhythm.After(c.phase, at.Sub(c.since))
		work := e.workOn(&e.cfg.Jobs[id], running.Placement)
		part := e.part(l.Slot, max(0, c.left-float64(c.rate*float64(computed))))
		return simtime.Duration(float64(part*work) + 0.5), simtime.Duration(work + 0.5)
	}
	return 0, 0
}

// Kept returns the part of its whole work that a stopped job need not repeat.
func (e *Engine) Kept(id workload.JobID) float64 { return e.again[id].done }

// Where returns the placement at which a waiting job is promised to start, as far
// as is known now; nil if the job has no promise. Cost: that of Places.
func (e *Engine) Where(job workload.JobID) cluster.Placement {
	return e.Places([]workload.JobID{job}, len(e.cfg.Jobs)).Where[0]
}

// Places returns the placements at which waiting jobs are promised to start, as far
// as is known now. Cost: that of queue.Places.
func (e *Engine) Places(jobs []workload.JobID, most int) queue.Places {
	return e.queue.Places(jobs, most, e.cfg.Allocator, e.now, e.state) // not the remembering allocator, which would answer with future placements
}

// Windows returns the windows that were weighed for the promise of a job, in order
// of time, and the index of the one that was chosen. It returns nil unless the job
// waits, or was started by the last step, and the window chosen is not the first.
// Do not change them.
func (e *Engine) Windows(job workload.JobID) ([]queue.Window, int) { return e.queue.Windows(job) }

// ForecastAlone returns the time at which a waiting job would start if no other job
// waited and only walltime ends happened; simtime.Never if it would not start.
// Cost: that of queue.ForecastAlone.
func (e *Engine) ForecastAlone(job workload.JobID) simtime.Time {
	return e.queue.ForecastAlone(job, e.now, e.state)
}

// Foremost returns the job that the discipline would start first if nothing ran,
// workload.NoJob if there is none.
func (e *Engine) Foremost() workload.JobID { return e.queue.Foremost(e.now, e.state) }

// Reserved returns the single reservation of a discipline that makes one, such as
// EASY, and false if there is none now. Cost: that of Pending.
func (e *Engine) Reserved() (queue.Reserved, bool) { return e.queue.Reserved(e.now, e.state) }

// Outcomes returns what has become, by now, of the decisions that a person made;
// nil under a discipline that takes none.
func (e *Engine) Outcomes() []queue.DecisionOutcome { return e.queue.Outcomes(e.now) }

// Try returns what would become of decisions if they were made now, and the
// placements of the jobs that they start; see queue.Try. It changes nothing.
func (e *Engine) Try(decisions queue.Policy, a alloc.Allocator) ([]queue.DecisionOutcome, []cluster.Placement) {
	return e.queue.Try(decisions, a, e.now, e.state)
}

// Reports reports whether the discipline decides in rounds and reports them.
func (e *Engine) Reports() bool { return e.queue.Reports() }

// Priorities returns the priorities of the waiting jobs with their components, in
// queue order; nil where the discipline computes none. Cost: O(waiting jobs), and
// O(running jobs) where fair share counts.
func (e *Engine) Priorities() []queue.Priority { return e.queue.Priorities(e.now) }

// Filters returns how many nodes each condition excludes now for a waiting job; nil
// if the job does not wait. Cost: that of Pending, and O(nodes).
func (e *Engine) Filters(job workload.JobID) []queue.Excluded {
	return e.queue.Filters(job, e.now, e.state)
}

// Rounds returns the rounds of a discipline that decides in rounds, in the pass of
// step i (from 0). If that pass made no round, it returns those of the last pass
// before that made any: with one round a trigger, not every step makes one. Cost:
// that of Seek and a step for each step that is examined.
func (t *Recording) Rounds(i int) []queue.Round {
	if !t.live.queue.Reports() {
		return nil
	}
	var rounds []queue.Round
	for ; i >= 0 && rounds == nil; i-- {
		e := t.after(t.marks[i].taken - 1)
		e.queue.Listen(func(r queue.Round) { rounds = append(rounds, r) })
		e.Step()
	}
	return rounds
}

// Outcomes returns what has become, by step n, of the decisions that a person made;
// nil under a discipline that takes none. After the last step of a finished run it
// covers all decisions. Cost: that of Seek.
func (t *Recording) Outcomes(n int) []queue.DecisionOutcome {
	e := t.live
	if n < t.Len() {
		e = t.Seek(n)
	} else if t.done {
		return e.queue.Outcomes(simtime.Never)
	}
	return e.Outcomes()
}

// StepHashes returns the hashes of the recorded run: before the first step and after
// each step. Cost: O(events + runs), and 8 bytes a step.
func (t *Recording) StepHashes() trace.StepHashes {
	out := make(trace.StepHashes, 1, t.Len()+1)
	out[0] = trace.NoEvents
	for i := range t.Len() {
		out = append(out, out[i].Add(t.Events(i)...))
	}
	return out
}
