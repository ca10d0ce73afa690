package simulate_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopyard/tools/hopyard/clitest"
	"hopyard/tools/hopyard/simulate"
	"hopyard/tools/traces"
)

var call = clitest.Caller(simulate.Run)

// TestStreamIsRun runs traces of several parts with and without --stream, under
// disciplines of all kinds. The hash, the events, the jobs and the figures must be equal,
// except for the last digits of sums and for percentiles, which may differ by 0.1 %.
func TestStreamIsRun(t *testing.T) {
	dir := t.TempDir()
	size := traces.Size{Name: "some", Jobs: 3_000, Nodes: 64, Users: 9, Widest: 64, Load: 900, Parts: 3}
	path, err := size.Save(dir, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, options := range []string{
		"--queue easy", "--queue conservative", "--queue fcfs", "--queue hybrid", "--queue easy --order shortest --allocator best-fit",
		"--queue mpfs-scan", "--queue conservative --cores 4", "--queue conservative --allocator best-fit", "--queue easy --cores 2",
		`--queue slurm --set slurm={"priority":{"fair_share":10000,"age":1000,"period":3600}}`,
		`--queue easy --set faults={"mtbf":5000000,"repair":3600}`, `--queue conservative --set faults={"mtbf":5000000,"repair":3600,"jobs":"kill"}`,
	} {
		args := append([]string{"run", path}, strings.Fields(options)...)
		whole := results(t, filepath.Join(dir, "whole"), args)
		if whole == nil {
			continue
		}
		streamed := results(t, filepath.Join(dir, "streamed"), append(args, "--stream"))
		if !bytes.Equal(whole.events, streamed.events) || whole.hash != streamed.hash {
			t.Errorf("%s: other events: hash %s, without --stream %s", options, streamed.hash, whole.hash)
		}
		if slices.Sort(whole.jobs); !slices.Equal(whole.jobs, slices.Sorted(slices.Values(streamed.jobs))) {
			t.Errorf("%s: other jobs", options)
		}
		for key, want := range whole.figures {
			within := 1e-9
			if strings.HasPrefix(key, "p9") {
				within = 1e-3
			}
			if got, known := streamed.figures[key]; !known || math.Abs(got-want) > within*math.Abs(want) {
				t.Errorf("%s: %s is %v, without --stream %v", options, key, got, want)
			}
		}
	}
}

type runResults struct {
	hash    string
	events  []byte
	jobs    []string
	figures map[string]float64
}

// results runs a command line and returns what it wrote.
func results(t *testing.T, dir string, args []string) *runResults {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	status, out, errs := call(t, dir, "", append(slices.Clone(args), "--jobs", "DIR/jobs", "--metrics", "DIR/figures", "--trace", "DIR/events")...)
	if status != 0 {
		t.Fatalf("%v: status %d\n%s", args, status, errs)
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	r := &runResults{hash: out[strings.LastIndex(out, "trace "):], events: read("events"), jobs: strings.Split(string(read("jobs")), "\n"), figures: map[string]float64{}}
	if err := json.Unmarshal(read("figures"), &r.figures); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestStreamErrors checks that what cannot be streamed is an error that names the line
// and the way out.
func TestStreamErrors(t *testing.T) {
	row := func(fields map[int]string) string {
		all := strings.Fields("2 10 -1 5 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1")
		for k, v := range fields {
			all[k-1] = v
		}
		return strings.Join(all, " ") + "\n"
	}
	dir := clitest.Folder(t)
	for _, c := range []struct{ rows, options, want string }{
		{row(map[int]string{2: "9"}), "", "line 3: job 2 cannot be streamed: it is submitted at 9 s, before line 2 (10 s)"},
		{row(map[int]string{17: "1"}), "", "line 3: job 2 cannot be streamed: it follows job 1 (field 17)"},
		{row(map[int]string{11: "3"}), "", "line 3: job 2 cannot be streamed: its status, 3, says"},
		{row(map[int]string{2: "-1"}), "", "line 3: job 2 cannot be streamed: it has no submit time (field 2)"},
		{row(map[int]string{4: "x"}), "", "line 3"},
		{row(nil), `--set altered={"load_factor":2}`, "--stream cannot alter the jobs"},
		{row(nil), "--log-format philly", "--stream reads only SWF"},
		{row(nil), "--export DIR/x.parquet", "--stream works with --jobs"},
		{row(nil), "--jobs DIR/x --trace DIR/x", "both write to"},
	} {
		clitest.Write(t, dir, "t.swf", "; MaxProcs: 4\n"+row(map[int]string{1: "1"})+c.rows)
		status, _, errs := call(t, dir, "", append([]string{"run", "DIR/t.swf", "--stream"}, strings.Fields(c.options)...)...)
		if status == 0 || !strings.Contains(errs, c.want) {
			t.Errorf("%q %s: status %d, %s\nwant %s", c.rows, c.options, status, errs, c.want)
		}
	}
	// Errors after the first part end the run as well, and leave no files.
	var long strings.Builder
	long.WriteString("; MaxProcs: 4\n")
	for i := range 10_000 {
		long.WriteString(row(map[int]string{1: fmt.Sprint(i + 1), 2: fmt.Sprint(i * 3)}))
	}
	clitest.Write(t, dir, "t.swf", long.String()+row(map[int]string{2: "5"}))
	status, _, errs := call(t, dir, "", "run", "DIR/t.swf", "--stream", "--jobs", "DIR/jobs")
	if _, err := os.Stat(filepath.Join(dir, "jobs")); status == 0 || !strings.Contains(errs, "line 10002: job 2 cannot be streamed") || err == nil {
		t.Errorf("status %d, %s, the file of jobs: %v", status, errs, err)
	}
	if status, out, errs := call(t, dir, long.String(), "run", "-", "--stream"); status != 0 || !strings.Contains(out, "10,000 jobs on 4 nodes") {
		t.Errorf("standard input: status %d, %s%s", status, out, errs)
	}
	clitest.Write(t, dir, "t.swf.gz", string(clitest.Zipped(t, long.String())))
	if status, out, errs := call(t, dir, "", "run", "DIR/t.swf.gz", "--stream"); status != 0 || !strings.Contains(out, "10,000 jobs on 4 nodes") {
		t.Errorf("gzip: status %d, %s%s", status, out, errs)
	}
}

// TestStreamWarns checks that odd rows of all parts are counted like without --stream.
func TestStreamWarns(t *testing.T) {
	var text strings.Builder
	text.WriteString("; MaxProcs: 4\n")
	for i := range 9_000 {
		fmt.Fprintf(&text, "%d %d -1 %d %d -1 -1 %d %d -1 1 1 1 -1 -1 -1 -1 -1\n", i+1, i*9, i%3, 1+i%5, 1+i%5, i%2)
	}
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "t.swf", text.String())
	_, _, want := call(t, dir, "", "run", "DIR/t.swf")
	_, _, got := call(t, dir, "", "run", "DIR/t.swf", "--stream")
	if want == "" || got != want {
		t.Errorf("--stream warns\n%s\nwithout it\n%s", got, want)
	}
}
