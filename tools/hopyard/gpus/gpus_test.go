package gpus

import (
	"encoding/json"
	"strings"
	"testing"

	"hopyard/core/gpushare"
	"hopyard/tools/hopyard/clitest"
)

var call = clitest.Caller(GPUs)

const tables = "../../../core/gpushare/testdata/nodes.csv ../../../core/gpushare/testdata/tasks.csv"

func TestCommand(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "bad.csv", "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1,1,1,2000\n")
	clitest.Write(t, dir, "none.csv", "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1,1,0,0\n")
	clitest.Write(t, dir, "timeless.csv", "name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1,1,1,20\n")
	nodes, _, _ := strings.Cut(tables, " ")
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"gpus", 2, "argument NODES.csv is missing"},
		{"gpus " + nodes, 2, "argument TASKS.csv is missing"},
		{"gpus " + tables + " --load 11", 2, "--load 11; use 0 to 10"},
		{"gpus " + tables + " --load -1", 2, "--load -1; use 0 to 10"},
		{"gpus " + tables + " --load NaN", 2, "--load NaN; use 0 to 10"},
		{"gpus " + tables + " --policy fdg", 2, `--policy "fdg" is no policy; use some of: fgd, fgd-exact, best-fit`},
		{"gpus " + nodes + " DIR/no.csv", 1, "no.csv: file:"},
		{"gpus " + nodes + " " + nodes, 1, "nodes.csv: line 1: no column is named name"},
		{"gpus " + nodes + " DIR/bad.csv", 1, `bad.csv: line 2: gpu_milli "2000" is not a whole number from 0 to 1000`},
		{"gpus " + nodes + " DIR/none.csv", 1, "none.csv: no task asks for a GPU"},
		{"gpus " + nodes + " DIR/timeless.csv --times", 1, "timeless.csv: line 2: a has no creation_time"},
		{"gpus " + nodes + " DIR/none.csv --load 0", 0, "1 task ask for 0 GPUs"},
		{"gpus " + tables + " --load 0", 0, "5 nodes with 9 GPUs; 12 tasks ask for 13.35 GPUs"},
		{"gpus " + tables + " --times", 0, "mean wait"},
		{"gpus " + tables + " --shuffle --seed 3 --policy random", 0, "random"},
	} {
		status, out, err := call(t, dir, "", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+err, c.says) {
			t.Errorf("hopyard %s: status %d, want %d; want %q in\n%s%s", c.args, status, c.status, c.says, out, err)
		}
	}
}

// TestJSON compares the JSON output with a run of its own, and a second call with the
// first.
func TestJSON(t *testing.T) {
	args := strings.Fields("gpus " + tables + " --load 0 --policy fgd,best-fit --json")
	_, out, _ := call(t, "", "", args...)
	_, again, _ := call(t, "", "", args...)
	var r report
	if err := json.Unmarshal([]byte(out), &r); err != nil || out != again {
		t.Fatal(err, out == again)
	}
	if r.Nodes != 5 || r.GPUs != 9000 || r.Asked != 13350 || len(r.Results) != 2 || r.Results[1].Policy != "best-fit" {
		t.Errorf("%s", out)
	}
	for _, x := range r.Results {
		if x.Allocated > r.GPUs || x.Failed == 0 || x.Fragmentation < 0 || x.Fragmentation > 1 || len(x.Points) == 0 || len(x.Sizes) != 7 {
			t.Errorf("%+v", x)
		}
	}
}

func TestAmount(t *testing.T) {
	for milli, want := range map[int64]string{0: "0", 50: "0.05", 500: "0.5", 1000: "1", 12_345_678: "12,345.678", 1_000_010: "1,000.01"} {
		if got := amount(milli); got != want {
			t.Errorf("%d: %s, want %s", milli, got, want)
		}
	}
	if strings.Count(policyNames(), ",") != len(gpushare.Policies())-1 {
		t.Error(policyNames())
	}
}
