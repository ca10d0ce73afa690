package traceformats

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"hopyard/core/workload"
	"hopyard/core/workload/traceformats/traceformatstest"
)

// Short names of what traceformatstest has.
type (
	pm100Row = traceformatstest.PM100Row
	fdataRow = traceformatstest.FDataRow
)

// at returns a second of a day in March 2021.
func at(hour, minute, second int) time.Time { return traceformatstest.At(hour, minute, second) }

// parquetOf returns a Parquet file with the given rows, in row groups of 4 rows.
func parquetOf[T any](t testing.TB, rows []T) string {
	t.Helper()
	return traceformatstest.Parquet(t, 4, rows)
}

// sample returns the sample of a format, made by hand after its published description.
func sample(t testing.TB, name string) string {
	t.Helper()
	switch name {
	case "pm100":
		return traceformatstest.PM100(t)
	case "fdata":
		return traceformatstest.FData(t)
	}
	src, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// samples lists the samples, each with its format and with the rows that it becomes:
// the 18 fields of SWF, and GPUs and nodes in fields 19 and 21.
var samples = []struct{ name, format, rows, notes string }{
	{"alcf.csv", "alcf", `1 0 600 7200 8192 -1 -1 8192 10800 -1 1 1 1 -1 1 -1 -1 -1 -1 -1 128
2 330 30 60.5 512 -1 -1 512 3600 -1 0 2 1 -1 2 -1 -1 -1 -1 -1 8`,
		"1 row left out that never started: how long they would have run is not known; 1 row left out that repeated an earlier one (same id and times); 1 job used more or fewer nodes than requested: those used count"},
	{"helios.csv", "helios", `1 0 0 3600 1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1 -1 -1
2 26 60 189 16 -1 -1 16 -1 -1 0 2 -1 -1 2 -1 -1 -1
3 59 180 900 4 -1 -1 4 -1 -1 5 3 -1 -1 1 -1 -1 -1`,
		"1 row left out that had not ended; 1 row left out without GPUs; 3 jobs without a walltime: run times stand in for walltimes"},
	{"acme-seren.csv", "acme", `1 0 32 117 8 -1 -1 8 -1 -1 0 1 -1 -1 1 -1 -1 -1
2 336 13 2693 32 -1 -1 32 -1 -1 1 1 -1 -1 2 -1 -1 -1`,
		"1 row left out without GPUs"},
	{"acme-kalos.csv", "acme", `1 0 10 8 64 -1 -1 64 -1 -1 0 1 -1 -1 1 -1 -1 -1
2 1664 12 70 64 -1 -1 64 -1 -1 5 1 -1 -1 1 -1 -1 -1`,
		"2 jobs ran for a time that differs from end minus start by more than a second: end minus start counts"},
	{"philly.json", "philly", `1 0 30 74 2 -1 -1 2 -1 -1 0 1 -1 -1 1 -1 -1 -1
2 104 7 3600 2 -1 -1 2 -1 -1 1 1 -1 -1 1 -1 1 0
3 501 600 600 6 -1 -1 6 -1 -1 0 2 -1 -1 2 -1 -1 -1`,
		"1 row left out that never started: how long they would have run is not known; 1 row left out that had not ended; 1 run of jobs that were tried again, each a job of its own that follows the run before it"},
	{"batsim.json", "batsim", `1 0 -1 10.25 4 -1 -1 4 100 -1 -1 -1 -1 -1 -1 -1 -1 -1
2 1.5 -1 30.5 8 -1 -1 8 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
3 3 -1 10.25 16 -1 -1 16 5 -1 -1 -1 -1 -1 -1 -1 -1 -1`,
		`the machine has the 16 nodes that the log names; 1 job without a walltime: run times stand in for walltimes; 1 job left out with profiles of the type "ParallelTaskHomogeneousProfile": their run times depend on Batsim's platform`},
	{"pm100", "pm100", `1 0 300 3600 128 -1 -1 128 86400 -1 1 1 1 -1 1 -1 -1 -1 16 -1 4
2 60 0 601 4 -1 -1 4 600 -1 0 2 1 -1 1 -1 -1 -1 0 -1 1
3 180 60 30 32 -1 -1 32 -1 -1 0 1 2 -1 1 -1 -1 -1 4 -1 1`,
		"1 row left out that never started: how long they would have run is not known; 1 row left out that had not ended; 1 row left out that repeated an earlier one (same id and times); 1 job without a walltime: run times stand in for walltimes; 1 job used more or fewer nodes than requested: those used count"},
	{"fdata", "fdata", `1 0 60 3600 96 -1 -1 96 7200 -1 1 1 -1 -1 -1 -1 -1 -1 -1 -1 2
2 30.25 0.75 10 48 -1 -1 48 60 -1 0 2 -1 -1 -1 -1 -1 -1 -1 -1 1
3 120 60 60 48 -1 -1 48 600 -1 5 1 -1 -1 -1 -1 -1 -1 -1 -1 1`,
		"1 time rounded to the millisecond; 1 row left out that never started: how long they would have run is not known"},
}

// rowsOf returns the records of a trace as text.
func rowsOf(trace *workload.SWF) string {
	var lines []string
	for i := range trace.Records {
		lines = append(lines, string(trace.Records[i].AppendText(nil)))
	}
	return strings.Join(lines, "\n")
}

// TestSamples checks that each sample is recognized, and what it becomes.
func TestSamples(t *testing.T) {
	for _, c := range samples {
		src := sample(t, c.name)
		if got := Of([]byte(src)); got != c.format {
			t.Errorf("%s: recognized as %q", c.name, got)
		}
		trace, err := Read([]byte(src), LogOptions{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := rowsOf(trace); got != c.rows {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", c.name, got, c.rows)
		}
		notes := strings.Join(trace.Known.ConversionNotes(), "; ")
		if !strings.Contains(notes, c.notes) {
			t.Errorf("%s: the notes are\n%s\nwithout\n%s", c.name, notes, c.notes)
		}
	}
	for _, text := range []string{"", "{}", "[]", `{"hopyard": 1, "jobs": []}`, "; Version: 2.2\n1 0 -1 10 4", "PAR1PAR1", "a,b\n1,2\n", "\x1f\x8b"} {
		if got := Of([]byte(text)); got != "" {
			t.Errorf("%q: recognized as %s", text, got)
		}
	}
}

// TestUnits checks the other units of sizes.
func TestUnits(t *testing.T) {
	for _, c := range []struct{ name, unit, rows, header string }{
		{"helios.csv", "nodes", `1 0 0 3600 6 -1 -1 6 -1 -1 1 1 -1 -1 1 -1 -1 -1 1 -1 1
2 26 60 189 96 -1 -1 96 -1 -1 0 2 -1 -1 2 -1 -1 -1 16 -1 2
3 27 0 512 8 -1 -1 8 -1 -1 1 2 -1 -1 1 -1 -1 -1 0 -1 1
4 59 180 900 24 -1 -1 24 -1 -1 5 3 -1 -1 1 -1 -1 -1 4 -1 1`, "MaxNodes: 5"},
		{"helios.csv", "cores", `1 0 0 3600 6 -1 -1 6 -1 -1 1 1 -1 -1 1 -1 -1 -1 1
2 26 60 189 96 -1 -1 96 -1 -1 0 2 -1 -1 2 -1 -1 -1 16
3 27 0 512 8 -1 -1 8 -1 -1 1 2 -1 -1 1 -1 -1 -1
4 59 180 900 24 -1 -1 24 -1 -1 5 3 -1 -1 1 -1 -1 -1 4`, "MaxProcs: 134"},
		{"philly.json", "nodes", `1 0 30 74 1 -1 -1 1 -1 -1 0 1 -1 -1 1 -1 -1 -1 2 -1 1
2 104 7 3600 1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1 1 0 2 -1 1
3 501 600 600 2 -1 -1 2 -1 -1 0 2 -1 -1 2 -1 -1 -1 6 -1 2`, "MaxNodes: 3"},
		{"pm100", "gpus", `1 0 300 3600 16 -1 -1 16 86400 -1 1 1 1 -1 1 -1 -1 -1
2 180 60 30 4 -1 -1 4 -1 -1 0 1 2 -1 1 -1 -1 -1`, "MaxProcs: 16"},
	} {
		trace, err := Read([]byte(sample(t, c.name)), LogOptions{Unit: c.unit})
		if err != nil {
			t.Errorf("%s in %s: %v", c.name, c.unit, err)
			continue
		}
		var header bytes.Buffer
		if err := workload.WriteSWF(&header, trace.Header, func(func(workload.SWFRecord) bool) {}); err != nil {
			t.Fatal(err)
		}
		if got := rowsOf(trace); got != c.rows || !strings.Contains(header.String(), "; "+c.header+"\n") {
			t.Errorf("%s in %s:\ngot\n%s\n%s\nwant\n%s\n%s", c.name, c.unit, header.String(), got, c.header, c.rows)
		}
	}
	for _, c := range []struct{ name, unit, want string }{
		{"fdata", "gpus", `not a readable job log: the unit "gpus" is none that F-DATA gives; use nodes or cores`},
		{"batsim.json", "cores", `not a readable job log: the unit "cores" is none that a workload of Batsim gives; use nodes`},
		{"helios.csv", "racks", `not a readable job log: the unit "racks" is none that the trace of Helios gives; use nodes or cores or gpus`},
	} {
		if _, err := Read([]byte(sample(t, c.name)), LogOptions{Unit: c.unit}); err == nil || err.Error() != c.want {
			t.Errorf("%s in %s: %v, want %s", c.name, c.unit, err, c.want)
		}
	}
}
