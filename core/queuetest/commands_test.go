package queuetest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// commanded returns a configuration with jobs of two queues, some of which depend on
// others, and with random commands. In half of the cases, queues also stop.
func commanded(r *rand.Rand) engine.Config {
	c := gated(r)
	if r.IntN(2) == 0 {
		c.Gates = nil
	}
	for i := range c.Jobs {
		j := &c.Jobs[i]
		j.Overrun = r.IntN(9) == 0
		if i > 0 && r.IntN(6) == 0 {
			kinds := []workload.DependencyKind{workload.DependsOnStart, workload.DependsOnEnd}
			j.Held = &workload.Conditions{Dependencies: []workload.Dependency{{Kind: kinds[r.IntN(2)], Job: int64(r.IntN(i)) + 1}}}
		}
	}
	for range r.IntN(60) {
		j := &c.Jobs[r.IntN(len(c.Jobs))]
		x := workload.JobCommand{At: j.Submit.Add(simtime.Duration(r.IntN(150)) * 1000), Kind: workload.CommandKind(r.IntN(4)), Job: j.Number}
		if x.Change = workload.NoChange; x.Kind == workload.UpdateJob {
			change(r, &x)
		}
		c.Commands = append(c.Commands, x)
	}
	for i := range c.Jobs { // so that all jobs end
		c.Commands = append(c.Commands, workload.JobCommand{At: 3_000_000, Kind: workload.ReleaseJob, Job: int64(i) + 1})
	}
	slices.SortStableFunc(c.Commands, func(a, b workload.JobCommand) int { return int(a.At - b.At) })
	return c
}

func change(r *rand.Rand, x *workload.JobCommand) {
	c := &x.Change
	if r.IntN(2) == 0 {
		c.Walltime = simtime.Duration(r.IntN(120)) * 1000
	}
	if r.IntN(2) == 0 {
		return
	}
	if r.IntN(2) == 0 {
		c.Nodes = 1 + r.Int32N(9)
	}
	if r.IntN(3) == 0 {
		c.Priority = r.Int64N(100)
	}
	if r.IntN(3) == 0 {
		c.Begin = x.At.Add(simtime.Duration(r.IntN(100)-20)*1000) + 21_000
	}
	if r.IntN(3) == 0 {
		c.Queue = []string{"day", "night"}[r.IntN(2)]
	}
}

// TestCommands gives random commands under every discipline. The books must balance,
// no held job may start, a cancelled job must be gone, and a recording must return the
// same states as the run.
func TestCommands(t *testing.T) {
	for _, p := range queuetest.Policies {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			counts := map[string]int{}
			for seed := range soaktest.Seeds(120) {
				c := commanded(rand.New(rand.NewPCG(seed, 6)))
				c.Queue = p.Policy
				if err := queuetest.Check(c, policies.NoPromise); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if err := checkSeeks(c, counts); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
			for _, of := range []string{"hold", "update", "reject", "fail", "release"} {
				if counts[of] < 20 && p.Name != "manual" {
					t.Errorf("%d times %v", counts[of], of)
				}
			}
		})
	}
}

// checkSeeks records a run and compares the states that it seeks with those of the run,
// from the end to the beginning.
func checkSeeks(c engine.Config, counts map[string]int) error {
	run, err := engine.Record(c)
	if err != nil {
		return err
	}
	e, err := engine.New(c)
	if err != nil {
		return err
	}
	var states []string
	for s, ok := e.Step(); ok; s, ok = e.Step() {
		for _, x := range s.Events {
			if x.Kind != trace.Reject || x.Why.Code == why.Cancelled {
				counts[x.Kind.String()]++
			}
		}
		if s.Changed() {
			states = append(states, fmt.Sprint(e.Pending(), e.State().Limits()))
		}
	}
	if len(states) != run.Len() {
		return fmt.Errorf("%d steps, recorded %d", len(states), run.Len())
	}
	for i := run.Len(); i > 0; i -= 3 {
		if x := run.Seek(i); fmt.Sprint(x.Pending(), x.State().Limits()) != states[i-1] {
			return fmt.Errorf("after step %d: %v and not %v", i, fmt.Sprint(x.Pending(), x.State().Limits()), states[i-1])
		}
	}
	return nil
}
