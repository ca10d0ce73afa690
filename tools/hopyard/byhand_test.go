package main

import (
	"strings"
	"testing"

	"hopyard/tools/hopyard/clitest"
)

// TestByHand checks the report about a run with manual decisions. The report must
// list the refused decisions with the reasons, and the broken promises. It must
// also compare the schedule with other disciplines; SOURCES.md BOUND.1 proves the
// numbers in this comparison. In addition, the test checks the explanations of why
// a job starts or waits.
func TestByHand(t *testing.T) {
	dir := t.TempDir()
	clitest.Write(t, dir, "hole.json", `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 12}}, "jobs": [
		{"id": 1, "submit": 0, "nodes": 10, "walltime": 100}, {"id": 2, "submit": 10, "nodes": 11, "walltime": 100},
		{"id": 3, "submit": 20, "nodes": 2, "walltime": 110}, {"id": 4, "submit": 20, "nodes": 2, "walltime": 60}],
		"scheduler": {"queue": "manual", "decisions": [{"at": 0, "job": 1, "nodes": "0-9"}, {"at": 15, "job": 2}, {"at": 20, "job": 3, "nodes": "10-11"}, {"at": 20, "job": 4, "nodes": "8-9"}]}}`)
	for args, says := range map[string][]string{
		"run DIR/hole.json": {
			"4 decisions, 2 of them refused",
			"decision 2 at 15, job 2: it needs 11, 2 free; 11 are free from 100 on, when job 1 ends at the latest",
			"decision 4 at 20, job 4: node 8 is held by job 1; all of them are free from 100 on",
			"1 promise of EASY broken",
			"decision 3 at 20, job 3: it ends by 130; EASY had promised job 2 the time 100, and now it is 130",
			"You                                  57.500           260       1",
			"EASY backfilling                     67.500           310       0",
			"Best possible (proven)               57.500           260",
			"a search of all orders of the 4 jobs",
		},
		"why DIR/hole.json --job 3": {"a person started it here (needs 2, 2 free)", "as the decision specifies"},
		"why DIR/hole.json --job 2": {"nobody has started it"},
	} {
		status, out, err := call(t, dir, "", strings.Fields(args)...)
		for _, want := range says {
			if status != 0 || !strings.Contains(out, want) {
				t.Errorf("hopyard %s: status %d, no %q in\n%s%s", args, status, want, out, err)
			}
		}
	}
}
