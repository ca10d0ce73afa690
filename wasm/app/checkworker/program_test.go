package checkworker

import (
	"strings"
	"testing"

	"hopyard/core/policies"
	"hopyard/core/policycheck"
	"hopyard/scenarios"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
)

const (
	queueing = 1 << policies.Queueing
	placing  = 1 << policies.Placing
	ordering = 1 << policies.Ordering
)

// answer sends a Load to a worker and returns its answer, which is a run or a list
// of errors.
func answer(t *testing.T, d *simworker.Dispatcher, l message.Load) (*message.Loaded, *message.Failed) {
	t.Helper()
	if l.Form == message.Same && l.Text == "" {
		l.Form, l.Text = message.JSON, string(scenarios.All()[0].Source)
	}
	l.At, l.Job = -1, -1
	d.Handle(l.Pack())
	for d.Busy() {
		d.Work(32)
	}
	var run message.Loaded
	var failed message.Failed
	for _, wire := range d.Answers() {
		if run.Unpack(wire) == nil {
			return &run, nil
		}
		if failed.Unpack(wire) == nil {
			return nil, &failed
		}
	}
	t.Fatal("no answer")
	return nil, nil
}

// TestProgramsTakeRoles runs a policy program that defines functions for some of
// the roles queue, placement and order. The program must fill these roles. If a
// built-in policy is selected for a role, it must replace the program in this role
// only.
func TestProgramsTakeRoles(t *testing.T) {
	var d simworker.Dispatcher
	both := "def schedule(now, queue, machine):\n    for job in list(queue): start(job, why = \"now\")\n    print(now)\ndef place(job, machine): return machine.free_nodes(job)[:job.nodes]\n"
	run, failed := answer(t, &d, message.Load{Overrides: message.Overrides{Program: both, Roles: queueing | placing}})
	if failed != nil {
		t.Fatalf("%+v", failed.Faults)
	}
	if run.Policy.Queue != policies.Own || run.Policy.Allocator != policies.Own || run.Own.Queue != policies.Own || run.Program.Source() != both {
		t.Errorf("the policy is %+v, own %+v", run.Policy, run.Own)
	}
	prints, whys := 0, 0
	for _, s := range run.Program.Said {
		if s.Job < 0 {
			prints++
		} else if whys++; s.Text != "now" {
			t.Errorf("it says %+v", s)
		}
	}
	if prints == 0 || whys == 0 {
		t.Errorf("it said %d lines and %d reasons", prints, whys)
	}
	if n := strings.Count(run.Text, "def schedule"); n != 1 {
		t.Errorf("the text has the program %d times", n)
	}

	// If EASY is selected as the queue policy, the program must still do the
	// placement. Loading the text or the link of this run must give the same run
	// again.
	run, failed = answer(t, &d, message.Load{Overrides: message.Overrides{Program: both, Roles: queueing | placing, Queue: "easy"}})
	if failed != nil {
		t.Fatalf("%+v", failed.Faults)
	}
	if run.Policy.Queue != "easy" || run.Policy.Allocator != policies.Own || run.Own.Queue != policies.Own {
		t.Errorf("the policy is %+v, own %+v", run.Policy, run.Own)
	}
	again, failed := answer(t, &d, message.Load{Form: message.JSON, Text: run.Text})
	if failed != nil || again.Hash != run.Hash {
		t.Errorf("its text has another run: %+v", failed)
	}
	linked, failed := answer(t, &d, message.Load{Form: message.Link, Text: run.Link})
	if failed != nil || linked.Hash != run.Hash {
		t.Errorf("its link has another run: %+v", failed)
	}

	// A program without a place function must not fill the role of placement.
	key := "def key(job): return job.walltime"
	run, failed = answer(t, &d, message.Load{Form: message.JSON, Text: again.Text, Overrides: message.Overrides{Program: key, Roles: ordering}})
	if failed != nil || run.Policy.Order != policies.Own || run.Policy.Allocator == policies.Own {
		t.Errorf("%+v %+v", run, failed)
	}
}

// TestProgramsThatFail checks that an error in a program is reported with its
// position. A program that fails during the run must end the run. If the Load
// request accepts only complete runs, the request must fail.
func TestProgramsThatFail(t *testing.T) {
	var d simworker.Dispatcher
	_, failed := answer(t, &d, message.Load{Overrides: message.Overrides{Program: "def key(job) return 1", Roles: ordering}})
	if failed == nil || len(failed.Faults) == 0 || failed.Faults[0].In == nil || failed.Faults[0].In.Line != 1 {
		t.Fatalf("a syntax error: %+v", failed)
	}
	late := message.Overrides{Program: "def schedule(now, queue, machine):\n    if now > 60: fail(\"enough\")\n    for job in list(queue): start(job)\n", Roles: queueing}
	run, failed := answer(t, &d, message.Load{Overrides: late})
	if failed != nil || run.Program.Failed == nil || run.Program.Failed.In.Line != 2 || run.Program.Failed.In.At <= 60_000 || len(run.Steps) == 0 {
		t.Fatalf("a late error: %+v", failed)
	}
	for n := range len(run.Steps) + 1 { // every step before the failure must have a state
		d.Handle((&message.Seek{Serial: run.Serial, Step: int32(n), Job: -1}).Pack())
	}
	if got := len(d.Answers()); got != len(run.Steps)+1 {
		t.Errorf("%d of %d states", got, len(run.Steps)+1)
	}
	if _, failed = answer(t, &d, message.Load{Overrides: late, Whole: true}); failed == nil || failed.Faults[0].In == nil || failed.Faults[0].In.Line != 2 {
		t.Errorf("of a whole run: %+v", failed)
	}
	if _, failed = answer(t, &d, message.Load{Overrides: message.Overrides{Program: "def schedule(now, queue, machine):\n    while True: pass", Roles: queueing}, Whole: true}); failed == nil || failed.Faults[0].In == nil || !strings.Contains(failed.Faults[0].Problem, "steps") {
		t.Errorf("without end: %+v", failed)
	}
}

// TestWithoutInterpreter checks that a worker without an interpreter rejects a
// policy program and reports that the other worker program is needed.
func TestWithoutInterpreter(t *testing.T) {
	defer func(was policies.Interpreter) { policies.Starlark = was }(policies.Starlark)
	policies.Starlark = nil
	var d simworker.Dispatcher
	if _, failed := answer(t, &d, message.Load{Overrides: message.Overrides{Program: "def key(job): return 1", Roles: ordering}}); failed == nil || !failed.Needs {
		t.Errorf("it says %+v", failed)
	}
	if _, failed := answer(t, &d, message.Load{}); failed != nil {
		t.Errorf("then the lesson: %+v", failed)
	}
}

// TestTrying lets a worker test a wrong policy program. The worker must report its
// progress. The findings must contain small workloads on which the program fails,
// and these must be runnable.
func TestTrying(t *testing.T) {
	var d simworker.Dispatcher
	d.Handle((&message.CheckRequest{Source: "def schedule(now, queue, machine): pass", Seed: 1, Cases: 40}).Pack())
	var last message.Findings
	for d.Busy() {
		d.Work(32)
		d.Report()
	}
	for _, wire := range d.Answers() {
		if err := last.Unpack(wire); err != nil {
			t.Fatal(err)
		}
	}
	if !last.Over || last.Done != last.All || len(last.Findings) == 0 {
		t.Fatalf("it ends with %+v", last)
	}
	f := last.Findings[0]
	if policycheck.FindingKind(f.Kind) != policycheck.NeverStarts || f.Jobs != 1 || f.Found == 0 {
		t.Errorf("the first finding is %+v", f)
	}
	if _, failed := answer(t, &d, message.Load{Form: message.JSON, Text: f.Text}); failed != nil {
		t.Errorf("its case: %+v", failed.Faults)
	}
}
