package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/jsondoc"
	"hopyard/tools/hopyard/chartscript"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
)

// little is a design of 8 cells with 3 repetitions each.
const little = `{
  "hopyard_design": 1, "title": "Little", "repetitions": 3,
  "scenario": {
    "hopyard": 1,
    "cluster": {"topology": {"kind": "fat-tree", "levels": 2, "width": 4}},
    "workload": {"model": "lublin", "jobs": 30, "load": 0.7, "estimates": "factor"}
  },
  "factors": [
    {"name": "machine", "levels": [
      {"name": "tree, small"},
      {"name": "torus", "set": {"cluster.topology": {"kind": "torus", "dims": [4, 4]}}}
    ]},
    {"name": "load", "path": "workload.load", "levels": [0.5, 0.9]},
    {"name": "allocator", "path": "scheduler.allocator", "levels": ["sdm", "random"]}
  ],
  "axis": "load", "algorithm": ["allocator"], "figures": ["mean_wait", "mean_pairwise_hops"],
  "claims": [{"where": {"machine": ["torus"]}, "text": "SDM", "best": [{"algorithms": ["sdm"]}]}]
}`

// interrupted runs the design little and stops after the given number of runs. If
// the number is -1, it does not stop early.
func interrupted(t *testing.T, dir string, workers, runs int) error {
	t.Helper()
	return interruptedOf(t, little, dir, workers, runs)
}

// interruptedOf runs the given design. It stops after the given number of runs,
// unless the number is -1.
func interruptedOf(t *testing.T, design, dir string, workers, runs int) error {
	t.Helper()
	x, err := readExperiment([]byte(design))
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	if runs == 0 {
		close(stop)
	}
	s := &sweep{t: &cli.Terminal{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}, dir: dir, design: []byte(design), experiment: x, workers: workers, stop: stop}
	s.made = func(n int) {
		if n == runs {
			close(stop)
		}
	}
	return s.run()
}

func contents(t *testing.T, dir string) (runs, means string) {
	t.Helper()
	a, err := os.ReadFile(filepath.Join(dir, runsName))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, meansName))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(a), string(b)
}

// TestSweep runs a sweep with one worker and with three workers. Both must write
// the same rows. Interruptions must not change the rows, even if a row was only
// partly written.
func TestSweep(t *testing.T) {
	one, three, torn := t.TempDir(), t.TempDir(), t.TempDir()
	if err := interrupted(t, one, 1, -1); err != nil {
		t.Fatal(err)
	}
	runs, means := contents(t, one)
	if rows := strings.Count(runs, "\n"); rows != 1+8*3 {
		t.Fatalf("%d rows", rows)
	}
	if rows := strings.Count(means, "\n"); rows != 1+8 {
		t.Fatalf("%d rows of means", rows)
	}
	if err := interrupted(t, three, 3, -1); err != nil {
		t.Fatal(err)
	}
	if r, m := contents(t, three); r != runs || m != means {
		t.Error("three workers write something else than one")
	}
	for _, step := range []int{5, 4, 1, 0} {
		before := ""
		if step != 5 {
			before, _ = contents(t, torn)
		}
		err := interrupted(t, torn, 2, step)
		if err == nil || !strings.Contains(err.Error(), "of 24 runs, which are kept") {
			t.Fatalf("interrupted: %v", err)
		}
		after, m := contents(t, torn)
		if m != "" || !strings.HasPrefix(after, strings.TrimSuffix(before, "\"tree, sm")) || strings.Count(after, "\n") < strings.Count(before, "\n")+step {
			t.Fatalf("after %d more runs:\n%s", step, after)
		}
		tear(t, torn)
	}
	if err := interrupted(t, torn, 2, -1); err != nil {
		t.Fatal(err)
	}
	if r, m := contents(t, torn); r != runs || m != means {
		t.Errorf("an interrupted sweep ends with other rows:\n%s", r)
	}
	if err := interrupted(t, torn, 2, -1); err != nil { // nothing left to do
		t.Fatal(err)
	}
	if r, m := contents(t, torn); r != runs || m != means {
		t.Error("a sweep of nothing changes the rows")
	}
}

// TestSweepStop checks a design with a stop rule, which runs in rounds. One worker,
// three workers and an interrupted sweep must write the same rows. Some cells must
// have fewer rows than the maximum. Sharing the runs among tasks must be an error.
func TestSweepStop(t *testing.T) {
	design := strings.NewReplacer(`"repetitions": 3,`, `"repetitions": 9, "stop": {"percent": 80, "least": 2}, "cut": {"first": 0.1, "last": 0.2},`,
		`["mean_wait", "mean_pairwise_hops"]`, `["mean_pairwise_hops"]`).Replace(little)
	one, torn := t.TempDir(), t.TempDir()
	if err := interruptedOf(t, design, one, 1, -1); err != nil {
		t.Fatal(err)
	}
	runs, means := contents(t, one)
	if rows := strings.Count(runs, "\n"); rows <= 1+8*2 || rows >= 1+8*9 {
		t.Errorf("%d rows of %d to %d: nothing stopped, or all did", rows, 1+8*2, 1+8*9)
	}
	for step := 7; ; step = 11 {
		err := interruptedOf(t, design, torn, 3, step)
		if err == nil {
			break
		}
		if !strings.Contains(err.Error(), "which are kept") {
			t.Fatal(err)
		}
		tear(t, torn)
	}
	if r, m := contents(t, torn); r != runs || m != means {
		t.Errorf("an interrupted sweep ends with other rows:\n%s\nwant\n%s", r, runs)
	}
	clitest.Write(t, one, "stop.json", design)
	for _, flags := range [][]string{{"--shard", "0/2"}, {"--array", "2"}, {"--kubernetes", "2", "--claim", "data"}} {
		status, _, err := call(t, one, "", append([]string{"sweep", "DIR/stop.json", "--out", t.TempDir()}, flags...)...)
		if status == 0 || !strings.Contains(err, "--shard, --array and --kubernetes distribute the runs in advance") {
			t.Errorf("%v: %v", flags, err)
		}
	}
}

// tear appends an incomplete row to the file of runs. A sweep that is killed may
// leave such a row.
func tear(t *testing.T, dir string) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, runsName), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("\"tree, sm"); err != nil {
		t.Fatal(err)
	}
}

// TestSweepRefuses checks two errors of a sweep: a folder that contains another
// design, and rows that do not belong to the sweep's design.
func TestSweepRefuses(t *testing.T) {
	whole := t.TempDir()
	if err := interrupted(t, whole, 2, -1); err != nil {
		t.Fatal(err)
	}
	runs, _ := contents(t, whole)
	lines := strings.SplitAfter(runs, "\n")
	for _, c := range []struct{ name, rows, says string }{
		{"a field less", lines[0] + lines[1][:strings.LastIndex(lines[1], ",")] + "\n", "line 2: it has 68 fields, not 69"},
		{"no number", lines[0] + strings.Replace(lines[1], "sdm,1,", "sdm,x,", 1), `line 2: repetition "x" is not 1 to 3`},
		{"too many repetitions", lines[0] + strings.Replace(lines[1], "sdm,1,", "sdm,4,", 1), `line 2: repetition "4" is not 1 to 3`},
		{"another seed", lines[0] + strings.Replace(lines[1], "sdm,1,1,", "sdm,1,2,", 1), `line 2: seed "2" is not 1`},
		{"no such cell", lines[0] + strings.Replace(lines[1], "sdm", "mdm", 1), "line 2: the design has no cell tree, small, 0.5, mdm"},
		{"figures that differ", lines[0] + lines[1] + strings.Replace(lines[1], "sdm,1,1,30,", "sdm,1,1,29,", 1), "line 3: repetition 1 of machine tree, small, load 0.5, allocator sdm is already there"},
		{"another version", lines[0] + strings.Replace(lines[1], "sdm,1,1,30,", "sdm,1,1,29,", 1), "another version of hopyard"},
		{"a number of another form", lines[0] + strings.Replace(lines[1], "sdm,1,1,30,", "sdm,1,1,30.0,", 1), `jobs "30.0" is not a number as written here`},
		{"other columns", strings.Replace(lines[0], "mean_wait", "wait", 1), "line 1: the columns are not"},
	} {
		clitest.Write(t, whole, runsName, c.rows)
		if err := interrupted(t, whole, 1, -1); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: want %q, got %v", c.name, c.says, err)
		}
		if after, _ := contents(t, whole); after != c.rows {
			t.Errorf("%s: the rows were changed", c.name)
		}
	}
	clitest.Write(t, whole, runsName, lines[0]+lines[1]+lines[1]) // a duplicate row counts once
	if err := interrupted(t, whole, 1, -1); err != nil {
		t.Error(err)
	}
	if r, _ := contents(t, whole); r != runs {
		t.Error("a row that was there twice changes the result")
	}
}

// TestSweepCommand checks the messages of the command sweep for various command
// lines.
func TestSweepCommand(t *testing.T) {
	dir := t.TempDir()
	clitest.Write(t, dir, "little.json", little)
	clitest.Write(t, dir, "bad.json", strings.Replace(little, `"random"`, `"ftsc"`, 1))
	clitest.Write(t, dir, "worse.json", strings.Replace(little, `"path": "workload.load"`, `"pth": "workload.load"`, 1))
	clitest.Write(t, dir, "retold.json", strings.NewReplacer(`"title": "Little", `, `"about": "No title.", `, `"text": "SDM"`, `"text": "SDM wins"`).Replace(little))
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"sweep DIR/little.json --out=", 2, "--out is empty"},
		{"sweep DIR/little.json --out DIR/x --workers 0", 2, "--workers 0"},
		{"sweep DIR/little.json --out DIR/x --set jobs", 2, "has no ="},
		{"sweep DIR/little.json --out DIR/x --set workload.jobs=x", 1, "little.json: machine tree, small, load 0.5, allocator sdm: workload: jobs"},
		{"sweep DIR/bad.json --out DIR/x", 1, "(and so in 1 more combinations)"},
		{"sweep DIR/worse.json --out DIR/x", 1, `worse.json: factors[1]: unknown field "pth" in a factor; did you mean "path"?`},
		{"sweep DIR/none.json --out DIR/x", 1, "none.json: file:"},
		{"sweep DIR/little.json --out DIR", 1, "holds files, but no design.json"},
		{"sweep DIR/little.json --out DIR/x --repetitions 2", 0, "16 runs, 0 of them already in "},
		{"sweep DIR/little.json --out DIR/x", 0, "24 runs, 16 of them already in "},
		{"sweep DIR/little.json --out DIR/x --repetitions 2", 1, "holds 3 repetitions, more than 2"},
		{"sweep DIR/retold.json --out DIR/x", 0, "24 runs, 24 of them already in "},
		{"sweep DIR/little.json --out DIR/x --set workload.jobs=31", 1, "holds the results of another design"},
	} {
		status, out, err := call(t, dir, "", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+err, c.says) {
			t.Errorf("hopyard %s: status %d, want %d; want %q in\n%s%s", c.args, status, c.status, c.says, out, err)
		}
	}
	release, err := lock(filepath.Join(dir, "x", lockName))
	if err != nil {
		t.Fatal(err)
	}
	if status, _, err := call(t, dir, "", "sweep", "DIR/little.json", "--out", "DIR/x"); status != 1 || !strings.Contains(err, "another sweep is at work") {
		t.Errorf("two sweeps at once: status %d: %s", status, err)
	}
	release()
}

// TestReport checks the errors of the command report for a folder without a sweep
// and for unknown metrics. If ECharts is available, it also checks the report of a
// sweep.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	clitest.Write(t, dir, "little.json", little)
	if status, _, err := call(t, dir, "", "sweep", "DIR/little.json", "--out", "DIR/x"); status != 0 {
		t.Fatal(err)
	}
	if status, _, err := call(t, dir, "", "report", "DIR"); status != 1 || !strings.Contains(err, "holds no design.json") {
		t.Errorf("status %d: %s", status, err)
	}
	if _, err := chartscript.ECharts(); err != nil {
		t.Skip(err)
	}
	if status, _, err := call(t, dir, "", "report", "DIR/x", "--figure", "wait"); status != 1 || !strings.Contains(err, `no figure "wait"; use some of`) {
		t.Errorf("status %d: %s", status, err)
	}
	status, out, err := call(t, dir, "", "report", "DIR/x", "--figure", "makespan,mean_wait")
	if status != 0 || !strings.Contains(out, "report.html") {
		t.Fatalf("status %d: %s%s", status, out, err)
	}
	src, rerr := os.ReadFile(filepath.Join(dir, "x", "report.html"))
	if rerr != nil || len(src) < 400_000 || bytes.Contains(src, []byte("go-echarts")) || bytes.Contains(src, []byte("<script src")) {
		t.Errorf("%d bytes, or an address in them: %v", len(src), rerr)
	}
}

var call = clitest.Caller(Sweep, Report)

// monthTrace returns a trace of four weeks, with a burst of four jobs each day.
func monthTrace() string {
	var trace strings.Builder
	for n := range 4 * 7 * 4 { // in each week, jobs have another length
		fmt.Fprintf(&trace, "%d %d -1 %d %d -1 -1 -1 -1 -1 1 %d -1 -1 -1 -1 -1 -1\n", n+1, n/4*86400+n%4*600, 3000+n/28*4000+n%3*900, 3+n%5, n%3)
	}
	return trace.String()
}

// resampling returns a design that resamples monthTrace.
func resampling() string {
	return `{"hopyard_design": 1, "repetitions": 4, "resample": "weeks",
		"scenario": {"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 8}}, "workload": {"swf": ` + jsondoc.Quote(monthTrace()) + `}},
		"factors": [{"name": "load", "path": "altered.load_factor", "levels": [1, 2]}, {"name": "queue", "path": "scheduler.queue", "levels": ["fcfs", "easy"]}],
		"axis": "load", "algorithm": ["queue"], "figures": ["mean_wait"]}`
}

// TestSweepResamples runs a design that resamples a trace: at once, in pieces, and as
// two tasks. All must write the same rows. The first repetition is the trace, and the
// others differ from it. The report must say what the repetitions are.
func TestSweepResamples(t *testing.T) {
	one, torn, shared := t.TempDir(), t.TempDir(), t.TempDir()
	if err := interruptedOf(t, resampling(), one, 1, -1); err != nil {
		t.Fatal(err)
	}
	runs, means := contents(t, one)
	for interruptedOf(t, resampling(), torn, 2, 3) != nil {
		tear(t, torn)
	}
	for task := range 2 {
		if err := after(t, resampling(), shared, shard{task, 2}, -1); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{torn, shared} {
		if r, m := contents(t, dir); r != runs || m != means {
			t.Errorf("other rows:\n%s\nwant\n%s", r, runs)
		}
	}
	rows := strings.Split(runs, "\n")
	if first, second := strings.SplitN(rows[1], ",", 5), strings.SplitN(rows[2], ",", 5); first[2] != "1" || second[2] != "2" || first[4] == second[4] {
		t.Errorf("the trace and its resample: %v, %v", first, second)
	}
	clitest.Write(t, shared, "month.swf", monthTrace())
	clitest.Write(t, shared, "design.txt", strings.Replace(resampling(), jsondoc.Quote(monthTrace()), `""`, 1))
	if status, _, err := call(t, shared, "", "sweep", "DIR/design.txt", "--trace", "DIR/month.swf", "--out", "DIR/traced"); status != 0 {
		t.Fatal(err)
	}
	if r, m := contents(t, filepath.Join(shared, "traced")); r != runs || m != means {
		t.Error("with --trace, there are other rows")
	}
	if status, _, err := call(t, shared, "", "sweep", "DIR/design.txt", "--trace", "DIR/no.swf"); status == 0 || !strings.Contains(err, "no.swf") {
		t.Errorf("without the trace: %s", err)
	}
	if status, _, err := call(t, one, "", "report", "DIR"); status != 0 {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(one, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 of the trace, and 3 of resamples by weeks", "are of the trace itself"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the report does not say %q", want)
		}
	}
}
