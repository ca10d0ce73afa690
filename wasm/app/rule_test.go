package app

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/message"
)

// TestEveryDecisionHasItsLine checks every step of every lesson. Each job that
// starts or waits must belong to exactly one line of the discipline's rule, as
// shown on screen.
func TestEveryDecisionHasItsLine(t *testing.T) {
	missing := map[string]int{}
	shown := map[string]bool{}
	for _, l := range scenarios.All() {
		s := open(t, lesson(t, l.Name))
		if s.Run == nil {
			t.Fatalf("%s is not loaded", l.Name)
		}
		for step := 1; step <= min(s.Run.Len(), 60); step++ {
			s.Go(step)
			s.settleState(t)
			lines := s.Rule.Rules()
			if lines == nil {
				continue
			}
			shown[s.Run.Policy.Queue] = true
			var jobs []workload.JobID
			for _, r := range lines {
				jobs = append(append(jobs, r.Starts...), r.Waiting...)
			}
			for k, e := range s.Run.StepEvents(step - 1) {
				if e.Kind == trace.Start && !slices.Contains(jobs, e.Job) {
					missing[s.Run.Policy.Queue+": starts as "+s.Reason(k).Reason.Code.String()]++
				}
			}
			for i := range s.State.Queue {
				if w := &s.State.Queue[i]; !slices.Contains(jobs, w.Job) {
					missing[s.Run.Policy.Queue+": waits as "+w.Why.Code.String()]++
				}
			}
			slices.Sort(jobs)
			if n := len(jobs); n != len(slices.Compact(jobs)) {
				t.Errorf("%s, step %d: a job stands in two lines", l.Name, step)
			}
		}
	}
	for what, n := range missing {
		_, code, _ := strings.Cut(what, ": waits as ")
		unseen := []string{why.QueueStopped.String(), why.Dependency.String(), why.DependencyNever.String(), why.BeginTime.String(), why.ArrayLimit.String()}
		if !slices.Contains(unseen, code) { // the discipline does not see a job that waits for one of these reasons, so they belong to no line of its rule
			t.Errorf("%s: has no line, %d times", what, n)
		}
	}
	if len(shown) < 8 {
		t.Errorf("rules of %d disciplines were shown", len(shown))
	}
}

// TestLinesOfEASY checks the lines of EASY's rule, which follow core/queue/easy.go.
// Jobs that start in queue order must come before all waiting jobs. The line about
// the reservation must name the head of the queue. Backfilled jobs must come after
// the head.
func TestLinesOfEASY(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	backfilled := 0
	for step := 1; step <= s.Run.Len(); step++ {
		s.Go(step)
		s.settleState(t)
		lines := s.Rule.Rules()
		if len(lines) != 7 || len(lines[0].Starts)+len(lines[3].Starts) > 0 {
			t.Fatalf("step %d: the lines are %+v", step, lines)
		}
		queue := s.State.Queue
		if (len(queue) > 0) != (len(lines[2].Waiting) == 1) || len(queue) > 0 && lines[2].Waiting[0] != queue[0].Job {
			t.Errorf("step %d: the head is %v", step, lines[2].Waiting)
		}
		for _, id := range append(slices.Clone(lines[4].Starts), lines[5].Starts...) {
			backfilled++
			if len(queue) == 0 || id < queue[0].Job { // in this lesson, jobs are numbered in the order of their submission
				t.Errorf("step %d: job %d is backfilled before the head", step, id)
			}
		}
		for _, id := range lines[1].Starts {
			if slices.ContainsFunc(queue, func(w message.Waiting) bool { return w.Job < id }) {
				t.Errorf("step %d: job %d starts in turn behind one that waits", step, id)
			}
		}
		wellFormed(t, string(s.Rule.HTML()))
		if n := strings.Count(string(s.Rule.HTML()), "aria-current"); n > 2 || n == 0 && len(queue) > 0 && len(s.Starters()) > 0 {
			t.Errorf("step %d: %d lines are marked", step, n)
		}
	}
	if backfilled == 0 {
		t.Error("nothing was backfilled")
	}
}
