package engine

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Accounts is what the discipline counts now: limits, or S1's shares and
// reserves. It is nil if the discipline counts nothing.
func (e *Engine) Accounts() []queue.Account { return e.queue.Accounts(e.now, e.state) }

// Table is the job table of a discipline that keeps one: all jobs that wait or run now. It is nil under
// other disciplines.
func (e *Engine) Table() []queue.Row { return e.queue.Table(e.now, e.state) }

// Done is how long a running job has computed by an instant at which nothing
// else has changed, at full speed on what it holds, and how long all of its
// work takes so; 0 for a job that does not run. Cost: O(running jobs).
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

// Kept is the part of its whole work that a job which was stopped need not do
// again.
func (e *Engine) Kept(id workload.JobID) float64 { return e.again[id].done }

// Where is where a waiting job is promised to start, as far as is known now; nil
// if it is promised no time. Cost: that of Places.
func (e *Engine) Where(job workload.JobID) cluster.Placement {
	return e.Places([]workload.JobID{job}, len(e.cfg.Jobs)).Where[0]
}

// Places is where waiting jobs are promised to start, as far as is known now. Cost:
// that of queue.Places.
func (e *Engine) Places(jobs []workload.JobID, most int) queue.Places {
	return e.queue.Places(jobs, most, e.cfg.Allocator, e.now, e.state) // not one that remembers where they will be put
}

// Windows are the windows that were weighed when a job that waits, or that the
// last step started, was promised one that is not the first, in order of time, and
// which of them it was promised; nil for others. They are not to be changed.
func (e *Engine) Windows(job workload.JobID) ([]queue.Window, int) { return e.queue.Windows(job) }

// ForecastAlone says when a waiting job would start if no other waited and nothing
// else happened but ends at walltimes, simtime.Never if it would not. Cost: that
// of queue.ForecastAlone.
func (e *Engine) ForecastAlone(job workload.JobID) simtime.Time {
	return e.queue.ForecastAlone(job, e.now, e.state)
}

// Foremost is the job that the discipline would start first if nothing ran,
// workload.NoJob if none.
func (e *Engine) Foremost() workload.JobID { return e.queue.Foremost(e.now, e.state) }

// Reserved is the one reservation of a discipline that makes one, such as EASY,
// and false if there is none now. Cost: that of Pending.
func (e *Engine) Reserved() (queue.Reserved, bool) { return e.queue.Reserved(e.now, e.state) }

// Outcomes are what became, by now, of the decisions of a discipline that is
// given them; nil under any other.
func (e *Engine) Outcomes() []queue.DecisionOutcome { return e.queue.Outcomes(e.now) }

// Try says what would become of decisions if they were made now, and where the
// jobs that they start would be; see queue.Try. Nothing is changed.
func (e *Engine) Try(decisions queue.Policy, a alloc.Allocator) ([]queue.DecisionOutcome, []cluster.Placement) {
	return e.queue.Try(decisions, a, e.now, e.state)
}

// Reports reports whether the discipline decides in rounds, and tells of them.
func (e *Engine) Reports() bool { return e.queue.Reports() }

// Priorities are the priorities of the waiting jobs with their parts, in queue
// order; nil where the discipline does not weigh. Cost: O(waiting jobs), and
// O(running jobs) where fair share counts.
func (e *Engine) Priorities() []queue.Priority { return e.queue.Priorities(e.now) }

// Filters says of a waiting job how many nodes each condition excludes now;
// nil if it does not wait. Cost: that of Pending, and O(nodes).
func (e *Engine) Filters(job workload.JobID) []queue.Excluded {
	return e.queue.Filters(job, e.now, e.state)
}

// Rounds are the rounds of a discipline that decides in rounds, in the pass of
// step i (from 0), or in the last one before it that had any: under one round a
// trigger not every step is one. Cost: that of Seek and a step for each step
// that is looked at.
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

// Outcomes are what became of the decisions of a discipline that is given them
// by step n; nil under any other. After the last step of a run that is over they
// are those of all decisions. Cost: that of Seek.
func (t *Recording) Outcomes(n int) []queue.DecisionOutcome {
	e := t.live
	if n < t.Len() {
		e = t.Seek(n)
	} else if t.done {
		return e.queue.Outcomes(simtime.Never)
	}
	return e.Outcomes()
}

// Prints are the hashes of the recorded run after each step, from none on. Cost:
// O(events + runs), and 8 bytes a step.
func (t *Recording) Prints() trace.Prints {
	out := make(trace.Prints, 1, t.Len()+1)
	out[0] = trace.NoEvents
	for i := range t.Len() {
		out = append(out, out[i].Add(t.Events(i)...))
	}
	return out
}
