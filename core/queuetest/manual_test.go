package queuetest_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
)

// byHand returns random decisions about the jobs of c, up to five for each job.
// Some name nodes and some do not.
func byHand(r *rand.Rand, c *engine.Config) (all []manual.Decision) {
	nodes := c.Machine.NumNodes()
	for i := range c.Jobs {
		j := &c.Jobs[i]
		for range r.IntN(6) {
			d := manual.Decision{At: j.Submit + simtime.Time(r.IntN(60_000)), Job: j.Number}
			if r.IntN(2) == 0 {
				d.At -= d.At % 5000 // so that the instant coincides with other events
			}
			if r.IntN(3) > 0 {
				n := min(nodes, int(j.Size()))
				if j.Tasks > 0 || r.IntN(9) == 0 {
					n = 1 + r.IntN(nodes)
				}
				first := r.IntN(nodes - n + 1)
				d.Nodes = cluster.Placement{{First: topology.NodeID(first), Last: topology.NodeID(first + n - 1), Tasks: 1}}
			}
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, func(a, b manual.Decision) int { return int(a.At - b.At) })
	return all
}

// TestManual checks that the contract holds under random decisions, most of them
// bad, with all allocators, growths, failures and networks. Passes must be
// idempotent, nothing may be held twice or lost, and clones must behave the same.
// Each decision must have one outcome, which agrees with what the run did.
func TestManual(t *testing.T) {
	seen := map[queue.Refusal]int{}
	for seed := range soaktest.Seeds(1500) {
		r := rand.New(rand.NewPCG(seed, 0xda))
		x := everyCase{seed: seed, allocator: r.IntN(len(allocators)), shape: r.IntN(len(shapes)), elastic: r.IntN(len(growths)), faults: r.IntN(len(failures)), network: r.IntN(3)}
		c, _ := x.config()
		decisions := byHand(r, &c)
		c.Queue = manual.ManualPolicy{Decisions: decisions}
		if r.IntN(4) == 0 {
			c.Gates = []queue.Gate{{Name: "a", Open: true, Started: false}}
		}
		if _, err := engine.New(c); err != nil {
			continue // impossible case
		}
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("%v: %v\n%+v", x, err, decisions)
		}
		rec, err := engine.Record(c)
		if err != nil {
			t.Fatal(err)
		}
		outcomes := rec.Outcomes(rec.Len())
		if len(outcomes) != len(decisions) {
			t.Fatalf("%v: %d outcomes of %d decisions", x, len(outcomes), len(decisions))
		}
		for i, out := range outcomes {
			if out.Decision != i || out.At != decisions[i].At {
				t.Fatalf("%v: outcome %d is %+v of %+v", x, i, out, decisions[i])
			}
			seen[out.Refusal]++
			started := slices.ContainsFunc(rec.Log(), startAt(out))
			if started != (out.Refusal == queue.Done) && !slices.ContainsFunc(outcomes, func(o queue.DecisionOutcome) bool { return o.Job == out.Job && o.At == out.At && o.Decision != i }) {
				t.Fatalf("%v: %+v, and it started: %v", x, out, started)
			}
		}
	}
	t.Log(seen)
	for k := range queue.NumRefusals {
		if seen[k] == 0 {
			t.Errorf("refusal %d never happens", k)
		}
	}
}

// startAt returns a predicate for the start event that an outcome describes.
func startAt(out queue.DecisionOutcome) func(trace.Event) bool {
	return func(e trace.Event) bool { return e.Kind == trace.Start && e.Job == out.Job && e.Time == out.At }
}
