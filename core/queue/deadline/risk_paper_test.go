package deadline_test

import (
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// TestS1AtRisk checks S1, 4 (2), INFERRED: if the user's reserve, the usable share
// and the system's reserve together are too small, the deadline is at risk. This
// must be recorded once. The job must then be the first of its user to start, on
// the user's reserve and two of the four usable nodes.
func TestS1AtRisk(t *testing.T) {
	s := plan(t, `
		machine 7
		user ada 6 4
		job 1@0 ada 4 100
		job 2@0 ada 4 10 due=40
		job 3@0 ada 3 10 prio=9
		job 4@5 ada 1 90`)
	flags := 0
	for _, e := range s.tape().Log() {
		if e.Kind == trace.AtRisk {
			flags++
			if e.Job != 1 || e.Time != 30_000 || e.Why != (why.Reason{Code: why.AtRisk, Need: 4, Have: 3, Blocker: workload.NoJob, At: 30_000}) {
				t.Errorf("flagged: %+v", e)
			}
		}
	}
	if flags != 1 {
		t.Errorf("flagged %d times", flags)
	}
	wantStarts(t, s, map[int]int{2: 100, 3: 110, 4: 110})
}

// TestS1LateIsAtRisk checks that every job that can no longer meet its deadline is
// flagged. Job 1 arrives too late, and job 2 runs longer than its estimate from
// history. Job 3 starts in time, and job 4 ends exactly at its deadline; these two
// must not be flagged.
func TestS1LateIsAtRisk(t *testing.T) {
	s := plan(t, `
		machine 10
		user ada 10 8
		past ada cfd 10 20
		job 2@0 ada 1 100:50 due=40 cfd=10
		job 3@0 ada 1 30 due=40
		job 4@0 ada 1 40 due=40
		job 1@10 ada 1 60 due=40`)
	for at, want := range map[int][4]bool{0: {}, 10: {true}, 40: {true}, 45: {true, true}, 90: {true, true}} {
		got := [4]bool{}
		for _, r := range s.tape().At(simtime.Time(at) * 1000).Table() {
			got[s.c.Jobs[r.Job].Number-1] = r.AtRisk
		}
		if got != want {
			t.Errorf("at %d at risk are %v, must be %v", at, got, want)
		}
	}
	for _, e := range s.tape().Log() {
		if e.Kind == trace.AtRisk && (s.c.Jobs[e.Job].Number != 1 || e.Time != 10_000 || e.Why != (why.Reason{Code: why.TooLate, Need: 1, Blocker: workload.NoJob, At: 70_000})) {
			t.Errorf("flagged: %+v", e)
		}
	}
}

// TestS1WhenSlackEnded checks that the reason for a rescue reports when the slack
// ended. Job 1 arrives without slack. The slack of job 2 ends long before nodes
// become free. In a second scenario, the slack of job 2 ends when its estimate
// rises.
func TestS1WhenSlackEnded(t *testing.T) {
	s := plan(t, `
		machine 6
		user ada 6 4
		job 3@0 ada 4 100
		job 2@0 ada 2 50 due=80
		job 1@5 ada 1 60 due=40`)
	want := map[int64]simtime.Time{1: 0, 2: 30_000}
	for _, e := range s.tape().Log() {
		if at, ok := want[s.c.Jobs[e.Job].Number]; ok && e.Kind == trace.Start && (e.Why.Code != why.Rescued || e.Why.At != at) {
			t.Errorf("job %d starts at %v for %+v; its slack ended at %v", s.c.Jobs[e.Job].Number, e.Time, e.Why, at)
		}
	}
	s = plan(t, `
		machine 12
		user ada 8 4
		past ada cfd 200 100
		job 1@0 ada 2 60:50 cfd=50
		job 2@0 ada 4 300:280 cfd=300 due=300
		job 3@0 ada 2 400 prio=1`)
	for _, e := range s.tape().Log() {
		if e.Kind == trace.Start && e.Job == 1 && e.Why.At != 50_000 {
			t.Errorf("job 2 starts for %+v; its slack ended when job 1 showed that it takes longer", e.Why)
		}
	}
}
