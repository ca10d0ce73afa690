package simworker

import (
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/wasm/app/message"
)

// TestTooManyJobs checks that a trace with more jobs than may be is refused as too
// large, with the advice that suits the program, and that one at the limit runs.
func TestTooManyJobs(t *testing.T) {
	defer func(most int) { TraceJobs = most }(TraceJobs)
	const row = "1 0 -1 1 1 -1 -1 1 1 -1 1 1 1 -1 1 -1 -1 -1\n"
	load := func(rows int) *message.Failed {
		var d Dispatcher
		d.Handle((&message.Load{Serial: 1, Form: message.SWF, Text: "; MaxProcs: 4\n" + strings.Repeat(row, rows), At: -1, Job: -1}).Pack())
		for _, wire := range d.Answers() {
			var m message.Failed
			if m.Unpack(wire) == nil {
				return &m
			}
		}
		return nil
	}
	TraceJobs = 2
	if m := load(2); m != nil {
		t.Errorf("2 of 2 jobs: %+v", m)
	}
	if m := load(3); m == nil || !m.TooLarge || len(m.Faults) != 1 || m.Faults[0].Fix != "shorten the trace" {
		t.Errorf("3 of 2 jobs: %+v", m)
	}
	TraceJobs = scenario.MaxJobs
	if m := load(scenario.MaxJobs + 1); m == nil || !m.TooLarge || m.Faults[0].Fix != NativeFix {
		t.Errorf("one job more than the page holds: %+v", m)
	}
}

// TestJobsOf checks what the header of a trace says about the number of its jobs.
func TestJobsOf(t *testing.T) {
	for head, want := range map[string]int64{
		"; MaxJobs: 7\n; MaxRecords: 9\n1 0": 9, "; MaxJobs: 12": 12, "; MaxProcs: 4\n": 0, "": 0, "; MaxJobs: -1\n": 0, "; MaxJobs: many\n": 0,
	} {
		if got := JobsOf(head); got != want {
			t.Errorf("%q: %d, want %d", head, got, want)
		}
	}
}
