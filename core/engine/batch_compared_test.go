package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/batch"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// s0Case draws a small tree whose leaf switches may differ in width, and some jobs.
func s0Case(r *rand.Rand) *s0Twin {
	t := &s0Twin{rule: alloc.UnitRule(r.IntN(4)), njob: 1 + r.IntN(5), one: r.IntN(2) == 0, busy: r.IntN(2) == 0}
	switches := 1
	for range r.IntN(3) {
		level := make([]int, switches)
		for switches = 0; switches == 0; {
			for i := range level {
				level[i] = 1 + r.IntN(3)
				switches += level[i]
			}
		}
		t.children = append(t.children, level)
	}
	leaves, even := make([]int, switches), r.IntN(2)*(2+r.IntN(8))
	nodes := 0
	for i := range leaves {
		if leaves[i] = even; even == 0 {
			leaves[i] = 1 + r.IntN(9)
		}
		nodes += leaves[i]
	}
	t.children = append(t.children, leaves)
	at := 0
	for i := range 4 + r.IntN(14) {
		at += r.IntN(4) * r.IntN(4)
		wall := 1 + r.IntN(20)
		most := nodes
		if r.IntN(4) > 0 {
			most = min(nodes, 1+r.IntN(9))
		}
		t.jobs = append(t.jobs, workload.Job{
			Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Submit: simtime.Time(at) * simtime.Time(simtime.Second), Nodes: 1 + r.Int32N(int32(most)), Walltime: simtime.Duration(wall) * simtime.Second},
			Runtime: simtime.Duration(1+r.IntN(wall+3)) * simtime.Second, After: workload.NoJob,
		})
	}
	return t
}

// TestBatchTwin compares all of S0, step by step, with an independent program. The
// comparison covers the batch queue, the capacity test, the countdown, the order of
// placement, the units and their states, exact fits, the least sum of hops with its
// ties, the triggers, and the reasons why jobs wait. It runs both with one round
// per trigger and with repeated rounds.
func TestBatchTwin(t *testing.T) {
	ran, stacked, counted, exact, waits := 0, 0, 0, 0, 0
	for seed := uint64(0); ran < 1200; seed++ {
		twin := s0Case(rand.New(rand.NewPCG(seed, 13)))
		twin.build()
		if len(twin.units) > 12 { // few enough units to try all combinations
			continue
		}
		ran++
		tree, err := topology.NewTree(twin.children)
		if err != nil {
			t.Fatal(err)
		}
		c := engine.Config{
			Machine: cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}), Jobs: twin.jobs,
			Queue: batch.BatchPolicy{Njob: int32(twin.njob), One: twin.one}, Allocator: alloc.MinHopUnits{Rule: twin.rule, CountBusy: twin.busy},
		}
		e, err := engine.New(c)
		if err != nil {
			t.Fatal(err)
		}
		about := fmt.Sprintf("seed %d: %v, units %v, Njob %d, one %t, busy %t", seed, twin.children, twin.rule, twin.njob, twin.one, twin.busy)
		started := map[int]bool{}
		twin.run(func() {
			s, _ := e.Step()
			for _, x := range s.Events {
				if x.Kind != trace.Start {
					continue
				}
				started[int(x.Job)] = true
				var on []int
				for _, run := range x.Placement {
					for n := run.First; n <= run.Last; n++ {
						on = append(on, int(n))
					}
				}
				if i := int(x.Job); twin.started[i] != twin.now || !slices.Equal(on, twin.on[i]) || x.Why.Code.String() != twin.why[i] {
					t.Fatalf("%s: at %v job %d starts on %v (%v), the twin's at %d on %v (%s)", about, s.Time, i, on, x.Why.Code, twin.started[i], twin.on[i], twin.why[i])
				}
			}
			for i, at := range twin.started {
				if int(s.Time/1000) != twin.now || started[i] != (at >= 0) {
					t.Fatalf("%s: at %v job %d has started: %t; the twin's at %d, now %d", about, s.Time, i, started[i], at, twin.now)
				}
			}
			for _, d := range e.Pending() {
				if got, want := s0Said(d), twin.said[int(d.Job)]; got != want {
					t.Fatalf("%s: at %v job %d waits: %s, the twin's %s", about, s.Time, d.Job, got, want)
				}
				waits++
			}
		})
		if _, more := e.Step(); more {
			t.Fatalf("%s: the engine goes on", about)
		}
		stacked, counted, exact = stacked+twin.stacked, counted+twin.counted, exact+twin.exact
	}
	if stacked < 1000 || counted < 1000 || exact < 300 || waits < 5000 {
		t.Errorf("only %d placements on several units, %d countdowns, %d exact fits, %d waits", stacked, counted, exact, waits)
	}
}

// s0Said returns the reason why a job waits, in the format that s0Twin uses.
func s0Said(d queue.Decision) string {
	switch r := d.Why; r.Code.String() {
	case "next-batch", "outside-batch":
		return fmt.Sprint(r.Code, r.Have)
	case "counted-out", "batch-too-large":
		return fmt.Sprint(r.Code, " ", r.Need, r.Have)
	}
	return "refused"
}
