package kube_test

import (
	"fmt"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/kube"
	"hopyard/core/scenario"
	"hopyard/core/trace"
)

// TestLive reads a cluster as it stands, whose jobs are worked out by hand: it is
// 10:10:00, so runs-old has 51 minutes of its hour left, and runs-new 200 seconds.
// Of the quota of 14 cores, the two leave 4: for waits-1, not for waits-2.
func TestLive(t *testing.T) {
	in, err := kube.Read(file(t, "live.json"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Parse(in.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for i, j := range s.Jobs {
		got += fmt.Sprintln(j.Submit, j.Walltime, j.Tasks, s.Running[j.ID], s.Running[j.ID].Tasks(), j.Queue, i)
	}
	if want := "0 3060 3 1-2 3 research 0\n0 200 2 2-3 2 research 1\n0 300 1  0 research 2\n0 600 2  0 research 3\n"; got != want {
		t.Errorf("jobs\n%swant\n%s", got, want)
	}
	notices := fmt.Sprint(in.Notices)
	if !strings.Contains(notices, `Workload "ended": left out, because it is finished`) || !strings.Contains(notices, "as it stands at the latest time") {
		t.Errorf("notices: %s", notices)
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	starts := ""
	for i := range log {
		if x := &log[i]; x.Kind == trace.Start {
			starts += fmt.Sprintln(x.Job, x.Time, x.Why.Code)
		}
	}
	if want := "0 0 ran-before\n1 0 ran-before\n2 0 by-quota\n3 300 by-quota\n"; starts != want {
		t.Errorf("starts\n%swant\n%s", starts, want)
	}
}

// TestLiveWithoutNodes checks that a job whose nodes are not known starts at once.
func TestLiveWithoutNodes(t *testing.T) {
	text := strings.Replace(file(t, "live.json"), `"roots": ["3", "4"]`, `"roots": ["3", "9"]`, 1)
	in, err := kube.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Parse(in.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Running) != 1 || s.Jobs[1].Submit != 0 || s.Jobs[1].Walltime != 200_000 || !strings.Contains(fmt.Sprint(in.Notices), `job "runs-new": runs, but the nodes of its pods are not all known`) {
		t.Errorf("%v, notices %v", s.Running, in.Notices)
	}
}
