package simulate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/workload/resampling"
	"hopyard/tools/hopyard/clitest"
	"hopyard/tools/traces"
)

// traceFolder returns a temporary folder with the file tiny.json and with a trace of
// some weeks, long.swf.
func traceFolder(t *testing.T) string {
	t.Helper()
	dir := clitest.Folder(t)
	var text bytes.Buffer
	if err := (traces.Size{Jobs: 5000, Nodes: 128, Users: 40, Widest: 64, Load: 800}).Write(&text, 3); err != nil {
		t.Fatal(err)
	}
	clitest.Write(t, dir, "long.swf", text.String())
	return dir
}

// TestCompareResamples checks that compare prints the differences of the same runs
// that a design with "resample" has.
func TestCompareResamples(t *testing.T) {
	dir, call := traceFolder(t), clitest.Caller(Compare)
	args := []string{"compare", "DIR/long.swf", "--queues", "easy,fcfs", "--resample", "days", "--replicates", "6", "--seed", "40"}
	status, out, problem := call(t, dir, "", args...)
	if status != 0 {
		t.Fatal(problem)
	}
	again, second, _ := call(t, dir, "", args...)
	if again != 0 || second != out {
		t.Error("the second time, it prints something else")
	}
	_, table, found := strings.Cut(out, "* best of its row\n\n")
	if !found || !strings.HasPrefix(table, "6 resamples of the trace, drawn from its 19 days; differences from easy + first-fit with 95 % intervals\n") {
		t.Fatal(out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "long.swf"))
	if err != nil {
		t.Fatal(err)
	}
	swf, _ := json.Marshal(string(text))
	d, err := scenario.ParseDesign(fmt.Appendf(nil, `{"hopyard_design": 1, "repetitions": 7, "resample": "days",
		"scenario": {"hopyard": 1, "seed": 40, "cluster": {"topology": {"kind": "flat", "nodes": 128}}, "workload": {"swf": %s}},
		"factors": [{"name": "queue", "levels": [{"name": "easy", "set": {"scheduler.queue": "easy", "scheduler.allocator": "first-fit"}}, {"name": "fcfs", "set": {"scheduler.queue": "fcfs", "scheduler.allocator": "first-fit"}}]}]}`, swf))
	if err != nil {
		t.Fatal(err)
	}
	x, err := experiment.New(d)
	if err != nil {
		t.Fatal(err)
	}
	runs := make([][][]float64, 2)
	for cell := range runs {
		for n := range d.Repetitions {
			f, err := x.Run(cell, n)
			if err != nil {
				t.Fatal(err)
			}
			runs[cell] = append(runs[cell], values(f.List()))
		}
	}
	all := experiment.CompareResamples(runs, experiment.JudgedFigures, x.EstimatorOf(0).Pool)
	if want := "\n" + intervalTable([]string{"easy + first-fit", "fcfs + first-fit"}, all, x.EstimatorOf(0).Pool, 6); want != "\n\n"+table {
		t.Errorf("%s\nnot\n%s", table, want)
	}
	if !regexp.MustCompile(`\nIn 6 of 6 resamples the mean wait is longer under fcfs \+ first-fit than under easy \+ first-fit; on the trace, the difference is significant\.\n`).MatchString(table) {
		t.Error(table)
	}
	_, one, _ := call(t, dir, "", append(args, "--figure", "max_wait")...)
	if !strings.Contains(one, "\nLongest wait (s)  +") || strings.Contains(one, "In 6 of 6") {
		t.Errorf("--figure max_wait prints\n%s", one)
	}
}

// TestIntervalRows checks how differences are written.
func TestIntervalRows(t *testing.T) {
	list := (&metrics.Figures{}).List()
	killed, used := 1, 11
	for _, c := range []struct {
		d    experiment.ResampledDifference
		want string
	}{
		{experiment.ResampledDifference{Figure: killed, Estimate: experiment.Estimate{Mean: 2, Half: 3.5}, Less: 1, Greater: 2, P: 0.5},
			"Killed at their walltime|+2.000|-1.500 to +5.500|||1/2|0.500 "},
		{experiment.ResampledDifference{Figure: used, Estimate: experiment.Estimate{Mean: -0.1, Half: 0.05}, HasRatio: true, Ratio: experiment.Interval{Mean: 0.8, Low: 0.7, High: 0.9}, Less: 3, P: 0.0123},
			"Utilization (%)|-10.00|-15.00 to -5.00|0.800|0.700 to 0.900|3/0|0.012*"},
	} {
		if got := strings.Join(intervalRow(&c.d, list), "|"); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
	same := intervalTable([]string{"a", "b"}, nil, resampling.Pool{Blocks: resampling.Weeks, Number: 4}, 5)
	if !strings.Contains(same, "b: the same figures in all runs\n") {
		t.Error(same)
	}
}

// TestMalformedResamples checks errors of the options about resamples.
func TestMalformedResamples(t *testing.T) {
	dir, call := traceFolder(t), clitest.Caller(Compare)
	for line, want := range map[string]string{
		"DIR/long.swf --queues easy,fcfs --resample months":                                                   `--resample "months"; use one of: weeks, days, users`,
		"DIR/long.swf --queues easy,fcfs --resample weeks":                                                    "DIR/long.swf: resampling by weeks needs at least 4 whole weeks, and the trace has 2; use days, or a longer trace",
		"DIR/long.swf --queues easy,fcfs --resample days --replicates 1":                                      "--replicates 1; use 2 to 9999",
		"DIR/long.swf --queues easy,fcfs --resample days --replicates 10000":                                  "--replicates 10000; use 2 to 9999",
		"DIR/long.swf --queues easy,fcfs --resample days --seed -2":                                           "--seed -2; use 0 to ",
		"DIR/long.swf --queues easy,fcfs --replicates 5":                                                      "--replicates, --seed and --figure need --resample; add it, or leave them out",
		"DIR/long.swf --queues easy,fcfs --figure mean_wait":                                                  "--replicates, --seed and --figure need --resample; add it, or leave them out",
		"DIR/long.swf --queues easy,fcfs --resample days --figure mean_wiat":                                  `--figure "mean_wiat" is not the key of a metric that can be better or worse; did you mean "mean_wait"?`,
		"DIR/long.swf --queues easy,fcfs --resample days --figure jobs":                                       `--figure "jobs" is not the key of a metric that can be better or worse; `,
		"DIR/long.swf --resample days":                                                                        "--resample compares columns, and there is only one; add --queues, --allocators, --orders, --policy or --variant",
		"DIR/tiny.json --queues easy,fcfs --resample days":                                                    "--resample is for traces; this scenario has a list of jobs or draws them from a model",
		"DIR/long.swf --queues easy,fcfs --resample users --set altered.without_users=[\"1\"] --replicates 2": "",
	} {
		status, _, problem := call(t, dir, "", append([]string{"compare"}, strings.Fields(line)...)...)
		if (status == 0) != (want == "") || !strings.Contains(strings.ReplaceAll(problem, dir, "DIR"), want) {
			t.Errorf("%s: status %d: %s\nnot %s", line, status, problem, want)
		}
	}
}
