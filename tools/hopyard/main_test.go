package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
)

// TestExit runs various command lines. It checks the exit status and the text that
// each of them prints.
func TestExit(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "bad.json", strings.Replace(clitest.Tiny, `"nodes": 8`, `"nodes": 600`, 1))
	clitest.Write(t, dir, "bad.swf", "1 0 -1 ten 1\n")
	clitest.Write(t, dir, "wide.swf", "1 0 -1 10 5 -1 -1 5 10 -1 1 1 1 1 1 1 -1 -1\n")
	clitest.Write(t, dir, "bad.conf", "Switch=a Nodes=n[0-2]\n")
	clitest.Write(t, dir, "good.conf", "SwitchName=a Nodes=n[0-2]\n")
	clitest.Write(t, dir, "blocks.yaml", "- topology: t\n  block:\n    block_sizes: [4]\n    blocks:\n      - block: b\n        nodes: n[0-3]\n")
	clitest.Write(t, dir, "star.json", `{"kind": "star", "nodes": 5}`)
	clitest.Write(t, dir, "bare.swf", "1 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n")
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"", 2, "no command given"},
		{"ruin", 2, `"ruin"`},
		{"help", 0, "validate"},
		{"run", 2, "argument FILE is missing"},
		{"validate", 2, "argument FILE is missing"},
		{"grade", 2, "argument WORKSHEET.json is missing"},
		{"grade DIR/tiny.json --csv DIR/g.csv", 2, "argument ANSWERS is missing"},
		{"sweep", 2, "argument DESIGN.json is missing"},
		{"report", 2, "argument DIR is missing"},
		{"unlink", 2, "argument URL is missing"},
		{"run DIR/tiny.json extra", 2, `unexpected argument "extra"`},
		{"run DIR/tiny.json --colour", 2, "-colour"},
		{"run --help", 0, "-metrics"},
		{"run DIR/none.json", 1, "none.json: file:"},
		{"run DIR/bad.json", 1, "bad.json: jobs[2]: nodes 600 is more than the cluster has (12)"},
		{"validate DIR/bad.json DIR/tiny.json", 1, "tiny.json: good"},
		{"validate DIR/bare.swf --nodes 4", 0, "bare.swf: good: 1 jobs on 4 nodes\n"},
		{"validate DIR/wide.swf --nodes 4", 0, "wide.swf: good: 1 jobs on 4 nodes, 1 of them rejected\n"},
		{"run DIR/bad.swf", 1, "bad.swf: line 1"},
		{"run DIR/bare.swf", 1, "--nodes N"},
		{"run DIR/bare.swf --nodes 4", 0, "Jobs ended"},
		{"run DIR/bare.swf --nodes 4 --topology {}", 2, "--topology"},
		{"run DIR/bare.swf --nodes -4", 2, `"-4" for flag -nodes: write a whole number from 1 to 1048576`},
		{"run DIR/bare.swf --nodes 0", 2, `"0" for flag -nodes: write a whole number from 1 to 1048576`},
		{"run DIR/tiny.json --nodes 0", 2, `"0" for flag -nodes`},
		{"run DIR/bare.swf --nodes 1048577", 2, `write a whole number from 1 to 1048576`},
		{`run DIR/bare.swf --topology {"kind":"star",nodes:4}`, 2, `hopyard run: --topology: character 16: invalid character 'n'`},
		{`run DIR/bare.swf --topology {"kind":"stra","nodes":4}`, 2, `hopyard run: --topology: cluster.topology: kind "stra" is unknown; did you mean "star"?`},
		{`run DIR/bare.swf --topology {"kind":"star","nodes":0}`, 2, `hopyard run: --topology: cluster.topology: nodes 0`},
		{"run DIR/tiny.json --nodes 4", 2, "--set cluster.topology"},
		{"run DIR/tiny.json --cores 4", 2, "--set cluster.node.cores"},
		{"run DIR/bare.swf --nodes 4 --cores 0", 2, `"0" for flag -cores: write a whole number from 1 to 65536`},
		{"run DIR/bare.swf --topology DIR/none.conf", 2, "none.conf: file: no such file or directory; give the path of a topology.conf"},
		{"run DIR/bare.swf --topology DIR/bad.conf", 1, `bad.conf: cluster.topology: conf line 1`},
		{"run DIR/bare.swf --topology DIR/good.conf", 0, "on 3 nodes (slurm)"},
		{"run DIR/bare.swf --topology DIR/blocks.yaml", 0, "on 4 nodes (slurm)"},
		{"run DIR/bare.swf --topology DIR/star.json", 0, "on 5 nodes (star)"},
		{"run DIR/tiny.json --policy a.star --policy b.star", 2, "--policy is given 2 times; give one, or use compare"},
		{"help run", 0, "easy, conservative, conservative-rebuild"},
		{"help run", 0, "kueue-tas, volcano-topology"},
		{"help run", 0, "submit, shortest, longest, smallest, largest, priority"},
		{"help none", 2, `no command "none"`},
		{"completion", 2, "argument bash|zsh|fish is missing"},
		{"completion tcsh", 2, "use bash, zsh or fish"},
		{"run DIR/tiny.json --queue esay", 1, `"easy"`},
		{"run DIR/tiny.json --set scheduler.queue", 2, "has no ="},
		{"run DIR/tiny.json --jobs - --trace -", 2, "--jobs"},
		{"run DIR/tiny.json --jobs DIR/no/such/j.csv", 1, "--jobs"},
		{"why DIR/tiny.json", 2, "--job is missing"},
		{"why DIR/tiny.json --job 99", 1, "no job has that number"},
		{"why DIR/tiny.json --job 5 --at x", 2, "--at"},
		{"unlink #1.z.!!", 1, "link"},
		{"unlink DIR/tiny.json", 2, "is a file"},
		{"place DIR/tiny.json --candidates 0", 2, "--candidates 0"},
	} {
		status, out, err := call(t, dir, "", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+err, c.says) {
			t.Errorf("hopyard %s: status %d, want %d; want %q in\n%s%s", c.args, status, c.status, c.says, out, err)
		}
		if c.status != 0 && c.args != "" && !strings.HasPrefix(c.args, "validate") && out != "" {
			t.Errorf("hopyard %s: prints on standard output though it fails: %s", c.args, out)
		}
	}
}

// TestRunFiles checks the three output files of the command run against the example
// SOURCES.md EASY.2.
func TestRunFiles(t *testing.T) {
	dir := clitest.Folder(t)
	status, out, err := call(t, dir, "", "run", "DIR/tiny.json", "--jobs", "DIR/j.csv", "--metrics", "DIR/m.json", "--trace", "-")
	if status != 0 {
		t.Fatal(err)
	}
	rows, cerr := csv.NewReader(clitest.Open(t, dir, "j.csv")).ReadAll()
	if cerr != nil {
		t.Fatal(cerr)
	}
	if got := strings.Join(rows[0][:9], ","); got != "job,submit,start,end,state,nodes,node_list,pairwise_hops,max_hops" {
		t.Errorf("the columns are %s", got)
	}
	if got := strings.Join(rows[4][:9], ","); got != "4,0,0,8,completed,2,9-10,1,1" {
		t.Errorf("job 4: %s", got)
	}
	var figures map[string]float64
	if err := json.NewDecoder(clitest.Open(t, dir, "m.json")).Decode(&figures); err != nil {
		t.Fatal(err)
	}
	for key := range strings.FieldsSeq("jobs makespan mean_wait max_wait mean_response mean_slowdown mean_bounded_slowdown utilization mean_pairwise_hops mean_max_hops fragmentation") {
		if _, ok := figures[key]; !ok {
			t.Errorf("the metrics lack %s", key)
		}
	}
	if figures["jobs"] != 7 {
		t.Errorf("%v jobs ended, want 7", figures["jobs"])
	}
	if !strings.Contains(err, "Mean wait") {
		t.Error("the summary is not on standard error while the trace takes standard output")
	}
	events := 0
	for line := range strings.Lines(out) {
		var e struct {
			Event string
			Job   int
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Job == 0 {
			t.Fatalf("not an event: %s", line)
		}
		events++
	}
	if events != 21 {
		t.Errorf("%d events for 7 jobs, want 21", events)
	}
}

// TestUntouched runs commands whose input is invalid or whose output cannot be
// written. Existing files must remain unchanged.
func TestUntouched(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "bad.json", "{")
	clitest.Write(t, dir, "j.csv", "mine")
	if status, _, _ := call(t, dir, "", "run", "DIR/bad.json", "--jobs", "DIR/j.csv", "--trace", "DIR/t"); status != 1 {
		t.Errorf("status %d", status)
	}
	if src, _ := os.ReadFile(filepath.Join(dir, "j.csv")); string(src) != "mine" {
		t.Errorf("j.csv was changed to %q", src)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 3 {
		t.Errorf("the folder holds %v", entries)
	}
}

// TestTwice runs the same scenario from a file and from standard input. It checks
// that the outputs are equal byte by byte.
func TestTwice(t *testing.T) {
	dir := clitest.Folder(t)
	_, one, _ := call(t, dir, "", "run", "DIR/tiny.json", "--trace", "-")
	_, two, _ := call(t, dir, clitest.Tiny, "run", "-", "--trace", "-")
	if one == "" || one != two {
		t.Error("two runs differ")
	}
}

func TestWhyPlaceCompare(t *testing.T) {
	dir := clitest.Folder(t)
	for _, c := range []struct{ args, says string }{
		{"why DIR/tiny.json --job 6", "job 6 starts on 11: backfilled: it takes 1 of the 2 extra nodes that job 3 leaves over at 10"},
		{"why DIR/tiny.json --job 5 --at 0", "job 5, submitted at 0, waits at 0: needs 2, 0 free"},
		{"why DIR/tiny.json --job 3 --at 5", "promised 10"},
		{"place DIR/tiny.json", `"pairwise_hops": 21`},
		{"compare DIR/tiny.json --queues fcfs,easy", "easy + first-fit"},
		{"swf DIR/tiny.json", "4 0 0 8 2"},
	} {
		status, out, err := call(t, dir, "", strings.Fields(c.args)...)
		if status != 0 || !strings.Contains(out, c.says) {
			t.Errorf("hopyard %s: want %q in\n%s%s", c.args, c.says, out, err)
		}
	}
}

// TestLinks checks that decoding a share link gives the original scenario. It also
// checks that the link is the last line of the output of the command link.
func TestLinks(t *testing.T) {
	dir := clitest.Folder(t)
	_, out, err := call(t, dir, "", "link", "DIR/tiny.json")
	lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
	link := lines[len(lines)-1]
	if !strings.HasPrefix(link, "http://localhost:8080/#1.z.") {
		t.Fatalf("not a link: %s%s", out, err)
	}
	if !strings.Contains(link, "&v="+engine.Version+"&h=") {
		t.Errorf("the link does not say what the run was: %s", link)
	}
	if _, bare, _ := call(t, dir, "", "link", "--bare", "DIR/tiny.json"); strings.TrimSpace(bare) != link[:strings.Index(link, "&")] {
		t.Errorf("without it: %s", bare)
	}
	status, text, err := call(t, dir, "", "unlink", link)
	if status != 0 {
		t.Fatal(err)
	}
	_, again, _ := call(t, dir, text, "link", "-")
	if again != out {
		t.Errorf("the link of the link's scenario is another:\n%s\n%s", out, again)
	}
}

// TestNotices checks that the command line warns about parts of a scenario that
// have no effect.
func TestNotices(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "slurm.json", `{"hopyard": 1, "cluster": {"topology": {"kind": "slurm", "conf": "SwitchName=s0 Nodes=a[0-3] LinkSpeed=100\n"}}, "jobs": [{"nodes": 2, "walltime": 5}]}`)
	for _, command := range []string{"validate", "run"} {
		status, _, err := call(t, dir, "", command, "DIR/slurm.json")
		if status != cli.ExitOK || !strings.Contains(err, "LinkSpeed") || !strings.Contains(err, "line 1") {
			t.Errorf("%s: status %d, says %q; want a notice of line 1 about LinkSpeed", command, status, err)
		}
	}
	if _, out, _ := call(t, dir, clitest.Tiny, "validate", "-"); !strings.HasPrefix(out, "standard input: good") {
		t.Errorf("validate - prints %q, want it to name standard input", out)
	}
}

// TestTraceThatTalks runs a trace with a network model that is set on the command
// line. The network must delay the jobs of the trace.
func TestTraceThatTalks(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "two.swf", "1 0 -1 10 2 -1 -1 2 100 -1 1 1 1 1 1 1 -1 -1\n2 0 -1 10 2 -1 -1 2 100 -1 1 1 1 1 1 1 -1 -1\n")
	tree := []string{"run", "DIR/two.swf", "--topology", `{"kind": "fat-tree", "down": [1, 4]}`, "--jobs", "-", "--set", `network={"model": "max-min", "comm": {"pattern": "ring", "share": 2}}`}
	status, out, err := call(t, dir, "", tree...)
	if status != cli.ExitOK || !strings.Contains(out, "1,0,0,20,") {
		t.Errorf("status %d: %s%s; want job 1 to end at 20: its links carry half of what it needs", status, out, err)
	}
}

// TestPlaceWithin places four tasks on a node with two sockets of two cores each,
// and checks the distances between the tasks. Two of the six pairs of tasks are on
// the same socket, and four are not.
func TestPlaceWithin(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "within.json", `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 2}, "node": {"cores": 4, "sockets": 2}, "within": {"core": 1, "socket": 10}},
		"jobs": [{"tasks": 4, "walltime": 5}], "scheduler": {"allocator": "sdm"}}`)
	_, out, _ := call(t, dir, "", "place", "DIR/within.json")
	var a struct {
		PairwiseDistance int64 `json:"pairwise_distance"`
		MaxDistance      int64 `json:"max_distance"`
		Cost             int64
		Nodes            string
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatal(err)
	}
	// The four cores that are nearest to any device are the cores of a single node.
	if a.Nodes != "0" || a.PairwiseDistance != 2*1+4*10 || a.Cost != a.PairwiseDistance || a.MaxDistance != 10 {
		t.Errorf("sdm: %+v, want node 0 at 42", a)
	}
	_, out, _ = call(t, dir, "", "place", "DIR/within.json", "--allocator", "first-fit")
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatal(err)
	}
	if a.Nodes != "0" || a.PairwiseDistance != 42 {
		t.Errorf("first fit: %+v, want node 0 at 42", a)
	}
	_, out, _ = call(t, dir, "", "place", "DIR/within.json", "--set", `free={"0": 2, "1": 2}`)
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatal(err)
	}
	if a.Nodes != "0-1" || a.PairwiseDistance != 2*1+4*2 || a.Cost != a.PairwiseDistance {
		t.Errorf("two cores free on each: %+v, want both nodes at 10", a)
	}
}

// TestComparePrograms compares two programs with each other and with a queue. The columns
// must be headed by the names of the files, and a program that is not used in a column
// adds no column.
func TestComparePrograms(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "first.star", "def schedule(now, queue, machine):\n    for job in list(queue):\n        if not start(job): break\n")
	clitest.Write(t, dir, "last.star", "def key(job):\n    return -job.id\n")
	for args, want := range map[string]string{
		"compare DIR/tiny.json --policy DIR/first.star --policy DIR/last.star":                              "first.star + first-fit|easy + first-fit + last.star",
		"compare DIR/tiny.json --policy DIR/first.star --queues easy,starlark":                              "easy + first-fit|first.star + first-fit",
		"compare DIR/tiny.json --policy DIR/first.star --variant a:seed=1 --variant b:seed=2":               "first.star + first-fit + a|first.star + first-fit + b",
		"compare DIR/tiny.json --queues fcfs,easy --variant first-fit: --variant b:scheduler.order=largest": "fcfs + first-fit + first-fit|fcfs + first-fit + b|easy + first-fit + first-fit|easy + first-fit + b",
	} {
		status, out, said := call(t, dir, "", strings.Fields(args)...)
		head, _, _ := strings.Cut(out, "\n")
		var columns []string
		for _, c := range strings.Split(head, "  ") {
			if c = strings.TrimSpace(c); c != "" {
				columns = append(columns, c)
			}
		}
		if got := strings.Join(columns, "|"); status != 0 || got != want {
			t.Errorf("hopyard %s: status %d, columns %q, want %q\n%s", args, status, got, want, said)
		}
	}
}

// TestCompletion checks what the program tells the scripts of the shells.
func TestCompletion(t *testing.T) {
	for words, want := range map[string]string{
		"swe":                          "sweep",
		"help swe":                     "sweep",
		"run --nod":                    "--nodes",
		"run x.json --queue conserv":   "conservative conservative-rebuild",
		"run x.json -queue mpfs":       "mpfs-scan",
		"compare x --queues fcfs,mpfs": "fcfs,mpfs-scan",
		"run x.json --order sm":        "smallest",
		"completion z":                 "zsh",
		"run x":                        "",
		"run x.json --jobs j":          "",
		"none x":                       "",
	} {
		status, out, said := call(t, "", "", append([]string{"__complete"}, strings.Fields(words)...)...)
		if got := strings.Join(strings.Fields(out), " "); status != 0 || got != want || said != "" {
			t.Errorf("%s: status %d, %q, want %q; %s", words, status, got, want, said)
		}
	}
	_, out, _ := call(t, "", "", "__complete", "")
	for _, c := range commands() {
		if !strings.Contains(out, c.Name+"\n") {
			t.Errorf("%s is not offered", c.Name)
		}
	}
}

// TestCompletionInBash loads the script in bash and completes a command line with it.
func TestCompletionInBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	_, script, _ := call(t, "", "", "completion", "bash")
	script += `hopyard() { local IFS=' '; [ "$*" = "__complete run x --queue e" ] && printf 'easy\neasy two\n'; }
COMP_WORDS=(hopyard run x --queue e) COMP_CWORD=4
_hopyard
printf '%s|' "${COMPREPLY[@]}"
complete -p hopyard`
	out, err := exec.Command(bash, "-c", script).CombinedOutput()
	if err != nil || string(out) != "easy|easy two|complete -o bashdefault -o default -F _hopyard hopyard\n" {
		t.Errorf("%v: %s", err, out)
	}
}

var call = clitest.Caller(commands()...)
