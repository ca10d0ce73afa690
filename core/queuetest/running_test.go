package queuetest_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TestRunningJobs interrupts random runs of every discipline except deadline, which
// takes no jobs that run already. It continues each as a new run, in which the jobs
// that ran keep their nodes. The contract must hold in the new run. Under disciplines
// without memory, on nodes of one speed, the new run must go on as the old one did.
func TestRunningJobs(t *testing.T) {
	checked, compared := map[string]int{}, map[string]int{}
	for seed := range uint64(3000) {
		x := everyCase{seed: seed, queue: int(seed) % len(disciplines), allocator: int(seed) / len(disciplines) % len(allocators), shape: int(seed>>4) % len(shapes)}
		name := disciplines[x.queue].Name.Name
		if disciplines[x.queue].Allotted {
			continue
		}
		c, promise := x.config()
		for i := range c.Jobs {
			j := &c.Jobs[i]
			j.After, j.Elastic, j.Overrun = workload.NoJob, nil, false
		}
		log := eventsOf(c)
		was := metrics.Outcomes(c.Jobs, log)
		if slices.ContainsFunc(was, func(o metrics.Outcome) bool { return !o.Ended() || o.Preemptions > 0 }) {
			continue // the allocator refuses a job even on the empty machine, or a job does not run from its first start to its end
		}
		r := rand.New(rand.NewPCG(seed, 0x4a0b))
		at := simtime.Time(r.IntN(40_000))
		rest, olds := continued(&c, at, was)
		if len(rest.Running) == 0 {
			continue
		}
		if name == "hybrid" { // its cycle may start a later job that uses up a limit of the first one
			promise = policies.NoPromise
		}
		checked[name]++
		if err := queuetest.Check(rest, promise); err != nil {
			t.Fatalf("%v, from %v on: %v", x, at, err)
		}
		if remembers := !slices.Contains([]string{"fcfs", "easy", "mpfs-scan"}, name); remembers || allocators[x.allocator].Name.Name == "random" || c.Order != queue.SubmitOrder || !c.Machine.Uniform() {
			continue
		}
		again := eventsOf(rest)
		compared[name]++
		for id, o := range metrics.Outcomes(rest.Jobs, again) {
			_, ran := rest.Running[workload.JobID(id)]
			if old := was[olds[id]]; o.End != old.End-at || !ran && (o.First != old.First-at || o.Placement.String() != old.Placement.String()) {
				t.Fatalf("%v, from %v on: job %d starts at %v and ends at %v; it did so at %v and %v", x, at, rest.Jobs[id].Number, o.First, o.End, old.First-at, old.End-at)
			}
		}
	}
	for _, d := range disciplines {
		if name := d.Name.Name; !d.Allotted && checked[name] < 50 {
			t.Errorf("%s: only %d cases", name, checked[name])
		}
	}
	for _, name := range []string{"fcfs", "easy", "mpfs-scan"} {
		if compared[name] < 5 {
			t.Errorf("%s: only %d comparisons", name, compared[name])
		}
	}
	t.Log(checked, compared)
}

// eventsOf returns the trace of a run. It is empty if the run is impossible, or does not
// end because the allocator refuses a job on the empty machine.
func eventsOf(c engine.Config) []trace.Event {
	e, err := engine.New(c)
	if err != nil {
		return nil
	}
	e.KeepEvents()
	for range 2000 {
		if _, more := e.Step(); !more {
			return e.Events()
		}
	}
	return nil
}

// continued returns the rest of a run after all events at the given time, and the old
// JobID of each of its jobs.
func continued(c *engine.Config, at simtime.Time, all []metrics.Outcome) (rest engine.Config, olds []workload.JobID) {
	rest = *c
	rest.Jobs, rest.Running = nil, map[workload.JobID]cluster.Placement{}
	add := func(old int, submit simtime.Time) *workload.Job {
		j := c.Jobs[old]
		j.ID, j.Submit = workload.JobID(len(rest.Jobs)), submit
		if j.Deadline > 0 {
			j.Deadline = max(j.Deadline-at, 1)
		}
		rest.Jobs, olds = append(rest.Jobs, j), append(olds, workload.JobID(old))
		return &rest.Jobs[len(rest.Jobs)-1]
	}
	for id := range all {
		if o := &all[id]; o.Started() && o.First <= at && o.End > at {
			j := add(id, 0)
			killed := o.State == metrics.Killed
			j.Parts, j.Comm = nil, nil
			j.Walltime -= at.Sub(o.First)
			if j.Runtime = o.End.Sub(at); killed {
				j.Runtime *= 4
			}
			rest.Running[j.ID] = o.Placement
		}
	}
	for id := range all {
		if o := &all[id]; o.Submit <= at && o.First > at {
			add(id, 0)
		}
	}
	for id := range all {
		if o := &all[id]; o.Submit > at {
			add(id, o.Submit-at)
		}
	}
	return rest, olds
}
