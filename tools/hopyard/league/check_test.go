package league

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"hopyard/core/policycheck"
	"hopyard/core/scenario"
	"hopyard/tools/hopyard/clitest"
)

const greedy = "# starts what fits\ndef schedule(now, queue, machine):\n    for job in list(queue): start(job)\n"

func TestCheck(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "easy.star", "def schedule(now, queue, machine):\n    for job in list(queue):\n        if not start(job): break\n    if queue:\n        reserve(queue[0])\n        for job in queue[1:]: backfill(job)\n")
	clitest.Write(t, dir, "greedy.star", greedy)
	clitest.Write(t, dir, "bad.star", "def key(job): return job.runtime\n")
	clitest.Write(t, dir, "none.star", "def key(job:\n")
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"check", 2, "argument POLICY.star is missing"},
		{"check DIR/no.star", 1, "no.star: file:"},
		{"check DIR/easy.star --cases 0", 2, "--cases 0; use 1 to"},
		{"check DIR/easy.star --seed -1", 2, "--seed -1; use 0 to"},
		{"check DIR/easy.star --allow late", 2, `"late" is no kind of finding; use some of: error,`},
		{"check DIR/easy.star --cases 100", 0, "100 workloads tried, seed 1\n\nnot found: error, differs, never-starts"},
		{"check DIR/greedy.star", 1, "starvation: a stream"},
		{"check DIR/greedy.star --allow starvation", 1, "head-late:"},
		{"check DIR/greedy.star --allow starvation,head-late", 0, "starvation: a stream"},
		{"check DIR/bad.star", 1, "Line 1, column 25: a job has no runtime"},
		{"check DIR/none.star", 1, "error: the policy fails"},
	} {
		status, out, err := call(t, dir, "", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+err, c.says) {
			t.Errorf("hopyard %s: status %d, want %d; want %q in\n%s%s", c.args, status, c.status, c.says, out, err)
		}
	}
	if status, out, _ := call(t, dir, greedy, "check", "-", "--seed", "2"); status != 1 || !strings.Contains(out, "seed 2") {
		t.Errorf("standard input: status %d, %s", status, out)
	}
}

// TestCheckJSON checks the JSON output of the command check, which must list the
// findings. The file with the smallest case must be a scenario in which the policy
// shows the fault.
func TestCheckJSON(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "greedy.star", greedy)
	status, out, err := call(t, dir, "", "check", "DIR/greedy.star", "--json", "--out", "DIR/cases")
	if status != 1 || err != "" {
		t.Fatalf("status %d: %s", status, err)
	}
	var r checked
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if r.Tried != 500 || len(r.Findings) < 2 || len(r.Findings)+len(r.Passed) != 9 {
		t.Fatalf("%s", out)
	}
	for _, f := range r.Findings {
		if status, _, err := call(t, dir, "", "run", f.File); status != 0 {
			t.Errorf("%s: %s", f.File, err)
		}
		link, err := scenario.DecodeLink(f.Link)
		if err != nil || len(link.Scenario.Jobs) != f.Jobs || link.At == nil || link.At.Time.Seconds() != *f.Time || !strings.Contains(link.Scenario.Scheduler.Sources[0], "what fits") {
			t.Errorf("%s: its link leads elsewhere (%v)", f.Kind, err)
		}
		if f.Found < 1 || f.Of < f.Found || f.Title == "" {
			t.Errorf("%+v", f)
		}
	}
}

// TestKindsOfReadme checks that policies.md lists every kind of fault that the
// command check can find.
func TestKindsOfReadme(t *testing.T) {
	page, err := os.ReadFile("../../../scenarios/policies.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range policycheck.Kinds() {
		if !strings.Contains(string(page), "\n| `"+k.String()+"` |") {
			t.Errorf("policies.md has no row of %v", k)
		}
		if k.About() == "" {
			t.Errorf("%v is not said", k)
		}
	}
}
