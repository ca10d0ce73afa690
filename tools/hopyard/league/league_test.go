package league

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
	"hopyard/tools/hopyard/simulate"
	"hopyard/wasm/app/report"
)

// TestMain runs the tests. A league under test starts this program again to run a
// policy; in that case, TestMain calls main instead.
func TestMain(m *testing.M) {
	if os.Getenv(alone) != "" {
		cli.Main([]cli.Command{League, Check})
	}
	os.Exit(m.Run())
}

// class returns a folder with workloads and policies. Some of the policies are
// faulty, as students' policies may be.
func class(t *testing.T) string {
	t.Helper()
	dir := clitest.Folder(t)
	for name, text := range map[string]string{
		"long.json":     strings.Replace(clitest.Tiny, `"walltime": 10}`, `"walltime": 50, "runtime": 40}`, 1),
		"own.json":      strings.Replace(clitest.Tiny, `"allocator": "first-fit"`, `"order": "shortest", "allocator": {"starlark": "def place(job, machine): return machine.free_nodes(job)[:job.size]"}`, 1),
		"trace.swf":     "; MaxProcs: 4\n1 0 -1 10 3 -1 -1 3 10 -1 1 1 1 1 1 1 -1 -1\n2 1 -1 10 2 -1 -1 2 10 -1 1 1 1 1 1 1 -1 -1\n",
		"short.star":    "# Short jobs first\ndef key(job): return job.walltime\n",
		"broken.star":   "def schedule(now, queue, machine:\n    pass\n",
		"fails.star":    "def schedule(now, queue, machine):\n    for job in list(queue): start(job)\n    queue[0].runtime\n",
		"endless.star":  "x = 0\nwhile True: x += 1\n",
		"huge.star":     "x = [0] * 10\nwhile True: x += x\n",
		"sleeps.star":   "def schedule(now, queue, machine):\n    pass\n",
		"nothing.star":  "x = 1\n",
		"binary.star":   "\x00\xff\xfe",
		"notes.txt":     "not a policy",
		"too-long.star": "# " + strings.Repeat("x", 40_000),
	} {
		clitest.Write(t, dir, name, text)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte("; MaxProcs: 2\n1 0 -1 10 2 -1 -1 2 10 -1 1 1 1 1 1 1 -1 -1\n2 1 -1 10 2 -1 -1 2 10 -1 1 1 1 1 1 1 -1 -1\n")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	clitest.Write(t, dir, "packed.swf.gz", packed.String())
	return dir
}

func rowsOf(t *testing.T, dir, name string) (rows []report.LeagueRow) {
	t.Helper()
	in := json.NewDecoder(clitest.Open(t, dir, name))
	for in.More() {
		var r report.LeagueRow
		if err := in.Decode(&r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

// TestLeague runs a league in which some of the policies are hostile. The failures
// of policies must be reported. They must not stop the other policies.
func TestLeague(t *testing.T) {
	dir := class(t)
	status, out, err := call(t, dir, "", "league", "DIR", "--rows", "DIR/rows.jsonl", "--timeout", "1m", "--memory", "2048", "--workers", "2")
	if status != 0 {
		t.Fatalf("status %d: %s%s", status, out, err)
	}
	failures := map[string]string{ // policies that fail on every workload
		"broken.star": "expected ')'", "fails.star": "empty queue", "endless.star": "steps", "huge.star": "more than 1000000", "sleeps.star": "never ended",
		"nothing.star": "no schedule(), place(), key() or score() found", "too-long.star": "32768", "binary.star": "",
	}
	seen := map[string]int{}
	for _, r := range rowsOf(t, dir, "rows.jsonl") {
		seen[r.Policy]++
		says, fails := failures[r.Policy]
		switch {
		case fails && (r.Failure == nil || !strings.Contains(r.Failure.Problem, says)):
			t.Errorf("%s on %s: %+v, should say %q", r.Policy, r.Workload, r.Failure, says)
		case !fails && (r.Failure != nil || r.Trace == ""):
			t.Errorf("%s on %s: %+v", r.Policy, r.Workload, r.Failure)
		case r.Policy == "fails.star" && r.Failure.Line != 3:
			t.Errorf("%s on %s: %+v, should be line 3", r.Policy, r.Workload, r.Failure)
		}
		if r.Workload == "packed.swf.gz" && r.Policy == "fcfs" && (r.Jobs != 2 || r.MeanWait != 4.5) {
			t.Errorf("the packed trace: %+v", r)
		}
	}
	if len(seen) != 12 || seen["short.star"] != 5 || seen["easy"] != 5 {
		t.Errorf("rows by policy: %v", seen)
	}
	if !strings.Contains(out, "short.star") || !strings.Contains(out, "fails.star failed in 5 of 5 workloads") || !strings.Contains(out, "line 3, column") {
		t.Errorf("the summary is\n%s", out)
	}
	page, rerr := os.ReadFile(filepath.Join(dir, "league.html"))
	if rerr != nil || !strings.Contains(string(page), "Short jobs first") || !strings.Contains(string(page), "What failed") {
		t.Errorf("the report: %v, %d bytes", rerr, len(page))
	}
}

// TestLeagueTimeout runs a policy that exceeds the time limit. The policy must
// count as failed on all workloads that it has not finished.
func TestLeagueTimeout(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "slow.star", "def schedule(now, queue, machine):\n    n = 0\n    for i in range(150000): n += i % 7\n    for job in list(queue): start(job)\n")
	status, out, err := call(t, dir, "", "league", "DIR", "--with", "", "--timeout", "200ms", "--rows", "DIR/rows.jsonl")
	rows := rowsOf(t, dir, "rows.jsonl")
	if status != 0 || len(rows) != 1 || rows[0].Failure == nil || !strings.Contains(rows[0].Failure.Problem, "longer than 200ms") {
		t.Errorf("status %d, %+v, %s%s", status, rows, out, err)
	}
}

// TestLeagueSame checks that the results of a league do not depend on the number of
// workers.
func TestLeagueSame(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "more.json", strings.Replace(clitest.Tiny, `"nodes": 12`, `"nodes": 9`, 1))
	clitest.Write(t, dir, "short.star", "def key(job): return job.walltime\n")
	var first [2]string
	for i, workers := range []string{"1", "3"} {
		status, _, err := call(t, dir, "", "league", "DIR", "--with", "easy,fcfs", "--workers", workers, "--rows", "DIR/rows.jsonl", "--out", "DIR/l.html")
		if status != 0 {
			t.Fatal(err)
		}
		for k, name := range []string{"rows.jsonl", "l.html"} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first[k] = string(text)
			} else if first[k] != string(text) {
				t.Errorf("%s differs with %s workers", name, workers)
			}
		}
	}
	if status, out, err := call(t, dir, "", "league", "DIR", "--only", "short.star"); status != 0 || strings.Count(out, "\n") != 2 {
		t.Errorf("--only: status %d, %s%s", status, out, err)
	}
}

// TestLeagueUsage checks the messages of the command league for various command
// lines.
func TestLeagueUsage(t *testing.T) {
	dir := clitest.Folder(t)
	empty := t.TempDir()
	clitest.Write(t, empty, "a.star", "def key(job): return 1\n")
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"league", 2, "argument FOLDER is missing"},
		{"league DIR/none", 1, "none: file:"},
		{"league " + empty, 1, "contains no workload"},
		{"league DIR --with ,", 1, "contains no policy"},
		{"league DIR --with esay", 2, `"esay" is no queue`},
		{"league DIR --with deadline", 2, "allotments"},
		{"league DIR --with easy,easy", 2, "twice"},
		{"league DIR --only nobody", 2, `"nobody" does not take part`},
		{"league DIR --workers 0", 2, "--workers 0"},
		{"league DIR --timeout 0s", 2, "--timeout"},
		{"league DIR --memory 1", 2, "--memory 1"},
	} {
		status, out, err := call(t, dir, "", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+err, c.says) {
			t.Errorf("hopyard %s: status %d, want %d; want %q in\n%s%s", c.args, status, c.status, c.says, out, err)
		}
	}
	clitest.Write(t, dir, "bad.json", "{")
	if status, _, err := call(t, dir, "", "league", "DIR"); status != 1 || !strings.Contains(err, "bad.json") {
		t.Errorf("a bad workload: status %d, %s", status, err)
	}
}

var call = clitest.Caller(League, Check, simulate.Run)
