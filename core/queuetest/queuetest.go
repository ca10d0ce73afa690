// Package queuetest checks that a scheduling discipline keeps the contract of
// queue.Policy, with any machine, allocator and jobs.
//
// Check runs a whole simulation under a discipline and returns the first violation
// of the contract. It does not trust the engine's own accounting. The type book is
// an independent and very simple record: it reads the trace events and keeps track
// of what each job holds and how much work each job has done. Check compares the
// book with the engine after every step. CheckShares does the same for the shares
// of package queue/deadline, and CheckGrowths checks that growing jobs never delay
// the first waiting job.
//
// Policies lists all disciplines with the promise that each must keep. A test for a
// new discipline draws random configurations and calls, for each,
//
//	if err := queuetest.Check(config, promise); err != nil {
//		t.Fatal(err)
//	}
//
// The tests of this package run every discipline with every allocator, growth and
// failure model.
package queuetest

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/promises"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/queue/hybrid"
	"hopyard/core/queue/kueue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
)

// Check runs c to its end and returns the first violation of the contract that it
// finds. Violations are:
//   - a resource that is held twice, or on a node known to be down
//   - a job that starts before its submission, on the wrong number of nodes, or again
//     without having been stopped
//   - an end at the wrong time
//   - work that was lost or done twice
//   - frozen nodes that are not given back, or growth stages out of order
//   - an exceeded limit or share
//   - a waiting job without a reason
//   - a pass that is not idempotent
//   - a broken promise
//   - a clone that behaves differently
//   - a job that never ends although it could
func Check(c engine.Config, promise policies.PromiseScope) error {
	e, err := engine.New(c)
	if err != nil {
		return err
	}
	if d := e.Pending(); len(d) > 0 {
		return fmt.Errorf("%d jobs wait before the first is submitted", len(d))
	}
	b := newBook(c)
	told := promises.Watcher{Rules: promises.Rules{Scope: promise, Firm: true}}
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
			if p, late := told.Event(x); late {
				return fmt.Errorf("job %d starts at %v and was promised %v", c.Jobs[x.Job].Number, x.Time, p.At)
			}
		}
		b.readSpeeds(s.Time, s.Speeds)
		if err := b.check(e, started); err != nil {
			return fmt.Errorf("step %d at %v: %w", n, s.Time, err)
		}
		pending := e.Pending()
		if err := b.checkPending(e, pending); err != nil {
			return fmt.Errorf("step %d at %v: %w", n, s.Time, err)
		}
		if p, late := told.Waiting(s.Time, pending); late {
			return fmt.Errorf("step %d at %v: job %d is promised a later start than %v, which it was promised before", n, s.Time, c.Jobs[p.Job].Number, p.At)
		}
	}
	return b.checkDone()
}

// check checks the invariants that must hold after each step.
func (b *book) check(e *engine.Engine, started bool) error {
	return cmp.Or(b.checkNodes(), b.checkState(e), b.checkLimits(b.limits(), started), b.checkAccounts(e))
}

// checkPending checks the decisions on the waiting jobs.
func (b *book) checkPending(e *engine.Engine, pending []queue.Decision) error {
	c := &b.c
	if len(pending) != e.Waiting() {
		return fmt.Errorf("%d decisions for %d waiting jobs", len(pending), e.Waiting())
	}
	for _, d := range pending {
		if d.Why.OK() || d.Why.Code == why.NotReached || d.Why.Code == why.None {
			return fmt.Errorf("job %d waits for %v: a second pass would start it, or passed it over", c.Jobs[d.Job].Number, d.Why.Code)
		}
		if !b.inPass(d.Promised) || d.Why.Code == why.NextCycle && d.Why.At != d.Promised {
			return fmt.Errorf("job %d is promised %v, between two passes (%+v)", c.Jobs[d.Job].Number, d.Promised, d.Why)
		}
	}
	return nil
}

// inPass reports whether a pass may run at the instant t. With a cycle, passes run
// only at multiples of the cycle.
func (b *book) inPass(t simtime.Time) bool {
	h, ok := b.c.Queue.(hybrid.HybridPolicy)
	return !ok || h.Cycle == 0 || t == simtime.Never || t%simtime.Time(h.Cycle) == 0
}

func sameEvents(a, b []trace.Event) bool {
	return slices.EqualFunc(a, b, func(x, y trace.Event) bool {
		return x.Time == y.Time && x.Kind == y.Kind && x.Job == y.Job && x.Of == y.Of && x.Why == y.Why && slices.Equal(x.Placement, y.Placement)
	})
}

// Case is a discipline with settings, and the promises that it must keep.
type Case struct {
	Name    string
	Policy  queue.Policy
	Promise policies.PromiseScope
}

// Policies lists all disciplines with their default settings, and a few with other
// settings.
var Policies = func() (all []Case) {
	plain := func() *policies.Setup {
		s := &policies.Setup{Settings: policies.Defaults()}
		s.Weights.Weight[queue.QueueTime] = 1000
		s.Allotments.Users = []deadline.Allotment{{Nodes: 1 << 20, Usable: 1 << 20}} // one user, without a name
		s.Quotas = Quotas(1<<20, "", "a", "b", "day", "night")
		return s
	}
	for _, d := range policies.Disciplines() {
		all = append(all, Case{d.Name.Name, d.New(plain()), d.Promises})
	}
	with := func(name, as string, promise policies.PromiseScope, set func(*policies.Setup)) {
		s := plain()
		set(s)
		all = append(all, Case{as, policies.DisciplineOf(name).New(s), promise})
	}
	with("batch", "batch-one", policies.NoPromise, func(s *policies.Setup) {
		s.Settings.Set("batch.njob", 2)
		s.Settings.Set("batch.rounds", 1)
	})
	with("easy", "deep-2", policies.HeadPromise, func(s *policies.Setup) { s.Settings.Set("depth", 2) })
	nodes := func(s *policies.Setup) { s.Settings.Set("reserve", 1) }
	with("hybrid", "hybrid-time", policies.HeadPromise, func(*policies.Setup) {})
	with("hybrid", "hybrid-nodes", policies.HeadPromise, nodes)
	with("hybrid", "hybrid-windows", policies.HeadPromise, func(s *policies.Setup) { s.Settings.Set("windows", policies.All) })
	with("easy", "easy-windows", policies.HeadPromise, func(s *policies.Setup) { s.Settings.Set("windows", 3) })
	with("easy", "easy-nodes", policies.HeadPromise, nodes)
	with("conservative", "conservative-nodes", policies.AllPromises, nodes)
	with("hybrid", "hybrid-gpus", policies.NoPromise, func(s *policies.Setup) {
		s.Weights.Weight[queue.OfGPUs], s.Weights.Weight[queue.OfCores] = -50_000, 500
		s.Settings.Set("depth", 2)
	})
	with("hybrid", "hybrid-cycle", policies.NoPromise, func(s *policies.Setup) {
		s.Weights.Weight[queue.Expansion] = 2000
		s.Settings.Set("cycle", int64(30*simtime.Second))
	})
	return all
}()

// Quotas returns cluster queues of the given names, of one cohort, each with the same
// quota of everything on all nodes.
func Quotas(nominal int64, names ...string) (p kueue.KueuePolicy) {
	var all []kueue.Quota
	for m := range queue.NumMeasures {
		if _, resource := m.Counts(); resource || m == queue.Nodes {
			all = append(all, kueue.Quota{Measure: m, Nominal: nominal, Borrowing: kueue.Unlimited, Lending: kueue.Unlimited})
		}
	}
	for _, name := range names {
		p.Queues = append(p.Queues, kueue.ClusterQueue{Name: name, Cohort: "all", Flavors: []kueue.Flavor{{Name: "default", Quotas: all}}})
	}
	return p
}

// Rigid reports whether all jobs keep the size with which they start, even those that
// could grow.
func Rigid(p queue.Policy) bool {
	switch p.(type) {
	case kueue.KueuePolicy, slurmsched.SlurmPolicy:
		return true
	}
	return false
}

// Named returns the discipline in Policies with the given name. It panics if there
// is none.
func Named(name string) queue.Policy {
	return Policies[slices.IndexFunc(Policies, func(c Case) bool { return c.Name == name })].Policy
}
