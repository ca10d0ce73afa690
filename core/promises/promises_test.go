package promises_test

import (
	"testing"

	"hopyard/core/policies"
	"hopyard/core/promises"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// event returns an event of a job at a time.
func event(kind trace.EventKind, job workload.JobID, at simtime.Time) *trace.Event {
	return &trace.Event{Kind: kind, Job: job, Time: at}
}

// waits returns the decision on a waiting job, with the promised start.
func waits(job workload.JobID, promised simtime.Time) queue.Decision {
	return queue.Decision{Job: job, Promised: promised}
}

// TestWatcher lets two jobs wait. A later job then comes before the first, whose
// promise becomes later and which starts only then. A firm promise is broken by
// this; any other lapses if the order may change.
func TestWatcher(t *testing.T) {
	for _, c := range []struct {
		rules         promises.Rules
		slipped, late bool
	}{
		{promises.Rules{Scope: policies.NoPromise, Firm: true}, false, false},
		{promises.Rules{Scope: policies.AllPromises, Firm: true}, true, true},
		{promises.Rules{Scope: policies.HeadPromise, Firm: true}, false, true},
		{promises.Rules{Scope: policies.FirstPromise, Firm: true}, false, false},
		{promises.Rules{Scope: policies.AllPromises, Overtake: true}, false, false},
		{promises.Rules{Scope: policies.HeadPromise, Overtake: true}, false, false},
	} {
		w := promises.Watcher{Rules: c.rules}
		w.Event(event(trace.Submit, 0, 0))
		if _, slipped := w.Waiting(0, []queue.Decision{waits(0, 10)}); slipped {
			t.Errorf("%+v: the first promise is broken", c.rules)
		}
		w.Event(event(trace.Submit, 1, 5))
		was, slipped := w.Waiting(5, []queue.Decision{waits(1, 8), waits(0, 20)})
		if slipped != c.slipped || slipped && was.At != 10 {
			t.Errorf("%+v: later: %v, %+v; want %v", c.rules, slipped, was, c.slipped)
		}
		if _, late := w.Event(event(trace.Start, 1, 8)); late {
			t.Errorf("%+v: job 1 starts late", c.rules)
		}
		if was, late := w.Event(event(trace.Start, 0, 20)); late != c.late {
			t.Errorf("%+v: job 0 starts late: %v, %+v; want %v", c.rules, late, was, c.late)
		}
	}
}
