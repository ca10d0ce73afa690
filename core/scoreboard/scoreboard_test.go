package scoreboard_test

import (
	"testing"

	"hopyard/core/lowerbound"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/scoreboard"
	"hopyard/core/simtime"
)

// hole is a scenario with 12 nodes, 10 of which job 1 uses. Job 2 needs 11 nodes
// and waits for job 1. Jobs 3 and 4 fit beside job 1. Job 3 runs longer than job 1,
// and job 4 does not.
const hole = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 12}}, "jobs": [
	{"id": 1, "submit": 0, "nodes": 10, "walltime": 100}, {"id": 2, "submit": 10, "nodes": 11, "walltime": 100},
	{"id": 3, "submit": 20, "nodes": 2, "walltime": 110}, {"id": 4, "submit": 20, "nodes": 2, "walltime": 60}],
	"scheduler": {"queue": "manual", "decisions": [{"at": 0, "job": 1, "nodes": "0-9"}, {"at": 15, "job": 2}, {"at": 20, "job": 3, "nodes": "10-11"}, {"at": 20, "job": 4, "nodes": "8-9"}]}}`

// TestOf checks the figures for the scenario hole against values computed by hand.
// The decisions for jobs 2 and 4 are refused. These jobs start as soon as they fit,
// job 4 at 100 and job 2 at 160. EASY starts job 4 at 20 and job 2 at 100, and thus
// reaches the shortest possible wait.
func TestOf(t *testing.T) {
	s, err := scenario.Parse([]byte(hole))
	if err != nil {
		t.Fatal(err)
	}
	x, err := scoreboard.Of(s)
	if err != nil {
		t.Fatal(err)
	}
	want := []scoreboard.ScoreRow{
		{"manual", (0 + (160 - 10) + 0 + 80) / 4.0, 260_000, 4, 1},
		{"easy", (0 + 90 + (200 - 20) + 0) / 4.0, 310_000, 4, 0},
		{"conservative", (0 + 90 + (200 - 20) + 0) / 4.0, 310_000, 4, 0},
		{"fcfs", (0 + 90 + 180 + 180) / 4.0, 310_000, 4, 0},
	}
	for i, row := range want {
		if x.Rows[i] != row {
			t.Errorf("have %+v, want %+v", x.Rows[i], row)
		}
	}
	refused, broken := scoreboard.Refused(x.Outcomes), scoreboard.Broken(x.Outcomes)
	if len(refused) != 2 || refused[0].Refusal != queue.NoRoom || refused[0].First != 100_000 || refused[1].Refusal != queue.NodeHeld || refused[1].Holder != 0 {
		t.Errorf("refused: %+v", refused)
	}
	if len(broken) != 1 || broken[0].Decision != 2 || broken[0].Broken != 1 || broken[0].Is.Sub(broken[0].Was) != 30*simtime.Second {
		t.Errorf("broken: %+v", broken)
	}
	if b := x.Bounds; !x.Bounded || b.WaitBy != lowerbound.Exact || b.Wait != 230*simtime.Second || b.EndBy != lowerbound.Exact || b.End != 260_000 {
		t.Errorf("%+v", b)
	}
}
