package pendingworker_test

import (
	"os"
	"strings"
	"testing"

	"hopyard/core/slurmstate"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
)

// past returns files about a recorded run of Slurm.
func past(t *testing.T) []slurmstate.File {
	t.Helper()
	const folder = "../../../core/slurmstate/testdata/starts/backfill-nodes/"
	rows, err := os.ReadFile(folder + "0/sacct.txt")
	if err != nil {
		t.Fatal(err)
	}
	conf, err := os.ReadFile(folder + "slurm.conf")
	if err != nil {
		t.Fatal(err)
	}
	return []slurmstate.File{{Name: "jobs.sacct", Data: rows}, {Name: "slurm.conf", Data: conf}}
}

// replays asks about the past, works until nothing is left to do, and returns the answers.
func replays(t *testing.T, d *simworker.Dispatcher, m message.LivePast) (out []message.LiveFidelity) {
	t.Helper()
	d.Handle(m.Pack())
	for d.Busy() {
		d.Work(32)
		for _, wire := range d.Answers() {
			var a message.LiveFidelity
			if a.Unpack(wire) != nil || a.Number != m.Number {
				t.Fatalf("kind %d", message.KindOf(wire))
			}
			out = append(out, a)
		}
	}
	return out
}

// TestReplays asks how true a replay is, with sacct's output alone and with slurm.conf,
// and what changes do.
func TestReplays(t *testing.T) {
	var d simworker.Dispatcher
	files := past(t)
	if known := giveFiles(t, &d, true, files[0]); !known.Has.Past || !known.Has.History || known.Running+known.Waiting > 0 {
		t.Errorf("%+v", known)
	}
	all := replays(t, &d, message.LivePast{Serial: 1, Number: 1})
	if last := all[len(all)-1]; !last.Over || !last.Known || last.Trouble != "" || last.Rows[0].Jobs < 10 || !strings.Contains(strings.Join(last.Assumed, " "), "slurm.conf is not given") {
		t.Errorf("sacct alone: %+v", last)
	}
	giveFiles(t, &d, false, files[1])
	all = replays(t, &d, message.LivePast{Serial: 1, Number: 2})
	base := all[len(all)-1]
	if len(all) < 3 || all[0].Known || !base.Over || len(base.Partitions) < 2 || len(base.Rows) < 4 {
		t.Errorf("%d answers, the last one %+v", len(all), base)
	}
	all = replays(t, &d, message.LivePast{Serial: 1, Number: 3, Path: "partition.batch.Nodes", Value: "+4"})
	last := all[len(all)-1]
	if !all[0].Known || !last.Over || !last.Changed || len(last.Differences) < 6 || last.Differences[0].After > last.Differences[0].Before || last.Rows[0] != base.Rows[0] {
		t.Errorf("%+v", last)
	}
	all = replays(t, &d, message.LivePast{Serial: 1, Number: 4, Path: "bf_interval", Value: "soon"})
	if last := all[len(all)-1]; !last.Over || !last.Known || last.Changed || !strings.Contains(last.Trouble, "bf_interval=soon") {
		t.Errorf("%+v", last)
	}
	d.Handle((&message.LivePast{Serial: 1, Number: 5}).Pack())
	d.Handle((&message.LivePast{Serial: 1, Number: 5, Stop: true}).Pack())
	if d.Busy() {
		t.Error("it goes on after it was given up")
	}
	if all := replays(t, &d, message.LivePast{Serial: 1, Number: 6}); len(all) != 1 || !all[0].Over || !all[0].Known {
		t.Errorf("the fidelity is computed again: %d answers", len(all))
	}
}
