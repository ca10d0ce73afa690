package pending

import (
	"encoding/json"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
)

// withParts returns the small cluster with a heterogeneous job whose parts need one node
// and three. Node n4 is free.
func withParts() *slurmstate.Snapshot {
	s := small()
	part := func(id string, nodes int64) slurmstate.JobInfo {
		return slurmstate.JobInfo{ID: id, User: "eve", State: "PENDING", Reason: "Resources", Priority: 700, Nodes: nodes, CPUs: 8 * nodes, Limit: 600, Partitions: []string{"batch"}}
	}
	s.Jobs = []slurmstate.JobInfo{s.Jobs[0], part("8+1", 3), s.Jobs[2], part("8+0", 1)}
	return s
}

// TestParts works out by hand when the parts of a heterogeneous job start: together, when
// the job on three nodes ends.
func TestParts(t *testing.T) {
	for id, want := range map[string]string{
		"8":   "it starts together with 8+1, another part of its heterogeneous job, which cannot start yet",
		"8+0": "it starts together with 8+1, another part of its heterogeneous job, which cannot start yet",
		"8+1": "it needs 3 nodes, and 1 node that it may use have room",
	} {
		a := answerOf(t, withParts(), id)
		if a.Start.After != 10*simtime.Minute || a.Because.String() != want {
			t.Errorf("%s starts after %v: %v", id, a.Start.After, a.Because)
		}
		for _, x := range a.WhatIfs {
			if x.Start.After < a.Start.After && id != "8+1" {
				t.Errorf("%s: %+v", id, x)
			}
		}
	}
	held := withParts()
	held.Jobs[1].Reason = "JobHeldUser"
	if a := answerOf(t, held, "8+0"); a.Obstacle.Code != HeldByUser {
		t.Errorf("a part is held: %+v", a.Obstacle)
	}
	if a := answerOf(t, withParts(), "3"); a.Start.After != 20*simtime.Minute {
		t.Errorf("the job behind it starts after %v", a.Start.After)
	}
}

// TestPartsAsScenario checks that the parts stay together in the scenario of a queue.
func TestPartsAsScenario(t *testing.T) {
	c, err := New(withParts())
	if err != nil {
		t.Fatal(err)
	}
	live, err := c.Scenario()
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Parse(live.Text)
	if err != nil {
		t.Fatal(err)
	}
	parts := 0
	for i := range s.Jobs {
		if s.Jobs[i].IsHet() {
			parts++
		}
	}
	if parts != 2 || !json.Valid(live.Text) {
		t.Errorf("%d parts:\n%s", parts, live.Text)
	}
}
