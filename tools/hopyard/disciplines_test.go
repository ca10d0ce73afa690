package main

import (
	"strings"
	"testing"
)

const lessons = "../../scenarios/"

// says calls a command line and holds its output to texts that it must have.
func says(t *testing.T, line string, want ...string) {
	t.Helper()
	status, out, errs := call(t, "", "", strings.Fields(line)...)
	if status != exitOK {
		t.Errorf("hopyard %s: status %d: %s", line, status, errs)
	}
	for _, w := range want {
		if !strings.Contains(out, w) {
			t.Errorf("hopyard %s: want %q in\n%s", line, w, out)
		}
	}
}

// TestCompareVariants: growth without stopping, not at all, and by starting
// anew, beside each other; what says nothing is not in the table.
func TestCompareVariants(t *testing.T) {
	line := "compare " + lessons + "grow.json --orders submit --variant expand: --variant off:scheduler.elastic.growth=off --variant again:scheduler.elastic.method=resubmit --variant again:scheduler.elastic.idle=false"
	says(t, line, "+ submit + expand", "+ submit + off", "+ submit + again", "Resubmissions", "Node-hours lost")
	_, out, _ := call(t, "", "", strings.Fields(line)...)
	if strings.Contains(out, "deadline") {
		t.Errorf("deadlines of jobs without any:\n%s", out)
	}
	for _, bad := range []string{"off", ":a=b", "off:growth"} {
		if status, _, errs := call(t, "", "", "compare", lessons+"grow.json", "--variant", bad); status != exitUsage || !strings.Contains(errs, bad) {
			t.Errorf("--variant %s: status %d, %s", bad, status, errs)
		}
	}
}

// TestWhyMore: what decides beside the reason.
func TestWhyMore(t *testing.T) {
	says(t, "why "+lessons+"grow.json --job 1", "s1: 4-11 are frozen for it to grow", "s7: goes on, on 0-11", "it was submitted at 0 and waited 0 s")
	says(t, "why "+lessons+"at-risk.json --job 5 --at 3000", "waits behind job 4 of the same user", "its slack ends at 3400")
	status, out, errs := call(t, "", `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 8}}, "limits": {"users": {"*": {"nodes": 4}}},
		"jobs": [{"id": 1, "nodes": 4, "walltime": 100, "user": "ada"}, {"id": 2, "nodes": 2, "walltime": 100, "user": "ada"}],
		"scheduler": {"queue": "hybrid", "priority": {"weights": {"queue_time": 2, "nodes": -1.5}}}}`, "why", "-", "--job", "2", "--at", "60")
	for _, w := range []string{"the nodes of the user ada would be 6, above the limit of 4", "its priority is ", "nodes -3"} {
		if status != exitOK || !strings.Contains(out, w) {
			t.Errorf("want %q, status %d: %s%s", w, status, out, errs)
		}
	}
}

// TestTable is S1's table in the middle of a lesson.
func TestTable(t *testing.T) {
	says(t, "table "+lessons+"at-risk.json --at 5", "user,job,resources,priority,submit,required_completion,holding", "ada,1,9,0,0,,9,0,3600,,0,,\n")
	if status, _, errs := call(t, "", "", "table", lessons+"grow.json"); status != exitBad || !strings.Contains(errs, `use "deadline"`) {
		t.Errorf("a table of another queue: status %d, %s", status, errs)
	}
	if status, _, _ := call(t, "", "", "table", lessons+"at-risk.json", "--at", "x"); status != exitUsage {
		t.Errorf("--at x: status %d", status)
	}
}
