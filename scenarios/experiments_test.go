package scenarios

import (
	"os"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/experiment"
	"hopyard/core/scenario"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
)

// TestExperiments checks every experiment design. The design must parse, and each
// of its cells must be a valid scenario. The numbers of cells, repetitions and
// claims must be as expected. S4's experiment has a claim for each combination of a
// machine and a kind of nodes.
func TestExperiments(t *testing.T) {
	for name, want := range map[string]struct{ cells, repetitions, claims int }{
		// There are 9, 8 and 8 placements on the three machines, combined with 2
		// queues, 12 loads and 2 kinds of nodes.
		"s4":    {(9 + 8 + 8) * 2 * 12 * 2, 100, 6},
		"small": {(5 + 5 + 5) * 4 * 2, 50, 6},
		// On each machine, 16 readings of S4 are combined with 5 loads. Each
		// combination runs with 9, 8 or 8 placements under backfilling, with MDM
		// under a second rule for ties, and with MPFS Scan. In addition,
		// conservative backfilling runs with one window and with four windows, on 2
		// machines with one load. The claims of S4 are not in the design but in
		// s4-conclusions.json, each for a range of utilization.
		"s4-readings": {16*5*(9+8+8+3*2) + 2*2, 25, 0},
		// 5 disciplines are combined with 4 ways to grow and 4 loads. No source
		// makes claims about these.
		"disciplines": {5 * 4 * 4, 50, 0},
	} {
		if name == "s4-readings" && !soaktest.Whole() {
			continue // a test in the folder wasm/app/report also checks the cells of this design
		}
		src, err := os.ReadFile("experiments/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		d, err := scenario.ParseDesign(src)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		x, err := experiment.New(d)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(x.Cells) != want.cells || d.Repetitions != want.repetitions {
			t.Errorf("%s: %d cells, %d repetitions, want %+v", name, len(x.Cells), d.Repetitions, want)
		}
		if len(d.Claims) != want.claims {
			t.Errorf("%s: %d claims, want %d: one for each machine and kind of nodes of S4", name, len(d.Claims), want.claims)
		}
		for i := range x.Cells {
			if m := x.Cells[i].Scenario.Model; name == "s4" && (m == nil || m.Jobs != 500) {
				t.Fatalf("%s: cell %d has not 500 jobs", name, i)
			}
		}
	}
}

// TestS4Experiment checks that two settings of S4's experiment affect the results.
// Without distances within a node, the schedule under SDM must change. Without a
// delay for each hop, the schedule must change under every placement.
func TestS4Experiment(t *testing.T) {
	src, err := os.ReadFile("experiments/s4.json")
	if err != nil {
		t.Fatal(err)
	}
	d, err := scenario.ParseDesign(src)
	if err != nil {
		t.Fatal(err)
	}
	x, err := experiment.New(d)
	if err != nil {
		t.Fatal(err)
	}
	hash := func(s *scenario.Scenario, set ...[2]string) uint64 {
		t.Helper()
		made, err := scenario.Parse(s.Canonical())
		if err == nil {
			err = made.SetAll(set...)
		}
		if err != nil {
			t.Fatal(err)
		}
		c, err := made.Config()
		if err != nil {
			t.Fatal(err)
		}
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		return trace.Hash(log)
	}
	sdm, all, few := 0, 0, set("workload.jobs", "60")
	for i := range x.Cells {
		s := x.Cells[i].Scenario
		if s.Scheduler.Queue != "easy" || s.Model.Load != 800 {
			continue
		}
		all++
		if hash(s, few) == hash(s, few, set("network.latency", "0")) {
			t.Errorf("cell %d, %s on a %s: delays make no difference", i, s.Scheduler.Allocator, s.Cluster.Topology.Kind)
		}
		if s.Scheduler.Allocator != "sdm" {
			continue
		}
		sdm++
		if hash(s) == hash(s, set("cluster.within", "null")) {
			t.Errorf("cell %d, sdm on a %s: sockets make no difference", i, s.Cluster.Topology.Kind)
		}
	}
	if sdm != 6 || all != 50 {
		t.Errorf("%d cells of SDM, %d in all", sdm, all)
	}
}
