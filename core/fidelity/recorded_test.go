package fidelity_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"hopyard/core/fidelity"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/workload/sacct"
)

// recordings are runs of Slurm 22.05 on eight nodes.
const recordings = "../slurmstate/testdata/starts/"

// recorded replays a recording. The replay begins with the first recorded start, because
// until then all nodes were drained.
func recorded(t *testing.T, folder string) (*fidelity.PastModel, *fidelity.Outcome) {
	rows, err := os.ReadFile(folder + "/sacct.txt")
	if err != nil {
		t.Fatal(err)
	}
	conf, err := os.ReadFile(filepath.Dir(folder) + "/slurm.conf")
	if err != nil {
		t.Fatal(err)
	}
	past, err := sacct.ReadRecords(bytes.NewReader(rows), sacct.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := slurmstate.Read([]slurmstate.File{{Name: "slurm.conf", Data: conf}})
	if err != nil {
		t.Fatal(err)
	}
	in := fidelity.Input{Past: past, Snapshot: s, From: past.Records[0].Start}
	for i := range past.Records {
		in.From = min(in.From, past.Records[i].Start)
	}
	m, err := fidelity.New(in)
	if err != nil {
		t.Fatal(err)
	}
	o, err := m.Replay()
	if err != nil {
		t.Fatal(err)
	}
	return m, o
}

// TestRecordedRuns replays what sacct recorded of Slurm. Jobs run for seconds there, and
// Slurm needs a second or two to start and to end one, so errors add up over a run of a
// minute; compare the errors with the waits.
func TestRecordedRuns(t *testing.T) {
	for _, x := range []struct {
		kind   string
		median simtime.Duration // largest accepted median error
	}{{"backfill-nodes", 12}, {"builtin-nodes", 12}, {"backfill-defer-cores", 20}, {"builtin-cores", 12}, {"backfill-limits", 30}} {
		folders, _ := filepath.Glob(recordings + x.kind + "/[0-9]")
		var errors, waits []simtime.Duration
		reasons := map[string]int{}
		for _, folder := range folders {
			m, o := recorded(t, folder)
			f := m.Fidelity(o)
			if f.Overall.Jobs < 15 || len(f.Refused) > 0 {
				t.Errorf("%s: %d jobs replayed; left out: %v", folder, f.Overall.Jobs, f.Refused)
			}
			for i, r := range m.Records() {
				e := int64(o.Start[i]/1000) - (r.Start - m.Began())
				errors = append(errors, simtime.Duration(max(e, -e)))
				waits = append(waits, simtime.Duration(r.Start-max(r.Eligible, m.Began())))
			}
			for _, w := range f.Wrong {
				reasons[w.Reason]++
			}
		}
		slices.Sort(errors)
		slices.Sort(waits)
		at := func(all []simtime.Duration, p int) simtime.Duration { return all[len(all)*p/100] }
		t.Logf("%s: %d jobs, error %d s in the median and %d s for 90 %%; waits %d and %d s; wrong: %v", x.kind, len(errors), at(errors, 50), at(errors, 90), at(waits, 50), at(waits, 90), reasons)
		if len(errors) < 100 || at(errors, 50) > x.median {
			t.Errorf("%s: %d jobs, median error %d s", x.kind, len(errors), at(errors, 50))
		}
	}
}
