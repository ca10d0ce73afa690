// Package queuetest checks that a discipline keeps the contract of
// queue.Policy, whatever the machine, the allocator and the jobs.
package queuetest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/batch"
	"hopyard/core/queue/deadline"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Promise says whose promises a discipline must keep.
type Promise uint8

// The kinds of promises.
const (
	NoPromise    Promise = iota
	HeadPromise          // the first job's, once made (EASY)
	FirstPromise         // the first job's, while no other comes before it (hybrid)
	AllPromises          // every job's (conservative)
)

// Check runs c to its end and returns the first breach of the contract it
// sees: a resource held twice, or on a node that is known to be down; a job
// that starts before it was submitted, on the wrong number of nodes or again
// without having been stopped; an end at the wrong time; work that was lost or
// done twice; frozen nodes that leak, or a growth out of order; a limit or a
// share that is passed; a waiting job without a reason; a pass that is not
// idempotent; a broken promise; a clone that goes another way; a job that never
// ends though it could.
func Check(c engine.Config, promise Promise) error {
	e, err := engine.New(c)
	if err != nil {
		return err
	}
	if d := e.Pending(); len(d) > 0 {
		return fmt.Errorf("%d jobs wait before the first is submitted", len(d))
	}
	b := newBook(c)
	promised := map[workload.JobID]simtime.Time{}
	for n := 0; ; n++ {
		var twin *engine.Engine
		if n%5 == 0 {
			twin = e.Clone()
		}
		s, ok := e.Step()
		if !ok {
			break
		}
		if twin != nil {
			if t, ok := twin.Step(); !ok || !sameEvents(s.Events, t.Events) {
				return fmt.Errorf("step %d at %v: a clone goes another way", n, s.Time)
			}
		}
		started := false
		for i := range s.Events {
			if err := b.read(&s.Events[i]); err != nil {
				return fmt.Errorf("step %d at %v: %w", n, s.Time, err)
			}
			x := &s.Events[i]
			started = started || x.Kind == trace.Start
			if at, ok := promised[x.Job]; ok && x.Kind == trace.Start && x.Time > at {
				return fmt.Errorf("job %d starts at %v and was promised %v", c.Jobs[x.Job].Number, x.Time, at)
			}
			switch {
			case x.Kind == trace.Requeue:
				delete(promised, x.Job) // it waits anew
			case promise == FirstPromise && x.Kind == trace.Start && x.Why.Code == why.InPriority:
				clear(promised) // of those behind it
			}
		}
		b.readSpeeds(s.Time, s.Speeds)
		if err := b.check(e, started); err != nil {
			return fmt.Errorf("step %d at %v: %w", n, s.Time, err)
		}
		if err := b.checkPending(e, promise, promised); err != nil {
			return fmt.Errorf("step %d at %v: %w", n, s.Time, err)
		}
	}
	return b.checkDone()
}

// check checks what must hold after each step.
func (b *book) check(e *engine.Engine, started bool) error {
	return cmp.Or(b.checkNodes(), b.checkState(e), b.checkLimits(b.limits(), started), b.checkAccounts(e))
}

func (b *book) checkPending(e *engine.Engine, promise Promise, promised map[workload.JobID]simtime.Time) error {
	c := &b.c
	pending := e.Pending()
	if len(pending) != e.Waiting() {
		return fmt.Errorf("%d decisions for %d waiting jobs", len(pending), e.Waiting())
	}
	for i, d := range pending {
		if d.Why.OK() || d.Why.Code == why.NotReached || d.Why.Code == why.None {
			return fmt.Errorf("job %d waits for %v: a second pass would start it, or passed it over", c.Jobs[d.Job].Number, d.Why.Code)
		}
		if !b.inPass(d.Promised) || d.Why.Code == why.NextCycle && d.Why.At != d.Promised {
			return fmt.Errorf("job %d is promised %v, between two passes (%+v)", c.Jobs[d.Job].Number, d.Promised, d.Why)
		}
		if promise == NoPromise || promise != AllPromises && i > 0 || d.Promised == simtime.Never {
			continue
		}
		if promise == FirstPromise {
			maps.DeleteFunc(promised, func(id workload.JobID, _ simtime.Time) bool { return id != d.Job })
		}
		if at, ok := promised[d.Job]; ok && d.Promised > at {
			return fmt.Errorf("job %d is promised %v after it was promised %v", c.Jobs[d.Job].Number, d.Promised, at)
		}
		promised[d.Job] = d.Promised
	}
	return nil
}

// inPass reports whether there may be a pass at t: with a cycle at its multiples
// only.
func (b *book) inPass(t simtime.Time) bool {
	h, ok := b.c.Queue.(queue.Hybrid)
	return !ok || h.Cycle == 0 || t == simtime.Never || t%simtime.Time(h.Cycle) == 0
}

func sameEvents(a, b []trace.Event) bool {
	return slices.EqualFunc(a, b, func(x, y trace.Event) bool {
		return x.Time == y.Time && x.Kind == y.Kind && x.Job == y.Job && x.Of == y.Of && x.Why == y.Why && slices.Equal(x.Placement, y.Placement)
	})
}

// Policies are the disciplines with the promises that each must keep.
var Policies = []struct {
	Name    string
	Policy  queue.Policy
	Promise Promise
}{
	{"fcfs", queue.FCFS{}, NoPromise},
	{"easy", queue.EASY{}, HeadPromise},
	{"conservative", queue.Conservative{}, AllPromises},
	{"batch", batch.Policy{}, NoPromise},
	{"batch-one", batch.Policy{Njob: 2, One: true}, NoPromise},
	{"mpfs-scan", queue.MPFSScan{}, NoPromise},
	{"conservative-rebuild", queue.ConservativeRebuild{}, HeadPromise},
	{"deep-2", queue.Deep{Depth: 2}, HeadPromise},
	{"deadline", deadline.Policy{Allotments: deadline.Allotments{Users: []deadline.Allotment{{Nodes: 1 << 20, Usable: 1 << 20}}}}, NoPromise}, // one user, without a name
	{"hybrid", queue.Hybrid{Weights: queue.Weights{Weight: [queue.NumParts]int64{queue.QueueTime: 1000}}}, HeadPromise},
	{"hybrid-gpus", queue.Hybrid{Weights: queue.Weights{Weight: [queue.NumParts]int64{queue.QueueTime: 1000, queue.OfGPUs: -50_000, queue.OfCores: 500}}, Depth: 2}, NoPromise},
	{"hybrid-cycle", queue.Hybrid{Weights: queue.Weights{Weight: [queue.NumParts]int64{queue.QueueTime: 1000, queue.Expansion: 2000}}, Cycle: 30 * simtime.Second}, NoPromise},
}
