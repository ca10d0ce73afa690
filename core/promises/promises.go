// Package promises watches a run for broken promises: jobs that start later than
// their policy promised while they waited (queue.Decision.Promised).
//
// A [Watcher] reads all events of a run, and after each step the decisions on the
// waiting jobs:
//
//	w := promises.Watcher{Rules: promises.Rules{Scope: policies.HeadPromise, Firm: true}}
//	late, broken := w.Event(&event)
//	slipped, broken := w.Waiting(e.Now(), e.Pending())
//
// [Rules] say whose promises count and when a promise lapses without being broken.
// The tests of the disciplines know exactly what each discipline promises, so their
// rules are firm (core/queuetest). A check of an unknown policy must accuse no
// correct one, so its promises lapse when another job may come first
// (core/policycheck).
package promises

import (
	"maps"
	"slices"

	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Rules describes which promises of a policy must be kept.
type Rules struct {
	Scope policies.PromiseScope
	Firm  bool // whether promises lapse only when a running job is stopped, and, with FirstPromise, when another job becomes the first

	// The other fields are for promises that are not firm.
	Overtake bool // whether the queue's order may put a new job before others that already wait
	Anew     bool // whether the order may change from pass to pass
}

// Promise is the latest start time that the policy has announced for a job, and the
// time of the announcement.
type Promise struct {
	Job      workload.JobID
	At, Made simtime.Time
}

// Watcher compares the starts of a run with the promises. Set its rules before use.
type Watcher struct {
	Rules

	told   map[workload.JobID]Promise
	came   map[workload.JobID]simtime.Time // submission times
	before []queue.Decision                // the waiting jobs after the last step
}

// Event reads an event. If a job starts later than promised, it returns the promise
// and true.
func (w *Watcher) Event(x *trace.Event) (p Promise, broken bool) {
	switch x.Kind {
	case trace.Submit:
		if w.came == nil {
			w.came = map[workload.JobID]simtime.Time{}
		}
		w.came[x.Job] = x.Time
	case trace.Requeue:
		delete(w.told, x.Job) // the job waits again
	case trace.Hold, trace.Update:
		clear(w.told) // all promises are made anew
	case trace.Reject:
		if x.Why.Withdraws() {
			clear(w.told)
		}
	case trace.Start:
		p, had := w.told[x.Job]
		delete(w.told, x.Job)
		w.lapse(x)
		return p, had && x.Time > p.At
	}
	return p, false
}

// lapse discards promises to other jobs when a job starts that was allowed to come
// before them.
func (w *Watcher) lapse(start *trace.Event) {
	if w.Firm {
		if w.Scope == policies.FirstPromise && start.Why.Code == why.InPriority {
			clear(w.told) // the promises to the jobs behind the started job need not hold
		}
		return
	}
	maps.DeleteFunc(w.told, func(_ workload.JobID, p Promise) bool { return w.Overtakes(start, p.Made) })
}

// Overtakes reports whether a job that starts was allowed to overtake a job to
// which something was promised at the time made: it was submitted later, or the
// order may change from pass to pass and it started because it fitted now.
func (w *Watcher) Overtakes(start *trace.Event, made simtime.Time) bool {
	return w.Overtake && (w.Anew && start.Why.Code == why.FitsNow || w.came[start.Job] >= made)
}

// Waiting records the promises to the waiting jobs, which are in queue order. If a
// promise becomes later that has not lapsed, it returns the earlier promise and
// true.
//
// Promises that are not firm lapse in two cases. In the first, another job has
// moved ahead of the promised job in the queue's order. In the second, the policy
// now promises nothing to this job, but has a promise to a job that was submitted
// after the old promise was made.
func (w *Watcher) Waiting(now simtime.Time, pending []queue.Decision) (slipped Promise, broken bool) {
	if w.Scope == policies.NoPromise {
		return slipped, false
	}
	if w.told == nil {
		w.told = map[workload.JobID]Promise{}
	}
	made := 0
	for i, d := range pending {
		if w.Scope == policies.HeadPromise || w.Scope == policies.FirstPromise {
			made = i
		}
		if made > 0 && w.Scope != policies.AllPromises {
			if !w.Firm {
				delete(w.told, d.Job)
			}
			continue
		}
		promises := d.Promised != simtime.Never
		if promises {
			made++
			if w.Firm && w.Scope == policies.FirstPromise {
				maps.DeleteFunc(w.told, func(id workload.JobID, _ Promise) bool { return id != d.Job })
			}
		}
		was, had := w.told[d.Job]
		later := had && d.Promised > was.At
		switch {
		case later && !w.Firm && (w.displaced(d.Job, pending[:i]) || !promises && w.replaced(was, pending)):
			if delete(w.told, d.Job); promises {
				w.told[d.Job] = Promise{d.Job, d.Promised, now}
			}
		case later && promises && !broken:
			slipped, broken = was, true
		case promises && (!had || d.Promised < was.At):
			w.told[d.Job] = Promise{d.Job, d.Promised, now}
		}
	}
	w.before = pending
	return slipped, broken
}

// displaced reports whether another job has moved ahead of the given job since the
// last step. The second argument lists the jobs that now come before it in the
// queue.
func (w *Watcher) displaced(job workload.JobID, ahead []queue.Decision) bool {
	for _, d := range ahead {
		for _, b := range w.before {
			if b.Job == d.Job {
				break // this job already came before the given job
			}
			if b.Job == job {
				return true
			}
		}
		if !slices.ContainsFunc(w.before, func(b queue.Decision) bool { return b.Job == d.Job }) {
			return true
		}
	}
	return false
}

// replaced reports whether a later job has a promise now, that is, a job that was
// submitted after the given promise was made.
func (w *Watcher) replaced(was Promise, pending []queue.Decision) bool {
	return slices.ContainsFunc(pending, func(d queue.Decision) bool {
		return d.Promised != simtime.Never && w.came[d.Job] >= was.Made
	})
}
