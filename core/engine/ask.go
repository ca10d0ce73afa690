package engine

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Accounts returns the current accounts of a discipline that counts usage: its
// limits, or the shares and reserves of S1. It returns nil under other disciplines.
func (e *Engine) Accounts() []queue.Account { return e.queue.Accounts(e.now, e.state) }

// Table returns the job table of a discipline that keeps one. The table lists all
// jobs that wait or run now. Table returns nil under other disciplines.
func (e *Engine) Table() []queue.Row { return e.queue.Table(e.now, e.state) }

// Done returns how much work a running job has done by the given instant, and how
// much work the whole job is. Both amounts are run times at full speed on the job's
// present nodes. The caller must ensure that nothing changes between the last step
// and the instant. Both are 0 for a job that neither runs nor is suspended. Cost: O(running jobs).
func (e *Engine) Done(id workload.JobID, at simtime.Time) (done, all simtime.Duration) {
	slot, runs := e.running(id)
	if !runs {
		return 0, 0
	}
	c := &e.progress[slot]
	_, computed, _ := e.cfg.rhythm.After(c.phase, at.Sub(c.since))
	work := e.workOn(e.JobNow(id), e.state.Job(slot).Placement)
	part := e.part(slot, max(0, c.left-float64(c.rate*float64(computed))))
	return simtime.Duration(float64(part*work) + 0.5), simtime.Duration(work + 0.5)
}

// Kept returns the fraction of the whole work of a stopped job that it need not
// repeat.
func (e *Engine) Kept(id workload.JobID) float64 { return e.again[id].done }

// Where returns the placement at which a waiting job is promised to start, as far
// as is known now. It returns nil if the job has no promise. Cost: that of Places.
func (e *Engine) Where(job workload.JobID) cluster.Placement {
	return e.Places([]workload.JobID{job}, len(e.cfg.Jobs)).Where[0]
}

// Places returns the placements at which waiting jobs are promised to start, as far
// as is known now. The caller limits the number of placements to compute. If more
// would be needed, Places returns no nodes. Cost: that of queue.Places.
func (e *Engine) Places(jobs []workload.JobID, most int) queue.Places {
	return e.queue.Places(jobs, most, e.cfg.powered(e.cfg.Allocator), e.now, e.state) // not the queue's allocator: that one remembers placements, and would return placements that the run finds only later
}

// Windows returns the time windows that the discipline compared before it promised
// a start to a job, in order of time, and the index of the chosen window. It
// returns nil if the first window was chosen, or if the job neither waits nor was
// started by the last step. The caller must not change them.
func (e *Engine) Windows(job workload.JobID) ([]queue.Window, int) { return e.queue.Windows(job) }

// ForecastAlone returns the time at which a waiting job would start if no other job
// waited, and if running jobs ended only at their walltimes. It returns
// simtime.Never if the job would not start. Cost: that of queue.ForecastAlone.
func (e *Engine) ForecastAlone(job workload.JobID) simtime.Time {
	return e.queue.ForecastAlone(job, e.now, e.state)
}

// Foremost returns the job that the discipline would start first if nothing ran, or
// workload.NoJob if there is no such job.
func (e *Engine) Foremost() workload.JobID { return e.queue.Foremost(e.now, e.state) }

// Reserved returns the reservation of a discipline that makes a single reservation,
// such as EASY. It returns false if there is none now. Cost: that of Pending.
func (e *Engine) Reserved() (queue.Reserved, bool) { return e.queue.Reserved(e.now, e.state) }

// Outcomes returns what has resulted so far from the decisions that a person made.
// It returns nil under a discipline that does not use such decisions.
func (e *Engine) Outcomes() []queue.DecisionOutcome { return e.queue.Outcomes(e.now) }

// Try returns what would result from decisions if they were made now, and the
// placements of the jobs that they start; see queue.Try. It changes nothing.
func (e *Engine) Try(decisions queue.Policy, a alloc.Allocator) ([]queue.DecisionOutcome, []cluster.Placement) {
	return e.queue.Try(decisions, e.cfg.powered(a), e.now, e.state)
}

// Reports reports whether the discipline decides in rounds and reports them.
func (e *Engine) Reports() bool { return e.queue.Reports() }

// Priorities returns the priorities of the waiting jobs with their components, in
// queue order. It returns nil if the discipline computes no priorities. Cost:
// O(waiting jobs), plus O(running jobs) if fair share counts.
func (e *Engine) Priorities() []queue.Priority { return e.queue.Priorities(e.now) }

// ListenPreemptions registers a function, which is called at every later decision to
// stop running jobs for a waiting one. If it is nil, no function is called any more.
// ListenPreemptions reports whether the discipline may stop jobs. A clone of the engine calls no function.
func (e *Engine) ListenPreemptions(f func(queue.Preemption)) bool {
	return e.queue.ListenPreemptions(f)
}

// PassDue reports whether the discipline has asked for another pass at the current
// instant.
func (e *Engine) PassDue() bool { return e.queue.Wake() <= e.now }

// Filters returns, for a waiting job, how many nodes each condition excludes now.
// It returns nil if the job does not wait. Cost: that of Pending, and O(nodes).
func (e *Engine) Filters(job workload.JobID) []queue.Excluded {
	return e.queue.Filters(job, e.now, e.state)
}

// Rounds returns the decision rounds of the pass of step i (from 0), under a
// discipline that decides in rounds. If that pass made no round, Rounds returns the
// rounds of the last earlier pass that made any: some disciplines do not make a
// round in every step. Cost: that of Seek, and of a step for each step that is
// examined.
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

// Preemptions returns the decisions of the pass of step i (from 0) to stop running
// jobs for waiting ones, with the verdicts on all running jobs. It returns nil under
// a discipline that stops no jobs. Cost: that of Seek, and of a step.
func (t *Recording) Preemptions(i int) (all []queue.Preemption) {
	if !t.live.ListenPreemptions(nil) {
		return nil
	}
	e := t.after(t.marks[i].taken - 1)
	e.ListenPreemptions(func(p queue.Preemption) { all = append(all, p) })
	e.Step()
	return all
}

// Outcomes returns what has resulted by step n from the decisions that a person
// made. It returns nil under a discipline that does not use such decisions. After
// the last step of a finished run it covers all decisions. Cost: that of Seek.
func (t *Recording) Outcomes(n int) []queue.DecisionOutcome {
	e := t.live
	if n < t.Len() {
		e = t.Seek(n)
	} else if t.done {
		return e.queue.Outcomes(simtime.Never)
	}
	return e.Outcomes()
}

// StepHashes returns the hashes of the recorded run: the hash before the first step
// and the hash after each step. Cost: O(events + ranges of nodes in them), and 8
// bytes for each step.
func (t *Recording) StepHashes() trace.StepHashes {
	out := make(trace.StepHashes, 1, t.Len()+1)
	out[0] = trace.NoEvents
	for i := range t.Len() {
		out = append(out, out[i].Add(t.Events(i)...))
	}
	return out
}
