package logreader

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/workload/traceformats/traceformatstest"
	"hopyard/tools/hopyard/input"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
)

// logs returns a sample of each format by the name of its file.
func logs(t *testing.T) map[string]string {
	t.Helper()
	const dir = "../../../core/workload/traceformats/testdata"
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"job_table.parquet": traceformatstest.PM100(t), "21_04.parquet": traceformatstest.FData(t)}
	for _, f := range files {
		if f.IsDir() { // inputs found by fuzzing
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = string(src)
	}
	return all
}

// read sends a log to the worker's side. It returns the trace, the reply, and the
// percentages that were reported.
func read(t *testing.T, log, unit string) (trace string, reply message.Converted, percents []int32) {
	t.Helper()
	var out strings.Builder
	wire := Answer((&message.Convert{Serial: 7, Name: "log", Text: unit}).Pack(), []byte(log), func(wire []byte) {
		var p message.Progress
		if err := p.Unpack(wire); err != nil || p.Serial != 7 || p.Jobs != 100 {
			t.Errorf("%+v, %v", p, err)
		}
		percents = append(percents, p.Ended)
	}, &out)
	if err := reply.Unpack(wire); err != nil || reply.Serial != 7 || reply.Name != "log" || reply.Text != "" {
		t.Errorf("%+v, %v", reply, err)
	}
	return out.String(), reply, percents
}

// TestSamples checks that the page takes the sample of each format for a job log, and
// that the worker makes the same trace of it as the command line.
func TestSamples(t *testing.T) {
	for name, log := range logs(t) {
		for _, name := range []string{name, "jobs", "jobs.json", "jobs.csv"} {
			if kind := edit.KindOfFile(name, log[:min(len(log), 1<<16)]); kind != edit.LogFile {
				t.Errorf("%s is of kind %d", name, kind)
			}
		}
		want, err := input.AsSWF(name, []byte(log))
		if err != nil {
			t.Fatal(err)
		}
		trace, reply, _ := read(t, log, "")
		if trace != want || len(reply.Faults) > 0 {
			t.Errorf("%s: %+v\n%s\nwant\n%s", name, reply, trace, want)
		}
		if simworker.NodesOf(trace) == 0 || edit.KindOfFile("x", trace) != edit.TraceFile {
			t.Errorf("%s: the page does not take the trace for one:\n%s", name, trace)
		}
	}
}

// TestUnit checks that sizes count what the page asks for.
func TestUnit(t *testing.T) {
	log := logs(t)["helios.csv"]
	gpus, _, _ := read(t, log, "")
	nodes, _, _ := read(t, log, "nodes")
	if !strings.Contains(gpus, "sizes are in GPUs") || !strings.Contains(nodes, "sizes are in nodes") {
		t.Errorf("%s%s", gpus, nodes)
	}
	if _, reply, _ := read(t, log, "racks"); len(reply.Faults) != 1 || !strings.Contains(reply.Faults[0].Problem, "use nodes or cores or gpus") {
		t.Errorf("%+v", reply)
	}
}

// TestProgress checks that each percentage is reported once.
func TestProgress(t *testing.T) {
	_, _, percents := read(t, traceformatstest.LongCSV(50_000), "")
	last := int32(0)
	for _, n := range percents {
		if n <= last || n > 100 {
			t.Errorf("%v", percents)
		}
		last = n
	}
	if len(percents) != 12 {
		t.Errorf("%d reports: %v", len(percents), percents)
	}
}

// TestFaults checks that errors in a log are reported with line, column, value and
// advice, or with the row of a Parquet file.
func TestFaults(t *testing.T) {
	samples := logs(t)
	for _, c := range []struct {
		log  string
		line int32
		want string
	}{
		{strings.Replace(samples["helios.csv"], "COMPLETED", "DONE", 1), 2, `column 7 (state) "DONE" is not one of Slurm's job states`},
		{strings.Replace(samples["philly.json"], `"Pass"`, `"Passed"`, 1), 2, `status "\"Passed\"" is not Pass`},
		{traceformatstest.Parquet(t, 4, []traceformatstest.PM100Row{{Job: 1, State: "DONE", Submit: traceformatstest.At(8, 0, 0), Nodes: 1}}), 0, `row 1, column job_state "DONE" is not`},
		{samples["job_table.parquet"][:200], 0, "the file is not a Parquet file, or is damaged"},
		{"", 0, "the contents are of no known format"},
	} {
		_, reply, _ := read(t, c.log, "")
		if faults := reply.Faults; len(faults) == 0 || faults[0].Line != c.line || !strings.Contains(faults[0].Problem, c.want) {
			t.Errorf("%+v, want %s in line %d", faults, c.want, c.line)
		}
	}
	var reply message.Converted
	if err := reply.Unpack(Answer([]byte("no message"), nil, nil, nil)); err != nil || len(reply.Faults) != 1 {
		t.Errorf("%+v, %v", reply, err)
	}
}
