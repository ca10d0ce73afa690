package runexport

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
)

// runOf simulates a scenario.
func runOf(t *testing.T, text string) *Run {
	t.Helper()
	s, err := scenario.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	tape, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	about := scenario.Subject(&c)
	figures := about.Summarize(tape.Log())
	return &Run{Name: s.Title, Config: &c, Events: tape.Log(), Figures: &figures, Notice: func(text string) { t.Errorf("notice: %s", text) }}
}

// written returns a run in a format, as a table of cells by column if it is CSV.
func written(t *testing.T, r *Run, name string) (text string, columns map[string][]string) {
	t.Helper()
	format, err := FormatOf(name)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := format(&out, r); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(name, ".csv") {
		return out.String(), nil
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	columns = map[string][]string{}
	for i, name := range rows[0] {
		for _, row := range rows[1:] {
			columns[name] = append(columns[name], row[i])
		}
	}
	return "", columns
}

// mixed is a scenario with a job that is killed, one that is too large, one that shares a
// node, and a user whose name looks like a formula.
const mixed = `{"hopyard": 1, "title": "Mixed, with a comma", "cluster": {"topology": {"kind": "flat", "nodes": 3}, "node": {"cores": 4}},
  "jobs": [
    {"id": 1, "submit": 0, "tasks": 6, "walltime": 10, "runtime": 4, "user": "=ada"},
    {"id": 2, "submit": 0, "tasks": 2, "walltime": 6, "runtime": 60},
    {"id": 3, "submit": 1, "tasks": 8, "walltime": 5, "deadline": 30}
  ], "scheduler": {"queue": "fcfs", "allocator": "first-fit"}}`

// TestBatsim checks Batsim's tables against a schedule worked out by hand: job 1 has node 0
// and half of node 1 until 4, job 2 the rest of node 1 until it is killed at 6, and job 3
// starts at 4 with four tasks on node 0 and two each on nodes 1 and 2. Nodes 0 and 1 are
// in use for 9 s and node 2 for 5 s.
func TestBatsim(t *testing.T) {
	r := runOf(t, mixed)
	_, jobs := written(t, r, "out_jobs.csv")
	for column, want := range map[string]string{
		"job_id": "1 2 3", "submission_time": "0 0 1", "requested_time": "10 6 5", "success": "1 0 1",
		"final_state":   "COMPLETED_SUCCESSFULLY COMPLETED_WALLTIME_REACHED COMPLETED_SUCCESSFULLY",
		"starting_time": "0 0 4", "execution_time": "4 6 5", "finish_time": "4 6 9", "waiting_time": "0 0 3", "turnaround_time": "4 6 8",
		"stretch": "1 1 1.6", "requested_number_of_resources": "2 1 3",
	} {
		if got := strings.Join(jobs[column], " "); got != want {
			t.Errorf("%s: %s, want %s", column, got, want)
		}
	}
	if got := strings.Join(jobs["allocated_resources"], "|"); got != "0-1|1|0-2" {
		t.Errorf("resources: %s", got)
	}
	if jobs["workload_name"][0] != "Mixed, with a comma" {
		t.Errorf("workload %q", jobs["workload_name"])
	}
	_, sum := written(t, r, "schedule.csv")
	for column, want := range map[string]string{
		"makespan": "9", "nb_jobs": "3", "nb_jobs_finished": "3", "nb_jobs_killed": "1", "nb_jobs_success": "2", "max_waiting_time": "3", "mean_waiting_time": "1",
		"mean_turnaround_time": "6", "max_slowdown": "1.6", "mean_slowdown": "1.2", "time_computing": "23", "time_idle": "4", "consumed_joules": "-1", "nb_computing_machines": "3",
	} {
		if got := sum[column][0]; got != want {
			t.Errorf("%s: %s, want %s", column, got, want)
		}
	}
	if names := strings.Split(scheduleColumns, ","); !slices.IsSorted(names) {
		t.Errorf("the columns are not in alphabetical order: %v", names)
	}
}

// TestBatsimWithoutJobs checks a run in which no job ran: one is too large.
func TestBatsimWithoutJobs(t *testing.T) {
	r := runOf(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 2}}, "workload": {"swf": "1 5 -1 10 4 -1 -1 4 10 -1 1 1 1 1 1 1 -1 -1\n"}}`)
	_, jobs := written(t, r, "jobs.csv")
	if jobs["final_state"][0] != "REJECTED" || jobs["starting_time"][0] != "" || jobs["stretch"][0] != "" || jobs["allocated_resources"][0] != "" {
		t.Errorf("%v", jobs)
	}
	_, sum := written(t, r, "schedule.csv")
	if sum["nb_jobs_rejected"][0] != "1" || sum["makespan"][0] != "0" || sum["mean_slowdown"][0] != "0" {
		t.Errorf("%v", sum)
	}
}

// TestPerfetto checks that the trace is JSON, that each job has a slice on each of its nodes
// and one of its own, and that slices of a row do not overlap.
func TestPerfetto(t *testing.T) {
	r := runOf(t, mixed)
	text, _ := written(t, r, "run.json")
	var trace struct {
		TraceEvents []struct {
			Ph, Name string
			Pid, Tid int
			Ts, Dur  int64
			Args     map[string]any
		}
	}
	if err := json.Unmarshal([]byte(text), &trace); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	until, named, slicesOf, waiting := map[[2]int]int64{}, map[[2]int]string{}, map[string]int{}, []float64{}
	for _, e := range trace.TraceEvents {
		row := [2]int{e.Pid, e.Tid}
		switch {
		case e.Ph == "X":
			if e.Ts < until[row] {
				t.Errorf("%s overlaps the slice before it in row %v", e.Name, row)
			}
			until[row] = e.Ts + e.Dur
			slicesOf[fmt.Sprintf("%d %s %d %d", e.Pid, e.Name, e.Ts, e.Dur)]++
		case e.Name == "thread_name":
			named[row] = e.Args["name"].(string)
		case e.Name == "waiting jobs":
			waiting = append(waiting, e.Args["value"].(float64))
		}
	}
	for key, want := range map[string]int{"1 job 1 0 4000000": 2, "1 job 2 0 6000000": 1, "1 job 3 4000000 5000000": 3, "2 job 3 4000000 5000000": 1} {
		if slicesOf[key] != want {
			t.Errorf("%d slices %q, want %d: %v", slicesOf[key], key, want, slicesOf)
		}
	}
	for row := range until {
		if named[row] == "" {
			t.Errorf("row %v has no name", row)
		}
	}
	if named[[2]int{1, 2}] != "node 1" || named[[2]int{1, 5}] != "node 1 (2)" {
		t.Errorf("rows: %v", named)
	}
	if !slices.Equal(waiting, []float64{0, 1, 0}) {
		t.Errorf("waiting jobs: %v", waiting)
	}
}

// TestParquet reads the Parquet file back and compares it with the CSV of --jobs.
func TestParquet(t *testing.T) {
	for _, scenario := range []string{mixed, clitest.Tiny, `{"hopyard": 1, "cluster": {"topology": {"kind": "slurm", "conf": "SwitchName=a Nodes=n[0-2]"}}, "jobs": [{"nodes": 2, "walltime": 5}]}`, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 3}}, "jobs": []}`} {
		r := runOf(t, scenario)
		text, _ := written(t, r, "jobs.parquet")
		rows, err := parquet.Read[jobRow](strings.NewReader(text), int64(len(text)))
		if err != nil || len(rows) != len(r.Config.Jobs) {
			t.Fatalf("%d rows: %v", len(rows), err)
		}
		var out bytes.Buffer
		if err := metrics.WriteJobs(&out, r.Config.Machine, r.Config.Jobs, r.Events); err != nil {
			t.Fatal(err)
		}
		want, err := csv.NewReader(&out).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		columns, err := columnsOf(want[0])
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			for k, cell := range want[i+1] {
				if got := cellOf(reflect.ValueOf(row).Field(columns[k])); got != strings.TrimPrefix(cell, "'") {
					t.Errorf("job %d, %s: %q, want %q", row.Job, want[0][k], got, cell)
				}
			}
		}
	}
}

// cellOf formats a value as the CSV does.
func cellOf(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Bool {
		return map[bool]string{true: "1", false: "0"}[v.Bool()]
	}
	return fmt.Sprint(v.Interface())
}

// TestFormatOf checks that an unknown end of a name is an error that lists the known ones.
func TestFormatOf(t *testing.T) {
	if _, err := FormatOf("run.xlsx"); !cli.IsBadUsage(err) || !strings.Contains(err.Error(), "use jobs.csv, schedule.csv, .json, .parquet") {
		t.Error(err)
	}
}
