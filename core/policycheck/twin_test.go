package policycheck

import (
	"strings"
	"testing"

	"hopyard/core/script"
	"hopyard/core/simtime"
)

func example(t *testing.T, name string) string {
	t.Helper()
	for _, x := range script.Examples() {
		if x.Name == name {
			return x.Source
		}
	}
	t.Fatalf("there is no example %s", name)
	return ""
}

// TestTwins compares pairs of programs. If both programs always decide the same, no
// difference must be reported. If they decide differently, the test must find a job
// that starts at different times under the two programs, and report both times. If
// one program has an error, the error must be reported with its line.
func TestTwins(t *testing.T) {
	easy, sjf := example(t, "easy"), example(t, "sjf")
	for _, c := range []struct {
		name, source, other string
		differs             bool
		problem             string
	}{
		{"EASY", easy, easy, false, ""},
		{"EASY without reasons", strings.Replace(easy, `, why = "fills the hole before job %d" % head.id`, "", 1), easy, false, ""},
		{"no reservation", strings.Replace(easy, "reserve(head)", "pass", 1), easy, true, ""},
		{"start for backfill", strings.Replace(easy, "backfill(job, ", "start(job, ", 1), easy, true, ""},
		{"the last is reserved for", strings.Replace(easy, "queue[0]", "queue[-1]", 1), easy, true, ""},
		{"FCFS", example(t, "fcfs"), easy, true, ""},
		{"SJF", sjf, sjf, false, ""},
		{"SJF by score", "def score(job, now):\n    return -job.walltime\n", sjf, false, ""},
		{"longest first", "def key(job):\n    return -job.walltime\n", sjf, true, ""},
		{"smallest first", "def key(job):\n    return job.nodes\n", sjf, true, ""},
		{"no function", "    return 1\n", sjf, true, "indent"},
		{"a name that is none", "def key(job):\n    return job.length\n", sjf, true, "length"},
	} {
		twin := NewTwin(c.source, c.other, 1, TwinCases)
		for twin.Step() {
		}
		p := twin.Parting()
		done, all := twin.Progress()
		switch {
		case (p != nil) != c.differs:
			t.Errorf("%s: after %d of %d cases it differs by %+v", c.name, done, all, p)
		case p == nil:
			if done != all {
				t.Errorf("%s: %d of %d", c.name, done, all)
			}
		case c.problem != "":
			if !strings.Contains(p.Problem, c.problem) || p.Line == 0 {
				t.Errorf("%s: the problem is %q in line %d", c.name, p.Problem, p.Line)
			}
		case p.Mine == p.Other || p.Job == 0 || p.Scenario == nil || min(p.Mine, p.Other) == simtime.Never:
			t.Errorf("%s: %+v", c.name, p)
		default:
			t.Logf("%s: case %d of %d jobs", c.name, done, p.Jobs)
		}
	}
}
